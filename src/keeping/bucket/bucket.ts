import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { streamWholeFile } from '../../base/whole-file.ts';
import { openWorkplace } from '../../base/workplace.ts';
import { detailOf, Failure } from '../../model/failure.ts';
import { acquireObjectLock, type ObjectLock } from '../../objects/object-lock.ts';
import type { ObjectStore } from '../../objects/object-store.ts';
import { writeSmallObject } from '../../objects/small-objects.ts';
import { listBackups } from '../../vault/backup-history.ts';
import type { RunJournal } from '../../vault/journal.ts';
import { type Manifest, storedFileOf } from '../../vault/manifest.ts';
import { sealManifest } from '../../vault/read-manifests.ts';
import type { Vault } from '../../vault/vault.ts';
import { fencedVault, VAULT_LOCK } from '../copy/bucket-fence.ts';
import { isVaultKey, KEYS, readPresent } from '../copy/bucket-keys.ts';
import { digestChecked } from '../copy/digest-checked.ts';
import type { OpenVaultAtOptions, VaultObjects } from '../open-vault-options.ts';
import { finishForgetting, forgetObjects } from './forget-objects.ts';
import { openPublishedJournal, type PublishedJournal } from './published-journal.ts';
import { listObjects, updateWorkingCopy, writeIndex } from './update-working-copy.ts';
import type { WorkingCopy } from './working-copy.ts';

export type BucketVaultOptions = OpenVaultAtOptions & VaultObjects;

/** The command of those that only update the working copy, which takes a moment: others wait for them. */
const READING = 'satchel (reading)';

const READING_POLL_MS = 100;

/** The command of the runs that may have a working copy of their own. */
export const BACKUP = 'satchel backup';

/** A backup that has exported its archives waits for others that are writing theirs, and for a long check. */
const BACKUP_WAIT_MS = 12 * 3_600_000;

/** The objects of a vault, and the lock that this process may hold. */
export class Bucket {
  /** The sizes of the archives in the bucket, by name. */
  readonly sizes = new Map<string, number>();
  /** Nothing is written to it after this process has lost its lock. */
  readonly objects: ObjectStore;
  /** The same for what must be written although the run is being interrupted. */
  readonly lasting: ObjectStore;
  readonly #options: BucketVaultOptions & { readonly copy: WorkingCopy; readonly local: Vault };
  /** The digests of the archives that this process has uploaded, by name. */
  readonly #uploaded = new Map<string, string>();
  /** Of the working copy, until `lock` passes it on. */
  #releaseLocal: (() => Promise<void>) | undefined;
  /** Of the vault: manifests, the store and files that it keeps are only written with it. */
  #lock: ObjectLock | undefined;
  #accountLock: ObjectLock | undefined;
  #journal: PublishedJournal | undefined;
  #isIndexOld = false;

  constructor(
    options: BucketVaultOptions & { readonly copy: WorkingCopy; readonly local: Vault },
    releaseLocal: (() => Promise<void>) | undefined,
  ) {
    this.#options = options;
    this.#releaseLocal = releaseLocal;
    const held = () => this.#lock ?? this.#accountLock;
    this.objects = fencedVault(options.objects, held);
    this.lasting = fencedVault(options.unstoppable, held);
  }

  requireHeld(): void {
    this.#accountLock?.requireHeld();
    this.#lock?.requireHeld();
  }

