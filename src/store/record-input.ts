import { hash } from 'node:crypto';
import { invariant, type JsonObject, type JsonValue } from '../base/index.ts';
import type { ArchiveRecord } from '../model/index.ts';
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
  readonly #source: Buffer;
  #digest: number | undefined;
  #hasOddNumbers: boolean | undefined;
  #members: ReadonlyMap<string, string> | undefined;

  constructor(record: ArchiveRecord) {
    this.value = record.value;
    this.#source = bytesOf(record.source);
    this.isPlain = !this.#source.includes('\\u');
  }

  /** The record's JSON text. */
  get text(): string {
    return this.#source.toString();
  }

  /**
   * 48 bits of the SHA-256 of its source, signed: what SQLite keeps in six bytes. It guards against overlooking a
   * change by accident, not against people who make two records of their own collide.
   */
  get digest(): number {
    this.#digest ??= digestOf(this.#source);
    return this.#digest;
  }

  /** Whether a number of the record is what its source says: `1.0` and `1e0` are not `1`. */
  isExact(key: string, value: number): boolean {
    this.#hasOddNumbers ??= ODD_NUMBER.test(this.#source.toString('latin1'));
    return !this.#hasOddNumbers || this.jsonOf(key, value) === String(value);
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
}

/** The first six bytes of the digest as one number. Of all forms that digests come in, one-byte text costs least. */
function digestOf(source: Buffer): number {
  const digest = hash('sha256', source, 'binary');
  const high = (digest.charCodeAt(0) << 16) | (digest.charCodeAt(1) << 8) | digest.charCodeAt(2);
  const low = (digest.charCodeAt(3) << 16) | (digest.charCodeAt(4) << 8) | digest.charCodeAt(5);
  return high * 2 ** 24 + low - 2 ** 47;
}

function bytesOf(source: Uint8Array): Buffer {
  return Buffer.isBuffer(source) ? source : Buffer.from(source.buffer, source.byteOffset, source.byteLength);
}
