import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { createGitLibrary, type GitLibrary } from '../../src/git/open-repository.ts';
import {
  type CodeSearchOptions,
  findCommits,
  searchCommits,
  searchPaths,
} from '../../src/search/search-code.ts';
import { asOurs, git, makeRepository, searchPath } from '../git/support/make-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const root = temporaryFolder();
let library: GitLibrary;
let bare: string;

beforeAll(() => {
  makeRepository(root);
  const work = join(root, 'work');
  writeFileSync(join(work, 'Wick-Trimmer.md'), 'short\n');
  git(work, 'add', '.');
  const message =
    'Trim the wick: Öl sparen\n\nThe lamp smoked in the north wind.\nCo-authored-by: Nobody <n@x>';
  git(work, 'commit', '-q', '-m', message, '--author', 'Naledi Mbelwane <17+naledi-m@users.noreply.example>');
  bare = join(root, 'searched.git');
  git(root, 'clone', '-q', '--mirror', work, bare);
  asOurs(bare);
  library = createGitLibrary({ searchPath, clock: createSystemClock() });
});

afterAll(() => {
  library.close();
});

function options(changes: Partial<CodeSearchOptions> = {}): CodeSearchOptions {
  return {
    repositories: [{ repo: 'acme/lantern', branch: () => 'main', open: () => library.open(bare) }],
    nowMs: Date.parse('2026-01-01T00:00:00Z'),
    limit: 50,
    signal: new AbortController().signal,
    namesOf: (login) => [login],
    ...changes,
  };
}

const subjects = async (text: string, changes: Partial<CodeSearchOptions> = {}) =>
  (await searchCommits(text, options(changes))).hits.map(({ subject }) => subject);

const TRIM = 'Trim the wick: Öl sparen';

describe('searchCommits()', () => {
  it.each([
    ['wick', [TRIM]],
    ['WICK smoked', [TRIM]],
    ['wicks smoking', [TRIM]],
    ['"wicks"', []],
    ['"north wind"', [TRIM]],
    ['"wind north"', []],
    ['wic', []],
    ['wic*', [TRIM]],
    ['öl', [TRIM]],
    ['wick OR zebra', [TRIM]],
    ['wick -smoked', []],
    ['commit -wick author:mira created:2024 NOT second NOT third', ['first commit']],
    ['in:title smoked', []],
    ['in:body smoked', [TRIM]],
    ['type:commit author:naledi-m', [TRIM]],
    ['wick repo:acme/lantern', [TRIM]],
    ['wick org:acme', [TRIM]],
    ['wick repo:acme/other', []],
    ['wick is:open', []],
    ['wick label:bug', []],
    ['wick type:issue', []],
    ['is:open', []],
    ['author:naledi-m', []],
    ['wick created:2025', []],
  ])('answers %s', async (text, expected) => {
    expect(await subjects(text)).toEqual(expected);
  });

  it('reads all branches, newest first, each commit once', async () => {
    expect((await subjects('commit')).toSorted()).toEqual(['first commit', 'second commit', 'third commit']);
  });

  it('finds an author by the name of the account', async () => {
    expect(await subjects('wick author:naledi', { namesOf: () => ['naledi', 'Naledi Mbelwane'] })).toEqual([
      TRIM,
    ]);
  });

  it('marks the words in the message', async () => {
    const [found] = (await searchCommits('smoked', options())).hits;
    expect(found?.snippet.filter(({ isHit }) => isHit)).toEqual([{ text: 'smoked', isHit: true }]);
  });

  it('stops at its limit and says that there may be more', async () => {
    const found = await searchCommits('commit', options({ limit: 2 }));
    expect([found.hits.length, found.isComplete]).toEqual([2, false]);
    expect((await searchCommits('commit', options({ limit: 3 }))).isComplete).toBe(true);
  });

  it('says that it is incomplete when the time is up', async () => {
    const found = await searchCommits('commit', options({ signal: AbortSignal.abort() }));
    expect(found).toEqual({ hits: [], isComplete: false });
  });

  it('leaves out a repository that cannot be read', async () => {
    const gone = {
      repo: 'acme/gone',
      branch: () => 'main',
      open: () => library.open(join(root, 'gone.git')),
    };
    const { repositories } = options();
    const found = await searchCommits('wick', options({ repositories: [gone, ...repositories] }));
    expect(found.hits.map(({ repo }) => repo)).toEqual(['acme/lantern']);
  });
});

describe('searchPaths()', () => {
  const paths = async (text: string) => (await searchPaths(text, options())).hits.map(({ path }) => path);

  it.each([
    ['trimmer', ['Wick-Trimmer.md']],
    ['wick .md', ['Wick-Trimmer.md']],
    ['.txt -first', ['third.txt', 'second.txt']],
    ['first.txt type:path', ['first.txt']],
    ['type:path org:other first', []],
    ['first author:mira', []],
    ['in:title first', []],
  ])('answers %s', async (text, expected) => {
    expect((await paths(text)).toSorted()).toEqual(expected.toSorted());
  });
});

describe('findCommits()', () => {
  it('finds a commit by its id or the beginning of it', async () => {
    const id = git(bare, 'rev-parse', 'main');
    for (const digits of [id, id.slice(0, 8), id.slice(0, 8).toUpperCase()]) {
      expect(await findCommits(digits, options())).toEqual([{ repo: 'acme/lantern', id }]);
    }
    expect(await findCommits('0123456789', options())).toEqual([]);
  });
});
