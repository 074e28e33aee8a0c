import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cloneMirror, updateMirror } from '../../src/git/mirror.ts';
import { findMirrorDamage } from '../../src/git/mirror-damage.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { git, makeRepository, searchPath } from './support/make-repository.ts';
import { CLONED_AT, openMirrorScene } from './support/mirror-scene.ts';
import { AUTHORIZATION, PATIENCE, serveRepositories } from './support/serve-repositories.ts';
import { filesOf } from './support/stage-folder.ts';

const FIRST = CLONED_AT;
const SECOND = '20261102T000000Z';

function refsOf(directory: string): Readonly<Record<string, string>> {
  const lines = git(directory, 'for-each-ref', '--format=%(refname) %(objectname)').split('\n');
  return Object.fromEntries(lines.map((line) => line.split(' ')));
}

/** A repository on a server, and a mirror of it. */
async function openScene() {
  const scene = await openMirrorScene();
  const { bare, mirror, options } = scene;
  return {
    ...scene,
    first: refsOf(bare),
    update: async (time = FIRST) => await updateMirror(mirror, { ...options, time }),
  };
}

/** Replaces the tip of a branch by another commit on its parent. */
function rewrite(bare: string, branch: string): string {
  const tree = `${branch}^{tree}`;
  const id = git(bare, 'commit-tree', '-p', `${branch}~1`, '-m', 'another third commit', tree);
  git(bare, 'update-ref', `refs/heads/${branch}`, id);
  return id;
}

function commitOn(bare: string, branch: string, message = 'one more'): string {
  const id = git(bare, 'commit-tree', '-p', branch, '-m', message, `${branch}^{tree}`);
  git(bare, 'update-ref', `refs/heads/${branch}`, id);
  return id;
}

