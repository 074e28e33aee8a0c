import { Failure } from '../model/failure.ts';
import type { ObjectLock } from './object-lock.ts';
import type { ObjectStore } from './object-store.ts';
import { readSmallObject } from './small-objects.ts';

interface Fence {
  /** The lock under which the objects are changed; undefined while there is none. */
  readonly lock: () => Pick<ObjectLock, 'requireHeld' | 'confirmHeld'> | undefined;
  /** Whether others believe what is written under a key: then the store is asked before and after. */
  readonly isDeciding: (key: string) => boolean;
  /** Whether a write under such a key is undone if the lock was lost meanwhile. */
  readonly isWithdrawn: (key: string) => boolean;
}

/**
 * The same objects; nothing is written or removed once the lock is lost. Storage does not check the numbers of locks, so a
 * write that was already on its way may still arrive: see decisions.md.
 */
export function fencedObjects(objects: ObjectStore, { lock, isDeciding, isWithdrawn }: Fence): ObjectStore {
  const confirm = async (key: string) => {
    lock()?.requireHeld();
    if (isDeciding(key)) {
      await lock()?.confirmHeld();
    }
  };
  return {
    ...objects,
    async write(key, content, sizeBytes) {
      await confirm(key);
      if (!isDeciding(key)) {
        await objects.write(key, content, sizeBytes);
        return;
      }
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) {
        chunks.push(chunk);
      }
      await objects.write(key, chunksOf(chunks), sizeBytes);
      try {
        await confirm(key);
      } catch (error) {
        if (error instanceof Failure && error.code === 'locked' && isWithdrawn(key)) {
          await withdraw(objects, key, Buffer.concat(chunks));
        }
        throw error;
      }
    },
    async create(key, text, former) {
      await confirm(key);
      const made = await objects.create(key, text, former);
      await confirm(key); // Some servers ignore the condition.
      return made;
    },
    async remove(key) {
      await confirm(key);
      await objects.remove(key);
    },
  };
}

/** Removes what this process has written, unless another one has replaced it. */
async function withdraw(objects: ObjectStore, key: string, written: Buffer): Promise<void> {
  if ((await readSmallObject(objects, key))?.equals(written) === true) {
    await objects.remove(key);
  }
}

async function* chunksOf(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  yield* chunks;
}
