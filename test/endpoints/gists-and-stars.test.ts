import { describe, expect, it } from 'vitest';
import { listGists, listStars } from '../../src/endpoints/gists-and-stars.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { json, type Step, startScriptedServer } from '../client/support/scripted-server.ts';
import { createTestClient } from '../client/support/test-client.ts';
import { allItems } from './conformance/support/all-items.ts';
import { DIALECT_NAMES, openClientStage } from './conformance/support/client-stage.ts';
import { startScriptedService } from './support/scripted-service.ts';

function gist(id: string) {
  return { id, git_pull_url: `https://gist.service.example/${id}.git`, public: true, files: {} };
}

async function openNoticed(...steps: readonly Step[]) {
  const notices: string[] = [];
  const server = await startScriptedServer(...steps);
  return { notices, client: createTestClient(server.url, { onNotice: (text) => notices.push(text) }) };
}

describe('listGists()', () => {
  it('lists all pages', async () => {
    const { client, requests } = await startScriptedService(
      json(200, [gist('a1')], { link: '</next>; rel="next"' }),
      json(200, [gist('b2')]),
    );
    expect((await allItems(listGists(client))).map(({ id }) => id)).toEqual(['a1', 'b2']);
    expect(requests.map(({ path }) => path)).toEqual(['/gists?per_page=100', '/next']);
  });

  it('says once that a token without the scope may not see secret gists', async () => {
    const headers = { 'x-oauth-scopes': 'repo, user' };
    const { client, notices } = await openNoticed(
      json(200, [gist('a1')], { ...headers, link: '</next>; rel="next"' }),
      json(200, [gist('b2')], headers),
    );
    await allItems(listGists(client));
    expect(notices.filter((text) => text.includes('scope gist'))).toHaveLength(1);
  });

  it('leaves out what it cannot read', async () => {
    const { client, notices } = await openNoticed(json(200, [gist('a1'), { id: 7 }, null]));
    expect(await allItems(listGists(client))).toHaveLength(1);
    expect(notices.join()).toContain('unreadable values');
  });
});

describe('listStars()', () => {
  it('asks for the times of the stars', async () => {
    const star = { starred_at: '2026-01-01T00:00:00Z', repo: { full_name: 'acme/rocket' } };
    const other = { ...star, repo: { full_name: 'acme/beacon' } };
    const { client, requests } = await startScriptedService(
      json(200, [star], { link: '</next>; rel="next"' }),
      json(200, [other]),
    );
    expect(await allItems(listStars(client))).toEqual([star, other]);
    expect(requests.map(({ path }) => path)).toEqual(['/user/starred?per_page=100', '/next']);
    expect(requests.map(({ headers }) => headers['accept'])).toEqual([
      'application/vnd.service.star+json',
      'application/vnd.service.star+json',
    ]);
  });
});

describe.each(DIALECT_NAMES)('the lists of a sandbox (%s)', (dialect) => {
  it.each(['classic', 'fine_grained', 'oauth'] as const)(
    'come through whole with a token of kind %s',
    async (kind) => {
      const stage = await openClientStage(dialect);
      const { base_url: baseUrl, tokens } = stage.sandbox.ready;
      const notices: string[] = [];
      const client = createTestClient(new URL(baseUrl), {
        clock: stage.clock,
        dialect: DIALECTS[dialect],
        token: tokens[kind],
        onNotice: (text) => notices.push(text),
      });
      const gists = await allItems(listGists(client));
      expect(gists).toHaveLength(3);
      const stars = await allItems(listStars(client));
      expect(stars.length).toBeGreaterThan(0);
      const { origin } = new URL(baseUrl);
      for (const address of [
        ...gists.map((one) => one.git_pull_url),
        ...stars.map(({ repo }) => repo.clone_url),
      ]) {
        expect(address).toMatch(new RegExp(`^${origin}/git/.+\\.git$`));
      }
      expect(notices).toEqual([]);
    },
  );

  it.each(['app_installation', 'workflow'] as const)('are refused to tokens of kind %s', async (kind) => {
    const stage = await openClientStage(dialect);
    await expect(allItems(listGists(stage.clientOf(kind)))).rejects.toMatchObject({ code: 'forbidden' });
    await expect(allItems(listStars(stage.clientOf(kind)))).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('cost nothing if they have not changed', async () => {
    const stage = await openClientStage(dialect);
    const client = stage.clientOf('classic');
    for (const list of [listGists, listStars]) {
      const first = await allItems<unknown>(list(client));
      expect(await allItems<unknown>(list(client))).toEqual(first);
      expect(stage.requests.at(-1)).toMatchObject({ status: 304 });
    }
  });
});
