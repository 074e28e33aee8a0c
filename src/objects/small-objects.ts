import type { ObjectStore } from './object-store.ts';

/** Reads an object that fits in memory; undefined if it is absent. */
export async function readSmallObject(objects: ObjectStore, key: string): Promise<Buffer | undefined> {
  const content = await objects.read(key);
  if (content === undefined) {
    return undefined;
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Writes a text as an object. */
export async function writeSmallObject(objects: ObjectStore, key: string, text: string): Promise<void> {
  async function* content(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from(text);
  }
  await objects.write(key, content());
}
