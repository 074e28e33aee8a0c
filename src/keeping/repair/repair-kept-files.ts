import { openArchiveSource } from '../../archive/archive-source.ts';
import { unescapedName } from '../../base/byte-text.ts';
import { createGitStage } from '../../git/git-stage.ts';
import type { FormerFolders } from '../../load/file-keeper.ts';
import { restoreFiles } from '../../load/restore-files.ts';
import { foldersIn } from '../../store/file-folders.ts';
import type { KeptRepository } from '../../store/kept-files.ts';
import { openStore } from '../../store/store.ts';
import { waitForStore } from '../../store/store-lock.ts';
import { hasDigest } from '../../vault/archive-presence.ts';
import { type Manifest, plainNameOf, storedFileOf } from '../../vault/manifest.ts';
import type { VaultFinding } from '../../vault/vault-findings.table.ts';
import { checkKeptFiles } from '../check/check-kept-files.ts';
import { backupKeyOf, inspectStore } from '../inspect-store.ts';
import { readNeededFiles } from '../needed-files.ts';
import { messageOfFailure, type RepairOptions, resultOf, type Take } from '../repair.ts';

/** Restores attachments and repositories from the archives that contain them. */
export async function repairKeptFiles(options: RepairOptions, take: Take): Promise<void> {
  const { vault, isDryRun } = options;
  const manifests = await vault.manifests();
  const { lines } = await vault.journal.read();
  if (inspectStore(vault.storePath, manifests, lines).state !== 'there') {
    return; // Rebuilding the store restores the files as well.
  }
  const damaged = await findDamagedFiles(options);
  if (damaged.size === 0) {
    return;
  }
  const holders = findHolders(vault.storePath, [...damaged.keys()], manifests);
  const troubles = new Map<string, string>();
  for (const { path } of isDryRun ? [] : damaged.values()) {
    await vault.origin?.discard(path);
  }
  const restored = new Map<string, readonly string[]>();
  for (const [key, group] of isDryRun ? [] : holders.groups) {
    try {
      for (const { entryName, folder } of await restoreGroup(key, group, { holders, restored, options })) {
        restored.set(entryName, [folder, ...(restored.get(entryName) ?? [])]);
      }
    } catch (error) {
      troubles.set(key, messageOfFailure(error));
    }
  }
  await (isDryRun ? undefined : vault.origin?.publish());
  const left = isDryRun ? new Map<string, VaultFinding>() : await findDamagedFiles(options);
  for (const [name, { path, message }] of damaged) {
    const holder = holders.byName.get(name);
    const isRepaired = isDryRun ? holder !== undefined : !left.has(name);
    const remedy = 'restored from the archive';
    const reason = (holder && troubles.get(holder)) ?? 'no archive of the vault has an undamaged copy';
    take(
      isRepaired
        ? { path, found: message, remedy, result: resultOf(isDryRun) }
        : { path, found: `${message}; ${reason}`, remedy: undefined, result: 'impossible' },
    );
  }
}

interface Restoring {
  readonly holders: Holders;
  readonly restored: FormerFolders;
  readonly options: RepairOptions;
}

/** Restores the files of one archive, or of the parts of one backup; returns the repositories. */
async function restoreGroup(
  key: string,
  group: readonly Manifest[],
  { holders, restored, options: { vault, opening, searchPath, signal } }: Restoring,
): Promise<readonly KeptRepository[]> {
  const names = group.map(({ archive }) => archive);
  return await vault.withArchives(names, async (paths) => {
    const areWhole = await Promise.all(
      group.map((manifest, index) => hasDigest(paths[index] ?? '', storedFileOf(manifest).sha256, signal)),
    );
    const folders = areWhole.every(Boolean) ? holders.folders.get(key) : undefined;
    return await restoreFiles({
      sources: await Promise.all(paths.map((path) => openArchiveSource(path, opening))),
      files: {
        folders: foldersIn(vault.directory),
        openRepositoryStage: (directory) => createGitStage({ directory, searchPath }),
      },
      dbPath: vault.storePath,
      // What a damaged archive has is only taken if it is equal to what was kept.
      damagedFolderOf: (entryName) => folders?.get(entryName),
      former: restored,
      command: 'satchel vault repair',
      lockWait: waitForStore(signal, () => undefined),
      signal,
    });
  });
}

/** Findings by digest or folder name. All files are read. */
async function findDamagedFiles({
  vault,
  random,
  signal,
}: RepairOptions): Promise<ReadonlyMap<string, VaultFinding>> {
  const needed = await readNeededFiles(vault);
  const damaged = new Map<string, VaultFinding>();
  if (needed !== undefined) {
    const sample = { type: 'all' } as const;
    for await (const finding of checkKeptFiles({
      vault,
      needed,
      sample,
      random,
      signal,
    })) {
      if (finding.severity === 'error') {
        damaged.set(finding.path.split('/').at(-1) ?? '', finding);
      }
    }
  }
  return damaged;
}

interface Holders {
  /** The key of the group that contains a file. */
  readonly byName: ReadonlyMap<string, string>;
  readonly groups: ReadonlyMap<string, readonly Manifest[]>;
  /** The damaged folders of repositories by the key of the group that contains them, and by entry name. */
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

/** Finds the archives that contain files, by the snapshots of the store; the newest one is used. */
function findHolders(storePath: string, names: readonly string[], manifests: readonly Manifest[]): Holders {
  const byName = new Map<string, string>();
  const groups = new Map<string, readonly Manifest[]>();
  const folders = new Map<string, Map<string, string>>();
  const store = openStore(storePath);
  try {
    const { rows } = store.query(
      `SELECT name, archive_name, repository, archive_sha256 FROM (
         SELECT sha256 AS name, snapshot_id, NULL AS repository FROM snapshot_files
         WHERE sha256 IN (SELECT value FROM json_each(:names))
         UNION SELECT folder, snapshot_id, entry_name FROM kept_repositories
         WHERE folder IN (SELECT value FROM json_each(:names))
       ) JOIN snapshots ON snapshots.id = snapshot_id ORDER BY position`,
      { parameters: { names: JSON.stringify(names) } },
    );
    for (const [name, archiveName, repository, sha256] of rows) {
      const plain = plainNameOf(String(archiveName));
      const manifest = manifests.find(
        (each) =>
          plainNameOf(each.archive) === plain &&
          (each.backup !== undefined || sha256 === null || each.sha256 === sha256),
      );
      if (manifest !== undefined) {
        const key = backupKeyOf(manifest);
        byName.set(String(name), key);
        groups.set(
          key,
          manifests.filter((other) => backupKeyOf(other) === key),
        );
        if (typeof repository === 'string') {
          const ofGroup = folders.get(key) ?? new Map<string, string>();
          folders.set(key, ofGroup.set(unescapedName(repository), String(name)));
        }
      }
    }
  } finally {
    store.close();
  }
  return { byName, groups, folders };
}
