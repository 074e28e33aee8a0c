import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GroupMember } from '../../../src/model/backup-settings.table.ts';
import { KEEP_RULE_NAMES } from '../../../src/vault/keep-rules.table.ts';
import type { KeptSnapshot } from '../../../src/vault/kept-snapshot.ts';
import { planRetention } from '../../../src/vault/plan-retention.ts';
import type { RetentionPolicy } from '../../../src/vault/retention-policy.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { snapshotOf } from '../support/manifests.ts';
import { keptByRestic } from '../support/restic-model.ts';

const RUNS = IS_LONG ? 100_000 : 2_000;
const NOW = Date.UTC(2026, 5, 15);
const HOUR_MS = 3_600_000;

/**
 * Days up to the 28th: for later ones, subtracting a month gives the last day of a short month here, but a day of the
 * next month in Go.
 */
const anyHour = fc
  .oneof(
    fc.integer({ min: 0, max: 72 }),
    fc.integer({ min: 0, max: 2_000 }),
    fc.integer({ min: 0, max: 40_000 }),
  )
  .filter((hoursAgo) => new Date(NOW - hoursAgo * HOUR_MS).getUTCDate() <= 28);

const anyPolicy = fc.record({
  counts: fc.dictionary(
    fc.constantFrom(...KEEP_RULE_NAMES),
    fc.oneof(fc.constantFrom(0, 1, 2, 3, 100, Number.POSITIVE_INFINITY), fc.nat(12)),
  ),
  within: fc.dictionary(
    fc.constantFrom(...KEEP_RULE_NAMES),
    fc
      .record({ years: fc.nat(2), months: fc.nat(5), days: fc.nat(20), hours: fc.nat(48) })
      .filter(({ years, months, days, hours }) => years + months + days + hours > 0),
  ),
});

function keptHere(
  hoursAgo: readonly number[],
  policy: Omit<RetentionPolicy, 'maxDrop'>,
): ReadonlySet<number> {
  const snapshots = hoursAgo.map((hours, number) =>
    snapshotOf(`a${number}`, 0, { takenAtMs: NOW - hours * HOUR_MS }),
  );
  const rows = planRetention(snapshots, { ...policy, maxDrop: 1 }, NOW).flatMap((account) => account.rows);
  return new Set(
    rows.flatMap(({ action, snapshot }) =>
      action === 'keep' ? [Number(snapshot.archives[0]?.slice(1))] : [],
    ),
  );
}

describe('the rules of retention', () => {
  it('keep what the rules of restic keep, for any policy and series', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyHour, { minLength: 1, maxLength: 30 }), anyPolicy, (hoursAgo, policy) => {
        const restic = keptByRestic(
          hoursAgo.map((hours) => new Date(NOW - hours * HOUR_MS)),
          {
            keep: Object.fromEntries(
              Object.entries(policy.counts).map(([rule, count]) => [
                rule,
                Number.isFinite(count) ? count : -1,
              ]),
            ),
            within: policy.within,
          },
          new Date(NOW + 1),
        );
        const here = keptHere(hoursAgo, policy);
        const isByRule = restic.size > 0; // If no rule keeps anything, the newest verified one is kept.
        expect([...here].toSorted()).toEqual(isByRule ? [...restic].toSorted() : [newestOf(hoursAgo)]);
      }),
      { numRuns: RUNS },
    );
  });

  it('apply to each group by itself, as those of restic do to each host and path', () => {
    const anySnapshot = fc.record({
      hoursAgo: anyHour,
      accountKey: fc.constantFrom('code.example/mira', 'git.example/mira'),
      selection: fc.constantFrom('all repositories', 'mira/alpha'),
      exclusions: fc.constantFrom([], ['git data']),
    });
    const anyGrouping = fc.constantFrom<readonly GroupMember[] | undefined>(
      undefined,
      ['account', 'selection'],
      ['exclusions'],
      ['account'],
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(anySnapshot, { maxLength: 30, selector: ({ hoursAgo }) => hoursAgo }),
        anyPolicy,
        anyGrouping,
        (series, policy, groupBy) => {
          const snapshots = series.map(({ hoursAgo, accountKey, ...scope }, number) =>
            snapshotOf(`a${number}`, 0, { takenAtMs: NOW - hoursAgo * HOUR_MS, accountKey, scope }),
          );
          const plan = (list: readonly KeptSnapshot[]) =>
            planRetention(list, { ...policy, groupBy, maxDrop: 1 }, NOW)
              .flatMap(({ rows }) => rows)
              .flatMap(({ action, snapshot }) => (action === 'keep' ? snapshot.archives : []))
              .toSorted();
          const isBy = (member: GroupMember) => groupBy?.includes(member) ?? true;
          const kindOf = ({ accountKey, scope }: KeptSnapshot) =>
            [accountKey, isBy('selection') && scope.selection, isBy('exclusions') && scope.exclusions].join();
          const kinds = [...new Set(snapshots.map(kindOf))].map((kind) =>
            snapshots.filter((snapshot) => kindOf(snapshot) === kind),
          );
          expect(plan(snapshots)).toEqual(kinds.flatMap(plan).toSorted());
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('keep the oldest one for "unlimited" too', () => {
    expect(keptHere([1, 2, 3], { counts: { yearly: Number.POSITIVE_INFINITY }, within: {} })).toEqual(
      new Set([0, 2]),
    );
    expect(keptHere([1, 2, 3], { counts: { yearly: 100 }, within: {} })).toEqual(new Set([0, 2]));
  });

  it('count no archive that is dated in the future, and keep it', () => {
    const centuryAhead = -24 * 365 * 73;
    const within = { last: { years: 0, months: 0, days: 2, hours: 0 } };
    expect(keptHere([centuryAhead, 1, 30, 60], { counts: {}, within })).toEqual(new Set([0, 1, 2]));
    expect(keptHere([centuryAhead, 1, 30, 60], { counts: { last: 1 }, within: {} })).toEqual(new Set([0, 1]));
    expect(keptHere([centuryAhead, 1, 30], { counts: {}, within: {} })).toEqual(new Set([0, 1]));
  });
});

function newestOf(hoursAgo: readonly number[]): number {
  return hoursAgo.indexOf(Math.min(...hoursAgo));
}
