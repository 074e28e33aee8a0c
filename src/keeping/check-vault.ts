import { existsSync } from 'node:fs';
import type { Decrypt } from '../archive/encrypted-source.ts';
import type { Clock } from '../base/clock.ts';
import { countText } from '../base/sizes.ts';
import { ofAccounts } from '../model/accounts.ts';
import type { JournalLine } from '../model/journal.ts';
import { presentArchives } from '../vault/archive-presence.ts';
import { findNeededMigrations } from '../vault/backup-history.ts';
import {
  bytesToRead,
  checkContent,
  checkPresence,
  findingOfSpare,
  findLostJournal,
  listLostArchives,
} from '../vault/check-archives.ts';
import { describeOpenFolder, listOpenFolders, listSpareFiles } from '../vault/list-layout.ts';
import { accountKeyOf, type Manifest } from '../vault/manifest.ts';
import { chooseSample } from '../vault/read-sample.ts';
import { createVaultFinding, type VaultFinding } from '../vault/vault-findings.table.ts';
import { checkKeptFiles } from './check/check-kept-files.ts';
import { findLackingLfs, readLfs } from './check/check-lfs.ts';
import { findPlainArchives } from './check/left-archives.ts';
import { checkArchiveKeys, checkObjectKeys, checkRecipientsChange, type OwnKey } from './check-encryption.ts';
import { findDamagedPages, inspectStore, isStoreDamage } from './inspect-store.ts';
import { type CheckFilesOptions, checkClones } from './kept-clones.ts';
import { readNeededFiles } from './needed-files.ts';
import { CHANGED, isStoreUnchanged } from './store-notes.ts';

export interface CheckVaultOptions extends CheckFilesOptions {
  /** Limits the check of archives to those of these accounts; what all share is always checked. */
  readonly accounts?: readonly string[] | undefined;
  readonly decrypt?: Decrypt | undefined;
  /** The same keys, one by one. */
  readonly ownKeys?: readonly OwnKey[] | undefined;
  readonly clock: Pick<Clock, 'now'>;
  /** Called before a whole archive is read. */
  readonly onArchive?: ((manifest: Manifest) => void) | undefined;
  /** Called with the number of bytes read, for archives that are read completely; each is read twice. */
  readonly onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined;
}

/**
 * Checks everything in a vault and reports defects. It writes and repairs nothing. Fails with `absent` if a named
 * account has no archive.
 */
export async function* checkVault(options: CheckVaultOptions): AsyncGenerator<VaultFinding, void> {
  const { vault, accounts } = options;
  const { manifests, faults } = await vault.listManifests();
  const own = accounts === undefined ? manifests : ofAccounts(manifests, accounts, 'the vault has archives');
  if (!vault.hasMarker) {
    const message = 'The file that marks this directory as a vault is damaged or missing';
    yield createVaultFinding('marker-damaged', 'satchel-vault.json', message);
  }
  for (const folder of await listOpenFolders(vault)) {
    yield createVaultFinding('folder-open', folder, describeOpenFolder(folder));
  }
  for (const { fileName, reason } of faults) {
    const message = `The manifest "${fileName}" cannot be read: ${reason}`;
    yield createVaultFinding('manifest-damaged', `manifests/${fileName}`, message);
  }
  yield* checkPresence(vault, own);
  const newest = new Map(own.map((manifest) => [accountKeyOf(manifest), manifest]));
  for (const { archive, completeness } of newest.values()) {
    for (const message of completeness?.outside ?? []) {
      yield createVaultFinding('content-outside', `archives/${archive}`, message);
    }
  }
  const { lines, damage } = await vault.journal.read();
  const damaged = faults.map(({ archive }) => archive);
  for (const archive of await listLostArchives(vault, { manifests, damaged, lines })) {
    const message = `The archive "${archive}" and its manifest are missing, and no run has removed them`;
    yield createVaultFinding('archive-lost', `archives/${archive}`, message);
  }
  if (damage !== undefined) {
    yield createVaultFinding('journal-damaged', 'journal.log', `The journal ${damage}`);
  }
  const lost = findLostJournal(manifests, lines);
  if (lost !== undefined) {
    yield createVaultFinding('journal-lost', 'journal.log', lost);
  }
  const isMigrationNeeded = findNeededMigrations(lines, options.clock.now());
  yield* checkRecipientsChange(vault);
  const plain = new Set((await findPlainArchives(vault, lines)).map((name) => `archives/${name}`));
  const spare = await listSpareFiles({ vault, manifests, damaged, isMigrationNeeded });
  for (const file of spare) {
    const isPlainCopy = file.kind === 'plain' && plain.delete(file.path);
    if (isPlainCopy || !plain.has(file.path)) {
      yield findingOfSpare(file);
    }
  }
  for (const file of (await vault.origin?.leftovers()) ?? []) {
    yield findingOfSpare({ kind: 'leftover', ...file });
  }
  for (const path of plain) {
    const message = `The file "${path}" is not encrypted, although the vault is`;
    yield createVaultFinding('archive-unencrypted', path, message);
  }
  yield* checkArchiveKeys(own, options);
  yield* checkStore({ manifests: own, lines }, options);
  yield* readArchives(own, options);
  yield* checkObjectKeys(vault);
  yield* readLfs(options);
  yield* checkClones(options);
}

