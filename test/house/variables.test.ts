import { beforeAll, describe, expect, it } from 'vitest';
import {
  OTHER_VARIABLES,
  SHARED_FLAGS,
  sharedVariableOf,
  variablesOf,
} from '../../src/cli/flags/variables.ts';
import { createCommandContext } from '../cli/support/recorded-context.ts';
import { everyCommand } from './docs-commands.ts';

interface Reader {
  readonly variable: string;
  readonly flag: string;
  readonly words: string;
  readonly command: string;
}

const SHARED = new Map(Object.keys(SHARED_FLAGS).map((flag) => [sharedVariableOf(flag), flag]));

let readers: readonly Reader[];

beforeAll(async () => {
  const commands = await everyCommand(createCommandContext());
  readers = commands.flatMap((command) =>
    command.options.flatMap((option) =>
      variablesOf(option).map((variable) => ({
        variable,
        flag: option.flags,
        words: option.description.replace(/ \(default.*/, ''),
        command: `${command.parent?.parent == null ? '' : `${command.parent.name()} `}${command.name()}`,
      })),
    ),
  );
});

function readersOf(variable: string): readonly Reader[] {
  return readers.filter((reader) => reader.variable === variable);
}

describe('variables of the environment', () => {
  it('belong to one flag of one command, or to a short list', () => {
    const names = new Set(readers.map(({ variable }) => variable));
    const several = [...names].filter((variable) => readersOf(variable).length > 1);
    expect(several.filter((variable) => !SHARED.has(variable))).toEqual([]);
    expect([...SHARED.keys(), ...Object.keys(OTHER_VARIABLES)].length).toBeLessThanOrEqual(17);
    expect(Object.keys(OTHER_VARIABLES).filter((variable) => names.has(variable))).toEqual([]);
  });

  it('that several commands share mean the same to each of them', () => {
    const meanings = [...SHARED.keys()].map((variable) => [
      variable,
      [...new Set(readersOf(variable).map(({ flag, words }) => `${flag}: ${words}`))].sort(),
    ]);
    expect(Object.fromEntries(meanings)).toMatchInlineSnapshot(`
      {
        "SATCHEL_APP_ID": [
          "--app-id <id>: call as a GitHub App, for budgets and alerts; migrations do not accept it",
        ],
        "SATCHEL_APP_KEY_FILE": [
          "--app-key-file <file>: file that holds the private key of the GitHub App",
        ],
        "SATCHEL_BASE_URL": [
          "--base-url <url>: address of the API",
        ],
        "SATCHEL_CA_FILE": [
          "--ca-file <file>: also trust the certificates in this PEM file",
        ],
        "SATCHEL_CONFIG": [
          "--config <file>: the configuration",
          "--config <file>: where to write it",
        ],
        "SATCHEL_DB": [
          "--db <file>: the store",
        ],
        "SATCHEL_DEBUG": [
          "--debug: print the stack trace of a failure",
        ],
        "SATCHEL_DIALECT": [
          "--dialect <name>: variant of the API",
        ],
        "SATCHEL_IDENTITY_FILE": [
          "--identity-file <file...>: age secret key, to read encrypted archives",
        ],
        "SATCHEL_JSON": [
          "--json [fields]: write JSON; optionally only these fields",
          "--json: machine-readable output on stdout",
        ],
        "SATCHEL_ORG": [
          "--org <name>: back up an organization instead of your own account",
          "--org <name>: use an organization instead of your own account",
        ],
        "SATCHEL_QUIET": [
          "--quiet: print no progress and no notes",
        ],
        "SATCHEL_TOKEN_FILE": [
          "--token-file <file>: file that holds a classic personal access token",
        ],
        "SATCHEL_VAULT": [
          "--vault <dir>: the vault whose store to use: a directory or s3://BUCKET/PREFIX",
          "--vault <dir>: the vault, a directory or s3://BUCKET/PREFIX, created if it does not exist",
          "--vault <dir>: the vault: a directory or s3://BUCKET/PREFIX",
        ],
      }
    `);
  });

  it('keep the token of the service separate from other tokens', () => {
    const commands = readersOf('SATCHEL_TOKEN_FILE').map(({ command }) => command);
    expect(commands).toContain('backup');
    expect(commands).not.toContain('browse');
    expect(readersOf('SATCHEL_BROWSE_PASSWORD_FILE')).toHaveLength(1);
    expect(readersOf('SATCHEL_VAULT').map(({ command }) => command)).not.toContain('demo');
  });
});
