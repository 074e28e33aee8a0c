import { ReadableStream } from 'node:stream/web';
import type { Decrypter } from 'age-encryption';
import type { Decrypt } from '../archive/encrypted-source.ts';
import { Failure, messageOf } from '../model/failure.ts';

/**
 * Creates a function that decrypts archives with these identities (`AGE-SECRET-KEY-1…`). Fails with `usage` if one is
 * invalid.
 */
export async function createDecrypt(identities: readonly string[]): Promise<Decrypt> {
  const { Decrypter } = await import('age-encryption'); // Large, and only needed for encrypted archives.
  const decrypter = new Decrypter();
  for (const identity of identities) {
    addIdentity(decrypter, identity);
  }
  return async (encrypted, name) => {
    let fault: unknown;
    const watched = watch(encrypted);
    try {
      const stream = await decrypter.decrypt(ReadableStream.from(watched));
      const chunks = stream as unknown as AsyncIterable<Uint8Array>; // Streams of Node.js are async iterables.
      return { chunks, sizeOf: (encryptedBytes) => sizeOf(stream, encryptedBytes) };
    } catch (error) {
      await watched.return(); // The library leaves its input open.
      throw fault ?? headFailure(error, name);
    }
    async function* watch(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
      try {
        yield* bytes;
      } catch (error) {
        fault = error;
        throw error;
      }
    }
  };
}

/** The library throws for the sizes of files that were cut at a chunk boundary. */
function sizeOf(
  stream: { readonly size: (encryptedBytes: number) => number },
  encryptedBytes: number,
): number | undefined {
  try {
    return stream.size(encryptedBytes);
  } catch {
    return undefined; // Reading the stream reports the error.
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch (error) {
    // The message of the library may contain the key.
    throw new Failure('usage', 'Cannot use an identity: it is not an age secret key', {
      hint: 'Name a file that age-keygen has written',
      details: { name: error instanceof Error ? error.name : '' },
    });
  }
}

function headFailure(error: unknown, name: string): Failure {
  const found = messageOf(error);
  return /no identity matched/.test(found)
    ? new Failure(
        'key-missing',
        `Cannot read the archive "${name}": it is encrypted with age, and none of the given keys fits`,
        {
          hint: 'Name the file that holds its key in "identityFiles"',
          commandHint: 'Name the file that holds its key with --identity-file FILE',
        },
      )
    : new Failure('archive-damaged', `Cannot read the archive "${name}": its encryption is damaged`, {
        cause: error,
        hint: 'Armored files (age -a) are not supported: decrypt them with "age -d" first',
      });
}
