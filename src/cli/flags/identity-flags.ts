import type { Command } from 'commander';
import type { OpenSourceOptions } from '../../archive/index.ts';
import type { OwnKey } from '../../backup/index.ts';
import {
  createDecrypt,
  describeNewVault,
  readIdentities,
  recipientsOfIdentities,
} from '../../vault/index.ts';
import type { Reporter } from '../output/reporter.ts';
import { flagsOf, gatherPaths } from './flags.ts';

export interface IdentityFlags {
  readonly identityFile?: readonly string[];
}

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

/** Creates the options that decrypt archives with the given keys. */
export async function openingOf({ identityFile }: IdentityFlags): Promise<Opening> {
  if (identityFile === undefined) {
    return {};
  }
  const identities = await readIdentities(identityFile);
  const recipients = await recipientsOfIdentities(identities);
  const ownKeys = recipients.map(async (recipient, index) => ({
    recipient,
    decrypt: await createDecrypt(identities.slice(index, index + 1)),
  }));
  return { decrypt: await createDecrypt(identities), ownKeys: await Promise.all(ownKeys) };
}

interface Opening extends OpenSourceOptions {
  /** The given keys, one by one. */
  readonly ownKeys?: readonly OwnKey[];
}
