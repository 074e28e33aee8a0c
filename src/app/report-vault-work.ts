import { countText, formatSize } from '../base/sizes.ts';
import { terminalLine } from '../base/terminal-text.ts';
import type { CopyEvent } from '../keeping/copy-event.ts';
import type { ImportEvent } from '../keeping/import-archives.ts';
import type { RebuildEvent } from '../keeping/rebuild-store.ts';
import { type LoadEvent, reportLoading } from './load-progress.ts';
import { type ProgressContext, shareText } from './transfer-progress.ts';

/** Creates a listener that reports what a copy of a vault does, with sentences for people; of small files at `debug`. */
export function reportCopying(
  { onReport }: Pick<ProgressContext, 'onReport'>,
  isDryRun: boolean,
): (event: CopyEvent) => void {
  return (event) => {
    const { type, ...fields } = event;
    switch (event.type) {
      case 'copying': {
        const text = `Copying ${terminalLine(event.name)}: ${shareText(event.doneBytes, event.totalBytes)}`;
        return onReport?.({ level: 'debug', type, fields, text });
      }
      case 'copied': {
        const level = event.kind === 'archive' || event.kind === 'store' ? 'info' : 'debug';
        const text = `${isDryRun ? 'Would copy' : 'Copied'} ${terminalLine(event.name)} (${formatSize(event.sizeBytes)})`;
        return onReport?.({ level, type, fields, text });
      }
      case 'trouble':
        return onReport?.({ level: 'warn', type, fields, text: event.message });
    }
  };
}

/** Creates a listener that reports what a rebuild of a store does, with sentences for people. */
export function reportRebuilding(context: ProgressContext): (event: RebuildEvent) => void {
  return reportWithLoads(context, (event) => {
    switch (event.type) {
      case 'planned':
        return event.reason;
      case 'set-aside':
        return `The former store is now "${event.path}"`;
      case 'carried':
        return `Took over ${countText(event.records, 'record')} that ${event.records === 1 ? 'was' : 'were'} captured from the service`;
      case 'loaded':
        return loadedText(event);
      case 'trouble':
        return event.message;
    }
  });
}

/** Creates a listener that reports what an import of archives does, with sentences for people. */
export function reportImporting(context: ProgressContext): (event: ImportEvent) => void {
  return reportWithLoads(context, (event) => {
    switch (event.type) {
      case 'examining':
        return `Reading ${event.path}`;
      case 'known':
        return `${event.path} is in the vault already: ${event.archive}`;
      case 'imported':
        return `Imported ${event.path}: ${event.archive}, ${event.isVerified ? 'verified' : 'NOT verified'}`;
      case 'loaded':
        return loadedText(event);
      case 'trouble':
        return event.message;
    }
  });
}

function loadedText({ records, archive }: { readonly records: number; readonly archive: string }): string {
  return `Loaded ${countText(records, 'record')} of ${terminalLine(archive)}`;
}

/** Reports events, those of loads with their pace. */
function reportWithLoads<Event extends { readonly type: string }>(
  context: ProgressContext,
  sentenceOf: (event: Exclude<Event, LoadEvent>) => string | undefined,
): (event: Event | LoadEvent) => void {
  const showLoad = reportLoading(context);
  const isLoad = (event: Event | LoadEvent): event is LoadEvent =>
    event.type === 'loading' || event.type === 'read';
  return (event) => {
    if (isLoad(event)) {
      return showLoad(event);
    }
    const { type, ...fields } = event;
    const text = sentenceOf(event as Exclude<Event, LoadEvent>); // The others are above.
    context.onReport?.({ level: type === 'trouble' ? 'warn' : 'info', type, fields, text });
  };
}