describe('cloneMirror()', () => {
  it('clones all refs, and keeps the token out of arguments and files', async () => {
    const { bare, server, options } = await openScene();
    const mirror = join(temporaryFolder(), 'mirror.git');
    await cloneMirror(mirror, options);
    expect(refsOf(mirror)).toEqual(refsOf(bare));
    expect(git(mirror, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main');
    expect(server.requests.map(({ authorization }) => authorization)).toContain(AUTHORIZATION);
    const secrets = [AUTHORIZATION, AUTHORIZATION.replace('Basic ', '')];
    for (const file of filesOf(mirror)) {
      const text = readFileSync(join(mirror, file), 'latin1');
      expect(
        secrets.filter((secret) => text.includes(secret)),
        file,
      ).toEqual([]);
    }
    expect(existsSync(join(mirror, 'hooks'))).toBe(false);
  });

  it('passes the token in the environment, and no other variable of this process', async () => {
    const folder = temporaryFolder();
    const log = join(folder, 'log');
    writeFileSync(
      join(folder, 'git'),
      `#!/bin/sh\ncase "$*" in *fetch*) echo "$@" > '${log}'; env >> '${log}';; esac\n`,
    );
    chmodSync(join(folder, 'git'), 0o755);
    process.env['GIT_TRACE'] = '1';
    try {
      const remote = { url: new URL('https://service.example/a.git'), authorization: AUTHORIZATION };
      const proxies = { https: 'http://proxy.example:8080', none: 'localhost' };
      const refs = new Map([['refs/heads/main', '1'.repeat(40)]]);
      const cloning = cloneMirror(join(folder, 'a.git'), {
        remote: { ...remote, caFile: '/ca.pem', proxies, listRefs: async () => ({ refs, head: undefined }) },
        searchPath: `${folder}:${searchPath}`,
        ...PATIENCE,
        time: FIRST,
      });
      await expect(cloning).rejects.toThrow('other refs than it listed'); // It fetches nothing.
    } finally {
      delete process.env['GIT_TRACE'];
    }
    const [call = '', ...env] = readFileSync(log, 'utf8').split('\n');
    expect(call).toContain('fetch --quiet');
    expect(call).not.toContain('eC1hY2');
    expect(env).toEqual(
      expect.arrayContaining([
        'GIT_CONFIG_KEY_0=http.https://service.example/.extraHeader',
        `GIT_CONFIG_VALUE_0=Authorization: ${AUTHORIZATION}`,
        'GIT_ALLOW_PROTOCOL=https',
        'GIT_TERMINAL_PROMPT=0',
        'HOME=/dev/null',
        'https_proxy=http://proxy.example:8080',
        'no_proxy=localhost',
      ]),
    );
    expect(env.some((line) => /^GIT_CONFIG_VALUE_\d=\/ca\.pem$/.test(line))).toBe(true);
    expect(env.filter((line) => line.startsWith('GIT_TRACE'))).toEqual([]);
  });

  it('follows no redirect, which could lead the token elsewhere', async () => {
    const root = temporaryFolder();
    makeRepository(root);
    const other = await serveRepositories(root);
    const location = `${other.origin}/lantern.git/info/refs`;
    const server = await serveRepositories(
      root,
      () => new Response(null, { status: 301, headers: { location } }),
    );
    const target = join(temporaryFolder(), 'mirror.git');
    const options = { remote: server.remoteOf('moved.git'), searchPath, ...PATIENCE, time: FIRST };
    await expect(cloneMirror(target, options)).rejects.toThrow(`it is redirected (301) to "${location}"`);
    expect(other.requests).toEqual([]);
  });

  it('ends at once when aborted, also if the server never answers', async () => {
    const control = new AbortController();
    const root = temporaryFolder();
    makeRepository(root);
    const server = await serveRepositories(root, ({ method }) => {
      if (method === 'POST') {
        control.abort(new Error('enough'));
      }
      return method === 'POST' ? new Promise(() => {}) : undefined;
    });
    const options = { remote: server.remoteOf('lantern.git'), searchPath, ...PATIENCE, time: FIRST };
    const target = join(temporaryFolder(), 'mirror.git');
    const cloning = cloneMirror(target, { ...options, signal: control.signal });
    await expect(cloning).rejects.toThrow('enough');
  }, 20_000);

  it('says what is missing, and leaves nothing', async () => {
    const server = await serveRepositories(temporaryFolder());
    const target = join(temporaryFolder(), 'mirror.git');
    const options = { remote: server.remoteOf('gone.git'), searchPath, ...PATIENCE, time: FIRST };
    await expect(cloneMirror(target, options)).rejects.toThrow(
      `Cannot list the refs of "${server.origin}/gone.git": it was not found`,
    );
    expect(existsSync(target)).toBe(false);
  });
});

describe('updateMirror()', () => {
  it('fetches what is new, and keeps no second copy of branches that advanced', async () => {
    const { bare, mirror, update } = await openScene();
    expect(await update()).toBe('unchanged');
    const id = commitOn(bare, 'main');
    git(bare, 'update-ref', 'refs/heads/new', id);
    expect(await update()).toBe('updated');
    expect(refsOf(mirror)).toEqual(refsOf(bare));
    expect(await update()).toBe('unchanged');
  });

  it('keeps what was rewritten, deleted or moved at the service', async () => {
    const { bare, mirror, update, first } = await openScene();
    rewrite(bare, 'main');
    git(bare, 'update-ref', '-d', 'refs/heads/side/way');
    git(bare, 'tag', '-f', '-a', 'v1.0', '-m', 'moved', 'main');
    expect(await update()).toBe('updated');
    const kept = `refs/satchel/${FIRST}`;
    expect(refsOf(mirror)).toEqual({
      ...refsOf(bare),
      [`${kept}/heads/main`]: first['refs/heads/main'],
      [`${kept}/heads/side/way`]: first['refs/heads/side/way'],
      [`${kept}/tags/v1.0`]: first['refs/tags/v1.0'],
    });
    git(mirror, 'gc', '--quiet', '--prune=now');
    expect(git(mirror, 'log', '--format=%s', `${kept}/heads/main`)).toContain('third commit');
    expect(await findMirrorDamage(mirror, { searchPath })).toBeUndefined();
  });

  it('keeps the tips of two times apart', async () => {
    const { bare, mirror, update, first } = await openScene();
    rewrite(bare, 'main');
    await update();
    const second = refsOf(bare)['refs/heads/main'];
    git(bare, 'update-ref', 'refs/heads/main', String(first['refs/heads/side/way']));
    await update(SECOND);
    expect(refsOf(mirror)).toMatchObject({
      'refs/heads/main': first['refs/heads/side/way'],
      [`refs/satchel/${FIRST}/heads/main`]: first['refs/heads/main'],
      [`refs/satchel/${SECOND}/heads/main`]: second,
    });
  });

  it('follows a branch that becomes a folder of branches, and the default branch', async () => {
    const { bare, mirror, update, first } = await openScene();
    git(bare, 'update-ref', '-d', 'refs/heads/side/way');
    git(bare, 'update-ref', 'refs/heads/side', 'main');
    git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/side');
    git(bare, 'update-ref', '-d', 'refs/heads/main');
    expect(await update()).toBe('updated');
    expect(refsOf(mirror)).toMatchObject({
      ...refsOf(bare),
      [`refs/satchel/${FIRST}/heads/side/way`]: first['refs/heads/side/way'],
    });
    expect(git(mirror, 'symbolic-ref', 'HEAD')).toBe('refs/heads/side');
  });

  it('follows the default branch if nothing else has changed', async () => {
    const { bare, mirror, update } = await openScene();
    git(bare, 'symbolic-ref', 'HEAD', 'refs/heads/side/way');
    expect(await update()).toBe('updated');
    expect(git(mirror, 'symbolic-ref', 'HEAD')).toBe('refs/heads/side/way');
    expect(await update()).toBe('unchanged');
  });

  it('believes a service that has no branches any more, says so once, and keeps them', async () => {
    const { bare, mirror, update, first } = await openScene();
    for (const name of Object.keys(first)) {
      git(bare, 'update-ref', '-d', name);
    }
    expect(await update()).toBe('emptied');
    expect(refsOf(mirror)).toEqual(
      Object.fromEntries(
        Object.entries(first).map(([name, id]) => [name.replace('refs/', `refs/satchel/${FIRST}/`), id]),
      ),
    );
    expect(await update(SECOND)).toBe('unchanged');
  });

  it('does not keep the test merges of pull requests, nor counts on them for what it keeps', async () => {
    const { bare, mirror, update, first } = await openScene();
    git(bare, 'update-ref', 'refs/pull/7/merge', 'main');
    await update();
    rewrite(bare, 'main');
    await update(SECOND);
    git(bare, 'update-ref', 'refs/pull/7/merge', 'main~2');
    await update('20261103T000000Z');
    expect(refsOf(mirror)).toEqual({
      ...refsOf(bare),
      [`refs/satchel/${SECOND}/heads/main`]: first['refs/heads/main'],
    });
  });

  it('keeps no branch whose commits another ref still has', async () => {
    const { bare, mirror, update } = await openScene();
    git(bare, 'update-ref', 'refs/heads/copy', 'main');
    rewrite(bare, 'main');
    await update();
    expect(refsOf(mirror)).toEqual(refsOf(bare));
  });

  it('takes no refs of the service for its own kept ones', async () => {
    const { bare, mirror, update, first } = await openScene();
    rewrite(bare, 'main');
    await update();
    git(bare, 'update-ref', `refs/satchel/${FIRST}/heads/main`, 'main~2');
    commitOn(bare, 'main');
    await update(SECOND);
    expect(refsOf(mirror)[`refs/satchel/${FIRST}/heads/main`]).toBe(first['refs/heads/main']);
  });

  it('has kept the old tip before it fetches, and goes on later', async () => {
    const { bare, mirror, update, first } = await openScene();
    const refs = refsOf(mirror);
    const id = rewrite(bare, 'main');
    const object = join(bare, 'objects', id.slice(0, 2), id.slice(2));
    renameSync(object, `${object}.away`);
    await expect(update()).rejects.toMatchObject({ code: 'network' });
    const kept = { [`refs/satchel/${FIRST}/heads/main`]: first['refs/heads/main'] };
    expect(refsOf(mirror)).toEqual({ ...refs, ...kept });
    renameSync(`${object}.away`, object);
    expect(await update()).toBe('updated');
    expect(refsOf(mirror)).toEqual({ ...refsOf(bare), ...kept });
  });

  it('removes the locks that a killed git has left', async () => {
    const { bare, mirror, update } = await openScene();
    writeFileSync(join(mirror, 'packed-refs.lock'), '');
    writeFileSync(join(mirror, 'HEAD.lock'), '');
    writeFileSync(join(mirror, 'refs', 'heads', 'main.lock'), '');
    commitOn(bare, 'main');
    git(bare, 'update-ref', '-d', 'refs/heads/side/way');
    expect(await update()).toBe('updated');
    expect(refsOf(mirror)).toMatchObject(refsOf(bare));
  });
});

/** Changes the byte in the middle of the first file of a mirror with this ending. */
function rot(mirror: string, ending: string): void {
  const path = join(mirror, filesOf(mirror).find((name) => name.endsWith(ending)) ?? '');
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1]! ^= 0xff;
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
}

describe('findMirrorDamage()', () => {
  it('finds changed bytes of a pack', async () => {
    const { mirror } = await openScene();
    expect(await findMirrorDamage(mirror, { searchPath })).toBeUndefined();
    rot(mirror, '.pack');
    expect(await findMirrorDamage(mirror, { searchPath })).toContain('git fsck reports');
  });
});

describe('updateMirror() of a damaged mirror', () => {
  const remove = (mirror: string, ending: string) =>
    rmSync(join(mirror, filesOf(mirror).find((name) => name.endsWith(ending)) ?? ''));

  it.each([
    ['a pack with a changed byte', (mirror: string) => rot(mirror, '.pack')],
    ['an index with a changed byte', (mirror: string) => rot(mirror, '.idx')],
    ['a pack without its index', (mirror: string) => remove(mirror, '.idx')],
    ['an index without its pack', (mirror: string) => remove(mirror, '.pack')],
    ['no objects', (mirror: string) => rmSync(join(mirror, 'objects'), { recursive: true })],
    ['no HEAD', (mirror: string) => remove(mirror, 'HEAD')],
    ['an unreadable HEAD', (mirror: string) => writeFileSync(join(mirror, 'HEAD'), '\0\0\0\0')],
    ['an empty pack', (mirror: string) => writeOver(mirror, '.pack')],
  ])('finds %s, whether the service has changed or not', async (_, damage) => {
    const { bare, mirror, update } = await openScene();
    damage(mirror);
    expect(await update()).toBe('damaged');
    commitOn(bare, 'main');
    expect(await update()).toBe('damaged');
  });

  it('does not take for damage what git and desktops leave', async () => {
    const { mirror, update } = await openScene();
    git(mirror, 'repack', '-a', '-d', '--write-bitmap-index');
    writeFileSync(join(mirror, '.DS_Store'), 'desktop');
    writeFileSync(join(mirror, 'packed-refs.lock'), '');
    expect(await update()).toBe('unchanged');
  });

  it('asks for no object of a mirror of nothing', async () => {
    const { bare, update } = await openScene();
    for (const name of Object.keys(refsOf(bare))) {
      git(bare, 'update-ref', '-d', name);
    }
    expect(await update()).toBe('emptied');
    expect(await update()).toBe('unchanged');
  });
});

function writeOver(mirror: string, ending: string): void {
  const path = join(mirror, filesOf(mirror).find((name) => name.endsWith(ending)) ?? '');
  chmodSync(path, 0o644);
  writeFileSync(path, '');
}

describe('refs whose names are not UTF-8', () => {
  it('are cloned, kept when they are deleted, and in the way of nothing', async () => {
    const { bare, mirror, update } = await openScene();
    const packed = join(bare, 'packed-refs');
    const before = readFileSync(packed, 'latin1');
    const id = git(bare, 'rev-parse', 'main');
    const odd = ['caf\xe9', 'caf\xe8', 'd\xff/x'].map((name) => `refs/heads/${name}`);
    writeFileSync(packed, `${before}${odd.map((name) => `${id} ${name}\n`).join('')}`, 'latin1');
    expect(await update()).toBe('updated');
    expect(await update()).toBe('unchanged');
    // Without the header that calls it sorted, git finds each name.
    const unsorted = readFileSync(packed, 'latin1').replace(/^#.*\n/, '');
    writeFileSync(packed, unsorted, 'latin1');
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/caf\xe9\n', 'latin1');
    expect(await update()).toBe('updated');
    expect(await update()).toBe('unchanged');
    expect(readFileSync(join(mirror, 'HEAD'), 'latin1')).toBe('ref: refs/heads/caf\xe9\n');
    writeFileSync(packed, before, 'latin1');
    writeFileSync(join(bare, 'HEAD'), 'ref: refs/heads/main\n');
    expect(await update(SECOND)).toBe('updated');
    expect(await update(SECOND)).toBe('unchanged');
    const refs = execFileSync('git', ['--git-dir', mirror, 'for-each-ref', '--format=%(refname)'], {
      encoding: 'latin1',
    });
    expect(
      refs
        .split('\n')
        .filter((name) => /[^ -~]/.test(name))
        .toSorted(),
    ).toEqual(odd.map((name) => name.replace('refs/', `refs/satchel/${SECOND}/`)).toSorted());
  });
});
