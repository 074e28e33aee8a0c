import type { Command } from 'commander';
import { describeNewVault } from '../../vault/index.ts';
import type { Reporter } from '../output/reporter.ts';
import { flagsOf, gatherNames } from './flags.ts';

/** Adds the flag for key files. It never takes a key itself, as other users of the machine can see arguments. */
export function addIdentityFlag(command: Command): void {
  flagsOf(command, 'encryption')('--identity-file <file...>', 'age secret key, to read encrypted archives', {
    parse: gatherPaths,
  });
}

/** Adds the flags about the encryption of a vault: it keeps its recipients, so that later commands need not name them. */
export function addRecipientFlags(command: Command): void {
  const add = flagsOf(command, 'encryption');
  add('--recipient <key...>', 'make a vault that is encrypted for this age public key (age1…)', {
    parse: gatherNames,
  });
  add('--recipients-file <file...>', 'the same for all public keys in this file', {
    parse: gatherPaths,
  });
  add('--no-encryption', 'add archives plain, although the vault is encrypted');
}

/** Says what is not encrypted in a vault that was just made with recipients. */
export function noteNewVault(vault: Parameters<typeof describeNewVault>[0], reporter: Reporter): void {
  const sentence = describeNewVault(vault);
  if (sentence !== undefined) {
    reporter.note(`${sentence}.`);
  }
}

/** Paths may contain spaces and commas. */
function gatherPaths(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}
