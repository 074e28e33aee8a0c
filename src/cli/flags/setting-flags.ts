import { type Command, InvalidArgumentError } from 'commander';
import { parseDuration } from '../../base/durations.ts';
import { parseTimestamp } from '../../base/run-id.ts';
import { snakeCased } from '../../base/text-ends.ts';
import { type CalendarSpan, parseCalendarSpan } from '../../model/calendar-span.ts';
import type { Setting, SettingKind, SettingTable } from '../../model/settings.ts';
import {
  type FlagOptions,
  flagsOf,
  gatherNames,
  gatherPaths,
  parseByteCount,
  parseCount,
  parseMigrationId,
  parseSpan,
  parseWholeNumber,
} from './flags.ts';

/** How help names the value of a kind, and how it is read from an argument. */
interface ArgumentOfKind {
  readonly value: string;
  readonly parse?: (text: string, previous: never) => unknown;
}

const ARGUMENTS: Readonly<Record<Exclude<SettingKind, 'switch'>, ArgumentOfKind>> = {
  text: { value: '<text>' },
  texts: { value: '<text...>', parse: gatherNames },
  path: { value: '<file>' },
  paths: { value: '<file...>', parse: gatherPaths },
  names: { value: '<name...>', parse: gatherNames },
  choice: { value: '<which>' },
  choices: { value: '<which...>' },
  number: { value: '<number>', parse: parseWholeNumber },
  count: { value: '<number>', parse: parseCount },
  keepCount: { value: '<number>', parse: parseKeepCount },
  size: { value: '<size>', parse: parseByteCount },
  rate: { value: '<size>', parse: parseRate },
  span: { value: '<span>', parse: parseSpan },
  calendarSpan: { value: '<span>', parse: parseKeepSpan },
  moment: { value: '<time>', parse: checkMoment },
  percent: { value: '<percent>', parse: parsePercent },
  migrationId: { value: '<id>', parse: parseMigrationId },
};

export function addSettingFlags(command: Command, table: SettingTable): void {
  for (const [name, setting] of Object.entries(table)) {
    const { kind, text, group, value } = setting;
    const long = snakeCased(name).replaceAll('_', '-');
    const spelling =
      kind === 'switch'
        ? `--${setting.default === true ? 'no-' : ''}${long}`
        : `--${long} ${value ?? ARGUMENTS[kind].value}`;
    flagsOf(command, group)(spelling, text, readingOf(setting));
    // commander would set those with "no-" to true, and what no one says must not replace what a job says.
    command.setOptionValueWithSource(name, undefined, 'default');
  }
}

function readingOf({ kind, choices, emptyChoice }: Setting): FlagOptions<unknown> {
  if (choices !== undefined) {
    return kind === 'choice' ? { choices } : { parse: gatherChoices(choices, emptyChoice) };
  }
  const parse = kind === 'switch' ? undefined : ARGUMENTS[kind].parse;
  return parse === undefined ? {} : { parse: (text, previous) => parse(text, previous as never) }; // What it returned.
}

function gatherChoices(choices: readonly string[], emptyChoice: string | undefined) {
  return (text: string, previous: unknown): readonly string[] => {
    const names = text === '' && emptyChoice !== undefined ? [emptyChoice] : gatherNames(text, undefined);
    if (names.some((name) => !choices.includes(name))) {
      throw new InvalidArgumentError(`It must be one or more of ${choices.join(', ')}.`);
    }
    return [...(Array.isArray(previous) ? previous : []), ...names];
  };
}

function parseRate(text: string): number {
  const bytesPerSecond = parseByteCount(text);
  if (bytesPerSecond === 0) {
    throw new InvalidArgumentError('It must be greater than 0.');
  }
  return bytesPerSecond;
}

function parseKeepCount(text: string): number {
  return text === 'unlimited' ? Number.POSITIVE_INFINITY : parseWholeNumber(text);
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

function checkMoment(text: string): string {
  if (parseDuration(text) === undefined && Number.isNaN(parseTimestamp(text))) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31, or a time span such as 90d.');
  }
  return text;
}
