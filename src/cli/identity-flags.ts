import type { Command } from 'commander';
import type { OpenSourceOptions } from '../archive/index.ts';
import { createDecrypt, readIdentities, readRecipients } from '../vault/index.ts';
import { addFlag, gatherNames } from './flags.ts';

/** The flags that say who can read encrypted archives. */
export interface IdentityFlags {
  readonly identityFile?: readonly string[];
}

/** The flags that say for whom archives are encrypted. */
export interface RecipientFlags {
  readonly recipient?: readonly string[];
  readonly recipientsFile?: readonly string[];
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

/** All public keys that were named, each once; none where nothing is to be encrypted. */
export async function recipientsOf(flags: RecipientFlags): Promise<readonly string[]> {
  const recipients = [...(flags.recipient ?? [])];
  for (const path of flags.recipientsFile ?? []) {
    recipients.push(...(await readRecipients(path)));
  }
  return [...new Set(recipients)];
}

/** Paths may hold blanks and commas. */
function gatherPaths(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}
