import { capitalized } from '../base/text-ends.ts';
import { readSnapshotsWithStore } from '../keeping/inspect-store.ts';
import { ofAccounts } from '../model/accounts.ts';
import type { KEEP_SETTINGS } from '../model/backup-settings.table.ts';
import type { CalendarSpan } from '../model/calendar-span.ts';
import { Failure } from '../model/failure.ts';
import type { SettingsOf } from '../model/settings.ts';
import { findArchives } from '../vault/find-archives.ts';
import { KEEP_RULE_NAMES, type KeepRuleName } from '../vault/keep-rules.table.ts';
import type { Manifest } from '../vault/manifest.ts';
import { planRemoval } from '../vault/plan-named-removal.ts';
import { type GroupRetention, planRetention } from '../vault/plan-retention.ts';
import { DEFAULT_MAX_DROP, isEmptyPolicy, type RetentionPolicy } from '../vault/retention-policy.ts';
import type { Vault } from '../vault/vault.ts';

export type KeepSettings = SettingsOf<typeof KEEP_SETTINGS>;

/** The policy of the settings; undefined without any. Fails with `usage` if its rules keep no archives. */
export function requirePolicy(settings: KeepSettings): RetentionPolicy | undefined {
  const counts: Partial<Record<KeepRuleName, number>> = {};
  const within: Partial<Record<KeepRuleName, CalendarSpan>> = {};
  for (const rule of KEEP_RULE_NAMES) {
    const count = settings[`keep${titleOfRule(rule)}` as const];
    const span = rule === 'last' ? settings.keepWithin : settings[`keepWithin${titleOfRule(rule)}` as const];
    if (count !== undefined) {
      counts[rule] = requireCount(`keep${titleOfRule(rule)}`, count);
    }
    if (span !== undefined) {
      within[rule] = requireSpan(`keepWithin${rule === 'last' ? '' : titleOfRule(rule)}`, span);
    }
  }
  if (Object.keys(counts).length + Object.keys(within).length === 0) {
    return undefined;
  }
  const policy = { counts, within, maxDrop: settings.maxDrop ?? DEFAULT_MAX_DROP, groupBy: settings.groupBy };
  if (isEmptyPolicy(policy)) {
    throw new Failure('usage', 'Cannot forget archives: these rules would keep none', {
      hint: 'Give a rule that keeps at least one, such as "keepLast"',
      commandHint: 'Give a rule that keeps at least one, such as --keep-last 1',
    });
  }
  return policy;
}

/** Flags and jobs have counts already; programs may give any number. */
function requireCount(name: string, count: number): number {
  if (count !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(count) && count >= 0)) {
    throw new Failure('usage', `Cannot forget archives: "${name}" must be a whole number, and not ${count}`, {
      hint: 'Give 0 or more',
    });
  }
  return count;
}

/** A program may give a span whose members are all undefined, because a variable was not set. */
function requireSpan(name: string, span: CalendarSpan): CalendarSpan {
  if (!Object.values(span).some((amount) => amount > 0)) {
    throw new Failure('usage', `Cannot forget archives: "${name}" is a span of no time`, {
      hint: 'Give an amount of at least one unit, such as { days: 90 }',
      commandHint: 'Give an amount such as 90d',
    });
  }
  return span;
}

/** Converts `daily` to `Daily`, as in the names of settings. */
function titleOfRule<Rule extends KeepRuleName>(rule: Rule): Capitalize<Rule> {
  return capitalized(rule) as Capitalize<Rule>; // What `Capitalize` means.
}

interface ForgetOrder {
  readonly vault: Vault;
  /** Ids or file names of archives, in place of rules. */
  readonly names: readonly string[];
  readonly settings: KeepSettings & { readonly account?: readonly string[] };
  readonly nowMs: number;
}

/** What to keep and to forget of a vault: by rules, or all archives that are named. Fails with `usage` for both or neither. */
export async function planForgetting({
  vault,
  names,
  settings,
  nowMs,
}: ForgetOrder): Promise<readonly GroupRetention[]> {
  const policy = requirePolicy(settings);
  if (names.length > 0 === (policy !== undefined)) {
    const found =
      policy === undefined ? 'neither archives nor rules were named' : 'both archives and rules were named';
    throw new Failure('usage', `Cannot choose what to forget: ${found}`, {
      hint: 'Name archives, or give rules such as "keepDaily"',
      commandHint: 'Name archives, or give rules such as --keep-daily 7',
    });
  }
  const snapshots = archivesOf(settings, await readSnapshotsWithStore(vault));
  if (policy === undefined) {
    const named = findArchives(archivesOf(settings, await vault.manifests()), names);
    const { maxDrop = DEFAULT_MAX_DROP, groupBy } = settings;
    return planRemoval(snapshots, { named: new Set(named.map(({ archive }) => archive)), maxDrop, groupBy });
  }
  return planRetention(snapshots, policy, nowMs);
}

/** Those archives that belong to the named accounts; all without names. Fails with `absent` if an account has none. */
export function archivesOf<Archive extends Pick<Manifest, 'account'>>(
  { account: accounts }: { readonly account?: readonly string[] },
  archives: readonly Archive[],
): readonly Archive[] {
  return accounts === undefined ? archives : ofAccounts(archives, accounts, 'the vault has archives');
}
