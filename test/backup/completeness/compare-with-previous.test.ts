import { describe, expect, it } from 'vitest';
import { compareWithPrevious } from '../../../src/backup/completeness/compare-with-previous.ts';
import { sizesOf } from '../../../src/vault/kept-snapshot.ts';
import { accountKeyOf } from '../../../src/vault/manifest.ts';
import { scopeOf } from '../../../src/vault/scope.ts';
import { manifestOf } from '../../vault/support/manifests.ts';

describe('compareWithPrevious()', () => {
  const accountKey = accountKeyOf(manifestOf('x'));
  const earlier = manifestOf('earlier.tar.gz', { counts: { issue: 100 }, sizeBytes: 1_000_000 });
  const compare = (issues: number, manifests = [earlier]) =>
    compareWithPrevious({
      manifests,
      accountKey,
      scope: scopeOf(earlier),
      backup: 'this',
      sizes: sizesOf([manifestOf('new', { counts: { issue: issues }, sizeBytes: 1_000_000 })]),
      maxDrop: 0.2,
    });

  it('accepts a small drop, and reports a large one', () => {
    expect(compare(81).result).toBe('complete');
    expect(compare(79)).toMatchObject({
      result: 'incomplete',
      details: ['records fell from 100 to 79', 'issue records fell from 100 to 79'],
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

  it('is unknown without one', () => {
    expect(compare(1, []).result).toBe('unknown');
    const alpha = manifestOf('alpha.tar.gz', { scope: { selection: 'mira/alpha', exclusions: [] } });
    expect(compare(1, [alpha]).result).toBe('unknown');
  });
});
