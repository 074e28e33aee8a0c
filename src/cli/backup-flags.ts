import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { BackupOptions } from '../backup/index.ts';
import { Failure } from '../base/index.ts';
import { MIGRATION_SWITCHES, type MigrationId } from '../model/index.ts';
import { addFlag, parseByteCount, parseCount, parseMigrationId, parseSpan } from './flags.ts';
import type { RequestFlags } from './request-flags.ts';

/** The flags that say how a backup goes about it. */
export interface BackupWayFlags {
  readonly git?: boolean;
  readonly fresh?: boolean;
  readonly migration?: MigrationId;
  readonly split?: number;
  readonly atOnce?: number;
  readonly limitRate?: number;
  readonly deleteArchive?: boolean;
  readonly skipIfYounger?: number;
}

/** Adds the flag that keeps downloads to a rate. */
export function addLimitRateFlag(command: Command): void {
  addFlag(command, '--limit-rate <size>', 'download no more than this a second, such as 2MiB', {
    parse: parseRate,
  });
}

type BackupWay = Pick<
  BackupOptions,
  | 'bytesPerSecond'
  | 'deletesArchive'
  | 'isFresh'
  | 'keepsGit'
  | 'migrationId'
  | 'partsAtOnce'
  | 'skipIfYoungerMs'
  | 'splitSize'
>;

/** Adds the flags that say how a backup goes about it. */
export function addBackupFlags(command: Command): void {
  addFlag(
    command,
    '--no-git',
    'keep no git repositories beside the store; the archive has them all the same',
  );
  addFlag(command, '--fresh', 'start a new migration, whatever an earlier run or somebody else has started');
  addFlag(command, '--migration <id>', 'bring home the archive of this migration', {
    parse: parseMigrationId,
  });
  addFlag(command, '--split <number>', 'so many repositories in one migration at most (default: all)', {
    parse: parseCount,
  });
  addFlag(
    command,
    '--at-once <number>',
    'migrations under way and archives downloaded at the same time (default: 1)',
    { parse: parseCount },
  );
  addLimitRateFlag(command);
  addFlag(command, '--delete-archive', "delete the service's copy once ours is verified");
  addFlag(command, '--skip-if-younger <span>', 'do nothing where the last good backup is younger', {
    parse: parseSpan,
  });
}

const FLAGS_OF_NEW_MIGRATIONS = ['fresh', 'split', 'repository', 'repositoriesFrom'] as const;

/** The way that the flags ask for. A migration that is named says by itself what it holds. */
export function readBackupWay(flags: BackupWayFlags & RequestFlags): BackupWay {
  const others = new Set([...Object.keys(MIGRATION_SWITCHES), ...FLAGS_OF_NEW_MIGRATIONS]);
  const hasOthers = Object.entries(flags).some(([name, value]) => others.has(name) && value !== undefined);
  if (flags.migration !== undefined && hasOthers) {
    throw new Failure('usage', 'Cannot back up with --migration and repositories or switches of a new one', {
      hint: 'The migration has them already: leave the others out',
    });
  }
  return {
    keepsGit: flags.git !== false,
    isFresh: flags.fresh,
    migrationId: flags.migration,
    splitSize: flags.split,
    partsAtOnce: flags.atOnce,
    bytesPerSecond: flags.limitRate,
    deletesArchive: flags.deleteArchive,
    skipIfYoungerMs: flags.skipIfYounger,
  };
}

function parseRate(text: string): number {
  const bytesPerSecond = parseByteCount(text);
  if (bytesPerSecond === 0) {
    throw new InvalidArgumentError('It must be more than nothing.');
  }
  return bytesPerSecond;
}
