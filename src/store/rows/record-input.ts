import { bufferOf, invariant, type JsonObject, type JsonValue } from '../../base/index.ts';
import { type ArchiveRecord, digestOf } from '../../model/index.ts';
import { splitMembers } from './json-members.ts';

/** A number with a fraction or an exponent, or minus nought. It may match within a string, at the cost of a closer look. */
const ODD_NUMBER = /[:,[]\s*(?:-0|-?\d+[.eE])/;

/** A record on its way into a table: its value, and its source for what the value cannot tell. */
export class RecordInput {
  readonly value: JsonObject;
  /**
   * True when no string of the record holds NUL or a lone surrogate: JSON writes both only as `\u` escapes
   * (RFC 8259, section 7), so that most records are cleared by one look at their bytes.
   */
  readonly isPlain: boolean;
  readonly #record: ArchiveRecord;
  #digest: number | undefined;
  #mayHaveOddNumbers: boolean | undefined;
  #members: ReadonlyMap<string, string> | undefined;

  constructor(record: ArchiveRecord) {
    this.value = record.value;
    this.#record = record;
    const { facts } = record;
    this.#digest = facts?.digest;
    this.#mayHaveOddNumbers = facts?.mayHaveOddNumbers;
    this.isPlain = !(facts?.hasUnicodeEscapes ?? this.#bytes().includes('\\u'));
  }

  /** The record's JSON text. */
  get text(): string {
    return this.#bytes().toString();
  }

  /** What tells its source from others. */
  get digest(): number {
    this.#digest ??= digestOf(this.#bytes());
    return this.#digest;
  }

  /** Whether a number of the record is what its source says: `1.0` and `1e0` are not `1`. */
  isExact(key: string, value: number): boolean {
    this.#mayHaveOddNumbers ??= ODD_NUMBER.test(this.#bytes().toString('latin1'));
    return !this.#mayHaveOddNumbers || this.jsonOf(key, value) === String(value);
  }

  /** The JSON text of one field's value: as in the source where parsing may have changed the value. */
  jsonOf(key: string, value: JsonValue): string {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') {
      return JSON.stringify(value); // Escapes NUL and lone surrogates, so that any string survives.
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
