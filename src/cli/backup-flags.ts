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
  addFlag(command, '--limit-rate <size>', 'limit on the download speed per second, such as 2MiB', {
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

const FLAGS_OF_NEW_MIGRATIONS = ['fresh', 'split', 'repository', 'repositoriesFrom'] as const;

/** The way that the flags ask for. A migration that is named says by itself what it holds. */
export function readBackupWay(flags: BackupWayFlags & RequestFlags): BackupWay {
  const others = new Set([...Object.keys(MIGRATION_SWITCHES), ...FLAGS_OF_NEW_MIGRATIONS]);
  const hasOthers = Object.entries(flags).some(([name, value]) => others.has(name) && value !== undefined);
  if (flags.migration !== undefined && hasOthers) {
    throw new Failure(
      'usage',
      'Cannot combine --migration with flags that choose what a new migration exports',
      {
        hint: 'Leave them out: the migration exists already',
      },
    );
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
    throw new InvalidArgumentError('It must be greater than 0.');
  }
  return bytesPerSecond;
}
