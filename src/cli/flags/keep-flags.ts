import { type Command, InvalidArgumentError } from 'commander';
import {
  type CalendarSpan,
  DEFAULT_MAX_DROP,
  GROUP_MEMBERS,
  type GroupMember,
  KEEP_RULE_NAMES,
  KEEP_RULES,
  parseCalendarSpan,
} from '../../vault/index.ts';
import { type AddFlag, flagsOf, gatherNames, parseWholeNumber } from './flags.ts';

/** Adds a flag for each retention rule, with the names that restic uses. */
export function addKeepFlags(command: Command): void {
  const add = flagsOf(command, 'retention');
  for (const rule of KEEP_RULE_NAMES) {
    const { noun } = KEEP_RULES[rule];
    const words =
      rule === 'last'
        ? 'keep the last N verified archives'
        : `keep the newest verified archive of each of the last N ${noun}s that have one`;
    add(`--keep-${rule} <number>`, `${words}, or "unlimited"`, { parse: parseCount });
  }
  for (const rule of KEEP_RULE_NAMES) {
    const { noun } = KEEP_RULES[rule];
    const [suffix, words] =
      rule === 'last'
        ? ['', 'all verified archives']
        : [`-${rule}`, `the newest verified archive of each ${noun}`];
    add(`--keep-within${suffix} <span>`, `keep ${words} within a span before the newest: 1y6m, 90d, 36h`, {
      parse: parseKeepSpan,
    });
  }
  add(
    '--group-by <members>',
    'apply the rules to archives that have these in common (default: account,selection,exclusions)',
    { parse: parseGroupMembers },
  );
  addMaxDropFlag(add, 'remove nothing of a group whose newest archive shrank by more than this');
}

/** Adds the threshold for a suspicious drop; `words` describe its effect. */
export function addMaxDropFlag(add: AddFlag, words: string): void {
  add('--max-drop <percent>', `${words} (default: ${100 * DEFAULT_MAX_DROP}%)`, {
    parse: parsePercent,
  });
}

function parseCount(text: string): number {
  return text === 'unlimited' ? Number.POSITIVE_INFINITY : parseWholeNumber(text);
}

/** The account is always among them. */
function parseGroupMembers(text: string, previous: readonly GroupMember[] = []): readonly GroupMember[] {
  const names = text === '' ? ['account'] : gatherNames(text, undefined);
  const members = names.map((name) => {
    const known = GROUP_MEMBERS.find((member) => member === name);
    if (known === undefined) {
      throw new InvalidArgumentError(`It must be one or more of ${GROUP_MEMBERS.join(', ')}.`);
    }
    return known;
  });
  return [...previous, ...members];
}

function parseKeepSpan(text: string): CalendarSpan {
  const span = parseCalendarSpan(text);
  if (span === undefined) {
    throw new InvalidArgumentError(
      'It must be a span such as 1y6m, 90d or 36h (years, months, weeks, days, hours).',
    );
  }
  return span;
}

/** Parses `20%` or `20` as 0.2. */
function parsePercent(text: string): number {
  const match = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text.trim());
  const percent = Number(match?.[1] ?? Number.NaN);
  if (Number.isNaN(percent) || percent > 100) {
    throw new InvalidArgumentError('It must be a share from 0% to 100%.');
  }
  return percent / 100;
}
