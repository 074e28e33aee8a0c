import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { checkRepository } from '../../src/git/check-repository.ts';
import { GIT_CALLS } from '../../src/git/git-calls.table.ts';
import { cloneMirror, updateMirror } from '../../src/git/mirror.ts';
import { findMirrorDamage } from '../../src/git/mirror-damage.ts';
import { createGitLibrary } from '../../src/git/open-repository.ts';
import { pushRepository } from '../../src/git/push-repository.ts';
import { findGit } from '../../src/git/run-git.ts';
import { shareObjects } from '../../src/git/share-objects.ts';
import { writeBundle } from '../../src/git/write-bundle.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { git, makeRepository } from './support/make-repository.ts';
import { recordGit, rowOf } from './support/recording-git.ts';
import { PATIENCE, serveRepositories } from './support/serve-repositories.ts';
import { stageRepository } from './support/stage-folder.ts';

describe('GIT_CALLS', () => {
  it('has every call with its arguments, folder and environment, and no other', async () => {
    const { searchPath, seen } = recordGit(temporaryFolder());
    const root = temporaryFolder();
    const bare = makeRepository(root);
    await findGit({ searchPath });

    const server = await serveRepositories(root);
    const remote = {
      remote: server.remoteOf('lantern.git'),
      searchPath,
      ...PATIENCE,
      time: '20261101T000000Z',
    };
    const mirror = join(temporaryFolder(), 'mirror.git');
    await cloneMirror(mirror, remote);
    git(bare, 'update-ref', 'refs/heads/main', 'main~1');
    git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/side/way');
    await updateMirror(mirror, remote);
    await findMirrorDamage(mirror, { searchPath });
    await expect(
      pushRepository(mirror, { ...remote, isForced: true }), // This server is only read.
    ).rejects.toMatchObject({ code: 'network' });

    const staged = await stageRepository(makeRepository(temporaryFolder()), temporaryFolder());
    const pointer = git(staged.directory, 'rev-parse', 'main:first.txt');
    await checkRepository(staged, { searchPath });
    await checkRepository({ ...staged, sizeBytes: 1e9 }, { searchPath });
    const target = join(temporaryFolder(), 'shared.git');
    expect(await shareObjects({ staged, former: staged.directory, target, searchPath })).toBe(true);
    const path = join(temporaryFolder(), 'a.bundle');
    await writeBundle({ gitDirectory: staged.directory, path, searchPath });

    const library = createGitLibrary({ searchPath, clock: createSystemClock() });
    onTestFinished(() => library.close());
    const repository = library.open(staged.directory);
    const to = (await repository.find('main')) ?? '';
    const from = (await repository.find('side/way')) ?? '';
    const file = { commit: to, path: 'third.txt' };
    await repository.log({ from: to, without: from, path: 'third.txt', skip: 0, limit: 1 });
    await repository.newest({ commit: to, folder: '' });
    await repository.searchMessages({
      texts: ['commit'],
      signal: new AbortController().signal,
      onCommit: () => true,
    });
    await repository.searchFiles({
      commit: to,
      texts: ['first', 'line'],
      needsAll: true,
      signal: new AbortController().signal,
      onLine: () => true,
    });
    await repository.containing(to);
    await repository.countCommits({ from: to });
    await repository.countMonths(to);
    await repository.mergeBase(from, to);
    await repository.difference({ from: undefined, to });
    await repository.countChangedFiles({ from, to, ignoresWhitespace: true });
    await repository.blame(file);
    await repository.lineHistory({ ...file, first: 1, last: 2 });
    await repository.files(to);
    for (const stream of [
      repository.streamBlob(pointer),
      repository.streamDifference({ from, to }),
      repository.streamArchive({ commit: to, prefix: 'lantern/' }),
      repository.streamPatches({ from, to }),
      repository.streamPatches({ from: undefined, to }),
    ]) {
      expect((await new Response(stream).text()).length).toBeGreaterThan(50);
    }

    const names = new Set(seen().map(rowOf));
    // Large repositories of this kind have no pointers to read, and sound ones need no second question. None is without a file in LFS.
    expect(
      [...names, 'findObjects', 'readObjects', 'listFilesOfAll', 'countObjects', 'listReachable'].toSorted(),
    ).toEqual(Object.keys(GIT_CALLS).toSorted());
  }, 60_000);

  it('is used by the only start of git outside of the sandbox', () => {
    const source = join(dirname(fileURLToPath(import.meta.url)), '../../src');
    const starts = readdirSync(source, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .filter((name) =>
        /\b(?:spawn|exec|execute|execFile|fork)\w*\(\s*['"]git['"]|command: \[\s*'git'/.test(
          readFileSync(join(source, name), 'utf8'),
        ),
      );
    expect(starts.toSorted()).toEqual(['git/spawn-git.ts', 'sandbox/world/git/run-git.ts']);
  });

  it('lets no program of a repository show what it has', () => {
    for (const [name, row] of Object.entries(GIT_CALLS)) {
      const flags: readonly string[] = row;
      const [command] = row;
      const needed = {
        log: ['--no-ext-diff', '--no-textconv', '--no-show-signature'],
        'format-patch': ['--no-ext-diff', '--no-textconv', '--no-show-signature'],
        'diff-tree': ['--no-ext-diff', '--no-textconv'],
        blame: ['--no-ext-diff', '--no-textconv'],
        grep: ['--no-ext-grep', '--no-textconv', '--no-recurse-submodules'],
        fetch: ['--no-recurse-submodules'],
        push: ['--no-recurse-submodules', '--no-verify', '--no-signed'],
      } as const satisfies Partial<Record<typeof command, readonly string[]>>;
      const lacking = Object.entries(needed)
        .filter(([word]) => word === command)
        .flatMap(([, words]) => words.filter((word) => !flags.includes(word)));
      expect([name, lacking]).toEqual([name, []]);
    }
  });
});
