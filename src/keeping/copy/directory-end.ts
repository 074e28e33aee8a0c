import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { fileFailure } from '../../base/file-failure.ts';
import type { Random } from '../../base/random.ts';
import { createRunId } from '../../base/run-id.ts';
import { streamWholeFile } from '../../base/whole-file.ts';
import { openWorkplace, type Workplace } from '../../base/workplace.ts';
import { Failure } from '../../model/failure.ts';
import { foldersIn } from '../../store/file-folders.ts';
import { copyStoreFile, readStoreFile } from '../../store/store-file.ts';
import { lockStore, waitForStore } from '../../store/store-lock.ts';
import { presentArchives } from '../../vault/archive-presence.ts';
import type { EncryptionWish } from '../../vault/encryption-wish.ts';
import type { JournalContent } from '../../vault/journal.ts';
import type { Marker } from '../../vault/marker.ts';
import type { ManifestList } from '../../vault/read-manifests.ts';
import { openVault, type Vault } from '../../vault/vault.ts';
import { isStoreDamage, readSnapshotNames, type SnapshotName } from '../inspect-store.ts';
import { replaceStore } from '../set-aside.ts';
import { findStoreDamage, noteArchives, noteStore } from '../store-notes.ts';
import { carryFolders } from './carry-folders.ts';
import { filesSource, filesTarget, readFileChunks, writing } from './directory-files.ts';
import { linesToCopy, mergeJournals } from './merge-journals.ts';
import { REBUILD_HINTS } from './published-store.ts';
import { type CopiedStore, type CopySource, type CopyTarget, hasAllOf } from './vault-end.ts';

interface DirectoryOptions {
  readonly clock: Clock;
  readonly random: Pick<Random, 'hex'>;
  readonly signal: AbortSignal;
}

const COMMAND = 'satchel vault copy';

/** Prefix of folders of unfinished work, which lie next to kept repositories: on their file system. */
const UNFINISHED = '.unfinished-';

/**
 * Opens a vault in a directory to copy from it. It is locked only while its lists are read and its store is copied
 * aside, so that a long upload does not delay backups.
 */
export async function openDirectorySource(
  directory: string,
  { clock, signal }: DirectoryOptions,
): Promise<CopySource> {
  const vault = await openVault(directory, { clock });
  const release = await vault.lock(COMMAND);
  try {
    return await openLockedSource(vault, signal);
  } finally {
    await release();
  }
}

/** The same for a vault that this process has locked. */
export async function openLockedSource(vault: Vault, signal: AbortSignal): Promise<CopySource> {
  const workplace = await openWorkplaceIn(vault);
  try {
    const lists = await readLists(vault, workplace, signal);
    return {
      recipients: vault.encryption.recipients,
      manifests: async () => lists.manifests,
      ...filesSource(vault, signal),
      store: async () => lists.store(),
      journal: async () => lists.journal.lines,
      close: async () => await workplace.close(),
    };
  } catch (error) {
    await workplace.close();
    throw error;
  }
}

interface Lists {
  readonly manifests: ManifestList;
  readonly journal: JournalContent;
  /** Fails with `vault-damaged` if the store cannot be trusted. */
  readonly store: () => CopiedStore | undefined;
}

async function readLists(vault: Vault, workplace: Workplace, signal: AbortSignal): Promise<Lists> {
  const manifests = await vault.listManifests();
  const journal = await vault.journal.read();
  return { manifests, journal, store: await copyStoreOf(vault, journal, { workplace, signal }) };
}

/**
 * Copies the store of a vault, because SQLite changes it in place. What is returned fails with `vault-damaged` if the
 * store cannot be trusted.
 */
async function copyStoreOf(
  vault: Vault,
  { lines }: JournalContent,
  { workplace, signal }: { readonly workplace: Workplace; readonly signal: AbortSignal },
): Promise<() => CopiedStore | undefined> {
  if (!existsSync(vault.storePath)) {
    return () => undefined;
  }
  const refuse = (reason: string) => () => {
    throw new Failure('vault-damaged', `Cannot copy the store of "${vault.directory}": ${reason}`, {
      ...REBUILD_HINTS,
    });
  };
  const damage = findStoreDamage(lines);
  if (damage !== undefined) {
    return refuse(damage);
  }
  const path = join(workplace.path, 'store.db');
  try {
    const { sizeBytes, sha256, changeCounters } = await copyStoreFile(vault.storePath, path, signal);
    const store: CopiedStore = {
      sizeBytes,
      sha256,
      changeCounter: changeCounters[0],
      snapshots: nameSnapshots(readSnapshotNames(path)),
      open: async () => readFileChunks(path),
    };
    return () => store;
  } catch (error) {
    if (isStoreDamage(error)) {
      return refuse(error.message);
    }
    throw fileFailure(error, 'copy', vault.storePath);
  }
}

