import type { Command } from 'commander';
import type { OpenSourceOptions } from '../archive/index.ts';
import { createDecrypt, readIdentities } from '../vault/index.ts';
import { flagsOf, gatherNames } from './flags.ts';

export interface IdentityFlags {
  readonly identityFile?: readonly string[];
}

/** Adds the flag for key files. It never takes a key itself, as other users of the machine can see arguments. */
export function addIdentityFlag(command: Command): void {
  flagsOf(command, 'encryption')('--identity-file <file...>', 'age secret key, to read encrypted archives', {
    parse: gatherPaths,
  });
}

export function addRecipientFlags(command: Command): void {
  const add = flagsOf(command, 'encryption');
  add('--recipient <key...>', 'encrypt archives for this age public key (age1…)', {
    parse: gatherNames,
  });
  add('--recipients-file <file...>', 'encrypt archives for the public keys in this file', {
    parse: gatherPaths,
  });
}

/** Creates the options that decrypt archives with the given keys. */
export async function openingOf({ identityFile }: IdentityFlags): Promise<OpenSourceOptions> {
  return identityFile === undefined
    ? {}
    : { decrypt: await createDecrypt(await readIdentities(identityFile)) };
}

/** Paths may contain spaces and commas. */
function gatherPaths(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}
