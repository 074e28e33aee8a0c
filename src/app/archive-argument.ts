import {
  type ArchiveSource,
  archiveSourceFromStream,
  type OpenSourceOptions,
  openArchiveSource,
} from '../archive/archive-source.ts';
import type { OwnKey } from '../keeping/check-encryption.ts';
import { createDecrypt } from '../vault/decrypt-stream.ts';
import { readIdentities, recipientsOfIdentities } from '../vault/read-keys.ts';
import type { AppContext } from './context.ts';

/** The keys to read encrypted archives with. */
export interface IdentitySettings {
  readonly identityFile?: readonly string[];
}

/** Creates the options that decrypt archives with the given keys. */
export async function openingOf({ identityFile }: IdentitySettings): Promise<Opening> {
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
  readonly ownKeys?: readonly OwnKey[];
}

/** Opens an archive: a file (which may be encrypted), a folder, or `-` for standard input. */
export async function openArchiveArgument(
  path: string,
  context: Pick<AppContext, 'stdin'>,
  settings: IdentitySettings = {},
): Promise<ArchiveSource> {
  const opening = await openingOf(settings);
  return path === '-' && context.stdin !== undefined
    ? await archiveSourceFromStream(context.stdin, 'standard input', opening)
    : await openArchiveSource(path, opening);
}
