import { bufferOf } from '../../base/byte-text.ts';
import { invariant } from '../../base/failure.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import type { ArchiveRecord } from '../../model/records.ts';
import { digestOf } from './digest-of.ts';
import { splitMembers } from './json-members.ts';

/**
 * Matches numbers with a fraction or an exponent, and minus zero. A false match within a string only costs a closer
 * check.
 */
const NON_CANONICAL_NUMBER = /[:,[]\s*(?:-0|-?\d+[.eE])/;

/** A record to be inserted: its value, and its source for what the value does not preserve. */
export class RecordInput {
  readonly value: JsonObject;
  /**
   * True if no string of the record contains NUL or a lone surrogate. JSON writes both only as `\u` escapes (RFC 8259,
   * section 7), so that one search in the bytes rules them out for most records.
   */
  readonly isPlain: boolean;
  readonly #record: ArchiveRecord;
  #digest: number | undefined;
  #mayHaveNonCanonicalNumbers: boolean | undefined;
  #members: ReadonlyMap<string, string> | undefined;

  constructor(record: ArchiveRecord) {
    this.value = record.value;
    this.#record = record;
    this.isPlain = !this.#bytes().includes('\\u');
  }

  get text(): string {
    return this.#bytes().toString();
  }

  /** The text as UTF-8, without a copy. */
  get bytes(): Buffer {
    return this.#bytes();
  }

  /** Digest of the source, negated if that is faulty: such a record is never found by its digest alone. */
  get digest(): number {
    if (this.#digest === undefined) {
      const digest = digestOf(this.#bytes());
      this.#digest = this.#record.hasFaults === true ? -1 - digest : digest;
    }
    return this.#digest;
  }

  /** Whether a number equals its literal in the source: `1.0` and `1e0` do not equal `1`. */
  isExact(key: string, value: number): boolean {
    this.#mayHaveNonCanonicalNumbers ??= NON_CANONICAL_NUMBER.test(this.#bytes().toString('latin1'));
    return !this.#mayHaveNonCanonicalNumbers || this.jsonOf(key, value) === String(value);
  }

  /** The JSON text of a field's value, taken from the source if parsing may have changed the value. */
  jsonOf(key: string, value: JsonValue): string {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') {
      return JSON.stringify(value); // NUL and lone surrogates are escaped, so that any string is preserved.
    }
    this.#members ??= splitMembers(this.text);
    const json = this.#members.get(key);
    invariant(json !== undefined, 'a record has in its source every field that its value has');
    return json;
  }

  #bytes(): Buffer {
    return bufferOf(this.#record.source);
  }
}
