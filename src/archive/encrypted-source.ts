import { bufferOf } from '../base/byte-text.ts';
import { Failure, messageOf } from '../model/failure.ts';
import { checkHead, takeHead } from './check-head.ts';
import type { PackedSource } from './read-packed.ts';

/**
 * Decrypts a stream; provided by the caller, who has the key. Fails with `key-missing` before the first byte if no key
 * fits; later failures mean that the encrypted bytes are damaged or truncated.
 */
export type Decrypt = (encrypted: AsyncIterable<Uint8Array>, name: string) => Promise<DecryptedStream>;

export interface DecryptedStream {
  readonly chunks: AsyncIterable<Uint8Array>;
  /** The decrypted size for a given encrypted size; undefined if no complete file has that size. */
  readonly sizeOf: (encryptedBytes: number) => number | undefined;
}

/** The first bytes of files of the age program (age-encryption.org/v1): binary, and ASCII armor. */
const AGE_HEADS = ['age-encryption.org/', '-----BEGIN AGE ENCRYPTED FILE-----'] as const;

/** Whether a file that starts with these bytes is encrypted with age. */
export function isEncrypted(head: Buffer): boolean {
  return AGE_HEADS.some((start) => head.toString('latin1', 0, start.length) === start);
}

interface EncryptedSource {
  readonly name: string;
  readonly encryptedBytes: number | undefined;
  readonly open: (signal?: AbortSignal) => AsyncGenerator<Buffer, void>;
}

/** Opens an encrypted archive, which can then be read like any other. */
export async function openEncrypted(
  { name, encryptedBytes, open }: EncryptedSource,
  { decrypt }: { readonly decrypt?: Decrypt | undefined },
): Promise<PackedSource> {
  if (decrypt === undefined) {
    throw new Failure('key-missing', `Cannot read the archive "${name}": it is encrypted with age`);
  }
  const isStream = encryptedBytes === undefined;
  let damage: string | undefined;
  async function* decrypted(bytes: Opened): AsyncGenerator<Buffer, void> {
    damage = undefined;
    const encrypted = bytes.encrypted;
    try {
      yield* bytes.chunks;
    } catch (error) {
      if (encrypted.fault !== undefined) {
        throw encrypted.fault; // An error of the disk or the signal, not of the encryption.
      }
      damage = messageOf(error);
    }
  }
  const first = await openDecrypted(open(), name, decrypt);
  const chunks = decrypted(first);
  const { head, isAll } = await takeHead(chunks);
  const rest = chunks;
  if (head.length === 0 && damage !== undefined) {
    throw new Failure('archive-damaged', `Cannot read the archive "${name}": its encryption is damaged`, {
      details: { found: damage },
    });
  }
  const { isGzip } = checkHead(head, { name, isAll: isAll && damage === undefined });
  if (!isStream) {
    await rest.return();
  }
  return {
    type: 'packed',
    name,
    isGzip,
    sizeBytes: encryptedBytes === undefined ? undefined : first.sizeOf(encryptedBytes),
    async *open(signal) {
      if (isStream) {
        yield head;
        yield* rest;
      } else {
        yield* decrypted(await openDecrypted(open(signal), name, decrypt));
      }
    },
    damage: () => damage,
  };
}

interface Opened {
  readonly chunks: AsyncIterable<Buffer>;
  readonly encrypted: { readonly fault: unknown };
  readonly sizeOf: DecryptedStream['sizeOf'];
}

/** Starts decrypting, and separates errors of the source from errors of the decryption. */
async function openDecrypted(
  source: AsyncGenerator<Buffer, void>,
  name: string,
  decrypt: Decrypt,
): Promise<Opened> {
  const encrypted: { fault: unknown } = { fault: undefined };
  async function* watched(): AsyncGenerator<Buffer, void> {
    try {
      yield* source;
    } catch (error) {
      encrypted.fault = error;
      throw error;
    }
  }
  const { chunks, sizeOf } = await decrypt(watched(), name);
  async function* buffers(): AsyncGenerator<Buffer, void> {
    for await (const chunk of chunks) {
      yield bufferOf(chunk);
    }
  }
  return { chunks: buffers(), encrypted, sizeOf };
}
