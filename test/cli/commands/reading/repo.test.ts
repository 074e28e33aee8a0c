import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openReadingBench, type ReadingBench, readFixture } from './support/reading-bench.ts';

let bench: ReadingBench;

beforeAll(async () => {
  bench = await openReadingBench();
});

afterAll(async () => await bench.close());

const terminal = { terminalColumns: 80 };

describe('satchel repo', () => {
  it('lists repositories', async () => {
    const { out } = await bench.run(['repo', 'list'], terminal);
    expect(out).toBe(await readFixture('repo-list-80.txt'));
    expect(
      JSON.parse((await bench.run(['repo', 'list', 'Northquay-Works', '--json=repo,topics'])).out),
    ).toEqual([{ repo: 'northquay-works/ferrylight', topics: ['status-page', 'monitoring', 'self-hosted'] }]);
  });

  it('says what a repository holds', async () => {
    const { out } = await bench.run(['repo', 'view', 'ferrylight'], terminal);
    expect(out).toBe(await readFixture('repository-80.txt'));
  });

  it('takes an address of the service', async () => {
    const { out } = await bench.run([
      'repo',
      'view',
      'https://service.example/Northquay-Works/Ferrylight',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ repo: 'northquay-works/ferrylight', counts: { releases: 12 } });
  });
});
