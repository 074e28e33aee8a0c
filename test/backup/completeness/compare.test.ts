import { describe, expect, it } from 'vitest';
import { compareRepositories } from '../../../src/backup/completeness/compare-repositories.ts';
import { compareWithPrevious } from '../../../src/backup/completeness/compare-with-previous.ts';
import { compareWithService } from '../../../src/backup/completeness/compare-with-service.ts';
import { Failure } from '../../../src/base/index.ts';
import { accountKeyOf, sizesOf } from '../../../src/vault/index.ts';
import { manifestOf } from '../../vault/support/manifests.ts';

function tally(name: string, issueCount = 2, pullRequestCount = 1) {
  return { name, url: `https://code.example/${name}`, issueCount, pullRequestCount, commentCount: 0 };
}

describe('compareRepositories()', () => {
  const request = { repositories: ['mira/lantern', 'mira/quill'] };

  it('is content where all are exported and found, however they are spelled', () => {
    const found = [tally('Mira/Lantern'), tally('mira/quill')];
    const check = compareRepositories({ request, exported: ['mira/lantern', 'MIRA/quill'], found });
    expect(check).toMatchObject({ result: 'complete', details: [] });
  });

  it('names what the migration left out, and what the archive has no record of', () => {
    const check = compareRepositories({ request, exported: ['mira/lantern'], found: [] });
    expect(check).toMatchObject({
      result: 'incomplete',
      summary: '0 of 2 repositories that were asked for are in the archive',
      details: ['mira/lantern: the archive has no record of it', 'mira/quill: the migration left it out'],
    });
  });

  it('expects no records of an export without metadata, and cannot judge one without names', () => {
    const exported = ['mira/lantern', 'mira/quill'];
    const bare = { ...request, excludeMetadata: true };
    expect(compareRepositories({ request: bare, exported, found: [] }).result).toBe('complete');
    const nameless = { repositories: [], orgMetadataOnly: true };
    expect(compareRepositories({ request: nameless, exported: [], found: [] }).result).toBe('unknown');
  });
});

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

  it('is content with as many or more than the service has', async () => {
    expect((await compareWithService({ ...base, repositories: telling(10, 3) })).result).toBe('complete');
  });

  it('says how many are missing, of what and where', async () => {
    const check = await compareWithService({ ...base, repositories: telling(12, 5) });
    expect(check).toMatchObject({
      result: 'incomplete',
      details: ['mira/lantern: 10 of 12 issues, 4 of 5 pull requests'],
    });
  });

  it('takes a repository without any record for one of which all is missing', async () => {
    const check = await compareWithService({ ...base, found: [], repositories: telling(1, 0) });
    expect(check.details).toEqual(['mira/lantern: 0 of 1 issues']);
  });

  it('never guesses: what the service does not tell, or refuses, is unknown', async () => {
    const silent = { countThreads: async () => undefined };
    expect((await compareWithService({ ...base, repositories: silent })).result).toBe('unknown');
    const refusing = {
      countThreads: async () => {
        throw new Failure('rate-limited', 'Cannot count: a limit holds');
      },
    };
    expect((await compareWithService({ ...base, repositories: refusing })).result).toBe('unknown');
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

describe('compareWithPrevious()', () => {
  const accountKey = accountKeyOf(manifestOf('x'));
  const earlier = manifestOf('earlier.tar.gz', { counts: { issue: 100 }, sizeBytes: 1_000_000 });
  const compare = (issues: number, manifests = [earlier]) =>
    compareWithPrevious({
      manifests,
      accountKey,
      backup: 'this',
      sizes: sizesOf([manifestOf('new', { counts: { issue: issues }, sizeBytes: 1_000_000 })]),
      maxDrop: 0.2,
    });

  it('is content with a little less, and names a large drop', () => {
    expect(compare(81).result).toBe('complete');
    expect(compare(79)).toMatchObject({
      result: 'incomplete',
      details: ['records: 79 of 100', 'issue records: 79 of 100'],
    });
  });

  it('compares with the last verified backup of the same account, all its parts together', () => {
    const parts = [1, 2].map((part) =>
      manifestOf(`part${part}.tar.gz`, {
        day: 1,
        backup: 'before',
        counts: { issue: 60 },
        sizeBytes: 500_000,
      }),
    );
    const broken = manifestOf('broken.tar.gz', { day: 2, isVerified: false, counts: { issue: 1 } });
    const others = manifestOf('other.tar.gz', { day: 3, account: 'tom', counts: { issue: 900 } });
    const own = manifestOf('own.tar.gz', { day: 4, backup: 'this', counts: { issue: 900 } });
    expect(compare(97, [earlier, ...parts, broken, others, own]).result).toBe('complete');
    expect(compare(90, [earlier, ...parts, broken, others, own]).result).toBe('incomplete');
  });

  it('cannot tell without one', () => {
    expect(compare(1, []).result).toBe('unknown');
  });
});
