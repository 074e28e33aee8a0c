import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { addFlag, parseByteCount, parseCount, parseMigrationId, parseSpan } from './flags.ts';

/** Adds the flag that keeps downloads to a rate. */
export function addLimitRateFlag(command: Command): void {
  addFlag(command, '--limit-rate <size>', 'download no more than this a second, such as 2MiB', {
    parse: parseRate,
  });
}

/** Adds the flags that say how a backup is to be done. */
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

function parseRate(text: string): number {
  const bytesPerSecond = parseByteCount(text);
  if (bytesPerSecond === 0) {
    throw new InvalidArgumentError('It must be more than nothing.');
  }
  return bytesPerSecond;
}
