import type { ArchiveEvent } from '../archive/archive-event.ts';
import type { Finding } from '../model/findings.ts';
import { readRecordFileName } from '../model/record-kind.ts';

/** Detects content of an archive that could not be read: records that it lacks may then still exist. */
export interface ReadingLosses {
  observe(event: ArchiveEvent): void;
  /** A description of the first loss; undefined if everything was read. */
  first(): string | undefined;
}

/**
 * Maximum number of kinds whose files are counted: a hostile archive may use a different name for every record file.
 */
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

/** A link or a device in place of a record file: the records that it should contain are missing. */
function isSkippedRecordFile({ code, entryName = '' }: Finding): boolean {
  const isSkipped = code === 'entry-link' || code === 'entry-device';
  return isSkipped && readRecordFileName(entryName.slice(entryName.lastIndexOf('/') + 1)) !== undefined;
}
