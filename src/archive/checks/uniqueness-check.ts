import { quoteText } from '../../base/index.ts';
import { createFinding, type Finding, type RecordBatch } from '../../model/index.ts';
import { placeOfRecord } from '../place-of-record.ts';
import type { RecordKeys } from './record-keys.ts';
import { createRecordPlaces } from './record-places.ts';
import { tagOfRow } from './tagged-key.ts';
import type { VerifyCheck } from './verify-check.ts';

/** Creates the check that no two records have the same kind and url. It fills the keys that other checks read. */
export function createUniquenessCheck(keys: RecordKeys, report: (finding: Finding) => void): VerifyCheck {
  const places = createRecordPlaces();

  function take({ kind, entryName, records }: RecordBatch): void {
    for (const { value, index } of records) {
      const url = value['url'];
      const ordinal = places.ordinalOf(entryName, index);
      if (typeof url === 'string' && !keys.addRecord(kind, url, ordinal)) {
        const message = `The ${kind} ${quoteText(url)} appears in the archive again`;
        report(createFinding('record-duplicate', message, placeOfRecord(entryName, index, value)));
      }
    }
  }

  /** Keys that are no longer in memory when they come again show only in the order of all. */
  function reportSpilled(): void {
    let high: number | undefined;
    let low: number | undefined;
    for (const row of keys.table.sorted()) {
      if (row[0] === high && row[1] === low && keys.isRecordTag(tagOfRow(row))) {
        const place = places.placeOf((row[2] ?? 0) - 1);
        const subject =
          place === undefined ? 'A record' : `Record ${place.recordIndex} of ${quoteText(place.entryName)}`;
        report(createFinding('record-duplicate', `${subject} appears in the archive again`, place));
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
