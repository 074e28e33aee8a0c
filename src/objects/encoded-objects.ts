import { invariant } from '../base/failure.ts';
import type { ObjectStore } from './object-store.ts';

/** How the content of objects is encoded, for instance by encryption. */
export interface ObjectCodec {
  /** The ending of the keys of encoded objects. */
  readonly ending: string;
  isEncoded(key: string): boolean;
  encode(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>>;
  decode(content: AsyncIterable<Uint8Array>, name: string): Promise<AsyncIterable<Uint8Array>>;
}

/** A store whose objects are encoded; its users see neither the code nor the endings of the keys. */
export function encodedObjects(store: ObjectStore, codec: ObjectCodec): ObjectStore {
  const { ending } = codec;
  const keyOf = (key: string) => (codec.isEncoded(key) ? `${key}${ending}` : key);
  return {
    ...store,
    async *list(prefix) {
      for await (const object of store.list(prefix)) {
        const plain = object.key.endsWith(ending) ? object.key.slice(0, -ending.length) : object.key;
        yield { ...object, key: codec.isEncoded(plain) ? plain : object.key };
      }
    },
    async read(key) {
      const content = await store.read(keyOf(key));
      return content === undefined || !codec.isEncoded(key) ? content : await codec.decode(content, key);
    },
    write: async (key, content, sizeBytes) =>
      await store.write(keyOf(key), codec.isEncoded(key) ? await codec.encode(content) : content, sizeBytes),
    async create(key, text, former) {
      invariant(!codec.isEncoded(key), 'only plain objects are written on a condition');
      return await store.create(key, text, former);
    },
    remove: async (key) => await store.remove(keyOf(key)),
  };
}
