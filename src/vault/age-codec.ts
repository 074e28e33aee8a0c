import type { Decrypt } from '../archive/encrypted-source.ts';
import { Failure } from '../model/failure.ts';
import type { ObjectCodec } from '../objects/encoded-objects.ts';
import { readAgeHeader } from './age-header.ts';
import { encryptStream } from './encrypt-file.ts';

interface AgeOptions {
  /** Public keys: `age1…`. */
  readonly recipients: readonly string[];
  /** Without it, objects cannot be read. */
  readonly decrypt: Decrypt | undefined;
  /** The beginnings of keys that must be readable without a key. */
  readonly plainPrefixes: readonly string[];
  /** Called with the name of each object that is read, and with the number of keys that it is encrypted for. */
  readonly onRead?: ((name: string, keys: number) => void) | undefined;
}

const ENDING = '.age';

/** Encrypts objects with age, whatever their content: archives that a vault has encrypted are encrypted once more. */
export function ageCodec({ recipients, decrypt, plainPrefixes, onRead }: AgeOptions): ObjectCodec {
  return {
    ending: ENDING,
    isEncoded: (key) => !plainPrefixes.some((prefix) => key.startsWith(prefix)),
    encode: async (content) => await encryptStream(content, recipients),
    async decode(content, name) {
      if (decrypt === undefined) {
        throw new Failure('key-missing', `Cannot read "${name}": it is encrypted, and no key was given`);
      }
      const header = await readAgeHeader(content);
      onRead?.(name, header.keys);
      return decrypted(header.content, name, decrypt);
    },
  };
}

async function* decrypted(
  content: AsyncIterable<Uint8Array>,
  name: string,
  decrypt: Decrypt,
): AsyncGenerator<Uint8Array, void> {
  let fault: unknown;
  async function* watched(): AsyncGenerator<Uint8Array, void> {
    try {
      yield* content;
    } catch (error) {
      fault = error;
      throw error;
    }
  }
  try {
    yield* (await decrypt(watched(), name)).chunks;
  } catch (error) {
    throw fault ?? decryptionFailure(error, name);
  }
}

function decryptionFailure(error: unknown, name: string): Failure {
  return error instanceof Failure && error.code === 'key-missing'
    ? new Failure('key-missing', `Cannot read "${name}": it is encrypted, and none of the given keys fits`, {
        hint: 'Name the file with the age secret key in SATCHEL_IDENTITY_FILE',
      })
    : new Failure('archive-damaged', `Cannot read "${name}": its encryption is damaged`, { cause: error });
}
