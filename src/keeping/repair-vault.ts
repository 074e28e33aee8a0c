import { existsSync } from 'node:fs';
import { chmod, copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compactTime } from '../base/run-id.ts';
import { countText } from '../base/sizes.ts';
import { isStoredWhole, presentArchives } from '../vault/archive-presence.ts';
import { findNeededMigrations } from '../vault/backup-history.ts';
import { findLostJournal, listLostArchives } from '../vault/check-archives.ts';
import { describeRecipients } from '../vault/encryption-wish.ts';
import { describeOpenFolder, listOpenFolders, listSpareFiles } from '../vault/list-layout.ts';
import { readLfs } from './check/check-lfs.ts';
import { inspectStore } from './inspect-store.ts';
import { repairClones } from './kept-clones.ts';
import { repairEncryption } from './repair/repair-encryption.ts';
import { repairKeptFiles } from './repair/repair-kept-files.ts';
import { makeManifest } from './repair/repair-manifests.ts';
import { messageOfFailure, type Repair, type RepairOptions, resultOf, type Take } from './repair.ts';
import { setAside } from './set-aside.ts';
import { noteArchives } from './store-notes.ts';

/**
 * Repairs what can be restored from the vault itself: the marker, the journal, manifests from their archives,
 * attachments and repositories from the archives that contain them. Damaged files and clones are moved aside, never
 * deleted. The store is not changed: `rebuildStore` does that.
 */
export async function repairVault(options: RepairOptions): Promise<readonly Repair[]> {
  const repairs: Repair[] = [];
  const take: Take = (repair) => {
    repairs.push(repair);
    options.onRepair(repair);
  };
  await repairMarker(options, take);
  await closeFolders(options, take);
  await repairManifests(options, take); // First, as the next step removes damaged lines of the journal.
  await repairJournal(options, take);
  await noteLostArchives(options, take);
  await repairEncryption(options, take);
  await unverifyCorruptArchives(options, take);
  await repairKeptFiles(options, take);
  await repairLfs(options, take);
  await repairClones(options, take);
  await checkRest(options, take);
  return repairs;
}

async function repairMarker({ vault, isDryRun }: RepairOptions, take: Take): Promise<void> {
  if (vault.hasMarker) {
    return;
  }
  if (!isDryRun) {
    await vault.writeMarker();
  }
  take({
    path: 'satchel-vault.json',
    found: 'The file that marks this directory as a vault is damaged, of an unknown version or missing',
    remedy: `rewritten, for a vault that is encrypted for ${describeRecipients(vault.encryption.recipients)}`,
    result: resultOf(isDryRun),
  });
}

