import type { JsonObject } from '../base/index.ts';
import { normaliseTimestamp } from './conversions.ts';

/** The fields that say when a record was made or changed; times that are still to come (`due_on`) do not count. */
const FIELDS = ['created_at', 'updated_at', 'created_date'];

/** Characters of `2020-01-31T12:00:00Z`. */
const USUAL_LENGTH = 20;

/** The newest time that the records of an archive name. */
export interface NewestTimestamp {
  see(record: JsonObject): void;
  /** In UTC; undefined where no record has one. */
  newest(): string | undefined;
}

/** Whether a text in the usual shape is no later time: the order of such texts is that of time, and few are the newest yet. */
function isPlainlyOlder(text: string, newest: string): boolean {
  return text.length === USUAL_LENGTH && text[10] === 'T' && text[19] === 'Z' && text <= newest;
}

export function createNewestTimestamp(): NewestTimestamp {
  let newest = '';
  return {
    see(record) {
      for (const field of FIELDS) {
        const text = record[field];
        if (typeof text === 'string' && !isPlainlyOlder(text, newest)) {
          const time = normaliseTimestamp(text);
          newest = time !== null && time > newest ? time : newest;
        }
      }
    },
    newest: () => (newest === '' ? undefined : newest),
  };
}
