import { openVault, type Vault } from '../../vault/vault.ts';
import { compactJournal } from '../copy/bucket-journal.ts';
import { BACKUP, Bucket, type BucketVaultOptions, isLocked, lockWorkingCopy } from './bucket.ts';
import { bucketOrigin } from './bucket-origin.ts';
import { openWorkingCopy, type WorkingCopy } from './working-copy.ts';

/**
 * Opens a vault in object storage: its working copy, from which manifests, the journal and the store are read, and whose
 * changes are in the bucket before they count. An archive is there before its manifest.
 */
export async function openBucketVault(options: BucketVaultOptions): Promise<Vault> {
  const { objects, marker, isNew, oddKeys } = options;
  const { copy, local, release } = await chooseWorkingCopy(options);
  const bucket = new Bucket({ ...options, copy, local }, release);
  await bucket.updateAtStart();
  return {
    ...local,
    name: objects.name,
    isNew,
    encryption: { recipients: marker.recipients, extent: 'everything', ofNewArchives: [] },
    archivePlace: (name) => `${objects.name}/archives/${name}`,
    archiveSize: async (name) => (await local.archiveSize(name)) ?? bucket.sizes.get(name),
    archiveNames: async () => [...new Set([...(await local.archiveNames()), ...bucket.sizes.keys()])].sort(),
    withArchives: async (names, work) => await bucket.withArchives(names, work),
    async addManifest(manifest) {
      await bucket.addManifest(manifest);
      return await local.addManifest(manifest);
    },
    async forget(archive) {
      await bucket.forget(archive);
      await local.forget(archive);
    },
    journal: {
      read: local.journal.read,
      open: async (run) => await bucket.openJournal(run),
      async rewrite(lines) {
        await compactJournal(bucket.lasting);
        await local.journal.rewrite(lines);
      },
    },
    lock: async (command) => await bucket.lock(command),
    requireHeld() {
      local.requireHeld();
      bucket.requireHeld();
    },
    origin: {
      ...bucketOrigin({ ...options, objects: bucket.objects, copy, local }),
      holdAccount: async (name) => await bucket.holdAccount(name),
      aside: async (work) => await bucket.aside(work),
      oddKeys,
    },
  };
}

interface ChosenCopy {
  readonly copy: WorkingCopy;
  readonly local: Vault;
  /** Of its lock; undefined if it is not locked yet. */
  readonly release?: () => Promise<void>;
}

async function chooseWorkingCopy(options: BucketVaultOptions): Promise<ChosenCopy> {
  const { clock, env, objects, isForBackup = false } = options;
  for (let number = 1; ; number += 1) {
    const copy = await openWorkingCopy(objects.name, env, number);
    const local = await openVault(copy.vault, { clock, create: true });
    try {
      return isForBackup
        ? { copy, local, release: await lockWorkingCopy(BACKUP, { ...options, local }) }
        : { copy, local };
    } catch (error) {
      if (!isLocked(error)) {
        throw error;
      }
    }
  }
}