async function repairManifests(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock } = options;
  const { manifests, faults } = await vault.listManifests();
  const { lines } = await vault.journal.read();
  const damaged = faults.map(({ archive }) => archive);
  const spare = await listSpareFiles({
    vault,
    manifests,
    damaged,
    isMigrationNeeded: findNeededMigrations(lines, clock.now()),
  });
  const unlisted = spare.flatMap(({ kind, path }) =>
    kind === 'unlisted' ? [{ archive: path.replace(/^archives\//, ''), reason: 'it is missing' }] : [],
  );
  for (const { archive, reason } of [...faults, ...unlisted]) {
    const path = `manifests/${archive}.json`;
    const found = `The manifest of "${archive}" cannot be read: ${reason}`;
    try {
      const manifest = await makeManifest(archive, { ...options, lines });
      if (!isDryRun) {
        if (existsSync(join(vault.directory, path))) {
          await setAside(vault, path, clock);
        }
        await vault.addManifest(manifest);
      }
      const lost = 'rebuilt from the archive and the journal; results of comparisons and any pin are lost';
      take({ path, found, remedy: lost, result: resultOf(isDryRun) });
    } catch (error) {
      const obstacle = messageOfFailure(error);
      take({ path, found: `${found}; ${obstacle}`, remedy: undefined, result: 'impossible' });
    }
  }
}

async function repairJournal(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock, run } = options;
  const { lines, damage } = await vault.journal.read();
  const lost = findLostJournal(await vault.manifests(), lines);
  if (damage === undefined && lost === undefined) {
    return;
  }
  if (!isDryRun) {
    if (damage !== undefined) {
      const copy = join(vault.directory, 'damaged', `${compactTime(clock.now())}-journal.log`);
      await vault.disk.makeDirectory(join(vault.directory, 'damaged'));
      await copyFile(join(vault.directory, 'journal.log'), copy);
      await vault.journal.rewrite(lines);
    }
    const journal = await vault.journal.open(run);
    await journal.write({ type: 'journal-mended' });
    await noteArchives(vault, journal);
    await journal.close();
  }
  const found = damage === undefined ? (lost ?? '') : `The journal ${damage}`;
  const remedy = 'the rest is kept, and gaps are recorded; repositories locked by a run may still be locked';
  take({ path: 'journal.log', found, remedy, result: resultOf(isDryRun) });
}

/** Records lost archives, which only another copy can replace; recorded ones are not reported again. */
async function noteLostArchives({ vault, isDryRun, run }: RepairOptions, take: Take): Promise<void> {
  const { manifests, faults } = await vault.listManifests();
  const { lines } = await vault.journal.read();
  const damaged = faults.map(({ archive }) => archive);
  const archives = await listLostArchives(vault, { manifests, damaged, lines });
  if (archives.length > 0 && !isDryRun) {
    const journal = await vault.journal.open(run);
    await journal.write({ type: 'archives-lost', archives });
    await journal.close();
  }
  for (const archive of archives) {
    const found = `The archive "${archive}" and its manifest are missing, and no run has removed them`;
    const remedy = 'recorded; an import can add it again from another copy';
    take({ path: `archives/${archive}`, found, remedy, result: resultOf(isDryRun) });
  }
}

/** Retention counts verified archives but only checks their sizes: corrupted ones must be marked as unverified. */
async function unverifyCorruptArchives(
  { vault, isDryRun, signal }: RepairOptions,
  take: Take,
): Promise<void> {
  const manifests = await vault.manifests();
  const present = await presentArchives(vault, manifests);
  for (const manifest of manifests.filter(({ archive, isVerified }) => isVerified && present.has(archive))) {
    const { archive } = manifest;
    if (await isStoredWhole(manifest, vault, signal)) {
      continue;
    }
    if (!isDryRun) {
      await vault.addManifest({ ...manifest, isVerified: false });
    }
    const found = `The archive "${archive}" does not match the checksum in its manifest`;
    const remedy = 'marked as not verified; an import restores it from another copy';
    take({ path: `archives/${archive}`, found, remedy, result: resultOf(isDryRun) });
  }
}

async function closeFolders({ vault, isDryRun }: RepairOptions, take: Take): Promise<void> {
  for (const folder of await listOpenFolders(vault)) {
    if (!isDryRun) {
      await chmod(join(vault.directory, folder), 0o700);
    }
    const found = describeOpenFolder(folder);
    take({ path: folder, found, remedy: 'made private', result: resultOf(isDryRun) });
  }
}

/** Reports what this repair does not change, and how to repair it. */
async function checkRest({ vault }: RepairOptions, take: Take): Promise<void> {
  const manifests = await vault.manifests();
  const { lines } = await vault.journal.read();
  const { state, reason, lacking } = inspectStore(vault.storePath, manifests, lines);
  if (state !== 'there' ? state === 'damaged' || lacking.length > 0 : lacking.length > 0) {
    const found =
      reason ??
      (state === 'absent'
        ? 'The store is missing'
        : `The store lacks ${countText(lacking.length, 'archive')}`);
    take({
      path: 'store.db',
      found: `${found}; a rebuild of the vault loads what is missing`,
      remedy: undefined,
      result: 'impossible',
    });
  }
}

/**
 * Makes room for files in Git LFS that are damaged: no archive can restore them, but the service may still have them, and the
 * next fetch asks for what is missing. One that cannot be read stays: it may be whole.
 */
async function repairLfs(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun, clock } = options;
  for await (const { code, path, message: found } of readLfs({ ...options, sample: { type: 'all' } })) {
    if (code === 'lfs-unreadable') {
      take({ path, found, remedy: undefined, result: 'impossible' });
      continue;
    }
    if (!isDryRun) {
      await (vault.origin === undefined ? setAside(vault, path, clock) : vault.origin.discard(path));
    }
    const moved = vault.origin === undefined ? 'moved aside' : 'removed';
    const remedy = `${moved}; the next backup that keeps files in Git LFS asks for it again`;
    take({ path, found, remedy, result: resultOf(isDryRun) });
  }
}
