import type { Command } from 'commander';
import { describeNewVault } from '../../vault/encryption-wish.ts';
import type { Reporter } from '../output/reporter.ts';
import { flagsOf, gatherPaths } from './flags.ts';

/** Adds the flag for key files. It never takes a key itself, as other users of the machine can see arguments. */
export function addIdentityFlag(command: Command): void {
  flagsOf(command, 'encryption')('--identity-file <file...>', 'age secret key, to read encrypted archives', {
    parse: gatherPaths,
  });
}

/** Says what is not encrypted in a vault that was just made with recipients. */
export function noteNewVault(vault: Parameters<typeof describeNewVault>[0], reporter: Reporter): void {
  const sentence = describeNewVault(vault);
  if (sentence !== undefined) {
    reporter.note(`${sentence}.`);
  }
}
