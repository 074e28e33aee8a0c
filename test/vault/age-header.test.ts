import { describe, expect, it } from 'vitest';
import { readAgeHeader } from '../../src/vault/age-header.ts';

/** A header for two keys, with a line that other programs add, and the beginning of the content. */
const FILE = Buffer.from(
  [
    'age-encryption.org/v1',
    '-> X25519 c2hhcmU',
    'Ym9keQ',
    '-> X25519 b3RoZXI',
    'Ym9keQ',
    '-> joint-grease c2FsdA',
    'Ym9keQ',
    '--- bWFj',
    'content \n--- -> X25519',
  ].join('\n'),
);

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Uint8Array, void> {
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield bytes.subarray(at, at + pieceBytes);
  }
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

describe('readAgeHeader()', () => {
  it.each([1, 2, 3, 7, 64, 1_000])(
    'counts the keys in a file that arrives in pieces of %i bytes',
    async (size) => {
      const { keys, content } = await readAgeHeader(inPieces(FILE, size));
      expect(keys).toBe(2);
      expect(await bytesOf(content)).toEqual(FILE);
    },
  );

  it('finds no keys in what has no header, and reads all of it', async () => {
    const plain = Buffer.from('-> X25519 c2hhcmU\nplain text');
    const { keys, content } = await readAgeHeader(inPieces(plain, 5));
    expect(keys).toBe(0);
    expect(await bytesOf(content)).toEqual(plain);
  });
});
