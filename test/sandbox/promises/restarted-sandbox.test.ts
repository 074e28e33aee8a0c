import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock, type DrivenClock } from '../../../src/base/index.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../../src/sandbox/index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { askUrl, type Question, type Reply, START_MS } from '../server/support/harbour.ts';

const directory = temporaryFolder();
const HOUR_MS = 3_600_000;
const EXPORT_MS = 1_600;

interface Run {
  readonly sandbox: Sandbox;
  ask(path: string, question?: Question): Promise<Reply>;
}

async function run(
  clock: DrivenClock,
  options: Partial<SandboxOptions>,
  use: (run: Run) => Promise<void>,
): Promise<void> {
  const sandbox = await startSandbox({
    dialect: 'service',
    issues: 10,
    hasInstantBuilds: true,
    ...options,
    clock,
  });
  const { base_url: baseUrl, tokens } = sandbox.ready;
  const ask: Run['ask'] = (path, question = {}) =>
    askUrl(`${baseUrl}${path}`, { authorization: `Bearer ${tokens.classic}`, ...question });
  try {
    await use({ sandbox, ask });
  } finally {
    await sandbox.close();
  }
}

/** Answers name the port, which differs from run to run. */
async function textsOf({ sandbox, ask }: Run, paths: readonly string[]): Promise<readonly string[]> {
  const replies = await Promise.all(paths.map((path) => ask(path)));
  return replies.map(({ text }) => text.replaceAll(sandbox.ready.base_url, 'http://sandbox'));
}

const PATHS = ['/user', '/user/repos', '/user/migrations', '/events', '/notifications?all=true'];

