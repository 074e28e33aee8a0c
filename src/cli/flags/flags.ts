import { type Command, InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../../base/durations.ts';
import { parseTimestamp } from '../../base/run-id.ts';
import { parseSize } from '../../base/sizes.ts';
import { type MigrationId, readMigrationId } from '../../model/migrations.ts';
import { COLOR_CHOICES } from '../context.ts';
import { DocumentedCommand } from '../help/documented-command.ts';
import { type FlagGroup, headingOf } from '../help/help-topics.table.ts';
import { Flag, ownVariableOf, SHARED_FLAGS, sharedVariableOf } from './variables.ts';

export interface FlagOptions<Value> {
  parse?(text: string, previous: Value | undefined): Value;
  readonly choices?: readonly string[];
  readonly default?: Value;
  readonly defaultText?: string;
  /** The flag has the name of a shared flag but another meaning, so only the variable of its own command sets it. */
  readonly isOwn?: boolean;
}

/**
 * Adds a flag with its environment variable: `--timeout` of `satchel query` reads `SATCHEL_QUERY_TIMEOUT`. A shared
 * flag also reads the variable without a command's name: `--base-url` reads `SATCHEL_BASE_URL`.
 */
export function addFlag<Value = string>(
  command: Command,
  spelling: string,
  description: string,
  options: FlagOptions<Value> = {},
): Command {
  const option = new Flag(spelling, description);
  if (options.choices !== undefined) {
    option.choices(options.choices);
  }
  if (options.parse !== undefined) {
    option.argParser(options.parse);
  }
  if (options.default !== undefined) {
    option.default(options.default, options.defaultText);
  }
  const isShared = options.isOwn !== true && Object.hasOwn(SHARED_FLAGS, option.long ?? '');
  const shared = isShared ? [sharedVariableOf(option.long ?? '')] : [];
  option.variables = [...new Set([ownVariableOf(command, option), ...shared])];
  return command.addOption(option);
}

export type AddFlag = <Value = string>(
  spelling: string,
  description: string,
  options?: FlagOptions<Value>,
) => void;

/** Returns a function that adds flags to a group, or to the command's own flags. */
export function flagsOf(command: Command, group?: FlagGroup): AddFlag {
  return (spelling, description, options) => {
    addFlag(command, spelling, description, options);
    if (group !== undefined) {
      command.options.at(-1)?.helpGroup(headingOf(group));
    }
  };
}

export const JSON_WORDS = 'machine-readable output on stdout';

/** Flags that every command has. */
export interface CommonFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export function addCommonFlags(command: Command): Command {
  const addFormatting = flagsOf(command, 'formatting');
  const addMessages = flagsOf(command, 'messages');
  if (!command.options.some(({ long }) => long === '--json')) {
    // Lists define their own, which accepts names of fields.
    addFormatting('--json', JSON_WORDS);
  }
  addFormatting('-q, --jq <expression>', 'filter the JSON with a jq expression');
  addFormatting('--color <when>', 'when to use colours', { choices: COLOR_CHOICES, default: 'auto' });
  addMessages('--quiet', 'print no progress and no notes');
  addMessages('--debug', 'print the stack trace of a failure');
  command.addHelpOption(new Option('-h, --help', 'show this help').helpGroup(headingOf('messages')));
  return command;
}

export function addHelpEnd(command: Command, examples: readonly string[]): Command {
  if (command instanceof DocumentedCommand) {
    command.examples = examples;
  }
  return command;
}

/** Has the help of a command describe flags of groups among its own, because they are what people ask it for most. */
export function describeFirst(command: Command, flags: readonly `--${string}`[]): void {
  if (command instanceof DocumentedCommand) {
    command.describedFirst = new Set(flags);
  }
}

/** Appends a paragraph to the help of a command, above its examples. */
export function addHelpNote(command: Command, note: string): void {
  if (command instanceof DocumentedCommand) {
    command.notes = [...command.notes, note];
  }
}

export function parseWholeNumber(text: string): number {
  return parseNumberIn(text, [0, Number.MAX_SAFE_INTEGER]);
}

/** Parses a count of at least 1. */
export function parseCount(text: string): number {
  return parseNumberIn(text, [1, Number.MAX_SAFE_INTEGER]);
}

/** What `--pseudonyms` does. */
export const PSEUDONYMS_WORDS =
  'give people other names, new ones for each copy, and leave out mail addresses, uploads and git data';

export const PORT_WORDS =
  'port to listen on; 0 picks a free one (default: 7282, or the next one that is free)';

/** Parses a TCP port; 0 means any free port. */
export function parsePort(text: string): number {
  return parseNumberIn(text, [0, 65_535]);
}

/** Parses a whole number in a range, bounds included. */
export function parseNumberIn(text: string, [least, most]: readonly [least: number, most: number]): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) {
    return number;
  }
  const range =
    most < Number.MAX_SAFE_INTEGER ? ` from ${least} to ${most}` : least > 0 ? `, ${least} or more` : '';
  throw new InvalidArgumentError(`It must be a whole number${range}.`);
}

