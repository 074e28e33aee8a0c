import { type Command, InvalidArgumentError } from 'commander';
import { MIGRATION_SWITCHES, type MigrationSwitch } from '../../model/index.ts';
import {
  addFlag,
  flagsOf,
  gatherNames,
  parseByteCount,
  parseCount,
  parseMigrationId,
  parseSpan,
} from './flags.ts';
import { addSelectionFlags } from './selection-flags.ts';

const SWITCH_WORDS = {
  lockRepositories: 'lock the repositories during the export, so that no one can change them',
  excludeMetadata: 'export only git data',
  excludeGitData: 'leave out git data',
  excludeAttachments: 'leave out attached files',
  excludeReleases: 'leave out releases and their files',
  excludeOwnerProjects: 'leave out the projects of the owner',
  orgMetadataOnly: 'export only the metadata of the organization',
} as const satisfies Record<MigrationSwitch, string>;

export function addLimitRateFlag(command: Command): void {
  flagsOf(command, 'migration')('--limit-rate <size>', 'maximum download speed per second, such as 2MiB', {
    parse: parseRate,
  });
}

/** Adds the flags that configure a backup. */
export function addBackupFlags(command: Command): void {
  const add = flagsOf(command, 'migration');
  flagsOf(command, 'content')('--no-git', 'keep git data in the archive only, not next to the store');
  add('--fresh', 'start a new migration; do not resume another one');
  add('--migration <id>', 'back up from this existing migration', {
    parse: parseMigrationId,
  });
  add('--split <number>', 'maximum repositories per migration (default: all)', {
    parse: parseCount,
  });
  add('--at-once <number>', 'migrations and downloads at a time (default: 1)', {
    parse: parseCount,
  });
  addLimitRateFlag(command);
  addFlag(command, '--delete-archive', 'delete the archive at the service once it is verified');
  addFlag(command, '--skip-if-younger <span>', 'do nothing if the last good backup is younger', {
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
  const add = flagsOf(command, 'migration');
  add('--poll-interval <span>', 'polling interval (default: from 1s to 60s)', { parse: parseSpan });
  add('--timeout <span>', 'give up after this long, with exit code 8 (default: never)', {
    parse: parseSpan,
  });
}

/** Adds a flag for each field of the request that starts a migration. */
export function addRequestFlags(command: Command): void {
  const add = flagsOf(command, 'repositories');
  const addContent = flagsOf(command, 'content');
  add('--repository <name...>', 'OWNER/NAME to export (default: all repositories of the account)', {
    parse: gatherNames,
  });
  add('--repositories-from <file>', 'file with one OWNER/NAME per line; - is stdin');
  addSelectionFlags(command);
  for (const [name, words] of Object.entries(SWITCH_WORDS)) {
    const field = MIGRATION_SWITCHES[name as MigrationSwitch]; // The names are the keys of MIGRATION_SWITCHES.
    addContent(`--${field.replaceAll('_', '-')}`, words);
  }
  addContent(
    '--exclude <attribute...>',
    'leave this attribute out of the response of the service; the archive stays the same',
    {
      choices: ['repositories'],
    },
  );
}
