import type { JsonObject } from '../../base/json.ts';
import { quoteText } from '../../base/terminal-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import { readRecordFileName } from '../../model/record-kind.ts';
import type { RecordBatch } from '../../model/records.ts';
import type { ArchiveEntry, ArchiveObserver } from '../archive-event.ts';
import { guessExporter } from '../guess-exporter.ts';
import { NumberSet } from './number-set.ts';

/** The maximum number of records that the service writes to a file (archive format 1.2). */
const MAX_SERVICE_RECORDS = 100;

const NUMBER_DIGITS = 6;

/** The maximum number of sequences, and of pages for all of them: 4 MB. */
const MAX_SEQUENCES = 2_000;
const MAX_PAGES = 8_192;

/** The maximum number of long files that are reported by name. */
const MAX_LONG_FILES = 1_000;

/** Creates the check that the record files of a kind are numbered without gaps, and not longer than the service's. */
export function createRecordFileCheck(report: (finding: Finding) => void): ArchiveObserver {
  const sequences = createSequences(report);
  const lengths = createLengths(report);
  let schemaDocument: JsonObject | undefined;
  return {
    observe(event) {
      if (event.type === 'records') {
        lengths.add(event.batch);
      } else if (event.type === 'entry' && event.entry.class === 'records') {
        lengths.close();
        sequences.add(event.entry);
      } else if (event.type === 'document' && event.entryName === 'schema.json') {
        schemaDocument = event.value;
      } else if (event.type === 'end') {
        sequences.end();
        lengths.end(guessExporter({ schemaDocument, urlsDocument: undefined, logNames: [] }) === 'service');
      }
    },
  };
}

function createSequences(report: (finding: Finding) => void) {
  const budget = { left: MAX_PAGES };
  const byPrefix = new Map<string, NumberSet>();
  return {
    add({ name }: ArchiveEntry): void {
      const file = readRecordFileName(name);
      if (file !== undefined && (byPrefix.has(file.prefix) || byPrefix.size < MAX_SEQUENCES)) {
        const { prefix, number } = file;
        const sequence = byPrefix.get(prefix) ?? new NumberSet(budget);
        byPrefix.set(prefix, sequence);
        sequence.add(number);
      }
    },
    end(): void {
      for (const [prefix, sequence] of byPrefix) {
        for (const { from, to } of sequence.gaps()) {
          const first = fileName(prefix, from);
          const absent =
            from === to
              ? `${first} is not in the archive`
              : `${first} to ${fileName(prefix, to)} are not in the archive`;
          const message = `${absent}, but ${fileName(prefix, to + 1)} is`;
          report(createFinding('record-file-missing', message, { entryName: first }));
        }
      }
    },
  };
}

function createLengths(report: (finding: Finding) => void) {
  const long: { readonly entryName: string; readonly recordCount: number }[] = [];
  let current = { entryName: '', recordCount: 0 };

  /** Ends the current file. */
  function close(): void {
    if (current.recordCount > MAX_SERVICE_RECORDS && long.length < MAX_LONG_FILES) {
      long.push(current);
    }
    current = { entryName: '', recordCount: 0 };
  }

  return {
    close,
    add({ entryName, records, rejected }: RecordBatch): void {
      const recordCount = current.recordCount + records.length + rejected.length;
      current = { entryName, recordCount };
    },
    end(isService: boolean): void {
      close();
      for (const { entryName, recordCount } of isService ? long : []) {
        const message = `${quoteText(entryName)} holds ${recordCount} records; the service writes at most ${MAX_SERVICE_RECORDS}`;
        report(createFinding('record-file-long', message, { entryName }));
      }
    },
  };
}

function fileName(prefix: string, number: number): string {
  return `${prefix}_${String(number).padStart(NUMBER_DIGITS, '0')}.json`;
}
