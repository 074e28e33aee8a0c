import { describe, expect, it } from 'vitest';
import { createRepositories } from '../../src/endpoints/repositories.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { json, type Step, startScriptedServer } from '../client/support/scripted-server.ts';
import { createTestClient } from '../client/support/test-client.ts';

const LATER = '2026-06-02T00:00:00Z';
const BEFORE = '2026-05-01T00:00:00Z';
const TAKEN_MS = Date.parse('2026-06-01T00:00:00Z');

function last(page: number): { readonly link: string } {
  return { link: `</?page=2>; rel="next", </?page=${page}>; rel="last"` };
}

async function count(...steps: readonly Step[]) {
  const server = await startScriptedServer(...steps);
  const client = { ...createTestClient(server.url), dialect: DIALECTS.github };
  const counts = await createRepositories(client).countThreads('acme/tools', TAKEN_MS);
  return { counts, paths: server.requests.map(({ path }) => path) };
}

describe('countThreads()', () => {
  it('uses the number of the last page with one thread per page; issues are counted without pull requests', async () => {
    const { counts, paths } = await count(
      json(200, [{ created_at: BEFORE }], last(31)),
      json(200, [{ created_at: BEFORE }], last(12)),
    );
    expect(counts).toEqual({ issues: 19, pullRequests: 12 });
    const query = 'state=all&sort=created&direction=desc&per_page=1';
    expect(paths).toEqual([`/repos/acme/tools/issues?${query}`, `/repos/acme/tools/pulls?${query}`]);
  });

  it('counts a list of one page, or of none', async () => {
    const { counts } = await count(json(200, [{ created_at: BEFORE }]), json(200, []));
    expect(counts).toEqual({ issues: 1, pullRequests: 0 });
  });

  it('does not know the length of a list without a last page, as of one with cursors', async () => {
    const { counts } = await count(
      json(200, [{ created_at: LATER }], { link: '</?after=Y3Vyc29y&page=2>; rel="next"' }),
      json(200, [{ created_at: BEFORE }], last(2_000)),
    );
    expect(counts).toEqual({ issues: undefined, pullRequests: 2_000 });
  });

  it.each<[string, Step]>([
    ['no list', json(200, { total: 31 })],
    ['nothing', json(200, [])],
  ])('does not guess the number of issues from %s next to pull requests', async (_, issues) => {
    const { counts } = await count(issues, json(200, [{ created_at: BEFORE }], last(12)));
    expect(counts).toEqual({ issues: undefined, pullRequests: 12 });
  });

  it('ignores threads that were opened after the export began', async () => {
    const { counts } = await count(
      json(200, [{ created_at: LATER }], last(31)),
      json(200, [{ created_at: LATER }, { created_at: LATER }, { created_at: BEFORE }]),
      json(200, [{ created_at: BEFORE }], last(12)),
    );
    expect(counts).toEqual({ issues: 17, pullRequests: 12 });
  });

  it('returns undefined for a dialect without such lists', async () => {
    const server = await startScriptedServer();
    const client = createTestClient(server.url);
    expect(await createRepositories(client).countThreads('acme/tools', TAKEN_MS)).toBeUndefined();
    expect(server.requests).toEqual([]);
  });
});
