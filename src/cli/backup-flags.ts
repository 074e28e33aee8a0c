import { type Command, InvalidArgumentError } from 'commander';
import { MIGRATION_SWITCHES, type MigrationSwitch } from '../model/index.ts';
import { addFlag, gatherNames, parseByteCount, parseCount, parseMigrationId, parseSpan } from './flags.ts';
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

export function addLimitRateFlag(command: Command): void {
  addFlag(command, '--limit-rate <size>', 'limit on the download speed per second, such as 2MiB', {
    parse: parseRate,
  });
}

/** Adds the flags that configure a backup. */
export function addBackupFlags(command: Command): void {
  addFlag(command, '--no-git', 'do not keep git repositories next to the store; the archive still has them');
  addFlag(command, '--fresh', 'start a new migration, even if an earlier run or somebody else started one');
  addFlag(command, '--migration <id>', 'back up from this existing migration', {
    parse: parseMigrationId,
  });
  addFlag(command, '--split <number>', 'maximum number of repositories in one migration (default: all)', {
    parse: parseCount,
  });
  addFlag(command, '--at-once <number>', 'migrations and downloads to run at the same time (default: 1)', {
    parse: parseCount,
  });
  addLimitRateFlag(command);
  addFlag(command, '--delete-archive', 'delete the archive at the service once our copy is verified');
  addFlag(command, '--skip-if-younger <span>', 'do nothing if the last good backup is younger than this', {
    parse: parseSpan,
  });
}

function parseRate(text: string): number {
  const bytesPerSecond = parseByteCount(text);
  if (bytesPerSecond === 0) {
    throw new InvalidArgumentError('It must be greater than 0.');
  }
  return bytesPerSecond;
}

/** Flags shared by all commands that wait for a migration. */
export interface WaitFlags {
  readonly pollInterval?: number;
  readonly timeout?: number;
}

/** Adds the flags for polling and its deadline. */
export function addWaitFlags(command: Command): void {
  addFlag(
    command,
    '--poll-interval <span>',
    'polling interval (default: 1s, then 1.5 times longer each time, up to 60s, minus up to a quarter at random)',
    {
      parse: parseSpan,
    },
  );
  addFlag(
    command,
    '--timeout <span>',
    'give up after this long: with exit code 8 if the migration is still pending, with 5 if the service does not answer; a download may take longer, as long as bytes arrive (default: never)',
    {
      parse: parseSpan,
    },
  );
}

/** Adds a flag for each field of the request that starts a migration. */
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
    const field = MIGRATION_SWITCHES[name as MigrationSwitch]; // The names are the keys of MIGRATION_SWITCHES.
    addFlag(command, `--${field.replaceAll('_', '-')}`, words);
  }
  addFlag(command, '--exclude <attribute...>', 'leave an attribute out of the response', {
    choices: ['repositories'],
  });
}
