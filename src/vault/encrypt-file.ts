import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { ReadableStream } from 'node:stream/web';
import type { Encrypter } from 'age-encryption';
import type { Decrypt } from '../archive/encrypted-source.ts';
import type { Disk } from '../base/disk.ts';
import { fileFailure } from '../base/file-failure.ts';
import { streamWholeFile } from '../base/whole-file.ts';
import { Failure } from '../model/failure.ts';

interface EncryptOptions {
  readonly from: string;
  readonly to: string;
  /** Of its content, decrypted: nothing appears if it is another one. */
  readonly sha256: string;
  /** Decrypts it first, if it is encrypted for others. */
  readonly decrypt?: Decrypt | undefined;
  /** Public keys: `age1…`. */
  readonly recipients: readonly string[];
  readonly disk: Disk;
  readonly signal: AbortSignal;
}

export interface EncryptedFile {
  /** Of the encrypted file. */
  readonly sizeBytes: number;
  readonly sha256: string;
}

const READ_BYTES = 1024 * 1024;

/** Fails with `usage` if a recipient is invalid, so that this is found before a download and not after it. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length > 0) {
    await createEncrypter(recipients);
  }
}

async function createEncrypter(recipients: readonly string[]): Promise<Encrypter> {
  const { Encrypter } = await import('age-encryption'); // Large, and only needed for encryption.
  const encrypter = new Encrypter();
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      // Only what looks like a public key is shown: people confuse it with the secret key.
      const shown = /^age1[a-z0-9]+$/.test(recipient) ? `"${recipient}"` : 'one of the recipients';
      throw new Failure('usage', `Cannot encrypt for ${shown}: it is not an age public key`, {
        details: { name: error instanceof Error ? error.name : '' },
        hint: 'Recipients are public keys that begin with age1, as age-keygen prints them',
      });
    }
  }
  return encrypter;
}

/** Encrypts a file with age, in constant memory; the result appears under its name when it is complete. */
export async function encryptFile(options: EncryptOptions): Promise<EncryptedFile> {
  const { from, to, sha256, decrypt, recipients, disk, signal } = options;
  const digest = createHash('sha256');
  const file = createReadStream(from, { highWaterMark: READ_BYTES, signal });
  try {
    const content = decrypt === undefined ? file : (await decrypt(file, from)).chunks;
    const encrypted = await encryptStream(unchanged(content, { sha256, from }), recipients);
    const sizeBytes = await streamWholeFile(to, digesting(encrypted, digest), disk);
    return { sizeBytes, sha256: digest.digest('hex') };
  } catch (error) {
    signal.throwIfAborted();
    throw fileFailure(error, 'encrypt', from);
  }
}

/** The same content; fails after its last byte if it is not what was verified. */
async function* unchanged(
  content: AsyncIterable<Uint8Array>,
  { sha256, from }: Pick<EncryptOptions, 'sha256' | 'from'>,
): AsyncGenerator<Uint8Array, void> {
  const digest = createHash('sha256');
  yield* digesting(content, digest);
  if (digest.digest('hex') !== sha256) {
    throw new Failure('archive-damaged', `Cannot encrypt "${from}": it has changed since it was verified`, {
      hint: 'Try again when nothing is writing to it',
    });
  }
}

/** Encrypts a stream with age for these recipients. Fails with `usage` if one of them is invalid. */
export async function encryptStream(
  plain: AsyncIterable<Uint8Array>,
  recipients: readonly string[],
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = await createEncrypter(recipients);
  const stream = await encrypter.encrypt(ReadableStream.from(plain));
  return stream as unknown as AsyncIterable<Uint8Array>; // Streams of Node.js are async iterables.
}

/** The same content, as it passes through a digest. */
export async function* digesting(
  content: AsyncIterable<Uint8Array>,
  digest: Hash,
): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}
