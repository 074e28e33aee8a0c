import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { addFlag, parseByteCount, parseCount, parseMigrationId, parseSpan } from './flags.ts';

/** Adds the flag that keeps downloads to a rate. */
export function addLimitRateFlag(command: Command): void {
  addFlag(command, '--limit-rate <size>', 'limit on the download speed per second, such as 2MiB', {
    parse: parseRate,
  });
}

/** Adds the flags that say how a backup is to be done. */
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