describe('a sandbox with a state', () => {
  it('continues if another one ended', async () => {
    const clock = createDrivenClock(START_MS);
    const options = { state: join(directory, 'on.db'), seed: 'lasting', livePaceMs: 60_000 };
    let before: readonly string[] = [];
    let archive = '';
    let migrationId = 0;
    let budgetPath = '';
    await run(clock, options, async (first) => {
      const { sandbox, ask } = first;
      const body = { repositories: sandbox.ready.repositories, lock_repositories: true };
      migrationId = (await ask('/user/migrations', { method: 'POST', body })).json.id;
      clock.advance(EXPORT_MS);
      await ask(`/user/migrations/${migrationId}`);
      archive = sandbox.exported(migrationId)?.sha256 ?? '';
      clock.advance(2 * HOUR_MS);
      const [thread, other] = (await ask('/notifications')).json;
      await ask(`/notifications/threads/${thread.id}`, { method: 'PATCH' });
      await ask(`/notifications/threads/${other.id}`, { method: 'DELETE' });
      const authorization = `Bearer ${sandbox.ready.tokens.fine_grained}`;
      const budgets = `/organizations/${sandbox.ready.organization}/settings/billing/budgets`;
      const made = await ask(budgets, { method: 'POST', authorization, body: { budget_amount: 77 } });
      budgetPath = `${budgets}/${made.json.budget.id}`;
      const [repository = ''] = sandbox.ready.repositories;
      await ask(`/user/migrations/${migrationId}/repos/${repository.split('/')[1]}/lock`, {
        method: 'DELETE',
      });
      before = await textsOf(first, PATHS);
    });
    expect(archive).not.toBe('');

    await run(clock, { state: options.state, livePaceMs: 60_000 }, async (second) => {
      const { sandbox, ask } = second;
      expect(await textsOf(second, PATHS)).toEqual(before);
      const authorization = `Bearer ${sandbox.ready.tokens.fine_grained}`;
      expect((await ask(budgetPath, { authorization })).json.budget_amount).toBe(77);
      const { headers } = await ask(`/user/migrations/${migrationId}/archive`);
      expect((await askUrl(headers['location']!)).status).toBe(200);
      expect(sandbox.exported(migrationId)?.sha256).toBe(archive);
      const [locked, other] = sandbox.ready.repositories.map((name) => name.split('/')[1]);
      const lock = `/user/migrations/${migrationId}/repos`;
      expect((await ask(`${lock}/${locked}/lock`, { method: 'DELETE' })).status).toBe(404);
      expect((await ask(`${lock}/${other}/lock`, { method: 'DELETE' })).status).toBe(204);
      const body = { repositories: sandbox.ready.repositories };
      const { json } = await ask('/user/migrations', { method: 'POST', body });
      expect(json.id).toBe(migrationId + 1);
      clock.advance(HOUR_MS);
      expect(await textsOf(second, ['/events'])).not.toEqual([before[3]]);
    });
  });

  it('remembers changed alerts', async () => {
    const clock = createDrivenClock(START_MS);
    const state = join(directory, 'alerts.db');
    let path = '';
    await run(clock, { state }, async ({ sandbox, ask }) => {
      for (const name of sandbox.ready.repositories) {
        const { status, json } = await ask(`/repos/${name}/depmonitor/alerts?state=open`);
        if (status === 200 && json.length > 0) {
          path = `/repos/${name}/depmonitor/alerts/${json[0].number}`;
        }
      }
      const body = { state: 'dismissed', dismissed_reason: 'tolerable_risk' };
      expect((await ask(path, { method: 'PATCH', body })).status).toBe(200);
    });
    await run(clock, { state }, async ({ ask }) => {
      expect((await ask(path)).json).toMatchObject({
        state: 'dismissed',
        dismissed_reason: 'tolerable_risk',
      });
    });
  });

  it('refuses options for another world', async () => {
    const clock = createDrivenClock(START_MS);
    const state = join(directory, 'own.db');
    await run(clock, { state, seed: 'one' }, async () => {});
    await expect(run(clock, { state, seed: 'two' }, async () => {})).rejects.toMatchObject({
      code: 'usage',
      message: `Cannot use the state "${state}": its world was made with another seed: one`,
    });
    await expect(run(clock, { state, dialect: 'github' }, async () => {})).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('continues from any state that a kill leaves on disk', async () => {
    const clock = createDrivenClock(START_MS);
    const state = join(directory, 'killed.db');
    const images: { readonly path: string; readonly texts: readonly string[] }[] = [];
    const paths = ['/user/migrations', '/notifications?all=true', '/events'];
    await run(clock, { state, livePaceMs: 120_000 }, async (first) => {
      for (let index = 0; index < 4; index += 1) {
        clock.advance(HOUR_MS / 2);
        const body = { repositories: first.sandbox.ready.repositories.slice(0, 1) };
        await first.ask('/user/migrations', { method: 'POST', body });
        await first.ask('/notifications', { method: 'PUT', body: {} });
        clock.advance(EXPORT_MS);
        await first.ask('/user/migrations');
        const texts = await textsOf(first, paths);
        // What the system has of the files at this moment is what a killed process leaves.
        const path = join(directory, `image-${index}.db`);
        for (const suffix of ['', '-wal']) {
          copyFileSync(`${state}${suffix}`, `${path}${suffix}`);
        }
        images.push({ path, texts });
      }
    });
    for (const [index, { path, texts }] of images.entries()) {
      const then = START_MS + (index + 1) * (HOUR_MS / 2 + EXPORT_MS);
      await run(createDrivenClock(then), { state: path, livePaceMs: 120_000 }, async (again) => {
        expect(await textsOf(again, paths)).toEqual(texts);
      });
    }
  });

  it('builds the same archive again if a build was cut off', async () => {
    const clock = createDrivenClock(START_MS);
    const options = { seed: 'cut', livePaceMs: 600_000 };
    const digests: (string | undefined)[] = [];
    for (const [state, isCut] of [
      ['whole.db', false],
      ['cut.db', true],
    ] as const) {
      const clockOfRun = isCut ? createDrivenClock(START_MS) : clock;
      const given = { ...options, state: join(directory, state) };
      let id = 0;
      await run(clockOfRun, given, async ({ sandbox, ask }) => {
        clockOfRun.advance(5 * HOUR_MS);
        const body = { repositories: sandbox.ready.repositories };
        id = (await ask('/user/migrations', { method: 'POST', body })).json.id;
        clockOfRun.advance(isCut ? 0 : EXPORT_MS);
        await ask('/user/migrations');
        digests.push(isCut ? '' : sandbox.exported(id)?.sha256);
      });
      clockOfRun.advance(HOUR_MS);
      await run(clockOfRun, given, async ({ sandbox, ask }) => {
        expect((await ask(`/user/migrations/${id}`)).json.state).toBe('exported');
        digests.push(sandbox.exported(id)?.sha256);
      });
    }
    expect(digests[0]).toBe(digests[1]);
    expect(digests[3]).toBe(digests[0]);
  });
});
