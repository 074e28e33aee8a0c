export interface AgeHeader {
  /** The number of keys that the file is encrypted for: an age file does not say which. */
  readonly keys: number;
  /** The whole file, from its first byte. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The line that ends a header begins with this. */
const END = '\n--- ';

/** A key takes 100 bytes, and one against quantum computers 1,600. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** Lines that other programs add so that readers do not rely on the number of lines (age-encryption.org/v1). */
const GREASE = /-grease(?: |$)/;

/** Reads the header of an encrypted file. What is not one has no keys; reading it on shows what is wrong. */
export async function readAgeHeader(content: AsyncIterable<Uint8Array>): Promise<AgeHeader> {
  const chunks = content[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let end = -1;
  while (end === -1 && head.length < MAX_HEADER_BYTES) {
    const { value, done } = await chunks.next();
    if (done === true) {
      break;
    }
    const before = head.length;
    head = Buffer.concat([head, value]);
    end = head.indexOf(END, Math.max(0, before - END.length));
  }
  async function* whole(): AsyncGenerator<Uint8Array, void> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  const lines = head.subarray(0, Math.max(0, end)).toString('latin1').split('\n');
  return {
    keys: lines.filter((line) => line.startsWith('-> ') && !GREASE.test(line)).length,
    content: whole(),
  };
}
