import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupKeyOf } from '../../src/vault/group-snapshots.ts';
import { KEEP_RULE_NAMES } from '../../src/vault/keep-rules.table.ts';
import type { KeptSnapshot } from '../../src/vault/kept-snapshot.ts';
import { type GroupRetention, planRetention as planRetentionAt } from '../../src/vault/plan-retention.ts';
import { isEmptyPolicy, type RetentionPolicy } from '../../src/vault/retention-policy.ts';
import { snapshotOf } from './support/manifests.ts';

const NOTHING: RetentionPolicy = { counts: {}, within: {}, maxDrop: 0.2 };

/** Long after all snapshots. */
const NOW = Date.UTC(2030, 0, 1);

function planRetention(snapshots: readonly KeptSnapshot[], policy: RetentionPolicy) {
  return planRetentionAt(snapshots, policy, NOW);
}

function policyOf(changes: Partial<RetentionPolicy>): RetentionPolicy {
  return { ...NOTHING, ...changes };
}

/** Archives that are kept, with the reasons, and those that are removed. */
function outcomeOf(accounts: readonly GroupRetention[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    accounts.flatMap(({ rows }) =>
      rows.map(({ action, reasons, snapshot }) => [snapshot.archives[0], `${action}: ${reasons.join(', ')}`]),
    ),
  );
}

/** One per hour on the first day, then one per day, then about one per month. */
const SERIES: readonly KeptSnapshot[] = [0, 1, 2, 26, 50, 74, 800, 1_600].map((hour) =>
  snapshotOf(`h${hour}`, hour),
);

