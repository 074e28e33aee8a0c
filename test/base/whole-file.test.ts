import { closeSync, openSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../src/base/random.ts';
import { partPathOf, publishFile, writeAll, writeWholeFile } from '../../src/base/whole-file.ts';
import { LOSSES, recordDisk } from '../backup/support/power-cut.ts';
import { temporaryFolder } from '../house/afterwards.ts';

let folder: string;

let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

describe('writeWholeFile()', () => {
  it('replaces the content and leaves no other files', async () => {
    const path = join(directory, 'deep', 'note.txt');
    await writeWholeFile(path, 'first');
    await writeWholeFile(path, 'second');
    expect(await readFile(path, 'utf8')).toBe('second');
    expect(await readdir(join(directory, 'deep'))).toEqual(['note.txt']);
  });

  it.each(LOSSES)('has the former content or the new one after a power cut that loses %s', async (loss) => {
    const path = join(directory, 'note.txt');
    await writeWholeFile(path, 'former');
    const disk = await recordDisk(directory);
    await writeWholeFile(path, 'new', disk);
    const random = createSeededRandom('power cut');
    const count = disk.operations.length;
    const found = Array.from({ length: count + 1 }, (_, at) => disk.cutAfter(at, loss, random).get(path));
    expect(found.map(String).filter((text) => text !== 'former' && text !== 'new')).toEqual([]);
    expect([String(found[0]), String(found.at(-1))]).toEqual(['former', 'new']);
  });

  it('lets one of two writers win, whole', async () => {
    const path = join(directory, 'note.txt');
    const texts = ['a'.repeat(100_000), 'b'.repeat(100_000)];
    await Promise.all(texts.map((text) => writeWholeFile(path, text)));
    expect(texts).toContain(await readFile(path, 'utf8'));
    expect(await readdir(directory)).toEqual(['note.txt']);
  });

  it('fails with a sentence that names the path, and leaves no part file', async () => {
    await writeFile(join(directory, 'file'), '');
    const path = join(directory, 'file', 'below.txt');
    await expect(writeWholeFile(path, 'x')).rejects.toMatchObject({
      name: 'Failure',
      message: expect.stringContaining(`Cannot write "${path}"`),
    });
    expect(await readdir(directory)).toEqual(['file']);
  });
});

describe('publishFile()', () => {
  it('moves a part file to its final name', async () => {
    const path = join(directory, 'archive.tar.gz');
    await writeFile(partPathOf(path), 'bytes');
    await publishFile(partPathOf(path), path);
    expect(await readdir(directory)).toEqual(['archive.tar.gz']);
  });
});

beforeEach(() => {
  folder = temporaryFolder();
});

it('writes at the current position, and at a given one', () => {
  const path = join(folder, 'x');
  const descriptor = openSync(path, 'w');
  writeAll(descriptor, Buffer.from('one '));
  writeAll(descriptor, Buffer.from('two '));
  writeAll(descriptor, Buffer.from('ONE'), 0);
  writeAll(descriptor, Buffer.from('three'));
  writeAll(descriptor, Buffer.alloc(0));
  closeSync(descriptor);
  expect(readFileSync(path, 'utf8')).toBe('ONE two three');
});