/** A hundred years: sums with longer spans exceed the range of Date. */
const MAX_SPAN_MS = 36_500 * 86_400_000;

/** The years that ISO 8601 can write with four digits, and whose times are not negative in a tar. */
const FIRST_TIME_MS = 0;
const END_OF_TIMES_MS = Date.UTC(10_000, 0);

export function parseMigrationId(text: string): MigrationId {
  const id = readMigrationId(text);
  if (id === undefined) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return id;
}

/** Parses a time span such as `30s` or `2h` to milliseconds. */
export function parseSpan(text: string): number {
  const durationMs = parseDuration(text);
  if (durationMs === undefined || durationMs > MAX_SPAN_MS) {
    throw new InvalidArgumentError('It must be a time span such as 30s, 5m, 2h or 7d, 36500d at most.');
  }
  return durationMs;
}

/** Parses a byte count such as `64KiB` or `2G`. */
export function parseByteCount(text: string): number {
  const sizeBytes = parseSize(text);
  if (sizeBytes === undefined) {
    throw new InvalidArgumentError('It must be a size such as 1500, 64KiB or 2G.');
  }
  return sizeBytes;
}

/** Parses an ISO 8601 date or time to milliseconds since the epoch. */
export function parseTime(text: string): number {
  const timeMs = parseTimestamp(text);
  if (!(timeMs >= FIRST_TIME_MS && timeMs < END_OF_TIMES_MS)) {
    throw new InvalidArgumentError('It must be a date or time such as 2026-06-01 or 2026-06-01T12:00:00Z.');
  }
  return timeMs;
}

/** A date without a time. */
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The largest offset of a time zone ahead of UTC. */
const FIRST_ZONE_MS = 14 * 3_600_000;

/** A time that is this little ahead means now: clocks differ. */
const NOW_MS = 3_600_000;

/**
 * Parses a date or time in the past. Future times are rejected, because an archive with one would remain the newest for
 * good. A date that has begun only in a time zone ahead of UTC means now.
 */
export function parsePastTime(text: string, nowMs: number): number {
  const timeMs = parseTime(text);
  const earliestMs = DATE.test(text) ? timeMs - FIRST_ZONE_MS : timeMs;
  if (!(earliestMs <= nowMs + NOW_MS)) {
    throw new InvalidArgumentError(
      `It must be in the past, and this machine's clock says ${new Date(nowMs).toISOString()}: correct the clock if it is slow.`,
    );
  }
  return Math.min(timeMs, nowMs);
}

/**
 * Collects the values of a flag that may be repeated or contain several values, separated by spaces or commas. A text
 * without any is refused: it is usually a variable of a script that is not set, and the flag would have no effect.
 */
export function gatherNames(text: string, previous: readonly string[] | undefined): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.length === 0) {
    throw new InvalidArgumentError('It must not be empty.');
  }
  return [...(previous ?? []), ...names];
}

/** Paths may contain spaces and commas. */
export function gatherPaths(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}
