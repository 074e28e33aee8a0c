import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readEnvironmentFile, referencesIn, resolveReferences } from '../../src/config/environment.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const WEB = `https://hc.example/\${ID}/\${KIND}`;

describe('resolveReferences()', () => {
  it('puts variables in the place of their names', () => {
    expect(resolveReferences(WEB, { ID: 'abc', KIND: ' x \n' })).toBe('https://hc.example/abc/x');
    expect(resolveReferences('$ID {ID} plain', { ID: 'abc' })).toBe('$ID {ID} plain');
  });

  it('fails if one is not set, or empty', () => {
    expect(() => resolveReferences(WEB, { ID: 'abc', KIND: ' ' })).toThrow('the variable is not set');
  });
});

describe('referencesIn()', () => {
  it('names the variables that a text refers to', () => {
    expect(referencesIn(WEB)).toEqual(['ID', 'KIND']);
  });
});

async function read(text: string) {
  const directory = temporaryFolder();
  const path = join(directory, 'environment');
  await writeFile(path, text);
  return await readEnvironmentFile(path);
}

describe('readEnvironmentFile()', () => {
  it('uses values literally, and runs nothing', async () => {
    const text = `# a comment\nMY_TOK="in quotes"\r\nHOOK=https://h.example/?a=1&b=$(id);c=%20\n\nODD=it's\nnot a line\n1X=2\nEMPTY=`;
    expect(await read(text)).toEqual({
      MY_TOK: 'in quotes',
      HOOK: 'https://h.example/?a=1&b=$(id);c=%20',
      ODD: "it's",
      EMPTY: '',
    });
  });

  it('finds no variables without a file', async () => {
    expect(await readEnvironmentFile(join(tmpdir(), 'satchel-no-such-file'))).toEqual({});
  });

  it('fails if the file cannot be read', async () => {
    await expect(readEnvironmentFile(tmpdir())).rejects.toMatchObject({ name: 'Failure' });
  });
});
