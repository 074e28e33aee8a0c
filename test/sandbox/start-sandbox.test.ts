import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { dialectOf, tokenKindOf } from '../../src/model/dialect.ts';
import { DIALECTS, type DialectName } from '../../src/model/dialects.table.ts';
import type { ExportReport, SandboxReady, ServedRequest } from '../../src/sandbox/sandbox-options.ts';
import type { ArchiveWriter } from '../../src/sandbox/server/migrations/archive-builds.ts';
import { startSandbox } from '../../src/sandbox/start-sandbox.ts';
import { createWorld } from '../../src/sandbox/world/create-world.ts';
import { askUrl, type Harbour, openHarbour, START_MS } from './server/support/harbour.ts';

describe('startSandbox()', () => {
  it.each(['service', 'github'] as const)('reports its URLs and credentials (%s)', async (dialect) => {
    const { sandbox } = await openHarbour({ dialect });
    const ready: SandboxReady = sandbox.ready;

    expect(Object.keys(ready)).toEqual([
      'message_type',
      'url',
      'base_url',
      'storage_url',
      'dialect',
      'headers',
      'tokens',
      'oauth_app',
      'user',
      'organization',
      'enterprise',
      'repositories',
    ]);
    expect(ready).toMatchObject({
      message_type: 'ready',
      dialect,
      user: 'alice',
      organization: 'Harbour-Works',
      enterprise: 'harbour',
    });
    expect(ready.repositories).toContain('alice/Tide-Tables');
    expect(dialectOf(new URL(ready.base_url))).toBe(DIALECTS[dialect]);
    const authorization = `Bearer ${ready.tokens.classic}`;
    const answer = await fetch(`${ready.base_url}/user`, {
      headers: { ...ready.headers, authorization, 'user-agent': 'mine/1' },
    });
    expect(answer.headers.get(DIALECTS[dialect].versionSelectedHeader)).toBe(
      DIALECTS[dialect].apiVersions[1],
    );
    expect(await answer.json()).toMatchObject({ login: 'alice' });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.storage_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.storage_url).not.toBe(ready.url);
  });

  it('answers for ten thousand repositories without inventing them all', async () => {
    // All of them would take minutes.
    const world = createWorld({
      seed: 'large',
      dialect: 'github',
      nowMs: START_MS,
      repositories: 10_000,
      issues: 30,
    });
    const { ask, sandbox } = await openHarbour({ world, dialect: 'github' });
    const { repositories, organization } = sandbox.ready;
    expect(repositories).toHaveLength(10_000);
    const [own = '', theirs = ''] = [false, true].map((isTheirs) =>
      repositories.findLast((name) => name.startsWith(`${organization}/`) === isTheirs),
    );
    const cloned = `/git/${theirs}.git/info/refs?service=git-upload-pack`;
    for (const path of [
      '/user/repos?per_page=3&page=3000',
      `/orgs/${organization}/repos?per_page=3`,
      `/repos/${own}`,
      `/repos/${own}/issues?state=all&per_page=100`,
      `/repos/${own}/events`,
      `/networks/${theirs}/events`,
      `/orgs/${organization}/dependabot/alerts?per_page=100`,
      '/user/starred?per_page=3',
      '/gists',
    ]) {
      expect([path, (await ask(path)).status]).toEqual([path, 200]);
    }
    const { base_url } = sandbox.ready;
    const authorization = `Bearer ${sandbox.ready.tokens.classic}`;
    expect((await askUrl(`${new URL(base_url).origin}${cloned}`, { authorization })).status).toBe(200);
  });

  it('gives the same tokens for the same seed, and others for another', async () => {
    const first = await openHarbour({ seed: 'one' });
    const again = await openHarbour({ seed: 'one' });
    const other = await openHarbour({ seed: 'two' });
    expect(again.sandbox.ready.tokens).toEqual(first.sandbox.ready.tokens);
    expect(other.sandbox.ready.tokens.classic).not.toBe(first.sandbox.ready.tokens.classic);
  });

  it.each(['service', 'github'] as const)(
    'creates tokens whose prefix shows their kind (%s)',
    async (dialect) => {
      const { tokens } = (await openHarbour({ dialect })).sandbox.ready;
      const kinds = Object.entries(tokens).map(([kind, token]) => [kind, tokenKindOf(token)]);
      // One dialect does not have a prefix for workflow tokens: they are installation tokens there.
      const workflow = dialect === 'github' ? 'app_installation' : 'workflow';
      expect(Object.fromEntries(kinds)).toEqual({
        classic: 'classic',
        fine_grained: 'fine_grained',
        app_user: 'app_user',
        app_installation: 'app_installation',
        oauth: 'oauth',
        workflow,
      });
      expect(tokens.classic).toHaveLength(40);
    },
  );

  it('answers at the root and below /api/v3, with addresses spelled as the caller did', async () => {
    const { sandbox } = await openHarbour();
    const { url } = sandbox.ready;
    expect((await askUrl(`${url}/`)).json.rate_limit_url).toBe(`${url}/rate_limit`);
    expect((await askUrl(`${url}/api/v3`)).json.rate_limit_url).toBe(`${url}/api/v3/rate_limit`);
    expect((await askUrl(`${url}/api/v3/`)).json.rate_limit_url).toBe(`${url}/api/v3/rate_limit`);

    const local = url.replace('127.0.0.1', 'localhost');
    const { json } = await askUrl(`${url}/`, { headers: { host: new URL(local).host } });
    expect(json.rate_limit_url).toBe(`${local}/rate_limit`);
  });

  it('serves the world of its seed, or one that it is given', async () => {
    const clock = createDrivenClock(START_MS);
    const options = { seed: 'quay', dialect: 'github', repositories: 3, issues: 2, years: 1 } as const;
    const world = createWorld({ ...options, nowMs: START_MS });
    const made = await startSandbox({ ...options, clock });
    await made.close();
    const given = await startSandbox({ seed: 'other', dialect: 'github', clock, world });
    await given.close();
    expect(made.world).toEqual(world);
    expect(given.world).toBe(world);
    expect(given.ready.repositories).toEqual(made.ready.repositories);
  });

  it('reports exports and requests, and never the query of a signed address', async () => {
    const reports: ExportReport[] = [];
    const requests: ServedRequest[] = [];
    const { sandbox, ask, clock } = await openHarbour({
      onExported: (report) => reports.push(report),
      onRequest: (request) => requests.push(request),
    });
    const { id } = (await ask('/user/migrations', { method: 'POST', body: { repositories: ['logbook'] } }))
      .json;
    clock.advance(10_000);
    const { headers } = await ask(`/user/migrations/${id}/archive`);
    const { bytes } = await askUrl(headers['location']!);

    expect(reports).toMatchObject([
      {
        migrationId: id,
        repositories: ['alice/logbook'],
        sizeBytes: bytes.length,
        counts: { repository: 1 },
      },
    ]);
    expect(sandbox.exported(id)?.sizeBytes).toBe(bytes.length);
    expect(requests.map(({ origin, method, status }) => [origin, method, status])).toEqual([
      ['api', 'POST', 201],
      ['api', 'GET', 302],
      ['storage', 'GET', 200],
    ]);
    expect(requests[2]).toMatchObject({ caller: 'anonymous', hasAuthorization: false });
    expect(JSON.stringify(requests)).not.toContain('X-Amz');
  });

  it.each(['service', 'github'] as const)(
    'exports true archives of a world from the seed (%s)',
    async (dialect) => {
      const first = await exportEverything(dialect);
      const again = await exportEverything(dialect);
      expect(first.sha256).toBe(createHash('sha256').update(first.bytes).digest('hex'));
      expect(first.etag).toBe(`"${createHash('md5').update(first.bytes).digest('hex')}"`);
      expect(first.counts['repository']).toBe(2);
      const tar = gunzipSync(first.bytes);
      expect(tar.length % 512).toBe(0);
      expect(tar.subarray(257, 265).toString('latin1')).toBe('ustar  \0');
      expect(again.sha256).toBe(first.sha256);
    },
  );

  it('removes its files and frees its ports when it is closed during builds and requests', async () => {
    const { harbour, path } = await openBusyHarbour();
    const { sandbox, clock, ask } = harbour;
    clock.advance(10_000);
    const question = ask('/user/migrations');
    question.catch(() => {});
    expect(existsSync(dirname(path))).toBe(true);

    await sandbox.close();
    await sandbox.close();
    await expect(question).rejects.toThrow();
    expect(existsSync(dirname(dirname(path)))).toBe(false);
    await expect(askUrl(sandbox.ready.url)).rejects.toThrow(/ECONNREFUSED/);
    await expect(askUrl(sandbox.ready.storage_url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('ends downloads when it is closed', async () => {
    const { sandbox, ask, clock } = await openHarbour({ writeArchive: writeLargeArchive });
    const { id } = (await ask('/user/migrations', { method: 'POST', body: { repositories: ['logbook'] } }))
      .json;
    clock.advance(10_000);
    const { headers } = await ask(`/user/migrations/${id}/archive`);
    const download = await request(headers['location']!);
    await sandbox.close();
    await expect(download.body.arrayBuffer()).rejects.toThrow();
  });

  it('fails with a message when its port is in use', async () => {
    const { sandbox } = await openHarbour();
    const port = Number(new URL(sandbox.ready.url).port);
    await expect(openHarbour({ port })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Cannot listen on "127.0.0.1:${port}"`),
    });
  });
});

/** Starts a sandbox with an invented world, and downloads the archive of all its repositories. */
async function exportEverything(dialect: DialectName) {
  const clock = createDrivenClock(START_MS);
  const options = { seed: 'quay', repositories: 2, issues: 4, years: 1, hasInstantBuilds: true } as const;
  const faults: unknown[] = [];
  const sandbox = await startSandbox({ ...options, dialect, clock, onError: (fault) => faults.push(fault) });
  try {
    const { base_url, tokens, repositories } = sandbox.ready;
    const authorization = `Bearer ${tokens.classic}`;
    const migrations = `${base_url}/user/migrations`;
    const { json } = await askUrl(migrations, { method: 'POST', authorization, body: { repositories } });
    clock.advance(10_000);
    const { headers } = await askUrl(`${migrations}/${json.id}/archive`, { authorization });
    expect(faults).toEqual([]);
    const { bytes, headers: stored } = await askUrl(headers['location']!);
    return { ...sandbox.exported(json.id)!, bytes, etag: stored['etag'] };
  } finally {
    await sandbox.close();
  }
}

/** A sandbox whose first archive is being written until it is aborted. */
async function openBusyHarbour(): Promise<{ readonly harbour: Harbour; readonly path: string }> {
  let sayBegun: (path: string) => void;
  const begun = new Promise<string>((resolve) => {
    sayBegun = resolve;
  });
  const harbour = await openHarbour({
    writeArchive: ({ path, signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        sayBegun(path);
      }),
  });
  await harbour.ask('/user/migrations', { method: 'POST', body: { repositories: ['logbook', 'shared'] } });
  await harbour.ask('/user/migrations', { method: 'POST', body: { repositories: ['logbook'] } });
  return { harbour, path: await begun };
}

const writeLargeArchive: ArchiveWriter = async ({ path }) => {
  const sizeBytes = 32 * 1_048_576;
  await writeFile(path, Buffer.alloc(sizeBytes));
  return { path, sizeBytes, sha256: '', md5: '', counts: {}, files: 1, attachments: 0, gitRepositories: 0 };
};