describe('planRetention()', () => {
  it('keeps the newest ones, and says why', () => {
    expect(outcomeOf(planRetention(SERIES, policyOf({ counts: { last: 2 } })))).toEqual({
      h0: 'remove: no rule keeps it',
      h1: 'remove: no rule keeps it',
      h2: 'remove: no rule keeps it',
      h26: 'remove: no rule keeps it',
      h50: 'remove: no rule keeps it',
      h74: 'remove: no rule keeps it',
      h800: 'keep: last',
      h1600: 'keep: last',
    });
  });

  it('keeps the oldest one too if there are fewer periods than asked for', () => {
    const outcome = outcomeOf(planRetention(SERIES, policyOf({ counts: { daily: 20 } })));
    expect([outcome['h0'], outcome['h1'], outcome['h2']]).toEqual([
      'keep: oldest daily',
      'remove: no rule keeps it',
      'keep: daily',
    ]);
  });

  it('joins the rules by or, and names each that keeps an archive', () => {
    const outcome = outcomeOf(
      planRetention(SERIES, policyOf({ counts: { last: 1, monthly: 1, yearly: 1 } })),
    );
    expect(outcome['h1600']).toBe('keep: last, monthly, yearly');
    expect(Object.values(outcome).filter((text) => text.startsWith('keep'))).toHaveLength(1);
  });

  it('keeps everything within a span before the newest archive, however long ago that was', () => {
    const within = { last: { years: 0, months: 0, days: 1, hours: 1 } };
    const outcome = outcomeOf(planRetention(SERIES.slice(0, 4), policyOf({ within })));
    expect(outcome).toEqual({
      h0: 'remove: no rule keeps it',
      h1: 'remove: no rule keeps it',
      h2: 'keep: within 1d1h',
      h26: 'keep: within 1d1h',
    });
  });

  it('keeps one of each period within a span', () => {
    const within = { daily: { years: 0, months: 0, days: 30, hours: 0 } };
    const outcome = outcomeOf(planRetention(SERIES.slice(0, 4), policyOf({ within })));
    expect(outcome['h2']).toBe('keep: daily within 30d');
    expect(outcome['h0']).toBe('remove: no rule keeps it');
  });

  it('never lets archives that were asked for something else push out each other', () => {
    const all = { selection: 'all repositories', exclusions: [] };
    const others = [
      snapshotOf('alpha', 1, { scope: { selection: 'mira/alpha', exclusions: [] } }),
      snapshotOf('gitless', 2, { scope: { ...all, exclusions: ['git data'] } }),
    ];
    const groups = planRetention([...SERIES, ...others], policyOf({ counts: { last: 1 } }));
    expect(groups.map(({ scope }) => scope)).toEqual([
      'all repositories',
      'mira/alpha',
      'all repositories, without git data',
    ]);
    const { h1600, alpha, gitless } = outcomeOf(groups);
    expect([h1600, alpha, gitless]).toEqual(Array(3).fill('keep: last'));
    const byAccount = outcomeOf(
      planRetention([...SERIES, ...others], policyOf({ counts: { last: 1 }, groupBy: ['account'] })),
    );
    expect(byAccount['alpha']).toBe('remove: no rule keeps it');
    const bySelection = outcomeOf(
      planRetention([...SERIES, ...others], policyOf({ counts: { last: 1 }, groupBy: ['selection'] })),
    );
    expect([bySelection['alpha'], bySelection['gitless']]).toEqual([
      'keep: last',
      'remove: no rule keeps it',
    ]);
  });

  it('keeps the last complete archive, although newer ones satisfy the rules', () => {
    const lesser = [2_000, 2_001].map((hour) => snapshotOf(`lesser${hour}`, hour, { isComplete: false }));
    const outcome = outcomeOf(planRetention([...SERIES, ...lesser], policyOf({ counts: { last: 1 } })));
    expect(Object.entries(outcome).filter(([, text]) => text.startsWith('keep'))).toEqual([
      ['h1600', 'keep: last complete archive'],
      ['lesser2001', 'keep: last'],
    ]);
  });

  it('lets only verified archives satisfy a rule', () => {
    const broken = snapshotOf('broken', 1_599, { isVerified: false });
    const outcome = outcomeOf(planRetention([...SERIES, broken], policyOf({ counts: { last: 2 } })));
    expect([outcome['h800'], outcome['broken'], outcome['h1600']]).toEqual([
      'keep: last',
      'remove: not verified',
      'keep: last',
    ]);
  });

  it('keeps what is pinned, beside what the rules keep', () => {
    const pinned = snapshotOf('pinned', -1, { isPinned: true });
    const outcome = outcomeOf(planRetention([pinned, ...SERIES], policyOf({ counts: { last: 1 } })));
    expect([outcome['pinned'], outcome['h1600']]).toEqual(['keep: pinned', 'keep: last']);
  });

  it.each([
    ['repositories', { repositories: 7 }],
    ['records', { records: 70 }],
    ['the size', { bytes: 700_000 }],
  ])('removes nothing while the newest archive shows that %s fell much', (what, changes) => {
    const newest = snapshotOf('newest', 2_000, changes);
    const [account] = planRetention([...SERIES, newest], policyOf({ counts: { last: 1 } }));
    expect(account?.hold).toContain(what);
    expect(account?.hold).toMatch(/if that is expected, pin that archive, then allow a drop of 100% once$/);
    expect(account?.rows.every(({ action }) => action === 'keep')).toBe(true);
    const [allowed] = planRetention([...SERIES, newest], policyOf({ counts: { last: 1 }, maxDrop: 0.5 }));
    expect(allowed?.hold).toBeUndefined();
  });

  it('does not take a loss for the measure when the next archive is as small', () => {
    const small = [2_000, 2_001].map((hour) => snapshotOf(`small${hour}`, hour, { repositories: 1 }));
    const [account] = planRetention([...SERIES, ...small], policyOf({ counts: { last: 2 } }));
    expect(account?.hold).toContain('repositories fell from 10 to 1');
  });

  it('removes nothing while the newest archive is not verified', () => {
    const newest = snapshotOf('newest', 2_000, { isVerified: false });
    const [account] = planRetention([...SERIES, newest], policyOf({ counts: { last: 1 } }));
    expect(account?.hold).toBe('the newest archive, newest, is not verified');
  });

  it('holds nothing back because of an archive that is dated in the future', () => {
    const future = snapshotOf('future', 40_000, { isVerified: false });
    const retention = planRetention([...SERIES, future], policyOf({ counts: { last: 1 } }));
    expect(retention.map(({ hold }) => hold)).toEqual([undefined]);
    const outcome = outcomeOf(retention);
    expect([outcome['h800'], outcome['h1600'], outcome['future']]).toEqual([
      'remove: no rule keeps it',
      'keep: last',
      'keep: dated in the future',
    ]);
  });

  it('says nothing of a hold if all is kept anyway', () => {
    const newest = snapshotOf('newest', 2_000, { repositories: 1 });
    const [account] = planRetention([...SERIES, newest], policyOf({ counts: { last: 100 } }));
    expect(account?.hold).toBeUndefined();
  });
});

const anySnapshot = fc.record({
  hour: fc.integer({ min: 0, max: 20_000 }),
  isVerified: fc.boolean(),
  isPinned: fc.boolean(),
  records: fc.constantFrom(0, 50, 95, 100, 110),
  isComplete: fc.boolean(),
  account: fc.constantFrom('mira', 'tom'),
  scope: fc.record({
    selection: fc.constantFrom('all repositories', 'mira/alpha'),
    exclusions: fc.constantFrom([], ['git data']),
  }),
});

const anyHistory = fc
  .array(anySnapshot, { maxLength: 40 })
  .map((rows) =>
    rows.map(({ hour, account, ...changes }, index) =>
      snapshotOf(`a${index}`, hour, { ...changes, account, accountKey: `code.example/${account}` }),
    ),
  );