/** A digest for each snapshot, by which stores can be compared without showing the names of accounts. */
function nameSnapshots(snapshots: readonly SnapshotName[]): readonly string[] {
  return snapshots.map(({ archiveName, sha256 = '' }) =>
    createHash('sha256').update(`${archiveName}\n${sha256}`).digest('hex'),
  );
}

interface DirectoryTargetOptions extends DirectoryOptions {
  /** Of a vault that is made now. */
  readonly encryption: EncryptionWish | undefined;
  /** Fails if the recipients of the vault are not as they should be. */
  readonly confirm: (marker: Marker) => Promise<void>;
  /** Called with a sentence about the writer of its store that is waited for. */
  readonly onWait?: ((message: string) => void) | undefined;
}

/** Opens or creates a vault in a directory to copy to it. It is locked until it is closed. */
export async function openDirectoryTarget(
  directory: string,
  { clock, random, signal, encryption, confirm, onWait = () => undefined }: DirectoryTargetOptions,
): Promise<CopyTarget> {
  const vault = await openVault(directory, { clock, create: true, encryption });
  await confirm(vault.encryption);
  const release = await vault.lock(COMMAND);
  const workplace = await openWorkplaceIn(vault).catch(async (error: unknown) => {
    await release();
    throw error;
  });
  const { disk } = vault;
  return {
    name: directory,
    isNew: vault.isNew,
    async archives() {
      const manifests = await vault.manifests();
      const present = await presentArchives(vault, manifests);
      return new Map(
        manifests
          .filter(({ archive }) => present.has(archive))
          .map((manifest) => [manifest.archive, manifest]),
      );
    },
    encryption: vault.encryption,
    async writeArchive(archive, content) {
      await writing(vault.archivePath(archive), async (path) => {
        await streamWholeFile(path, content, disk);
      });
    },
    writeManifest: async (manifest) => void (await vault.addManifest(manifest)),
    ...filesTarget(vault, workplace, signal),
    async store() {
      const path = vault.storePath;
      return existsSync(path)
        ? {
            sha256: (await readStoreFile(path, signal)).sha256,
            snapshots: nameSnapshots(readSnapshotNames(path)),
          }
        : undefined;
    },
    async writeStore(store) {
      const draft = join(workplace.path, 'store.db');
      return await writing(vault.storePath, async (path) => {
        await streamWholeFile(draft, await store.open(), disk);
        const lock = await lockStore(path, {
          command: COMMAND,
          clock,
          lockWait: waitForStore(signal, onWait),
        });
        try {
          // A load may have written to it since it was compared with the draft.
          if (existsSync(path) && !hasAllOf(store, { snapshots: nameSnapshots(readSnapshotNames(path)) })) {
            return false;
          }
          await carryFolders(vault, draft, lock);
          await replaceStore(vault, draft);
          return true;
        } finally {
          await lock.release();
        }
      });
    },
    async finish(lines) {
      const { lines: own, damage } = await vault.journal.read();
      if (damage === undefined) {
        const archives = (await vault.manifests()).map(({ archive }) => archive);
        await vault.journal.rewrite(mergeJournals(own, linesToCopy(lines, new Set(archives))));
      }
      const journal = await vault.journal.open(createRunId(clock, random));
      try {
        await noteArchives(vault, journal);
        await noteStore(vault, journal);
      } finally {
        await journal.close();
      }
    },
    async close() {
      await workplace.close();
      await release();
    },
  };
}

export async function openWorkplaceIn({ directory, disk }: Vault): Promise<Workplace> {
  const { git } = foldersIn(directory);
  await disk.makeDirectory(git);
  return await openWorkplace(git, UNFINISHED);
}
