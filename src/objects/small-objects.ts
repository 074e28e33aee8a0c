import { MAX_OWN_BYTES } from '../base/own-files.ts';
import { formatSize } from '../base/sizes.ts';
import { Failure } from '../model/failure.ts';
import type { ObjectStore } from './object-store.ts';

/** Reads an object that fits in memory; undefined if it is absent. Others may have put a huge one there. */
export async function readSmallObject(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  const content = await objects.read(key);
  if (content === undefined) {
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of content) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_OWN_BYTES) {
      const found = `"${key}" is larger than ${formatSize(MAX_OWN_BYTES)}`;
      throw new Failure('vault-damaged', `Cannot read "${objects.name}": ${found}`, {
        hint: 'Look at who wrote it, and remove it',
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export async function writeSmallObject(
  objects: ObjectStore,
  key: string,
  content: string | Uint8Array,
): Promise<void> {
  async function* chunks(): AsyncGenerator<Uint8Array, void> {
    yield typeof content === 'string' ? Buffer.from(content) : content;
  }
  await objects.write(key, chunks());
}
