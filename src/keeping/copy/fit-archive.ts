import { createHash } from 'node:crypto';
import type { Decrypt } from '../../archive/encrypted-source.ts';
import { Failure } from '../../model/failure.ts';
import { digesting, encryptStream } from '../../vault/encrypt-file.ts';
import { areSameRecipients, describeRecipients } from '../../vault/encryption-wish.ts';
import { encryptedNameOf, type Manifest, storedFileOf } from '../../vault/manifest.ts';
import type { VaultEncryption } from '../../vault/vault.ts';
import { digestChecked } from './digest-checked.ts';

/** An archive as the target of a copy is to have it. */
interface FittedArchive {
  readonly name: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Undefined until it was encrypted. */
  readonly sizeBytes: number | undefined;
  /** Its manifest, once the content was read. */
  manifest(): Manifest;
}

interface FitOptions {
  /** Of the target. */
  readonly encryption: VaultEncryption;
  readonly decrypt: Decrypt | undefined;
}

/**
 * Encrypts an archive for the recipients of the target: a plain one in a directory, and one that is encrypted for others if
 * there is a key. Fails with `key-missing` if it is known that they could not read it. Without a key, an archive stays as it
 * is if no one knows for whom it was encrypted.
 */
export async function fitArchive(
  manifest: Manifest,
  content: AsyncIterable<Uint8Array>,
  { encryption: { recipients, extent, ofNewArchives }, decrypt }: FitOptions,
): Promise<FittedArchive> {
  const { archive, encryption: former } = manifest;
  const wanted = extent === 'everything' && former !== undefined ? recipients : ofNewArchives;
  const isUnknown = former?.recipients.length === 0 && decrypt === undefined;
  if (wanted.length === 0 || isUnknown || (former && areSameRecipients(former.recipients, wanted))) {
    const { sizeBytes } = storedFileOf(manifest);
    return { name: archive, content, sizeBytes, manifest: () => manifest };
  }
  if (former !== undefined && decrypt === undefined) {
    throw new Failure(
      'key-missing',
      `Cannot copy "${archive}": it is encrypted for ${describeRecipients(former.recipients)}, and the target for ${describeRecipients(wanted)}`,
      {
        hint: 'Name a key that reads it in "identityFiles": then it is encrypted again',
        commandHint: 'Name a key that reads it with --identity-file: then it is encrypted again',
      },
    );
  }
  const plain = former === undefined ? content : await opened(content, manifest, decrypt);
  const digest = createHash('sha256');
  let sizeBytes = 0;
  async function* counted(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      sizeBytes += chunk.length;
      yield chunk;
    }
  }
  const name = former === undefined ? encryptedNameOf(archive) : archive;
  return {
    name,
    content: counted(digesting(await encryptStream(plain, wanted), digest)),
    sizeBytes: undefined,
    manifest: () => ({
      ...manifest,
      archive: name,
      encryption: { method: 'age', recipients: wanted, sizeBytes, sha256: digest.digest('hex') },
    }),
  };
}

async function opened(
  content: AsyncIterable<Uint8Array>,
  { archive, sha256 }: Manifest,
  decrypt: Decrypt | undefined,
): Promise<AsyncIterable<Uint8Array>> {
  const chunks = decrypt === undefined ? content : (await decrypt(content, archive)).chunks;
  return digestChecked(chunks, { sha256, name: archive });
}
