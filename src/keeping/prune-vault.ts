import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { fileFailure } from '../base/file-failure.ts';
import { removeStages } from '../load/file-keeper.ts';
import { listOrphans } from '../load/remove-orphans.ts';
import type { JournalLine } from '../model/journal.ts';
import { readMigrationId } from '../model/migrations.ts';
import { foldersIn } from '../store/file-folders.ts';
import { lockStore, removeParts } from '../store/store-lock.ts';
import { isStoredWhole } from '../vault/archive-presence.ts';
import { findNeededMigrations, findSpentMigrations } from '../vault/backup-history.ts';
import { listSpareFiles } from '../vault/list-layout.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { mayLackSnapshots, readNeededFiles } from './inspect-store.ts';

/** An unneeded file or folder. */
export interface PrunedFile {
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly reason: string;
}

interface PruneOptions {
  /** Must be locked. */
  readonly vault: Vault;
  readonly isDryRun: boolean;
  readonly clock: Pick<Clock, 'now'>;
  readonly signal: AbortSignal;
}

const REASONS = {
  leftover: 'left by an interrupted run',
  draft: 'left by an interrupted rebuild',
  part: 'left by an interrupted load', // Removed below, under the lock of the store.
  plain: 'the encrypted archive exists',
} as const;

/**
 * Removes unneeded files: those of interrupted runs, plain archives next to their encrypted forms, and attachments and
 * repositories that no snapshot keeps. Archives without a manifest and foreign files remain. If the store is missing or
 * lacks a snapshot, no attachment counts as an orphan. Loads are locked out meanwhile (`locked`).
 */
export async function pruneVault(options: PruneOptions): Promise<readonly PrunedFile[]> {
  const { vault } = options;
  const pruned: PrunedFile[] = [];
  for (const file of await listUnneeded(vault, options.clock)) {
    pruned.push(file);
    if (file.reason !== REASONS.part) {
      await remove(join(vault.directory, file.path), options);
    }
  }
  for (const file of (await vault.origin?.leftovers()) ?? []) {
    pruned.push({ ...file, reason: REASONS.leftover });
    if (!options.isDryRun) {
      await vault.origin?.discard(file.path);
    }
  }
  const lock = await lockStore(vault.storePath, { command: 'satchel vault prune' });
  try {
    if (!options.isDryRun) {
      removeParts(vault.storePath);
      await removeStages(foldersIn(vault.directory), () => {
        options.signal.throwIfAborted();
        return true;
      });
    }
    if (existsSync(vault.storePath) && !(await mayLackSnapshots(vault))) {
      pruned.push(...(await pruneOrphans(options)));
    }
  } finally {
    await lock.release();
  }
  const { lines, damage } = await vault.journal.read();
  if (vault.origin !== undefined && damage === undefined && !options.isDryRun) {
    await vault.journal.rewrite(lines); // As one object.
  }
  return pruned;
}

/** Removes plain archives next to their encrypted forms, which a run did not do because it was interrupted. */
export async function removePlainCopies(vault: Vault, clock: Pick<Clock, 'now'>): Promise<void> {
  for (const { path, reason } of await listUnneeded(vault, clock)) {
    if (reason === REASONS.plain) {
      await vault.disk.remove(join(vault.directory, path));
    }
  }
}

interface SweepOptions extends Pick<PruneOptions, 'vault' | 'clock'> {
  /** The lines of the journal that concern the service of this run. */
  readonly lines: readonly JournalLine[];
}

/**
 * Removes what killed runs left in the vault, which must be locked: plain archives next to their encrypted forms, and
 * partial downloads of unusable migrations. Partial downloads that a backup may resume remain.
 */
export async function sweepVault({ vault, clock, lines }: SweepOptions): Promise<void> {
  await removePlainCopies(vault, clock);
  const spent = findSpentMigrations(lines);
  const directory = join(vault.directory, 'archives');
  for (const name of await readdir(directory)) {
    const [, digits = ''] = /-(\d+)\.tar\.gz\.part(?:\.json)?$/.exec(name) ?? [];
    const migrationId = readMigrationId(digits);
    if (migrationId !== undefined && spent.has(migrationId)) {
      await vault.disk.remove(join(directory, name));
    }
  }
}

async function listUnneeded(vault: Vault, clock: Pick<Clock, 'now'>): Promise<readonly PrunedFile[]> {
  const { manifests, faults } = await vault.listManifests();
  const { lines } = await vault.journal.read();
  const spare = await listSpareFiles({
    vault,
    manifests,
    damaged: faults.map(({ archive }) => archive),
    isMigrationNeeded: findNeededMigrations(lines, clock.now()),
  });
  const unneeded: PrunedFile[] = [];
  for (const { kind, path, sizeBytes } of spare) {
    if (
      kind === 'leftover' ||
      kind === 'draft' ||
      kind === 'part' ||
      (kind === 'plain' && (await isWholeEncrypted(path, manifests, vault)))
    ) {
      unneeded.push({ path, sizeBytes, reason: REASONS[kind] });
    }
  }
  return unneeded;
}

/** The plain archive is only removed if the encrypted form matches its digest. */
async function isWholeEncrypted(
  path: string,
  manifests: readonly Manifest[],
  vault: Vault,
): Promise<boolean> {
  const manifest = manifests.find(({ archive }) => path === `archives/${plainNameOf(archive)}`);
  return manifest !== undefined && (await isStoredWhole(manifest, vault));
}

const UNNEEDED = 'no snapshot needs it';

/** Of a working copy, only what its origin has is reported. */
async function pruneOrphans(options: PruneOptions): Promise<readonly PrunedFile[]> {
  const { vault } = options;
  const needed = readNeededFiles(vault.storePath);
  if (needed === undefined) {
    return [];
  }
  const pruned: PrunedFile[] = [];
  const orphans = listOrphans(foldersIn(vault.directory), {
    needsBlob: (sha256) => needed.blobs.has(sha256),
    needsGitFolder: (folder) => needed.repositories.has(folder),
  });
  for await (const { path } of orphans) {
    const inVault = relative(vault.directory, path).replaceAll(sep, '/');
    if (vault.origin === undefined) {
      pruned.push({ path: inVault, sizeBytes: await sizeOfTree(path), reason: UNNEEDED });
    }
    await remove(path, options);
  }
  for await (const orphan of vault.origin?.removeOrphans(needed, options.isDryRun) ?? []) {
    pruned.push({ ...orphan, reason: UNNEEDED });
  }
  return pruned;
}

async function remove(path: string, { vault, isDryRun, signal }: PruneOptions): Promise<void> {
  signal.throwIfAborted();
  if (!isDryRun) {
    try {
      vault.requireHeld();
      await rm(path, { recursive: true, force: true });
    } catch (error) {
      throw fileFailure(error, 'remove', path);
    }
  }
}

async function sizeOfTree(path: string): Promise<number> {
  const stats = await lstat(path);
  if (!stats.isDirectory()) {
    return stats.size;
  }
  let sizeBytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    sizeBytes += entry.isFile() ? (await lstat(join(entry.parentPath, entry.name))).size : 0;
  }
  return sizeBytes;
}
