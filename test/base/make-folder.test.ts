import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeFolder, makeFolderSync, makePrivateFolder } from '../../src/base/make-folder.ts';
import { temporaryFolder } from '../house/afterwards.ts';

let directory: string;

beforeEach(() => {
  directory = temporaryFolder();
});

describe.each([
  ['makeFolder()', makeFolder],
  ['makeFolderSync()', async (...args: Parameters<typeof makeFolderSync>) => makeFolderSync(...args)],
])('%s', (_, make) => {
  it('makes all folders that are missing, with their mode, and minds none that are there', async () => {
    const path = join(directory, 'a', 'b', 'c');
    await make(path, { mode: 0o700 });
    await make(path, { mode: 0o700 });
    await make(`${path}/`);
    expect(statSync(join(directory, 'a')).mode & 0o777).toBe(0o700);
    expect(existsSync(path)).toBe(true);
  });

  it('fails if a file is in the way', async () => {
    writeFileSync(join(directory, 'file'), '');
    await expect(make(join(directory, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(make(join(directory, 'file', 'x', 'y'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it.runIf(existsSync('/proc/self'))(
    'fails if nothing can be created, and does not retry forever',
    async () => {
      await expect(make('/proc/satchel/a/b')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );
});

describe('makeFolder()', () => {
  it('returns the first folder that was created', async () => {
    expect(await makeFolder(join(directory, 'a', 'b'))).toBe(join(directory, 'a'));
    expect(await makeFolder(join(directory, 'a', 'b'))).toBeUndefined();
  });
});

describe('makePrivateFolder()', () => {
  it('makes private folders, or reports which could not be made', async () => {
    await makePrivateFolder(join(directory, 'a', 'b'));
    expect(statSync(join(directory, 'a')).mode & 0o777).toBe(0o700);
    writeFileSync(join(directory, 'file'), '');
    await expect(makePrivateFolder(join(directory, 'file'))).rejects.toMatchObject({
      code: 'file-system',
      message: `Cannot make the folder "${join(directory, 'file')}": it is a file, not a directory (EEXIST)`,
    });
  });
});
