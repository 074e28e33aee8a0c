import { describe, expect, it } from 'vitest';
import { checkRepository } from '../../src/git/check-repository.ts';
import { listLfsPointers, placeBlobs } from '../../src/git/list-lfs-pointers.ts';
import type { OwnRepository } from '../../src/git/own-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeRepositoryOf, pointerTo } from './support/make-lfs-repository.ts';
import { git, makeRepository, searchPath } from './support/make-repository.ts';
import { stageRepository } from './support/stage-folder.ts';

const trusted = (directory: string) => directory as OwnRepository;

const COMMITS = [
  { 'film.mp4': pointerTo('an old film'), 'again.mp4': pointerTo('an old film') },
  {
    'film.mp4': pointerTo('a newer film'),
    'part.bin': pointerTo('x'.repeat(5_000_000), `ext-0-chain sha256:${'a'.repeat(64)}\n`),
    'notes.md': `How a pointer looks:\n\n${pointerTo('not one')}`,
    'copy.txt': pointerTo('cut').slice(0, -8).padEnd(140, '#'),
    'long.txt': `${pointerTo('too long')}${'#'.repeat(1_024)}`,
  },
];

describe('listLfsPointers()', () => {
  it.each([
    ['sha1', 1_000],
    ['sha256', 1_000],
    ['sha1', 1e9],
  ])('finds each object in all of the history once (%s, %d bytes)', async (format, sizeBytes) => {
    const folder = makeRepositoryOf(temporaryFolder(), COMMITS, format);
    const seen = new Set<string>();
    const { pointers } = await listLfsPointers(trusted(folder), {
      searchPath,
      sizeBytes,
      onObject: (id) => seen.add(id),
    });
    const all = git(folder, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)');
    expect([...seen].sort().join('\n')).toBe(all);
    expect(pointers.map(({ sizeBytes }) => sizeBytes).toSorted((one, other) => one - other)).toEqual([
      'an old film'.length,
      'a newer film'.length,
      5_000_000,
    ]);
    expect(pointers.every(({ oid }) => /^[0-9a-f]{64}$/.test(oid))).toBe(true);
  });

  it('is not deceived by a file that looks like the output of git', async () => {
    const spoof = `${'a'.repeat(40)} blob 130\n${pointerTo('no such file')}\n`;
    const bare = makeRepositoryOf(temporaryFolder(), [
      { 'spoof.txt': spoof, 'film.mp4': pointerTo('a film') },
    ]);
    const { pointers } = await listLfsPointers(trusted(bare), { searchPath, sizeBytes: 1e9 });
    expect(pointers.map(({ sizeBytes }) => sizeBytes)).toEqual(['a film'.length]);
  });

  it('finds none in a repository without Git LFS', async () => {
    const { pointers } = await listLfsPointers(trusted(makeRepository(temporaryFolder())), {
      searchPath,
      sizeBytes: 1_000,
    });
    expect(pointers).toEqual([]);
  });
});

describe('placeBlobs()', () => {
  it('names the newest commit and the path of files, also of those that were removed since', async () => {
    const bare = makeRepositoryOf(temporaryFolder(), [
      { 'gone.mp4': pointerTo('an old film') },
      { 'gone.mp4': 'nothing', 'a name\nof two lines.mp4': pointerTo('a newer film') },
    ]);
    const { pointers } = await listLfsPointers(trusted(bare), { searchPath, sizeBytes: 1e9 });
    const ids = pointers.map(({ blobId }) => blobId);
    const places = await placeBlobs(trusted(bare), [...ids, 'f'.repeat(40)], { searchPath });
    expect([...places.keys()].toSorted()).toEqual(ids.toSorted());
    const [newer = '', older = ''] = git(bare, 'rev-list', 'main').split('\n');
    expect([...places.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      { commit: newer, path: 'a name\nof two lines.mp4' },
      { commit: older, path: 'gone.mp4' },
    ]);
  });
});

describe('checkRepository() of a repository with Git LFS', () => {
  it('reports how many files are not in it, and their size, as information', async () => {
    const staged = await stageRepository(makeRepositoryOf(temporaryFolder(), COMMITS), temporaryFolder());
    const findings = await checkRepository(staged, { searchPath });
    expect(findings).toEqual([
      expect.objectContaining({
        code: 'git-lfs-missing',
        severity: 'info',
        entryName: 'repositories/mira/lantern.git',
        message:
          'In "repositories/mira/lantern.git": It has only the pointers to 3 files in Git LFS (4.77 MiB), not the files',
      }),
    ]);
  });
});
