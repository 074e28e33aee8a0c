import type { JsonObject } from '../base/index.ts';
import { normaliseTimestamp } from './conversions.ts';

/** The fields that say when a record was made or changed; times that are still to come (`due_on`) do not count. */
const FIELDS = ['created_at', 'updated_at', 'created_date'];

/** The newest time that the records of an archive name. */
export interface NewestTimestamp {
  see(record: JsonObject): void;
  /** In UTC; undefined where no record has one. */
  newest(): string | undefined;
}

export function createNewestTimestamp(): NewestTimestamp {
  let newest = '';
  return {
    see(record) {
      for (const field of FIELDS) {
        const text = record[field];
        if (typeof text === 'string') {
          const time = normaliseTimestamp(text);
          newest = time !== null && time > newest ? time : newest;
        }
      }
    },
    newest: () => (newest === '' ? undefined : newest),
  };
}
