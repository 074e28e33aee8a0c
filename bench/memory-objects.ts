import type { Clock } from '../src/base/clock.ts';
import type { ObjectStore } from '../src/objects/object-store.ts';

/** The objects of a store in memory, by key. */
export type MemoryObjects = Map<string, { readonly text: string; readonly writtenAtMs: number }>;

/** Object storage as one process sees it: each request takes a while, and has its effect in the middle of it. */
export function openMemoryObjects(objects: MemoryObjects, clock: Clock, latencyMs: number): ObjectStore {
  const request = async <Result>(effect: () => Result): Promise<Result> => {
    await clock.sleep(latencyMs / 2);
    const result = effect();
    await clock.sleep(latencyMs / 2);
    return result;
  };
  const put = (key: string, text: string) => objects.set(key, { text, writtenAtMs: clock.now() });
  return {
    name: 'memory',
    async *list(prefix) {
      const listed = await request(() =>
        [...objects]
          .filter(([key]) => key.startsWith(prefix))
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      );
      for (const [key, { text, writtenAtMs }] of listed) {
        yield { key, sizeBytes: text.length, version: `${writtenAtMs}`, writtenAtMs };
      }
    },
    async read(key) {
      const text = await request(() => objects.get(key)?.text);
      return text === undefined ? undefined : piecesOf(text);
    },
    async write(key, content) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) {
        chunks.push(chunk);
      }
      await request(() => put(key, Buffer.concat(chunks).toString('utf8')));
    },
    create: async (key, text) =>
      await request(() => {
        if (objects.has(key)) {
          return 'exists';
        }
        put(key, text);
        return 'created';
      }),
    remove: async (key) => void (await request(() => objects.delete(key))),
    removeUnfinished: async () => undefined,
    close: () => undefined,
  };
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}
