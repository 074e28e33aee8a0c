import { CommanderError } from 'commander';
import { capitalized } from '../base/text-ends.ts';
import { EXIT_CODES } from '../model/exit-codes.table.ts';
import { exitOf, failureOf, messageOf } from '../model/failure.ts';
import { FAILURES } from '../model/failures.table.ts';
import type { Context } from './context.ts';
import { safeJson } from './output/json-names.ts';
import { wrapText } from './render/wrap-text.ts';

interface FailureOutput {
  /** Also print the failure as JSON on stdout. */
  readonly json: boolean;
  /** Also print the stack trace. */
  readonly debug: boolean;
  /** The command to name in the hint on a usage error. */
  readonly command: string;
  /** The hint if an argument is missing; by default the help of the command. */
  readonly argumentHint?: string | undefined;
}

/**
 * Prints one sentence for anything that a command threw, and returns the exit status. With `--json`, the last line on
 * stdout is an `exit_error` object.
 */
export function exitStatusOf(error: unknown, context: Context, output: FailureOutput): number {
  if (error instanceof CommanderError) {
    return reportUsage(error, context, output);
  }
  const failure = failureOf(error, context.signal);
  const { code, details } = failure;
  const message = messageOf(failure);
  const exitStatus = EXIT_CODES[exitOf(failure)].status;
  const hint = failure.commandHint === FAILURES.usage.commandHint ? helpHint(output) : failure.commandHint;
  if (output.json) {
    writeExitError(context, { code, exit_status: exitStatus, message, hint, details });
  }
  const sentences = `satchel: ${sentenceOf(message)} ${sentenceOf(hint)}\n`;
  context.stderr.write(wrapText(sentences, context.stderr));
  if (output.debug) {
    context.stderr.write(`${stackOf(error)}\n`);
  }
  return exitStatus;
}

function helpHint({ command }: FailureOutput): string {
  return `See "${command} --help"`;
}

/** Help and version are not errors; commander has already printed the help of a command without its subcommand. */
function reportUsage(error: CommanderError, context: Context, output: FailureOutput): number {
  if (error.exitCode === 0) {
    return EXIT_CODES.done.status;
  }
  const { status } = EXIT_CODES.usage;
  const isHelp = error.code === 'commander.help';
  const message = isHelp ? 'A subcommand is missing' : usageSentence(error.message);
  const isArgument = error.code === 'commander.missingArgument';
  const hint = (isArgument ? output.argumentHint : undefined) ?? helpHint(output);
  if (output.json) {
    writeExitError(context, { code: 'usage', exit_status: status, message, hint });
  }
  if (!isHelp) {
    context.stderr.write(wrapText(`satchel: ${sentenceOf(message)} ${hint}.\n`, context.stderr));
  }
  return status;
}

function writeExitError(context: Context, fields: object): void {
  context.stdout.write(`${safeJson({ message_type: 'exit_error', ...fields })}\n`);
}

function sentenceOf(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const cause = error.cause === undefined ? '' : `\nCaused by: ${stackOf(error.cause)}`;
  return `${error.stack ?? error.message}${cause}`;
}

/** Usage errors of commander (14), and our wording for them. The text after the match is the reason. */
const SENTENCES: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  [
    /^option '(.+?)' argument '(.*)' is invalid\.\s*/s,
    (flag, value) => `Cannot set ${longOf(flag)} to "${value}": `,
  ],
  [
    /^option '(.+?)' value '(.*)' from env '(\w+)' is invalid\.\s*/s,
    (flag, value, variable) => `Cannot set ${longOf(flag)} to "${value}", as ${variable} says: `,
  ],
  [
    /^command-argument value '(.*)' is invalid for argument '([^']*)'\.\s*/s,
    (value, name) => `Cannot read <${name}> "${value}": `,
  ],
  [/^option '(.+?)' argument missing$/, (flag) => `${longOf(flag)} needs a value: ${flag}`],
  [/^required option '(.+?)' not specified$/, (flag) => `${longOf(flag)} is missing: ${flag}`],
  [/^missing required argument '(.+)'$/, (name) => `The argument <${name}> is missing`],
  [
    /^unknown (option|command) '(.*)'/s,
    (what, name) => `There is no ${what === 'option' ? 'flag' : what} "${name}"`,
  ],
  [
    /^too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)(?:: .*)?\.$/s,
    (command, expected, got) =>
      `"${command}" takes ${expected === '0' ? 'no' : expected} argument${expected === '1' ? '' : 's'}, but ${got} ${got === '1' ? 'was' : 'were'} given`,
  ],
];

/** Rewords a usage error of commander; without a reason, the sentence does not end in a period. */
function usageSentence(message: string): string {
  const [said = '', guess] = message.replace(/^error: /, '').split(/\n\((Did you mean .*)\)$/s);
  const [pattern, put] = SENTENCES.find(([one]) => one.test(said)) ?? [/^/, () => ''];
  const start = put(...(pattern.exec(said)?.slice(1) ?? []));
  const reason = said.replace(pattern, '').replace(/^Allowed choices are /, 'It must be one of ');
  const sentence =
    start === '' ? capitalized(reason) : `${start}${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
  return guess === undefined ? sentence : `${sentence}. ${guess}`;
}

/** The long name: `--dry-run` for `-n, --dry-run`, `--limit` for `--limit <count>`. */
function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
