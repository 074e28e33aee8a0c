import type { Command } from 'commander';
import type { OpenSourceOptions } from '../archive/index.ts';
import { createDecrypt, readIdentities } from '../vault/index.ts';
import { addFlag, gatherNames } from './flags.ts';

/** The flags that say who can read encrypted archives. */
export interface IdentityFlags {
  readonly identityFile?: readonly string[];
}

/** Adds the flag that names keys: never a key itself, as arguments are visible to every user of a machine. */
export function addIdentityFlag(command: Command): void {
  addFlag(command, '--identity-file <file...>', 'file with an age secret key, to read encrypted archives', {
    parse: gatherPaths,
  });
}

export function addRecipientFlags(command: Command): void {
  addFlag(command, '--recipient <key...>', 'encrypt archives for this age public key (age1…)', {
    parse: gatherNames,
  });
  addFlag(command, '--recipients-file <file...>', 'encrypt archives for the public keys in this file', {
    parse: gatherPaths,
  });
}

/** How to open archives with the keys that were named. */
export async function openingOf({ identityFile }: IdentityFlags): Promise<OpenSourceOptions> {
  return identityFile === undefined
    ? {}
    : { decrypt: await createDecrypt(await readIdentities(identityFile)) };
}

/** Paths may hold blanks and commas. */
function gatherPaths(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}
