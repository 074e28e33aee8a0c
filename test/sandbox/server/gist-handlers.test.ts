import { describe, expect, it } from 'vitest';
import { createWorld } from '../../../src/sandbox/world/create-world.ts';
import { openHarbour, START_MS } from './support/harbour.ts';

const WORLD = createWorld({
  seed: 'gists',
  dialect: 'service',
  nowMs: START_MS,
  repositories: 14,
  issues: 1,
});

const STAR_TYPE = { accept: 'application/vnd.service.star+json' };

const openWorld = () => openHarbour({ world: WORLD });

/** A classic token of the account with some scopes. */
function tokenWith(...scopes: readonly string[]) {
  return {
    token: `svp_${scopes.join('_')}`,
    kind: 'classic',
    login: WORLD.account.login,
    scopes,
    permissions: {},
  } as const;
}

describe('listGists()', () => {
  it('lists secret gists to the scope that reads them, the last changed first', async () => {
    const token = tokenWith('repo');
    const { ask } = await openHarbour({ world: WORLD, grants: [token] });
    const all = (await ask('/gists')).json;
    expect(all.map((gist: { public: boolean }) => gist.public).toSorted()).toEqual([false, true, true]);
    const times = all.map((gist: { updated_at: string }) => gist.updated_at);
    expect(times).toEqual(times.toSorted().toReversed());
    const reply = await ask('/gists', { authorization: `Bearer ${token.token}` });
    expect(reply.json.map((gist: { public: boolean }) => gist.public)).toEqual([true, true]);
    expect((await ask('/gists', { authorization: null })).status).toBe(401);
  });

  it('comes in pages, with a validator', async () => {
    const { ask } = await openWorld();
    const first = await ask('/gists?per_page=2');
    expect(first.json).toHaveLength(2);
    expect(first.headers['link']).toContain('page=2');
    const again = await ask('/gists?per_page=2', {
      headers: { 'if-none-match': first.headers['etag'] ?? '' },
    });
    expect(again.status).toBe(304);
  });
});

describe('listStars()', () => {
  it('adds the times for the media type that has them', async () => {
    const { ask } = await openWorld();
    const plain = (await ask('/user/starred')).json;
    const timed = (await ask('/user/starred', { headers: STAR_TYPE })).json;
    expect(timed.map(({ repo }: { repo: unknown }) => repo)).toEqual(plain);
    expect(
      plain.every(({ owner }: { owner: { login: string } }) => owner.login !== WORLD.account.login),
    ).toBe(true);
    const times = timed.map((star: { starred_at: string }) => star.starred_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(times[0]).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  });

  it('needs a permission of fine-grained tokens', async () => {
    const token = {
      ...tokenWith(),
      token: 'service_pat_none',
      kind: 'fine_grained',
      permissions: {},
    } as const;
    const { ask } = await openHarbour({ world: WORLD, grants: [token] });
    const authorization = `Bearer ${token.token}`;
    expect((await ask('/user/starred', { authorization })).status).toBe(403);
    expect((await ask('/gists', { authorization })).status).toBe(200);
  });
});

describe('answerGit()', () => {
  it('speaks the protocol of git, and shows private repositories to those who may see them', async () => {
    const { ask } = await openWorld();
    const stars: readonly { private: boolean; clone_url: string }[] = (await ask('/user/starred')).json;
    const refsOf = (isPrivate: boolean) => {
      const { pathname } = new URL(stars.find((one) => one.private === isPrivate)!.clone_url);
      return `${pathname}/info/refs?service=git-upload-pack`;
    };
    const refs = await ask(refsOf(false), { authorization: null });
    expect(refs.headers['content-type']).toBe('application/x-git-upload-pack-advertisement');
    expect(refs.text).toMatch(
      /^001e# service=git-upload-pack\n0000[\da-f]{44} HEAD\0.* symref=HEAD:refs\/heads\//s,
    );
    const refused = await ask(refsOf(true), { authorization: null });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, 'Basic realm="Sandbox"']);
    expect((await ask(refsOf(true))).status).toBe(200);
  });

  it('serves nothing else', async () => {
    const { ask } = await openWorld();
    const [gist] = (await ask('/gists')).json;
    const { pathname } = new URL(gist.git_pull_url);
    expect((await ask(`${pathname}/info/refs?service=git-upload-pack`)).status).toBe(200);
    for (const file of [
      'HEAD',
      'config',
      'info/refs',
      'info/refs?service=git-receive-pack',
      'git-receive-pack',
      '../../../etc/passwd',
      'objects/info/alternates',
      'objects/info/packs',
      'refs/heads/main',
      'hooks/update',
    ]) {
      expect([403, 404], file).toContain((await ask(`${pathname}/${file}`)).status);
    }
  });
});
