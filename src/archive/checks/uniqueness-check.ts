import { quoteText } from '../../base/terminal-text.ts';
import { createFinding, type Finding } from '../../model/findings.ts';
import type { RecordBatch } from '../../model/records.ts';
import type { ArchiveObserver } from '../archive-event.ts';
import { tagOfRow } from '../fingerprints.ts';
import { placeOfRecord } from '../record-validator.ts';
import type { RecordKeys } from './record-keys.ts';

/** Creates the check that no two records have the same kind and URL. It also collects the keys for other checks. */
export function createUniquenessCheck(keys: RecordKeys, report: (finding: Finding) => void): ArchiveObserver {
  const places = createRecordPlaces();

  function take({ kind, entryName, records }: RecordBatch): void {
    for (const { value, index } of records) {
      const url = value['url'];
      const ordinal = places.ordinalOf(entryName, index);
      if (typeof url === 'string' && !keys.addRecord(kind, url, ordinal)) {
        const message = `The ${kind} ${quoteText(url)} occurs again in the archive`;
        report(createFinding('record-duplicate', message, placeOfRecord(entryName, index, value)));
      }
    }
  }

  /** Duplicates of keys that had moved to disk are only found by sorting. */
  function reportSpilled(): void {
    let high: number | undefined;
    let low: number | undefined;
    for (const row of keys.table.sorted()) {
      if (row[0] === high && row[1] === low && keys.isRecordTag(tagOfRow(row))) {
        const place = places.placeOf((row[2] ?? 0) - 1);
        const subject =
          place === undefined ? 'A record' : `Record ${place.recordIndex} of ${quoteText(place.entryName)}`;
        report(createFinding('record-duplicate', `${subject} occurs again in the archive`, place));
      }
      [high, low] = row;
    }
  }

  return {
    observe(event) {
      if (event.type === 'records') {
        take(event.batch);
      } else if (event.type === 'end' && keys.table.hasSpilled) {
        reportSpilled();
      }
    },
  };
}

/** Assigns numbers to the records of an archive, and maps a number back to the place of a record. */
export interface RecordPlaces {
  /** The number of a record: consecutive within a file, and in the order of files. */
  ordinalOf(entryName: string, recordIndex: number): number;
  /** The place of a numbered record; undefined if its file is beyond the limit. */
  placeOf(ordinal: number): { readonly entryName: string; readonly recordIndex: number } | undefined;
}

/** The maximum number of record files with known names; they contain 10 million records in the service's archives. */
const MAX_FILES = 100_000;

export function createRecordPlaces(): RecordPlaces {
  const files: { readonly entryName: string; readonly firstOrdinal: number }[] = [];
  let forgottenFrom = Number.POSITIVE_INFINITY;
  let current = { entryName: '', firstOrdinal: 0 };
  let next = 0;
  return {
    ordinalOf(entryName, recordIndex) {
      if (entryName !== current.entryName) {
        current = { entryName, firstOrdinal: next };
        if (files.length < MAX_FILES) {
          files.push(current);
        } else {
          forgottenFrom = Math.min(forgottenFrom, next);
        }
      }
      const ordinal = current.firstOrdinal + recordIndex;
      next = Math.max(next, ordinal + 1);
      return ordinal;
    },
    placeOf(ordinal) {
      const file =
        ordinal < forgottenFrom ? files.findLast(({ firstOrdinal }) => firstOrdinal <= ordinal) : undefined;
      return file === undefined
        ? undefined
        : { entryName: file.entryName, recordIndex: ordinal - file.firstOrdinal };
    },
  };
}
