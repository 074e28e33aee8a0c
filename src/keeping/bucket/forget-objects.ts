import type { ObjectStore } from '../../objects/object-store.ts';
import { writeSmallObject } from '../../objects/small-objects.ts';
import { FORGOTTEN } from '../../vault/layout.ts';
import { KEYS, keysIn } from '../copy/bucket-keys.ts';

/** Removes an archive and its manifest. A mark shows what is being removed: the next holder of the lock completes it. */
export async function forgetObjects(archive: string, objects: ObjectStore): Promise<void> {
  const manifest = KEYS.manifest(archive);
  await writeSmallObject(objects, `${manifest}${FORGOTTEN}`, '{}\n');
  await objects.remove(manifest);
  await objects.remove(KEYS.archive(archive));
  await objects.remove(`${manifest}${FORGOTTEN}`);
}

/** Completes removals that were interrupted. */
export async function finishForgetting(objects: ObjectStore): Promise<void> {
  const names = await keysIn(objects, 'manifests/');
  for (const mark of names.filter((name) => name.endsWith(FORGOTTEN))) {
    const manifest = mark.slice(0, -FORGOTTEN.length);
    // With its manifest, an archive was not removed, or was added again.
    if (!names.includes(manifest)) {
      await objects.remove(KEYS.archive(manifest.replace(/\.json$/, '')));
    }
    await objects.remove(`manifests/${mark}`);
  }
}
