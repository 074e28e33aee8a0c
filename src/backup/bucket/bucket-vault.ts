import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Clock,
  type Environment,
  Failure,
  openWorkplace,
  type Random,
  streamWholeFile,
} from '../../base/index.ts';
import {
  acquireObjectLock,
  type ObjectLock,
  type ObjectStore,
  writeSmallObject,
} from '../../objects/index.ts';
import {
  FORGOTTEN,
  listBackups,
  type Manifest,
  openVault,
  sealManifest,
  storedFileOf,
  type Vault,
} from '../../vault/index.ts';
import { fencedVault, VAULT_LOCK } from '../copy/bucket-fence.ts';
import { replaceJournal } from '../copy/bucket-journal.ts';
import { KEYS, keysIn, readPresent } from '../copy/bucket-keys.ts';
import { digestChecked } from '../copy/digest-checked.ts';
import { bucketOrigin } from './bucket-origin.ts';
import { publishedJournal } from './run-journal.ts';
import { listObjects, updateWorkingCopy, writeIndex } from './update-working-copy.ts';
import { openWorkingCopy, type WorkingCopy } from './working-copy.ts';

interface BucketVaultOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly signal: AbortSignal;
  readonly env: Environment;
  /** Requests end with the signal. */
  readonly objects: ObjectStore;
  /** The same objects; requests do not end with the signal. */
  readonly unstoppable: ObjectStore;
  readonly isEncrypted: boolean;
}

/** The command of those that only update the working copy, which takes a moment: others wait for them. */
const READING = 'satchel (reading)';

const READING_POLL_MS = 100;

/**
 * Opens a vault in object storage: its working copy, from which manifests, the journal and the store are read, and whose
 * changes are in the bucket before they count. An archive is there before its manifest.
 */
export async function openBucketVault(options: BucketVaultOptions): Promise<Vault> {
  const { clock, env, objects } = options;
  const copy = await openWorkingCopy(objects.name, env);
  const local = await openVault(copy.vault, { clock, create: true });
  const bucket = new Bucket({ ...options, copy, local });
  await bucket.updateIfFree();
  return {
    ...local,
    name: objects.name,
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
      open: async (run) => publishedJournal(await local.journal.open(run), bucket.lasting),
      async rewrite(lines) {
        await replaceJournal(bucket.lasting, lines);
        await local.journal.rewrite(lines);
      },
    },
    lock: async (command) => await bucket.lock(command),
    requireHeld() {
      local.requireHeld();
      bucket.requireHeld();
    },
    origin: bucketOrigin({ ...options, objects: bucket.objects, copy, local }),
  };
}

/** The objects of a vault, and the lock that this process may hold. */
class Bucket {
  /** The sizes of the archives in the bucket, by name. */
  readonly sizes = new Map<string, number>();
  /** Nothing is written to it after this process has lost its lock. */
  readonly objects: ObjectStore;
  /** The same for what must be written although the run is being interrupted. */
  readonly lasting: ObjectStore;
  readonly #options: BucketVaultOptions & { readonly copy: WorkingCopy; readonly local: Vault };
  /** The digests of the archives that this process has uploaded, by name. */
  readonly #uploaded = new Map<string, string>();
  #lock: ObjectLock | undefined;
  #isIndexOld = false;

