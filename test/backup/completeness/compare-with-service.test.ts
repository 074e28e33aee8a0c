import { describe, expect, it } from 'vitest';
import { compareWithService } from '../../../src/backup/completeness/compare-with-service.ts';
import { Failure } from '../../../src/model/failure.ts';
import { tally } from '../support/tally.ts';

describe('compareWithService()', () => {
  const base = {
    request: { repositories: ['mira/lantern'] },
    found: [tally('mira/lantern', 10, 4)],
    openAtService: {},
    openInStore: new Map<string, number>(),
    takenAtMs: 0,
  };
  const telling = (issues: number, pullRequests: number) => ({
    countThreads: async () => ({ issues, pullRequests }),
  });

  it('accepts as many as the service has, or more', async () => {
    expect((await compareWithService({ ...base, repositories: telling(10, 3) })).result).toBe('complete');
  });

  it('says how many are missing, of what and where', async () => {
    const check = await compareWithService({ ...base, repositories: telling(12, 5) });
    expect(check).toMatchObject({
      result: 'incomplete',
      details: ['mira/lantern: 10 of 12 issues, 4 of 5 pull requests'],
    });
  });

  it('counts everything as missing for a repository without any record', async () => {
    const check = await compareWithService({ ...base, found: [], repositories: telling(1, 0) });
    expect(check.details).toEqual(['mira/lantern: 0 of 1 issues']);
  });

  it('never guesses: what the service omits or refuses is unknown', async () => {
    const silent = { countThreads: async () => undefined };
    expect((await compareWithService({ ...base, repositories: silent })).result).toBe('unknown');
    const refusing = {
      countThreads: async () => {
        throw new Failure('rate-limited', 'Cannot count: a limit holds');
      },
    };
    expect((await compareWithService({ ...base, repositories: refusing })).result).toBe('unknown');
  });

  it('compares open threads in place of the issues if the service reports only the number of pull requests', async () => {
    const repositories = { countThreads: async () => ({ issues: undefined, pullRequests: 5 }) };
    const compare = async (pullRequests: number, there?: number) =>
      await compareWithService({
        ...base,
        repositories,
        found: [tally('mira/lantern', 0, pullRequests)],
        openAtService: there === undefined ? {} : { 'mira/lantern': there },
        openInStore: new Map([['mira/lantern', 7]]),
      });
    expect((await compare(5, 7)).result).toBe('complete');
    expect((await compare(5, 10)).details).toEqual(['mira/lantern: 7 of 10 open issues and pull requests']);
    expect((await compare(4, 10)).details).toEqual([
      'mira/lantern: 4 of 5 pull requests, 7 of 10 open issues and pull requests',
    ]);
    expect((await compare(4)).details).toEqual(['mira/lantern: 4 of 5 pull requests']);
    expect((await compare(5)).result).toBe('unknown');
  });

  it("falls back on open threads of the migration's own records, with room for what was opened since", async () => {
    const silent = { countThreads: async () => undefined };
    const compare = async (there: number, here: number) =>
      await compareWithService({
        ...base,
        repositories: silent,
        openAtService: { 'Mira/Lantern': there },
        openInStore: new Map([['mira/lantern', here]]),
      });
    expect((await compare(10, 10)).result).toBe('complete');
    expect((await compare(10, 8)).result).toBe('complete');
    expect((await compare(10, 7)).details).toEqual(['mira/lantern: 7 of 10 open issues and pull requests']);
  });
});
