import { type Command, InvalidArgumentError, Option } from 'commander';
import { pathFromHome } from '../../base/user-directories.ts';
import type { Context } from '../context.ts';

/**
 * Flags with the same meaning in all commands, so that one variable without a command's name can set them. All other
 * flags only have the variable of their command: the same span may be sensible for one command and absurd for another.
 */
export const SHARED_FLAGS = {
  '--token-file': 'the file that holds the token of the service',
  '--app-id': 'the id of a GitHub App to call as',
  '--app-key-file': 'the file that holds the private key of the GitHub App',
  '--base-url': 'the address of the API',
  '--dialect': 'variant of the API',
  '--org': 'the organization to use',
  '--ca-file': 'additional certificates to trust',
  '--vault': 'the vault',
  '--db': 'the store',
  '--identity-file': 'the file that holds the age secret key',
  '--config': 'the configuration',
  '--json': 'machine-readable output on stdout',
  '--quiet': 'print no progress and no notes',
  '--debug': 'print the stack trace of a failure',
} as const satisfies Readonly<Record<`--${string}`, string>>;

/** Variables without a flag, because all users of the machine can see the secrets on a command line. */
export const OTHER_VARIABLES = {
  SATCHEL_TOKEN: 'the token of the service',
  SATCHEL_CLIENT_SECRET: 'the secret of the OAuth app that `--client-id` names',
  SATCHEL_PAGER: 'the program to read long texts with, instead of `PAGER`',
} as const;

/** Variables of other programs that Satchel reads. */
export const FOREIGN_VARIABLES = {
  'GH_TOKEN, GITHUB_TOKEN': 'the token, for github.com and hosts below ghe.com only',
  'GH_ENTERPRISE_TOKEN, GITHUB_ENTERPRISE_TOKEN': 'the token, for the host in `GH_HOST` only',
  'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE': 'switch colours off or on; `--color` takes precedence',
  PAGER: 'the program that shows long texts on a terminal',
  'HTTPS_PROXY, HTTP_PROXY, ALL_PROXY, NO_PROXY': 'the proxy for connections to the service',
  'XDG_CONFIG_HOME, XDG_DATA_HOME': 'where the configuration and stores are kept',
  'XDG_STATE_HOME, XDG_CACHE_HOME': 'where the state and the cache are kept',
} as const;

/** A flag that variables can set. */
export class Flag extends Option {
  /** The variables in order of precedence. */
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

/** The variables of a flag in order of precedence. */
export function variablesOf(option: Option): readonly string[] {
  return option instanceof Flag ? option.variables : [];
}

/** Values of a switch's variable that leave it off. */
const OFF: ReadonlySet<string> = new Set(['', '0', 'false', 'no', 'off']);

/** Values that enable a flag with an optional value: `SATCHEL_JSON=1`. */
const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);

export function isSwitchedOn(env: Context['env'], variable: string): boolean {
  const value = env[variable];
  return value !== undefined && !OFF.has(value.trim().toLowerCase());
}

/** Sets flags from environment variables. Arguments override variables, and variables override defaults. */
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

/** Variables that say something when they are empty: no pager, and no options for it. */
const SAID_BY_NOTHING: ReadonlySet<string> = new Set(['SATCHEL_PAGER', 'PAGER', 'LESS']);

/** The environment as all commands read it: what is empty is not set, and our own variables may begin with `~` or `$HOME`. */
export function readVariables(env: Context['env']): Context['env'] {
  const set = Object.entries(env).filter(
    ([name, value = '']) => value.trim() !== '' || SAID_BY_NOTHING.has(name),
  );
  return Object.fromEntries(
    set.map(([name, value = '']) => [name, name.startsWith('SATCHEL_') ? pathFromHome(value, env) : value]),
  );
}

/** The name without dashes, including the `no-` of negated flags. */
function longNameOf(option: Option): string {
  return (option.long ?? '').replace(/^--/, '');
}

/** The words of a command, without the program's name. */
export function pathOf(command: Command): readonly string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

function variableName(words: readonly string[]): string {
  return ['satchel', ...words].join('_').replaceAll('-', '_').toUpperCase();
}
