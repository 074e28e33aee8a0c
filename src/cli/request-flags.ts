import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import type { RequestWish } from '../backup/index.ts';
import { definedMembers, Failure, fileFailure } from '../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationSwitch, parseRepositoryName } from '../model/index.ts';
import type { Context } from './context.ts';
import { addFlag, gatherNames } from './flags.ts';
import { addSelectionFlags, readSelection, type SelectionFlags } from './selection-flags.ts';

/** The flags of a start body (specification 4.5), each a field of it. */
export type RequestFlags = Readonly<Partial<Record<MigrationSwitch, boolean>>> &
  SelectionFlags & {
    readonly repository?: readonly string[];
    readonly repositoriesFrom?: string;
    readonly exclude?: readonly 'repositories'[];
  };

const SWITCH_WORDS = {
  lockRepositories: 'lock the repositories, so that they cannot be used until they are unlocked',
  excludeMetadata: 'export only git data',
  excludeGitData: 'leave out git data',
  excludeAttachments: 'leave out attached files',
  excludeReleases: 'leave out releases and their files',
  excludeOwnerProjects: 'leave out the projects of the owner',
  orgMetadataOnly: 'export only the metadata of the organization',
} as const satisfies Record<MigrationSwitch, string>;

/** Adds a flag for every field of the start body. */
export function addRequestFlags(command: Command): void {
  addFlag(command, '--repository <owner/name...>', 'repositories to export (default: all of the account)', {
    parse: gatherNames,
  });
  addFlag(
    command,
    '--repositories-from <file>',
    'a file with one OWNER/NAME per line, or - for standard input',
  );
  addSelectionFlags(command);
  for (const [name, words] of Object.entries(SWITCH_WORDS)) {
    const field = MIGRATION_SWITCHES[name as MigrationSwitch]; // Keys of the table above.
    addFlag(command, `--${field.replaceAll('_', '-')}`, words);
  }
  addFlag(command, '--exclude <attribute...>', 'leave an attribute out of the response', {
    choices: ['repositories'],
  });
}

/** The request that the flags ask for; its repositories are undefined where all of the account are meant. */
export async function readRequest(flags: RequestFlags, context: Context): Promise<RequestWish> {
  const switches = Object.keys(MIGRATION_SWITCHES).filter((name) => flags[name as MigrationSwitch] === true);
  requireAlone(switches, flags);
  const named = [...(flags.repository ?? []), ...(await readNames(flags.repositoriesFrom, context))];
  const selection = readSelection(flags, named.length > 0 || flags.orgMetadataOnly === true);
  return {
    ...Object.fromEntries(switches.map((name) => [name, true])),
    ...definedMembers({ exclude: flags.exclude, selection }),
    repositories: named.length > 0 ? named.map(parseRepositoryName) : undefined,
  };
}

/** With `org_metadata_only` the repositories are `[]` and other switches are ignored (specification 4.5): better refused. */
function requireAlone(switches: readonly string[], flags: RequestFlags): void {
  const hasOthers =
    switches.length > 1 || flags.repository !== undefined || flags.repositoriesFrom !== undefined;
  if (flags.orgMetadataOnly === true && hasOthers) {
    throw new Failure('usage', 'Cannot combine --org-metadata-only with repositories or other switches', {
      hint: 'Leave the others out: it exports only the metadata of the organization',
    });
  }
}

async function readNames(path: string | undefined, context: Context): Promise<readonly string[]> {
  if (path === undefined) {
    return [];
  }
  let content: string;
  try {
    content = path === '-' ? await text(context.stdin) : await readFile(path, 'utf8');
  } catch (error) {
    throw fileFailure(error, 'read the repositories from', path);
  }
  const names = content
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
  if (names.length === 0) {
    throw new Failure('usage', `Cannot read the repositories from "${path}": it contains none`);
  }
  return names;
}
