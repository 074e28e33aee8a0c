import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { listPushedPointers, pushRepository } from '../../src/git/push-repository.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeRepositoryOf, pointerTo } from './support/make-lfs-repository.ts';
import { git, makeRepository, searchPath } from './support/make-repository.ts';
import { AUTHORIZATION, serveRepositories } from './support/serve-repositories.ts';
import { stageRepository } from './support/stage-folder.ts';

function refsOf(directory: string): readonly string[] {
  const refs = git(directory, 'for-each-ref', '--format=%(refname) %(objectname)');
  return refs === '' ? [] : refs.split('\n');
}

/** A repository, and an empty one to push to. */
function openScene(objectFormat: 'sha1' | 'sha256' = 'sha1') {
  const folder = temporaryFolder();
  const bare = makeRepository(folder, { objectFormat });
  const target = join(folder, 'target.git');
  mkdirSync(target);
  git(target, 'init', '--quiet', '--bare', `--object-format=${objectFormat}`);
  const remote = { url: pathToFileURL(target) };
  return {
    bare,
    target,
    push: async (isForced = false) => await pushRepository(bare, { remote, isForced, searchPath }),
  };
}

const isOfPull = (line: string) => line.startsWith('refs/pull/');

describe('pushRepository()', () => {
  it.each(['sha1', 'sha256'] as const)('pushes all refs but those of the service, %s', async (format) => {
    const { bare, target, push } = openScene(format);
    const ours = refsOf(bare);
    expect(ours.some(isOfPull)).toBe(true);
    const wanted = ours.filter((line) => !isOfPull(line));
    const none = { created: 0, updated: 0, removed: 0, unchanged: 0, refused: [] };
    expect(await push()).toEqual({ ...none, created: wanted.length });
    expect(refsOf(target)).toEqual(wanted);
    expect(await push()).toEqual({ ...none, unchanged: wanted.length });
    git(target, 'fsck', '--strict');
  });

  it('leaves alone what the target has in another version, unless it is forced', async () => {
    const { bare, target, push } = openScene();
    await push();
    const own = git(target, 'commit-tree', '-m', 'new work there', 'main^{tree}');
    git(target, 'update-ref', 'refs/heads/main', own);
    git(target, 'update-ref', 'refs/heads/theirs', own);
    git(target, 'update-ref', 'refs/other/theirs', own);
    expect(await push()).toMatchObject({
      removed: 0,
      refused: [{ ref: 'refs/heads/main', reason: expect.stringMatching(/fetch first|non-fast-forward/) }],
    });
    expect(git(target, 'rev-parse', 'main', 'theirs')).toBe(`${own}\n${own}`);
    expect(await push(true)).toMatchObject({ updated: 1, removed: 1, refused: [] });
    expect(refsOf(target)).toEqual([
      ...refsOf(bare).filter((line) => line < 'refs/other' && !isOfPull(line)),
      `refs/other/theirs ${own}`,
      ...refsOf(bare).filter((line) => line > 'refs/other' && !isOfPull(line)),
    ]);
  });

  it('pushes nothing of a repository without refs', async () => {
    const { bare, push } = openScene();
    for (const line of refsOf(bare)) {
      git(bare, 'update-ref', '-d', line.split(' ')[0] ?? '');
    }
    expect(await push()).toMatchObject({ created: 0, refused: [] });
  });

  it('sends the token in no argument, and says that the target refuses it', async () => {
    const { bare } = openScene();
    const server = await serveRepositories(temporaryFolder(), () => new Response('', { status: 403 }));
    const remote = { url: new URL(`${server.origin}/acme/app.git`), authorization: AUTHORIZATION };
    await expect(pushRepository(bare, { remote, isForced: false, searchPath })).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining('403'),
    });
    expect(server.requests[0]).toMatchObject({ authorization: AUTHORIZATION });
  });

  it('fails where there is no repository', async () => {
    const { bare, target } = openScene();
    const remote = { url: pathToFileURL(`${target}.none`) };
    await expect(pushRepository(bare, { remote, isForced: false, searchPath })).rejects.toMatchObject({
      code: 'network',
    });
  });
});

describe('listPushedPointers()', () => {
  it('finds a file that hidden refs name too, with whichever object git lists first', async () => {
    const plain = pointerTo('a film');
    const others = [
      plain.replaceAll('\n', '\r\n'),
      pointerTo('a film', `ext-0-x sha256:${'a'.repeat(64)}\n`),
    ];
    const orders = new Set<boolean>();
    // Git lists objects by their ids, so that each order occurs.
    for (const [pushed, hidden] of others.flatMap((other) => [
      [plain, other] as const,
      [other, plain] as const,
    ])) {
      const bare = makeRepositoryOf(temporaryFolder(), [{ 'a.mp4': pushed }, { 'a.mp4': hidden }]);
      git(bare, 'update-ref', 'refs/pull/1/head', 'main');
      git(bare, 'update-ref', 'refs/heads/main', 'main~1');
      const staged = await stageRepository(bare, temporaryFolder());
      const idOf = (ref: string) => git(bare, 'rev-parse', `${ref}:a.mp4`);
      orders.add(idOf('main') < idOf('refs/pull/1/head'));
      const { pointers, isWhole } = await listPushedPointers(staged.directory, { searchPath });
      expect(pointers.map(({ blobId }) => blobId)).toEqual([idOf('main')]);
      expect(isWhole).toBe(true);
    }
    expect(orders.size).toBe(2);
  });
});
