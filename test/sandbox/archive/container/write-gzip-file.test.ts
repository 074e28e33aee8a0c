import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { writeGzipFile } from '../../../../src/sandbox/archive/container/write-gzip-file.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';

const directory = temporaryFolder();

async function* produce(...chunks: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    yield Buffer.from(chunk);
  }
}

describe('writeGzipFile()', () => {
  it('writes one member with time and system in its header', async () => {
    const path = join(directory, 'one.gz');
    const file = await writeGzipFile(produce('one ', 'two'), { path, mtimeSeconds: 0x0102_0304 });
    const bytes = readFileSync(path);
    expect([...bytes.subarray(0, 10)]).toEqual([0x1f, 0x8b, 8, 0, 4, 3, 2, 1, 0, 3]);
    expect(gunzipSync(bytes).toString()).toBe('one two');
    expect(file.sizeBytes).toBe(bytes.length);
    expect(file.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(file.md5).toBe(createHash('md5').update(bytes).digest('hex'));
  });

  it('writes nothing as an empty member', async () => {
    const path = join(directory, 'empty.gz');
    await writeGzipFile(produce(), { path, mtimeSeconds: 7 });
    expect(gunzipSync(readFileSync(path))).toHaveLength(0);
  });

  it('leaves nothing behind when the content ends early', async () => {
    async function* breakOff(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(100_000);
      throw new Error('the source is dry');
    }
    const path = join(directory, 'broken.gz');
    await expect(writeGzipFile(breakOff(), { path, mtimeSeconds: 0 })).rejects.toThrow('the source is dry');
    expect(existsSync(path)).toBe(false);
    expect(readdirSync(directory).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('leaves nothing behind when it is aborted', async () => {
    const stop = new AbortController();
    async function* stopMidway(): AsyncGenerator<Uint8Array> {
      yield Buffer.alloc(10);
      stop.abort(new Error('enough'));
      yield Buffer.alloc(10);
    }
    const path = join(directory, 'stopped.gz');
    const writing = writeGzipFile(stopMidway(), { path, mtimeSeconds: 0, signal: stop.signal });
    await expect(writing).rejects.toThrow('enough');
    expect(readdirSync(directory).filter((name) => name.startsWith('stopped'))).toEqual([]);
  });

  it('says which file it cannot write', async () => {
    const path = join(directory, 'no/such/folder.gz');
    await expect(writeGzipFile(produce('x'), { path, mtimeSeconds: 0 })).rejects.toThrow(
      /Cannot write ".*folder\.gz"/,
    );
  });
});
