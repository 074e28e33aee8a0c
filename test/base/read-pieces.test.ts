import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { digestOfFile, readPieces } from '../../src/base/read-pieces.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const MIB = 1024 * 1024;

let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

async function writeBytes(size: number): Promise<{ readonly path: string; readonly content: Buffer }> {
  const content = Buffer.from(Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 0xff));
  const path = join(directory, 'file');
  await writeFile(path, content);
  return { path, content };
}

describe('readPieces()', () => {
  it.each([0, 1, 4_095, 4_096, MIB - 1, MIB, MIB + 1, 3 * MIB + 7])(
    'reads a file of %i bytes completely',
    async (size) => {
      const { path, content } = await writeBytes(size);
      const pieces: Buffer[] = [];
      for await (const piece of readPieces(path)) {
        pieces.push(Buffer.from(piece));
      }
      expect(Buffer.concat(pieces).equals(content)).toBe(true);
    },
  );

  it('uses one buffer for all pieces', async () => {
    const { path } = await writeBytes(3 * MIB);
    const buffers: ArrayBufferLike[] = [];
    for await (const piece of readPieces(path)) {
      buffers.push(piece.buffer);
    }
    expect(buffers).toHaveLength(3);
    expect(new Set(buffers).size).toBe(1);
  });

  it('stops if it is aborted', async () => {
    const { path } = await writeBytes(3 * MIB);
    const controller = new AbortController();
    const pieces = readPieces(path, controller.signal);
    await pieces.next();
    controller.abort(new Error('enough'));
    await expect(pieces.next()).rejects.toThrow('enough');
  });
});

describe('digestOfFile()', () => {
  it('is the SHA-256 of the content, and tells how far it is', async () => {
    const { path, content } = await writeBytes(2 * MIB + 1);
    const progress: number[] = [];
    const digest = await digestOfFile(path, undefined, (doneBytes) => progress.push(doneBytes));
    expect(digest).toBe(createHash('sha256').update(content).digest('hex'));
    expect(progress).toEqual([MIB, 2 * MIB, 2 * MIB + 1]);
  });

  it('fails with a sentence that names the file', async () => {
    const path = join(directory, 'absent');
    await expect(digestOfFile(path)).rejects.toMatchObject({
      name: 'Failure',
      message: expect.stringContaining(`Cannot read "${path}"`),
    });
  });
});
