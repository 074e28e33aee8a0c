import { existsSync } from 'node:fs';
import type { Lock } from '../../base/lock.ts';
import { findGitFolder, foldersIn } from '../../store/file-folders.ts';
import { renameGitFolders } from '../../store/git-folders.ts';
import { openStore } from '../../store/store.ts';
import type { Vault } from '../../vault/vault.ts';

/**
 * Gives repositories whose folders in a new store are not in the vault the folders that its former store has for them: a
 * repair may have kept them under other names here, and where the new store comes from, they may have been forgotten. The
 * caller must hold the lock of the store.
 */
export async function carryFolders(
  { directory, storePath }: Pick<Vault, 'directory' | 'storePath'>,
  newPath: string,
  lock: Lock,
): Promise<void> {
  const folders = foldersIn(directory);
  const isThere = (folder: string) => findGitFolder(folders, folder) !== undefined;
  const missing = readRows(newPath, 'SELECT DISTINCT folder FROM kept_repositories')
    .map(([folder]) => String(folder))
    .filter((folder) => !isThere(folder));
  if (missing.length === 0 || !existsSync(storePath)) {
    return;
  }
  const wanted = readRows(newPath, `${PLACES} WHERE folder IN ${LISTED}`, missing);
  const names = [...new Set(wanted.map(([, archiveName]) => archiveName))];
  const former = readRows(storePath, `${PLACES} WHERE archive_name IN ${LISTED}`, names);
  const ownOf = new Map<string, Set<string>>();
  for (const [folder, ...place] of former) {
    const key = JSON.stringify(place);
    ownOf.set(key, new Set([...(ownOf.get(key) ?? []), String(folder)]));
  }
  const choices = new Map<string, Set<string>>();
  for (const [folder, ...place] of wanted) {
    const known = choices.get(String(folder)) ?? [];
    const own = ownOf.get(JSON.stringify(place)) ?? [];
    choices.set(String(folder), new Set([...known, ...own]));
  }
  // All snapshots that have the folder must mean one repository here: nothing else may take its name.
  const renamed = [...choices].flatMap(([folder, [own, ...others]]) =>
    own !== undefined && others.length === 0 && isThere(own) ? [[folder, own] as const] : [],
  );
  await renameGitFolders(newPath, lock, new Map(renamed));
}

/** The folder of each repository of each snapshot, and what identifies both in any store. */
const PLACES = `
  SELECT folder, archive_name, archive_sha256, entry_name, size_bytes
  FROM kept_repositories JOIN snapshots ON snapshots.id = snapshot_id`;

const LISTED = '(SELECT value FROM json_each(:values))';

function readRows(path: string, sql: string, values?: readonly unknown[]): readonly (readonly unknown[])[] {
  const store = openStore(path);
  try {
    const parameters = values === undefined ? {} : { values: JSON.stringify(values) };
    return [...store.query(sql, { parameters }).rows];
  } finally {
    store.close();
  }
}
