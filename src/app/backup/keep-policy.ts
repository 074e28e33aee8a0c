import { capitalized } from '../../base/index.ts';
import { Failure } from '../../model/index.ts';
import {
  type CalendarSpan,
  DEFAULT_MAX_DROP,
  type GroupMember,
  isEmptyPolicy,
  KEEP_RULE_NAMES,
  type KeepRuleName,
  type RetentionPolicy,
} from '../../vault/index.ts';

type RuleTitle = Capitalize<KeepRuleName>;

/** Which archives to keep: `keepDaily`, `keepWithin`, `keepWithinDaily` and so on. */
export type KeepSettings = Readonly<Partial<Record<`keep${RuleTitle}`, number>>> &
  Readonly<Partial<Record<'keepWithin' | `keepWithin${RuleTitle}`, CalendarSpan>>> & {
    /** The tolerated decrease from one archive to the next, from 0 to 1. */
    readonly maxDrop?: number;
    /** What archives that replace each other have in common. */
    readonly groupBy?: readonly GroupMember[];
  };

/** The policy of the settings; undefined without any. Fails with `usage` if its rules keep no archives. */
export function requirePolicy(settings: KeepSettings): RetentionPolicy | undefined {
  const counts: Partial<Record<KeepRuleName, number>> = {};
  const within: Partial<Record<KeepRuleName, CalendarSpan>> = {};
  for (const rule of KEEP_RULE_NAMES) {
    const title = titleOfRule(rule);
    const count = settings[`keep${title}` as const];
    const span = settings[rule === 'last' ? 'keepWithin' : (`keepWithin${title}` as const)];
    if (count !== undefined) {
      counts[rule] = count;
    }
    if (span !== undefined) {
      within[rule] = span;
    }
  }
  if (Object.keys(counts).length + Object.keys(within).length === 0) {
    return undefined;
  }
  const policy = { counts, within, maxDrop: settings.maxDrop ?? DEFAULT_MAX_DROP, groupBy: settings.groupBy };
  if (isEmptyPolicy(policy)) {
    throw new Failure('usage', 'Cannot forget archives: these rules would keep none', {
      hint: 'Give a rule that keeps at least one, such as --keep-last 1',
    });
  }
  return policy;
}

/** Converts `daily` to `Daily`, as in the names of settings. */
export function titleOfRule(rule: KeepRuleName): RuleTitle {
  return capitalized(rule) as RuleTitle; // What `Capitalize` means.
}
