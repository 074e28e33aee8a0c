import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { createGitLibrary, type GitLibrary } from '../../src/git/open-repository.ts';
import type { CodeSearchOptions } from '../../src/search/search-code.ts';
import { markLine, searchLines } from '../../src/search/search-lines.ts';
import { asOurs, git, searchPath } from '../git/support/make-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const root = temporaryFolder();
let library: GitLibrary;
let bare: string;

beforeAll(() => {
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', work);
  mkdirSync(join(work, 'src'));
  writeFileSync(join(work, 'src/lamp.ts'), 'const wick = 1;\nexport function trimWick() {}\n');
  writeFileSync(join(work, 'src/oil.ts'), 'const oil = 1;\nfunction trim() {}\n');
  writeFileSync(join(work, 'many.txt'), 'oil\n'.repeat(20));
  git(work, 'add', '.');
  git(work, 'commit', '-q', '-m', 'All');
  bare = join(root, 'searched.git');
  git(root, 'clone', '-q', '--mirror', work, bare);
  asOurs(bare);
  library = createGitLibrary({ searchPath, clock: createSystemClock() });
});

afterAll(() => {
  library.close();
});

const search = async (text: string, changes: Partial<CodeSearchOptions> = {}) =>
  await searchLines(text, {
    repositories: [{ repo: 'acme/lantern', branch: () => 'main', open: () => library.open(bare) }],
    nowMs: Date.parse('2026-01-01T00:00:00Z'),
    limit: 50,
    signal: new AbortController().signal,
    namesOf: (login) => [login],
    ...changes,
  });

describe('searchLines()', () => {
  it.each([
    ['wick', ['src/lamp.ts']],
    ['trimw type:code', ['src/lamp.ts']],
    ['"function trim"', ['src/lamp.ts', 'src/oil.ts']],
    ['"function trim("', ['src/oil.ts']],
    ['wick oil', []],
    ['wick trim', ['src/lamp.ts']],
    ['wick OR oil', ['many.txt', 'src/lamp.ts', 'src/oil.ts']],
    ['trim -wick', ['src/oil.ts']],
    ['oil path:SRC/', ['src/oil.ts']],
    ['oil -path:src/', ['many.txt']],
    ['trim repo:acme/lantern', ['src/lamp.ts', 'src/oil.ts']],
    ['trim org:other', []],
    ['trim type:path', []],
    ['trim author:mira', []],
    ['in:title trim', []],
    ['type:code', []],
    ['trim is:open', []],
  ])('answers %s', async (text, expected) => {
    const { hits, isComplete } = await search(text);
    expect([hits.map(({ path }) => path), isComplete]).toEqual([expected, true]);
  });

  it('shows the first lines of a file and counts all of them', async () => {
    const { hits } = await search('oil path:many');
    expect([hits[0]?.lines.map(({ number }) => number), hits[0]?.lineCount]).toEqual([[1, 2, 3, 4, 5], 20]);
    expect(hits[0]).toMatchObject({ repo: 'acme/lantern', ref: 'main' });
  });

  it('says when there may be more', async () => {
    expect(await search('oil', { limit: 1 })).toMatchObject({
      hits: [{ path: 'many.txt' }],
      isComplete: false,
    });
    expect(await search('oil', { signal: AbortSignal.abort() })).toEqual({ hits: [], isComplete: false });
  });
});

describe('markLine()', () => {
  it('marks the words, and shows the part of a long line around the first', () => {
    expect(markLine('\t let Oil = oil;', ['oil'])).toEqual([
      { text: 'let ', isHit: false },
      { text: 'Oil', isHit: true },
      { text: ' = ', isHit: false },
      { text: 'oil', isHit: true },
      { text: ';', isHit: false },
    ]);
    const parts = markLine(`${'x'.repeat(1_000)}oil${'y'.repeat(1_000)}`, ['oil']);
    expect(parts.map(({ text }) => text.length)).toEqual([1, 60, 3, 138]);
  });
});
