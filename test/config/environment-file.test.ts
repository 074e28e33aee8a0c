import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readEnvironmentFile } from '../../src/config/index.ts';

async function read(text: string) {
  const directory = await mkdtemp(join(tmpdir(), 'satchel-environment-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const path = join(directory, 'environment');
  await writeFile(path, text);
  return await readEnvironmentFile(path);
}

describe('readEnvironmentFile()', () => {
  it('takes values as they are, and runs nothing', async () => {
    const text = `# a comment\nMY_TOK="in quotes"\r\nHOOK=https://h.example/?a=1&b=$(id);c=%20\n\nODD=it's\nnot a line\n1X=2\nEMPTY=`;
    expect(await read(text)).toEqual({
      MY_TOK: 'in quotes',
      HOOK: 'https://h.example/?a=1&b=$(id);c=%20',
      ODD: "it's",
      EMPTY: '',
    });
  });

  it('finds no variables where there is no file', async () => {
    expect(await readEnvironmentFile(join(tmpdir(), 'satchel-no-such-file'))).toEqual({});
  });

  it('fails where the file cannot be read', async () => {
    await expect(readEnvironmentFile(tmpdir())).rejects.toMatchObject({ name: 'Failure' });
  });
});