  constructor(options: BucketVaultOptions & { readonly copy: WorkingCopy; readonly local: Vault }) {
    this.#options = options;
    this.objects = fencedVault(options.objects, () => this.#lock);
    this.lasting = fencedVault(options.unstoppable, () => this.#lock);
  }

  readonly requireHeld = (): void => this.#lock?.requireHeld();

  /** A run that is writing here keeps the working copy up to date itself. */
  async updateIfFree(): Promise<void> {
    let release: (() => Promise<void>) | undefined;
    try {
      release = await this.#lockLocal(READING);
    } catch (error) {
      if (!isLocked(error)) {
        throw error;
      }
    }
    try {
      await (release === undefined ? this.#readSizes() : this.#update());
    } finally {
      await release?.();
    }
  }

  async lock(command: string): Promise<() => Promise<void>> {
    const { unstoppable, clock, random, signal } = this.#options;
    const releaseLocal = await this.#lockLocal(command);
    const release = async () => {
      const lock = this.#lock;
      this.#lock = undefined;
      await lock?.release();
      await releaseLocal();
    };
    try {
      this.#lock = await acquireObjectLock(unstoppable, { ...VAULT_LOCK, command, clock, random, signal });
      this.#isIndexOld = false;
      await this.#finishForgetting();
      await this.#update();
    } catch (error) {
      await release();
      throw error;
    }
    return async () => {
      try {
        await this.#finish();
      } finally {
        await release();
      }
    };
  }

  /** The archive is complete in the bucket before its manifest is there. */
  async addManifest(manifest: Manifest): Promise<void> {
    const { local } = this.#options;
    const { archive } = manifest;
    const path = local.archivePath(archive);
    const { sizeBytes, sha256 } = storedFileOf(manifest);
    // A manifest is often written again, for instance when its archive was loaded.
    if (existsSync(path) && this.#uploaded.get(archive) !== sha256) {
      const content = digestChecked(createReadStream(path), { sha256, name: archive });
      await this.objects.write(KEYS.archive(archive), content, sizeBytes);
      this.sizes.set(archive, sizeBytes);
      this.#uploaded.set(archive, sha256);
    }
    this.#isIndexOld = true;
    await writeSmallObject(this.lasting, KEYS.manifest(archive), sealManifest(manifest));
  }

  /** A mark shows what is being removed: the next holder of the lock completes it. */
  async forget(archive: string): Promise<void> {
    const manifest = KEYS.manifest(archive);
    this.#isIndexOld = true;
    await writeSmallObject(this.lasting, `${manifest}${FORGOTTEN}`, '{}\n');
    await this.lasting.remove(manifest);
    await this.lasting.remove(KEYS.archive(archive));
    await this.lasting.remove(`${manifest}${FORGOTTEN}`);
    this.sizes.delete(archive);
  }

  async withArchives<Result>(
    names: readonly string[],
    work: (paths: readonly string[]) => Promise<Result>,
  ): Promise<Result> {
    const { objects, local, copy } = this.#options;
    const isAway = (name: string) => !existsSync(local.archivePath(name)) && this.sizes.has(name);
    if (!names.some(isAway)) {
      return await work(names.map(local.archivePath));
    }
    const workplace = await openWorkplace(copy.root, 'fetched-');
    try {
      const paths: string[] = [];
      for (const name of names) {
        if (isAway(name)) {
          const path = join(workplace.path, name);
          await streamWholeFile(path, await readPresent(objects, KEYS.archive(name)));
          paths.push(path);
        } else {
          paths.push(local.archivePath(name));
        }
      }
      return await work(paths);
    } finally {
      await workplace.close();
    }
  }

  async #lockLocal(command: string): Promise<() => Promise<void>> {
    const { local, clock, signal } = this.#options;
    for (;;) {
      try {
        return await local.lock(command);
      } catch (error) {
        if (!isLocked(error) || error.details['command'] !== READING) {
          throw error;
        }
        await clock.sleep(READING_POLL_MS, signal);
      }
    }
  }

  async #update(): Promise<void> {
    await updateWorkingCopy(this.#options);
    await this.#readSizes();
  }

  async #readSizes(): Promise<void> {
    const { local, objects, isEncrypted } = this.#options;
    this.sizes.clear();
    for (const { key, sizeBytes } of await listObjects(objects, 'archives/')) {
      this.sizes.set(key.slice('archives/'.length), sizeBytes);
    }
    for (const manifest of isEncrypted ? await local.manifests() : []) {
      const { sizeBytes } = storedFileOf(manifest);
      const listedBytes = this.sizes.get(manifest.archive);
      // Encryption adds some bytes, and their number depends on the recipients.
      if (listedBytes !== undefined && listedBytes > sizeBytes) {
        this.sizes.set(manifest.archive, sizeBytes);
      }
    }
  }

  async #finishForgetting(): Promise<void> {
    const names = await keysIn(this.lasting, 'manifests/');
    for (const mark of names.filter((name) => name.endsWith(FORGOTTEN))) {
      const manifest = mark.slice(0, -FORGOTTEN.length);
      // With its manifest, an archive was not removed, or was added again.
      if (!names.includes(manifest)) {
        await this.lasting.remove(KEYS.archive(manifest.replace(/\.json$/, '')));
      }
      await this.lasting.remove(`manifests/${mark}`);
    }
  }

  /** What is done at the end of each run that has locked the vault. */
  async #finish(): Promise<void> {
    const { local, unstoppable } = this.#options;
    if (this.#isIndexOld) {
      await writeIndex({ objects: this.lasting, local });
    }
    await unstoppable.removeUnfinished();
    const backups = listBackups((await local.journal.read()).lines);
    const open = new Set(backups.filter(({ isOpen }) => isOpen).map(({ backup }) => backup));
    for (const { archive, backup } of await local.manifests()) {
      if (this.sizes.has(archive) && !open.has(backup ?? '')) {
        await rm(local.archivePath(archive), { force: true });
      }
    }
  }
}

function isLocked(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'locked';
}