  /** A run that is writing here keeps the working copy up to date itself, and one that will lock it does so then. */
  async updateAtStart(): Promise<void> {
    if (this.#releaseLocal !== undefined) {
      return;
    }
    let release: (() => Promise<void>) | undefined;
    try {
      release = await lockWorkingCopy(READING, this.#options);
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
    const releaseLocal = this.#releaseLocal ?? (await lockWorkingCopy(command, this.#options));
    this.#releaseLocal = undefined;
    const release = async () => {
      await this.#releaseLocks();
      await releaseLocal();
    };
    try {
      await this.#lockVault(command);
    } catch (error) {
      await release();
      throw error;
    }
    return async () => {
      try {
        if (this.#lock !== undefined) {
          await this.#finish();
        }
      } finally {
        await release();
      }
    };
  }

  /** Fails with `locked` if another process is backing up the account. */
  async holdAccount(name: string): Promise<void> {
    this.#accountLock = await this.#acquire({ ...accountLock(name), command: BACKUP });
    // Its former holder may have written to the journal after this process locked the vault.
    await this.#journal?.whileClosed(async () => await this.#update());
  }

  /** If `work` fails, the vault stays unlocked: what is left to do is only to end the run. */
  async aside<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#journal?.publish();
    await this.#lock?.release();
    this.#lock = undefined;
    const result = await work();
    await this.#lockVault(BACKUP);
    return result;
  }

  async openJournal(run: string): Promise<RunJournal> {
    this.#journal = await openPublishedJournal(run, {
      local: this.#options.local,
      objects: this.lasting,
      confirmHeld: async () => await this.#accountLock?.confirmHeld(),
      isLocked: () => this.#lock !== undefined,
    });
    return this.#journal;
  }

  /** Locks the vault in the bucket, and makes the working copy what others have made of it. */
  async #lockVault(command: string): Promise<void> {
    const { isForBackup = false, onWait } = this.#options;
    const lockWait = isForBackup ? { waitMs: BACKUP_WAIT_MS, onWait } : undefined;
    this.#lock = await this.#acquire({ ...VAULT_LOCK, command, lockWait });
    await finishForgetting(this.lasting);
    await (this.#journal?.whileClosed(async () => await this.#update()) ?? this.#update());
  }

  async #acquire(
    lock: Pick<Parameters<typeof acquireObjectLock>[1], 'name' | 'mode' | 'command' | 'lockWait'>,
  ): Promise<ObjectLock> {
    const { unstoppable, clock, random, signal } = this.#options;
    return await acquireObjectLock(unstoppable, { ...lock, clock, random, signal });
  }

  async #releaseLocks(): Promise<void> {
    const locks = [this.#lock, this.#accountLock];
    this.#lock = undefined;
    this.#accountLock = undefined;
    for (const lock of locks) {
      await lock?.release();
    }
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

  async forget(archive: string): Promise<void> {
    this.#isIndexOld = true;
    await forgetObjects(archive, this.lasting);
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

  async #update(): Promise<void> {
    // A command that changes the vault needs the store.
    const isLocked = this.#lock !== undefined;
    const needsStore = isLocked || this.#options.needsStore !== false;
    await updateWorkingCopy({ ...this.#options, needsStore, isLocked });
    await this.#readSizes();
  }

  async #readSizes(): Promise<void> {
    const { local, objects, marker } = this.#options;
    this.sizes.clear();
    for (const { key, sizeBytes } of await listObjects(objects, 'archives/')) {
      this.sizes.set(key.slice('archives/'.length), sizeBytes);
    }
    for (const manifest of marker.recipients.length > 0 ? await local.manifests() : []) {
      const { sizeBytes } = storedFileOf(manifest);
      const listedBytes = this.sizes.get(manifest.archive);
      // Encryption adds some bytes, and their number depends on the recipients.
      if (listedBytes !== undefined && listedBytes > sizeBytes) {
        this.sizes.set(manifest.archive, sizeBytes);
      }
    }
  }

  /** What is done at the end of each run that has locked the vault. */
  async #finish(): Promise<void> {
    const { local, unstoppable } = this.#options;
    if (this.#isIndexOld) {
      await writeIndex({ objects: this.lasting, local });
      this.#isIndexOld = false;
    }
    await unstoppable.removeUnfinished(isVaultKey);
    const backups = listBackups((await local.journal.read()).lines);
    const open = new Set(backups.filter(({ isOpen }) => isOpen).map(({ backup }) => backup));
    for (const { archive, backup } of await local.manifests()) {
      if (this.sizes.has(archive) && !open.has(backup ?? '')) {
        await rm(local.archivePath(archive), { force: true });
      }
    }
  }
}

/** The name of an account may have letters that names of locks do not have. */
function accountLock(account: string): { readonly name: string; readonly mode: 'exclusive' } {
  return {
    name: `account-${createHash('sha256').update(account).digest('hex').slice(0, 16)}`,
    mode: 'exclusive',
  };
}

/** Locks a working copy; waits for those that only update it. */
export async function lockWorkingCopy(
  command: string,
  { local, clock, signal }: Pick<BucketVaultOptions, 'clock' | 'signal'> & { readonly local: Vault },
): Promise<() => Promise<void>> {
  for (;;) {
    try {
      return await local.lock(command);
    } catch (error) {
      if (!isLocked(error) || detailOf(error, 'command') !== READING) {
        throw error;
      }
      await clock.sleep(READING_POLL_MS, signal);
    }
  }
}

export function isLocked(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'locked';
}
