import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { checkGit } from '../../../src/backup/completeness/check-git.ts';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createGitStage } from '../../../src/git/git-stage.ts';
import { loadArchiveSource } from '../../../src/load/load-archive-source.ts';
import { foldersIn } from '../../../src/store/file-folders.ts';
import { makeRepositoryOf, pointerTo } from '../../git/support/make-lfs-repository.ts';
import { searchPath } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** A store next to the repository "mira/lantern", which has these files. */
async function loadRepository(files: Readonly<Record<string, string>>) {
  const directory = temporaryFolder();
  const archive = join(directory, 'archive');
  await mkdir(join(archive, 'repositories', 'mira'), { recursive: true });
  await writeFile(join(archive, 'schema.json'), '{"version":"1.2.0"}');
  const bare = makeRepositoryOf(join(directory, 'made'), [files]);
  await cp(bare, join(archive, 'repositories', 'mira', 'lantern.git'), { recursive: true });
  const storePath = join(directory, 'store.db');
  await loadArchiveSource({
    sources: [await openArchiveSource(archive)],
    dbPath: storePath,
    archive: { name: 'archive' },
    clock: createDrivenClock(Date.UTC(2026, 5, 2)),
    files: {
      folders: foldersIn(directory),
      openRepositoryStage: (stage) => createGitStage({ directory: stage }),
    },
  });
  return { directory, storePath, manifests: async () => [] };
}

async function check(
  files: Readonly<Record<string, string>>,
  { programs = searchPath, lacking = [] }: { programs?: string; lacking?: readonly string[] } = {},
) {
  return await checkGit({
    vault: await loadRepository(files),
    request: { repositories: ['mira/lantern'] },
    lacking,
    snapshotId: 1,
    searchPath: programs,
    signal: new AbortController().signal,
  });
}

describe('checkGit()', () => {
  it('finds a repository complete, and names its files in Git LFS as outside of it', async () => {
    const { check: found, outside } = await check({ 'film.mp4': pointerTo('a film'), 'a.txt': 'text' });
    expect(found).toMatchObject({ name: 'git', result: 'complete', details: [] });
    expect(outside).toEqual([
      'In "repositories/mira/lantern.git": It has only the pointer to 1 file in Git LFS (6 B), not the file',
    ]);
  });

  it('has nothing to name without Git LFS, nor without git', async () => {
    const files = { 'a.txt': 'text' };
    expect(await check(files)).toMatchObject({ check: { result: 'complete' }, outside: [] });
    expect(await check(files, { programs: '/nowhere' })).toMatchObject({
      check: { result: 'unknown' },
      outside: [],
    });
  });

  it('needs neither git nor the store to tell that the archive lacks what was requested', async () => {
    const { check: found } = await check({ 'a.txt': 'text' }, { programs: '/nowhere', lacking: ['mira/x'] });
    expect(found).toEqual({
      name: 'git',
      result: 'incomplete',
      summary: 'The archive lacks the git data of 1 repository',
      details: ['mira/x: no git data'],
    });
  });
});
