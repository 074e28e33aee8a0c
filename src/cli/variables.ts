import { type Command, Help, InvalidArgumentError, Option } from 'commander';
import type { Context } from './context.ts';

/**
 * The flags that mean the same wherever they are, so that one variable without a command's name serves them all. Every
 * other flag has the variable of its command alone: what is a span of hours to one would be seconds to another.
 */
export const SHARED_FLAGS = {
  '--token-file': 'the file that holds the token of the service',
  '--base-url': 'the address of the API',
  '--dialect': 'variant of the API',
  '--org': 'the organization to use',
  '--ca-file': 'additional certificates to trust',
  '--vault': 'the vault',
  '--db': 'the store',
  '--config': 'the configuration',
  '--json': 'machine-readable output on stdout',
  '--quiet': 'print no progress and no notes',
  '--debug': 'print the stack trace of a failure',
} as const satisfies Readonly<Record<`--${string}`, string>>;

/** Variables that belong to no flag, because a secret on a command line is seen by every user of the machine. */
export const OTHER_VARIABLES = {
  SATCHEL_TOKEN: 'the token of the service',
  SATCHEL_CLIENT_SECRET: 'the secret of the OAuth app that `--client-id` names',
  SATCHEL_PAGER: 'the program to read long texts with, instead of `PAGER`',
} as const;

/** A flag that can be set by variables. */
export class Flag extends Option {
  /** The variables that set it, the one that wins first. */
  variables: readonly string[] = [];
}

/** `--base-url` to `SATCHEL_BASE_URL`. */
export function sharedVariableOf(long: string): string {
  return variableName([long.replace(/^--/, '')]);
}

/** `--timeout` of `satchel export wait` to `SATCHEL_EXPORT_WAIT_TIMEOUT`. */
export function ownVariableOf(command: Command, option: Option): string {
  return variableName([...pathOf(command), longNameOf(option)]);
}

/** The variables of a flag, the one that wins first. */
export function variablesOf(option: Option): readonly string[] {
  return option instanceof Flag ? option.variables : [];
}

/** What a switch's variable may hold that leaves it off. */
const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** Values that switch a flag on whose own value may be left out: `SATCHEL_JSON=1`. */
const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);

/** Whether a variable turns a switch on. */
export function isSwitchedOn(env: Context['env'], variable: string): boolean {
  const value = env[variable];
  return value !== undefined && !OFF.has(value.trim().toLowerCase());
}

/** Sets the flags of a command that have variables in this environment. Arguments win over variables, and variables over defaults. */
export function applyVariables(command: Command, env: Context['env']): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const variable = variablesOf(option).find((candidate) => (env[candidate] ?? '') !== '');
    const source = command.getOptionValueSource(name) ?? 'default';
    if (variable !== undefined && (source === 'default' || source === 'env')) {
      const value = env[variable] ?? '';
      const word = value.trim().toLowerCase();
      if (option.required || (option.optional && !OFF.has(word) && !ON.has(word))) {
        command.setOptionValueWithSource(name, parseVariable(command, option, { variable, value }), 'env');
      } else if (!OFF.has(word)) {
        command.setOptionValueWithSource(name, !option.negate, 'env');
      }
    }
  }
}

function parseVariable(
  command: Command,
  option: Option,
  { variable, value }: { readonly variable: string; readonly value: string },
): unknown {
  try {
    return option.parseArg === undefined
      ? value
      : option.parseArg<unknown>(value, command.getOptionValue(option.attributeName()));
  } catch (error) {
    if (error instanceof InvalidArgumentError) {
      const start = `error: option '${option.flags}' value '${value}' from env '${variable}' is invalid.`;
      command.error(`${start} ${error.message}`, error);
    }
    throw error;
  }
}

/** The description of a flag in the help, with its variable. */
export function describeFlag(option: Option): string {
  const text = new Help().optionDescription(option);
  const variable = variablesOf(option).at(-1);
  if (variable === undefined) {
    return text;
  }
  return text === option.description
    ? `${text} (env: ${variable})`
    : `${text.slice(0, -1)}, env: ${variable})`;
}

/** A sentence for each variable that is set and was a flag's own before variables had names of commands in them. */
export function describeFormerVariables(command: Command, env: Context['env']): readonly string[] {
  if (env['SATCHEL_OCCASION'] !== undefined) {
    return []; // A hook of ours: SATCHEL_JOB and SATCHEL_ACCOUNT tell it something.
  }
  const shared = new Set(Object.keys(SHARED_FLAGS).map(sharedVariableOf));
  return command.options.flatMap((option) => {
    const former = sharedVariableOf(`--${longNameOf(option)}`);
    const own = ownVariableOf(command, option);
    const isSet = (env[former] ?? '') !== '' && env[own] === undefined;
    return isSet && !shared.has(former)
      ? [`${former} is ignored: here the variable of ${option.long ?? ''} is ${own}.`]
      : [];
  });
}

/** The name of the flag without dashes; `no-` stays in front of a switch that takes away. */
function longNameOf(option: Option): string {
  return (option.long ?? '').replace(/^--/, '');
}

/** The words that name a command, without the program's own. */
export function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function variableName(words: readonly string[]): string {
  return ['satchel', ...words].join('_').replaceAll('-', '_').toUpperCase();
}
