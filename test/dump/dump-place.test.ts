import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ownIdentity } from '../../src/base/process-identity.ts';
import { type DumpFolder, writeDumpFile, writeDumpFolder } from '../../src/dump/dump-place.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const fillWith = (text: string) => async (folder: DumpFolder) =>
  await folder.addFile('a/b.txt', async (file) => await file.write(text));

/** Creates what a killed process leaves behind. */
async function leaveWorkplace(path: string): Promise<void> {
  await mkdir(join(path, 'owner'), { recursive: true });
  await mkdir(join(path, 'work'));
  const dead = { ...(await ownIdentity()), startTicks: '1', command: 'satchel', startedAt: 'then' };
  await writeFile(join(path, 'owner', 'dead.json'), JSON.stringify(dead));
}

describe('writeDumpFolder()', () => {
  it('appears whole, and gives sizes in bytes', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'out');
    const sizeBytes = await writeDumpFolder({ path, isForced: false }, async (folder) => {
      const size = await fillWith('été')(folder);
      expect(await readdir(directory)).toEqual([expect.stringMatching(/^\.satchel-.{6}$/)]);
      return size;
    });
    expect([sizeBytes, await readFile(join(path, 'a', 'b.txt'), 'utf8')]).toEqual([5, 'été']);
    expect(await readdir(directory)).toEqual(['out']);
  });

  it.each(['é', '😀', '\ud83d'])('writes a long text with %j where it is divided', async (middle) => {
    const path = join(temporaryFolder(), 'out');
    const text = `${'x'.repeat(1024 * 1024 - 1)}${middle}${'y'.repeat(10)}`;
    await writeDumpFolder({ path, isForced: false }, fillWith(text));
    expect(await readFile(join(path, 'a', 'b.txt'))).toEqual(Buffer.from(text));
  });

  it('keeps what was written although the writer uses its buffer again', async () => {
    const path = join(temporaryFolder(), 'out');
    const buffer = Buffer.alloc(10);
    await writeDumpFolder({ path, isForced: false }, async (folder) => {
      await folder.addFile('a.txt', async (file) => {
        await file.write(buffer.fill('x'));
        await file.write(buffer.fill('y'));
      });
    });
    expect(await readFile(join(path, 'a.txt'), 'utf8')).toBe('xxxxxxxxxxyyyyyyyyyy');
  });

  it.each(['../a.txt', 'a/../../b.txt', '', 'a/'])('adds nothing as %j', async (name) => {
    const directory = temporaryFolder();
    const adding = writeDumpFolder({ path: join(directory, 'out'), isForced: false }, async (folder) => {
      await folder.addFile(name, async (file) => await file.write('x'));
    });
    await expect(adding).rejects.toMatchObject({ code: 'internal' });
    expect(await readdir(directory)).toEqual([]);
  });

  it('fills an empty folder', async () => {
    const path = temporaryFolder();
    await writeDumpFolder({ path, isForced: false }, fillWith('new'));
    expect((await readdir(path)).sort()).toEqual(['.satchel-dump', 'a']);
  });

  it('replaces an older dump only when forced, and all of it', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'out');
    await writeDumpFolder({ path, isForced: false }, async (folder) => {
      await folder.addFile('old.txt', async (file) => await file.write('old'));
    });
    await expect(writeDumpFolder({ path, isForced: false }, fillWith('new'))).rejects.toMatchObject({
      code: 'exists',
      details: { path },
    });
    await writeDumpFolder({ path, isForced: true }, fillWith('new'));
    expect((await readdir(path)).sort()).toEqual(['.satchel-dump', 'a']);
    expect(await readdir(directory)).toEqual(['out']);
  });

  it('never replaces a folder that no dump made, and has nothing to do with others', async () => {
    const directory = temporaryFolder();
    for (const name of ['out', 'other.part']) {
      await mkdir(join(directory, name));
      await writeFile(join(directory, name, 'thesis.txt'), 'ten years');
    }
    const place = { path: join(directory, 'out'), isForced: true };
    await expect(writeDumpFolder(place, fillWith('new'))).rejects.toThrow('Satchel did not write it');
    await writeDumpFolder({ path: join(directory, 'other'), isForced: false }, fillWith('new'));
    expect(await readFile(join(directory, 'out', 'thesis.txt'), 'utf8')).toBe('ten years');
    expect(await readFile(join(directory, 'other.part', 'thesis.txt'), 'utf8')).toBe('ten years');
  });

  it('keeps the older dump if the new one fails, and replaces a killed one', async () => {
    const directory = temporaryFolder();
    const place = { path: join(directory, 'out'), isForced: true };
    await writeDumpFolder(place, fillWith('old'));
    const failing = writeDumpFolder(place, async (folder) => {
      await fillWith('new')(folder);
      throw new Error('the reader broke');
    });
    await expect(failing).rejects.toThrow('the reader broke');
    expect(await readdir(directory)).toEqual(['out']);
    for (const name of ['.satchel-aaaaaa', '.satchel-bbbbbb']) {
      await leaveWorkplace(join(directory, name));
    }
    await rename(place.path, join(directory, '.satchel-aaaaaa', 'aside')); // As if killed at this point.
    const seen = writeDumpFolder(place, async () => {
      expect((await readdir(directory)).includes('.satchel-bbbbbb')).toBe(false);
      throw new Error('the reader broke');
    });
    await expect(seen).rejects.toThrow('the reader broke');
    expect(await readdir(directory)).toEqual(['.satchel-aaaaaa']);
    await writeDumpFolder(place, fillWith('new'));
    expect(await readFile(join(place.path, 'a', 'b.txt'), 'utf8')).toBe('new');
    expect(await readdir(directory)).toEqual(['out']);
  });
});

describe('writeDumpFile()', () => {
  it('replaces a file only when forced, and a folder never', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'a.csv');
    await writeDumpFile({ path, isForced: false }, async (file) => await file.write('1'));
    await expect(
      writeDumpFile({ path, isForced: false }, async (file) => await file.write('2')),
    ).rejects.toMatchObject({ code: 'exists' });
    expect(await readFile(path, 'utf8')).toBe('1');
    expect(await writeDumpFile({ path, isForced: true }, async (file) => await file.write('22'))).toBe(2);
    await expect(
      writeDumpFile({ path: directory, isForced: true }, async (file) => await file.write('3')),
    ).rejects.toMatchObject({ code: 'exists' });
    expect(await readdir(directory)).toEqual(['a.csv']);
  });
});
