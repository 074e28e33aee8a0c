import type { Command } from 'commander';
import { gatherNames, parseWholeNumber } from '../../flags.ts';

/** Adds the argument that names threads. */
export function addThreadIds(command: Command, spelling: '<thread...>' | '[thread...]'): void {
  command.argument(spelling, 'ids of threads', (text: string, previous: readonly number[] | undefined) => [
    ...(previous ?? []),
    ...gatherNames(text, []).map(parseWholeNumber),
  ]);
}
