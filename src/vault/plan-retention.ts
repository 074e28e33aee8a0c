import { ageOf } from '../base/durations.ts';
import { formatCalendarSpan, subtractSpan } from '../model/calendar-span.ts';
import { findHold, findOnlyCopy } from './find-hold.ts';
import { groupSnapshots, type SnapshotGroup } from './group-snapshots.ts';
import { KEEP_RULE_NAMES, KEEP_RULES, type KeepRuleName } from './keep-rules.table.ts';
import type { KeptSnapshot } from './kept-snapshot.ts';
import type { RetentionPolicy } from './retention-policy.ts';

/** Whether a snapshot is kept, and why. */
export interface RetentionRow {
  readonly snapshot: KeptSnapshot;
  readonly action: 'keep' | 'remove';
  readonly reasons: readonly string[];
}

/** The decisions for the snapshots of a group. */
export interface GroupRetention extends Omit<SnapshotGroup, 'snapshots'> {
  /** Oldest first. */
  readonly rows: readonly RetentionRow[];
  /** Why nothing of the group is removed although the rules would; undefined if nothing prevents it. */
  readonly hold: string | undefined;
}

/**
 * Decides by rules which snapshots of each group are kept, with the reasons. Only verified snapshots count: a copy
 * that may be damaged never satisfies a rule. The last verified snapshot of a group is never removed, nor the last one
 * that was found complete, and nothing is removed while the newest one is suspicious. Snapshots dated in the future are
 * kept and do not count: their age is unknown, and they would displace all others.
 */
export function planRetention(
  snapshots: readonly KeptSnapshot[],
  policy: RetentionPolicy,
  nowMs: number,
): readonly GroupRetention[] {
  return groupSnapshots(snapshots, policy.groupBy).map((group) => planGroup(group, policy, nowMs));
}

function planGroup(
  { snapshots, ...group }: SnapshotGroup,
  policy: RetentionPolicy,
  nowMs: number,
): GroupRetention {
  const dated = snapshots.filter(({ takenAtMs }) => ageOf(takenAtMs, nowMs) !== undefined);
  const reasons = reasonsByRules(dated, policy);
  for (const snapshot of snapshots.filter((other) => !dated.includes(other))) {
    addReason(reasons, snapshot, 'dated in the future');
  }
  for (const snapshot of snapshots.filter(({ isPinned }) => isPinned)) {
    addReason(reasons, snapshot, 'pinned');
  }
  const verified = dated.filter(({ isVerified }) => isVerified);
  keepOne(reasons, verified, 'last verified archive');
  keepOne(
    reasons,
    verified.filter(({ isComplete }) => isComplete),
    'last complete archive',
  );
  const leaving = snapshots.filter((snapshot) => !reasons.has(snapshot));
  const hold = leaving.length === 0 ? undefined : (findOnlyCopy(leaving) ?? findHold(dated, policy.maxDrop));
  const rows = snapshots.map((snapshot): RetentionRow => {
    const keeping = reasons.get(snapshot);
    if (keeping !== undefined) {
      return { snapshot, action: 'keep', reasons: keeping };
    }
    return hold === undefined
      ? { snapshot, action: 'remove', reasons: [snapshot.isVerified ? 'no rule keeps it' : 'not verified'] }
      : { snapshot, action: 'keep', reasons: ['held back'] };
  });
  return { ...group, rows, hold };
}

/** Keeps the newest of the snapshots unless one of them is kept anyway. */
function keepOne(reasons: Reasons, snapshots: readonly KeptSnapshot[], reason: string): void {
  const newest = snapshots.at(-1);
  if (newest !== undefined && !snapshots.some((snapshot) => reasons.has(snapshot))) {
    addReason(reasons, newest, reason);
  }
}

type Reasons = Map<KeptSnapshot, string[]>;

function addReason(reasons: Reasons, snapshot: KeptSnapshot, reason: string): void {
  const list = reasons.get(snapshot) ?? [];
  reasons.set(snapshot, list);
  list.push(reason);
}

function reasonsByRules(snapshots: readonly KeptSnapshot[], { counts, within }: RetentionPolicy): Reasons {
  const reasons: Reasons = new Map();
  const newestFirst = snapshots.filter(({ isVerified }) => isVerified).toReversed();
  const newestMs = newestFirst[0]?.takenAtMs ?? 0;
  const oldest = newestFirst.at(-1);
  for (const rule of KEEP_RULE_NAMES) {
    const count = counts[rule] ?? 0;
    const span = within[rule];
    const { word } = KEEP_RULES[rule];
    for (const { snapshot, isOldest } of chooseByRule(rule, newestFirst, { count, oldest })) {
      addReason(reasons, snapshot, isOldest ? `oldest ${word}` : word);
    }
    if (span !== undefined) {
      const fromMs = subtractSpan(newestMs, span);
      const recent = newestFirst.filter(({ takenAtMs }) => takenAtMs > fromMs || takenAtMs === newestMs);
      const suffix = `within ${formatCalendarSpan(span)}`;
      const all = { count: Number.POSITIVE_INFINITY, oldest: undefined };
      for (const { snapshot } of chooseByRule(rule, recent, all)) {
        addReason(reasons, snapshot, rule === 'last' ? suffix : `${word} ${suffix}`);
      }
    }
  }
  return reasons;
}

interface Choice {
  readonly snapshot: KeptSnapshot;
  /** True if its period already has a newer snapshot, and it is kept because there is no older one. */
  readonly isOldest: boolean;
}

interface Limits {
  readonly count: number;
  /** Also kept if there are fewer periods than requested; not used for spans. */
  readonly oldest: KeptSnapshot | undefined;
}

/** The newest snapshot of each of the last periods. */
function chooseByRule(
  rule: KeepRuleName,
  newestFirst: readonly KeptSnapshot[],
  { count, oldest }: Limits,
): readonly Choice[] {
  const choices: Choice[] = [];
  let lastPeriod: string | undefined;
  for (const [index, snapshot] of newestFirst.entries()) {
    if (choices.length >= count) {
      break;
    }
    const period = KEEP_RULES[rule].period(new Date(snapshot.takenAtMs), index);
    if (period !== lastPeriod) {
      choices.push({ snapshot, isOldest: false });
    } else if (snapshot === oldest) {
      choices.push({ snapshot, isOldest: true });
    }
    lastPeriod = period;
  }
  return choices;
}
