import { capitalized, Failure } from '../../base/index.ts';
import type { CalendarSpan, KEEP_SETTINGS, SettingsOf } from '../../model/index.ts';
import {
  DEFAULT_MAX_DROP,
  isEmptyPolicy,
  KEEP_RULE_NAMES,
  type KeepRuleName,
  type RetentionPolicy,
} from '../../vault/index.ts';

/** Which archives to keep. */
type KeepSettings = SettingsOf<typeof KEEP_SETTINGS>;

/** The policy of the settings; undefined without any. Fails with `usage` if its rules keep no archives. */
export function requirePolicy(settings: KeepSettings): RetentionPolicy | undefined {
  const counts: Partial<Record<KeepRuleName, number>> = {};
  const within: Partial<Record<KeepRuleName, CalendarSpan>> = {};
  for (const rule of KEEP_RULE_NAMES) {
    const count = settings[`keep${titleOfRule(rule)}` as const];
    const span = rule === 'last' ? settings.keepWithin : settings[`keepWithin${titleOfRule(rule)}` as const];
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
function titleOfRule<Rule extends KeepRuleName>(rule: Rule): Capitalize<Rule> {
  return capitalized(rule) as Capitalize<Rule>; // What `Capitalize` means.
}