const anyPolicy: fc.Arbitrary<RetentionPolicy> = fc.record({
  counts: fc.dictionary(fc.constantFrom(...KEEP_RULE_NAMES), fc.integer({ min: 0, max: 5 })),
  within: fc.dictionary(
    fc.constantFrom(...KEEP_RULE_NAMES),
    fc.record({ years: fc.nat(2), months: fc.nat(12), days: fc.nat(40), hours: fc.nat(48) }),
  ),
  maxDrop: fc.constantFrom(0, 0.2, 1),
});

function partition(accounts: readonly GroupRetention[]) {
  const rows = accounts.flatMap((account) => account.rows);
  return {
    kept: rows.filter(({ action }) => action === 'keep'),
    removed: rows.filter(({ action }) => action === 'remove'),
  };
}

describe('planRetention() for any history and policy', () => {
  it('decides about every archive once, with a reason', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (history, policy) => {
        const { kept, removed } = partition(planRetention(history, policy));
        const decided = [...kept, ...removed];
        expect(new Set(decided.map(({ snapshot }) => snapshot))).toEqual(new Set(history));
        expect(decided).toHaveLength(history.length);
        expect(decided.every(({ reasons }) => reasons.length > 0)).toBe(true);
      }),
    );
  });

  it('never removes the last verified or complete archive of a group, a pinned one, nor anything for an empty policy', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (history, policy) => {
        const accounts = planRetention(history, policy);
        const { kept, removed } = partition(accounts);
        expect(removed.some(({ snapshot }) => snapshot.isPinned)).toBe(false);
        const left = kept.map(({ snapshot }) => snapshot);
        const verified = (list: readonly KeptSnapshot[]) => list.filter(({ isVerified }) => isVerified);
        const complete = (list: readonly KeptSnapshot[]) => verified(list).filter((one) => one.isComplete);
        const groupsOf = (list: readonly KeptSnapshot[]) => new Set(list.map((one) => groupKeyOf(one)));
        expect(groupsOf(verified(left))).toEqual(groupsOf(verified(history)));
        expect(groupsOf(complete(left))).toEqual(groupsOf(complete(history)));
        if (isEmptyPolicy(policy)) {
          for (const { rows } of accounts) {
            const verified = rows.filter(({ snapshot }) => snapshot.isVerified);
            expect(verified.length === 0 || verified.some(({ action }) => action === 'keep')).toBe(true);
          }
        }
      }),
    );
  });

  it('removes nothing of an account whose newest archive is not verified', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (history, policy) => {
        for (const { rows } of planRetention(history, policy)) {
          if (rows.at(-1)?.snapshot.isVerified === false) {
            expect(rows.every(({ action }) => action === 'keep')).toBe(true);
          }
        }
      }),
    );
  });

  it('is done once: the same policy removes nothing more', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, (history, policy) => {
        const { kept } = partition(planRetention(history, policy));
        const again = partition(
          planRetention(
            kept.map(({ snapshot }) => snapshot),
            policy,
          ),
        );
        const newlyRemoved = again.removed.filter(({ snapshot }) => snapshot.isVerified);
        // A hold may end when its baseline is removed; without a hold, nothing else is removed.
        const wasHeld = planRetention(history, policy).some(({ hold }) => hold !== undefined);
        expect(wasHeld || newlyRemoved.length === 0).toBe(true);
      }),
    );
  });

  it('keeps as much as a policy that asks for less', () => {
    fc.assert(
      fc.property(anyHistory, anyPolicy, fc.constantFrom(...KEEP_RULE_NAMES), (history, policy, rule) => {
        const more = { ...policy, counts: { ...policy.counts, [rule]: (policy.counts[rule] ?? 0) + 1 } };
        const less = partition(planRetention(history, policy)).kept.map(({ snapshot }) => snapshot);
        const kept = new Set(partition(planRetention(history, more)).kept.map(({ snapshot }) => snapshot));
        const isOnlyLast = less.filter(({ isVerified }) => isVerified);
        const lost = isOnlyLast.filter((snapshot) => !kept.has(snapshot));
        // The oldest one of a period is only kept while a rule has not reached its number.
        expect(lost.every((snapshot) => isOldestReason(history, policy, snapshot))).toBe(true);
      }),
    );
  });
});

function isOldestReason(
  history: readonly KeptSnapshot[],
  policy: RetentionPolicy,
  snapshot: KeptSnapshot,
): boolean {
  const rows = planRetention(history, policy).flatMap((account) => account.rows);
  const row = rows.find((one) => one.snapshot === snapshot);
  return row?.reasons.every((reason) => reason.startsWith('oldest') || reason === 'held back') ?? false;
}
