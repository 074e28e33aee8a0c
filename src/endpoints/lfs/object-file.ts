import { createHash, type Hash } from 'node:crypto';
import type { Disk, DiskFile } from '../../base/disk.ts';
import { fileFailure } from '../../base/file-failure.ts';

export type ObjectFile = Awaited<ReturnType<typeof openObject>>;

/** An object that is being fetched, with the digest of what is there. */
export async function openObject(path: string, disk: Disk) {
  const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw fileFailure(error, 'write', path);
    }
  };
  const file = await write(async () => await disk.open(path));
  const held = await write(async () => await readHeld(file));
  let { hash, heldBytes } = held;
  let receivedBytes = 0;
  return {
    get heldBytes() {
      return heldBytes;
    },
    /** What this run has received, also in vain. */
    get receivedBytes() {
      return receivedBytes;
    },
    digest: () => hash.copy().digest('hex'),
    async append(chunk: Uint8Array): Promise<void> {
      await write(async () => await file.write(chunk, heldBytes));
      hash.update(chunk);
      heldBytes += chunk.byteLength;
      receivedBytes += chunk.byteLength;
    },
    async restart(): Promise<void> {
      await write(async () => await file.truncate(0));
      hash = createHash('sha256');
      heldBytes = 0;
    },
    close: async () => await file.close(),
    /** Makes the file durable, and closes it. */
    async finish(): Promise<void> {
      await write(async () => await file.sync());
      await file.close();
    },
  };
}

const READ_BYTES = 1024 * 1024;

async function readHeld(file: DiskFile): Promise<{ readonly hash: Hash; readonly heldBytes: number }> {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(Math.min(READ_BYTES, Math.max(1, await file.sizeBytes())));
  let heldBytes = 0;
  for (;;) {
    const count = await file.read(buffer, heldBytes);
    if (count === 0) {
      return { hash, heldBytes };
    }
    hash.update(buffer.subarray(0, count));
    heldBytes += count;
  }
}