interface Known {
  readonly manifests: readonly Manifest[];
  readonly lines: readonly JournalLine[];
}

/** The manifests determine what the store should contain. */
async function* checkStore(
  { manifests, lines }: Known,
  options: CheckVaultOptions,
): AsyncGenerator<VaultFinding, void> {
  const { vault, sample, random, signal } = options;
  if (await isPublishedStoreDamaged(options)) {
    const message = 'The published store is missing or does not match its checksum';
    yield createVaultFinding('store-damaged', 'store.db', message);
    if (!existsSync(vault.storePath)) {
      return;
    }
  }
  const { state, reason, lacking } = inspectStore(vault.storePath, manifests, lines);
  if (state !== 'there') {
    yield* state === 'damaged'
      ? [createVaultFinding('store-damaged', 'store.db', reason ?? 'The store is damaged')]
      : describeMissingStore(lacking);
    return;
  }
  for (const { archive, loading } of lacking) {
    const message =
      loading === 'owed'
        ? 'was never loaded into the store'
        : 'was loaded before, but is no longer in the store';
    const code = loading === 'owed' ? 'archive-unloaded' : 'snapshot-missing';
    yield createVaultFinding(code, `archives/${archive}`, `The archive "${archive}" ${message}`);
  }
  try {
    const needed = await readNeededFiles(vault);
    if (needed === undefined) {
      return;
    }
    if (sample !== undefined) {
      for (const damage of findDamagedPages(vault.storePath)) {
        yield createVaultFinding('store-damaged', 'store.db', damage);
      }
    }
    if (sample !== undefined && !(await isStoreUnchanged(vault, lines, signal))) {
      yield createVaultFinding('store-damaged', 'store.db', `The store is damaged: ${CHANGED}`);
    }
    yield* checkKeptFiles({ vault, needed, sample, random, signal });
    yield* findLackingLfs({ ...options, needed, manifests });
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    yield createVaultFinding('store-damaged', 'store.db', error.message);
  }
}

/** The published store is read if all is, or if it could not be fetched. */
async function isPublishedStoreDamaged({ vault: { origin }, sample }: CheckVaultOptions): Promise<boolean> {
  return (
    origin !== undefined &&
    (sample !== undefined || !(await origin.isStoreFetched())) &&
    !(await origin.isStoreWhole())
  );
}

/**
 * If all archives are yet to be loaded, there never was a store; if loading was declined for all, there will be none.
 */
function* describeMissingStore(lacking: readonly Manifest[]): Generator<VaultFinding, void> {
  const owed = lacking.filter(({ loading }) => loading === 'owed');
  if (lacking.length > owed.length) {
    const message = `The store is missing; it should have the snapshots of ${countText(lacking.length, 'archive')}`;
    yield createVaultFinding('store-missing', 'store.db', message);
  }
  for (const { archive } of lacking.length > owed.length ? [] : owed) {
    const message = `The archive "${archive}" was never loaded into the store`;
    yield createVaultFinding('archive-unloaded', `archives/${archive}`, message);
  }
}

async function* readArchives(
  manifests: readonly Manifest[],
  options: CheckVaultOptions,
): AsyncGenerator<VaultFinding, void> {
  const { vault, sample, decrypt, random, onArchive, onProgress } = options;
  if (sample === undefined) {
    return;
  }
  const present = await presentArchives(vault, manifests);
  const readable = manifests.filter(({ archive }) => present.has(archive));
  const chosen = [...chooseSample(readable, sample, random)];
  const totalBytes = chosen.reduce((sum, manifest) => sum + bytesToRead(manifest, decrypt), 0);
  let beforeBytes = 0;
  for (const manifest of chosen) {
    onArchive?.(manifest);
    yield* await checkContent(manifest, {
      ...options,
      decrypt,
      onProgress: (doneBytes) => onProgress?.(beforeBytes + doneBytes, totalBytes),
    });
    beforeBytes += bytesToRead(manifest, decrypt);
  }
}
