import type { JsonObject, JsonValue } from '../base/index.ts';
import { normaliseTimestamp } from '../store/index.ts';

/** Characters of `2020-01-31T12:00:00Z`. */
const USUAL_LENGTH = 20;

/** The newest time at which records were made or changed; times in the future (`due_on`) do not count. */
export class NewestTimestamp {
  #newest = '';

  /** In UTC; undefined where no record has one. */
  get value(): string | undefined {
    return this.#newest === '' ? undefined : this.#newest;
  }

  see(record: JsonObject): void {
    // Field by field: V8 finds names that are written in the code faster than names from a list.
    this.#seeTime(record['created_at']);
    this.#seeTime(record['updated_at']);
    this.#seeTime(record['created_date']);
  }

  #seeTime(text: JsonValue | undefined): void {
    if (typeof text === 'string' && !this.#isPlainlyOlder(text)) {
      const time = normaliseTimestamp(text);
      this.#newest = time !== null && time > this.#newest ? time : this.#newest;
    }
  }

  /** Whether a text in the usual shape, whose order is that of time, is no newer. */
  #isPlainlyOlder(text: string): boolean {
    return text.length === USUAL_LENGTH && text[10] === 'T' && text[19] === 'Z' && text <= this.#newest;
  }
}
