import type { Command } from 'commander';
import { addFlag, parseSpan } from './flags.ts';

/** The flags of every command that waits for a migration. */
export interface WaitFlags {
  readonly pollInterval?: number;
  readonly timeout?: number;
}

/** Adds the flags that say how to wait. */
export function addWaitFlags(command: Command): void {
  addFlag(
    command,
    '--poll-interval <span>',
    'polling interval (default: 1s, then 1.5 times longer each time, up to 60s)',
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
