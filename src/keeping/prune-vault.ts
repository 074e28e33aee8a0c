import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { removeStages } from '../load/file-keeper.ts';
import type { JournalLine } from '../model/journal.ts';
import { readMigrationId } from '../model/migrations.ts';
import { foldersIn } from '../store/file-folders.ts';
import { lockStore, removeParts } from '../store/store-lock.ts';
import { isStoredWhole } from '../vault/archive-presence.ts';
import { findNeededMigrations, findSpentMigrations } from '../vault/backup-history.ts';
import { listSpareFiles } from '../vault/list-layout.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { hasWholeStore } from './inspect-store.ts';
import { listOldDamage } from './set-aside.ts';
import { removeFrom, removeUnneededFiles } from './unneeded-files.ts';
import { type LfsRemovalOptions, removeUnfinishedLfs, removeUnneededLfs } from './unneeded-lfs.ts';

/** An unneeded file or folder. */
export interface PrunedFile {
  /** Relative to the vault's directory, with `/` as separator. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly reason: string;
}

interface PruneOptions extends LfsRemovalOptions {
  readonly clock: Pick<Clock, 'now'>;
}

const REASONS = {
  leftover: 'left by an interrupted run',
  draft: 'left by an interrupted rebuild',
  part: 'left by an interrupted load', // Removed below, under the lock of the store.
  plain: 'the encrypted archive exists',
  unneeded: 'no snapshot needs it',
  old: 'set aside more than 90 days ago',
  fetched: 'left by an interrupted fetch',
} as const;

/**
 * Removes unneeded files: those of interrupted runs, plain archives next to their encrypted forms, and attachments and
 * repositories that no snapshot needs, and what was set aside long ago. Archives without a manifest and foreign files
 * remain. If the store is missing or lacks a snapshot, no attachment counts as an orphan. Loads are locked out meanwhile
 * (`locked`).
 */
export async function pruneVault(options: PruneOptions): Promise<readonly PrunedFile[]> {
  const { vault } = options;
  const pruned: PrunedFile[] = [];
  for (const file of await listUnneeded(vault, options.clock)) {
    pruned.push(file);
    if (file.reason !== REASONS.part) {
      await removeFrom(join(vault.directory, file.path), options);
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
    for (const { path, sizeBytes } of await removeUnneededFiles(options)) {
      pruned.push({ path, sizeBytes, reason: REASONS.unneeded });
    }
    for (const file of await removeUnneededLfs(options)) {
      pruned.push({ ...file, reason: REASONS.unneeded });
    }
    for (const file of await removeUnfinishedLfs(options)) {
      pruned.push({ ...file, reason: REASONS.fetched });
    }
    if (await hasWholeStore(vault)) {
      for (const file of await listOldDamage(vault, options.clock)) {
        pruned.push({ ...file, reason: REASONS.old });
        await removeFrom(join(vault.directory, file.path), options);
      }
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
