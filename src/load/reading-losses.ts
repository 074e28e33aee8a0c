import type { ArchiveEvent } from '../archive/index.ts';
import { type Finding, readRecordFileName } from '../model/index.ts';

/** Watches for what an archive held and could not be read: then what it lacks may still exist. */
export interface ReadingLosses {
  observe(event: ArchiveEvent): void;
  /** The first of them, in words; undefined where everything was read. */
  first(): string | undefined;
}

/** Kinds whose files are counted: the names of record files may all differ. */
const MAX_PREFIXES = 2_000;

export function createReadingLosses(): ReadingLosses {
  const files = new Map<string, { count: number; last: number }>();
  let fault: string | undefined;

  function countFile(name: string): void {
    const file = readRecordFileName(name);
    if (file !== undefined && (files.has(file.prefix) || files.size < MAX_PREFIXES)) {
      const { count, last } = files.get(file.prefix) ?? { count: 0, last: 0 };
      files.set(file.prefix, { count: count + 1, last: Math.max(last, file.number) });
    }
  }

  return {
    observe(event) {
      if (event.type === 'entry' && event.entry.class === 'records') {
        countFile(event.entry.name);
      } else if (event.type === 'finding' && event.finding.severity === 'error') {
        fault ??= event.finding.message;
      } else if (event.type === 'finding' && isSkippedRecordFile(event.finding)) {
        fault ??= event.finding.message;
      } else if (event.type === 'end' && !event.container.isWhole) {
        fault ??= 'The archive is incomplete';
      }
    },
    first() {
      const [prefix] = [...files].find(([, { count, last }]) => count < last) ?? [];
      return fault ?? (prefix === undefined ? undefined : `Record files of "${prefix}" are missing`);
    },
  };
}

/** A link or a device in the place of a record file: whatever records it should have held are not here. */
function isSkippedRecordFile({ code, entryName = '' }: Finding): boolean {
  const isSkipped = code === 'entry-link' || code === 'entry-device';
  return isSkipped && readRecordFileName(entryName.slice(entryName.lastIndexOf('/') + 1)) !== undefined;
}
