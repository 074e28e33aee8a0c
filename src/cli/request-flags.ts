import type { Command } from 'commander';
import { MIGRATION_SWITCHES, type MigrationSwitch } from '../model/index.ts';
import { addFlag, gatherNames } from './flags.ts';
import { addSelectionFlags } from './selection-flags.ts';

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
