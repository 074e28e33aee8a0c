import { request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { DialectName } from '../../../src/model/dialects.table.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';

interface Thread {
  readonly number: number;
  readonly state: string;
  readonly created_at: string;
}

/** Asks a sandbox with the world that is invented for everybody. */
async function openSandbox(dialect: DialectName) {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1));
  const sandbox = await startSandbox({ dialect, seed: 'threads', repositories: 2, issues: 12, clock });
  onTestFinished(() => sandbox.close());
  const { base_url: baseUrl, tokens, repositories } = sandbox.ready;
  const ask = async (path: string) => {
    const headers = { authorization: `Bearer ${tokens.classic}`, 'user-agent': 'test' };
    const {
      statusCode,
      body,
      headers: answered,
    } = await request(`${baseUrl.replace(/\/$/, '')}${path}`, { headers });
    const json: unknown = await body.json();
    return { status: statusCode, threads: json as readonly Thread[], link: String(answered['link']) };
  };
  return { ask, name: repositories[0] ?? '' };
}

describe('listIssues() and listPullRequests()', () => {
  it('list threads by age, pull requests among the issues, in the github dialect', async () => {
    const { ask, name } = await openSandbox('github');
    const { threads: issues } = await ask(`/repos/${name}/issues?state=all&per_page=100`);
    const { threads: pulls } = await ask(`/repos/${name}/pulls?state=all&per_page=100`);
    const ages = issues.map((issue) => issue.created_at);
    expect(issues.length).toBeGreaterThan(pulls.length);
    expect(ages).toEqual(ages.toSorted().toReversed());
    const among = issues.filter((issue) => 'pull_request' in issue);
    expect(among.map(({ number }) => number)).toEqual(pulls.map(({ number }) => number));
    const { threads: open } = await ask(`/repos/${name}/issues?per_page=100`);
    expect(open.every(({ state }) => state === 'open')).toBe(true);
  });

  it('have pages with cursors for issues, and with numbers for pull requests', async () => {
    const { ask, name } = await openSandbox('github');
    const { threads: all } = await ask(`/repos/${name}/issues?state=all&per_page=100`);
    const first = await ask(`/repos/${name}/issues?state=all&per_page=2`);
    expect(first.link).not.toContain('last');
    const after = /after=([^>&]+)>; rel="next"/.exec(first.link)?.[1];
    const second = await ask(`/repos/${name}/issues?state=all&per_page=2&after=${after}`);
    expect([...first.threads, ...second.threads]).toEqual(all.slice(0, 4));
    expect((await ask(`/repos/${name}/issues?after=nothing`)).status).toBe(422);
    expect((await ask(`/repos/${name}/pulls?state=all&per_page=1`)).link).toContain('rel="last"');
  });

  it('are specific to that dialect, and hide repositories that the caller may not see', async () => {
    const service = await openSandbox('service');
    expect((await service.ask(`/repos/${service.name}/issues`)).status).toBe(404);
    const github = await openSandbox('github');
    expect((await github.ask('/repos/nobody/nothing/pulls')).status).toBe(404);
  });
});
