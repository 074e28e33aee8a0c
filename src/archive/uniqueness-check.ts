import { quoteText } from '../base/index.ts';
import { createFinding, type Finding } from '../model/index.ts';
import { createFingerprintSet } from './fingerprint-set.ts';
import { placeOfRecord } from './place-of-record.ts';
import type { VerifyCheck } from './verify-check.ts';

/** Creates the check that no two records have the same kind and url. */
export function createUniquenessCheck(report: (finding: Finding) => void): VerifyCheck {
  const keys = createFingerprintSet();
  return {
    observe(event) {
      if (event.type !== 'records') {
        return;
      }
      const { kind, entryName, records } = event.batch;
      for (const { value, index } of records) {
        const url = value['url'];
        if (typeof url === 'string' && !keys.add(kind, url)) {
          const message = `The ${kind} ${quoteText(url)} stands in the archive again`;
          report(createFinding('record-duplicate', message, placeOfRecord(entryName, index, value)));
        }
      }
    },
  };
}
