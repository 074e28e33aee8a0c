import { existsSync } from 'node:fs';
import type { JournalLine } from '../model/journal.ts';
import { FILES_OF_SNAPSHOTS } from '../store/kept-files.ts';
import { openStore, type Store } from '../store/store.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import { findForgottenArchives } from '../vault/needed-lines.ts';
import type { KeptNames, Vault } from '../vault/vault.ts';
import { readSnapshotNames } from './inspect-store.ts';

/**
 * Reads which files the snapshots of a vault's store need: all but those that were forgotten, or are about to be
 * (`forgetting`, file names of archives). Undefined without a store, because nothing is known then. Fails as opening a
 * store does.
 */
export async function readNeededFiles(
  vault: Vault,
  forgetting: ReadonlySet<string> = new Set(),
): Promise<KeptNames | undefined> {
  if (!existsSync(vault.storePath)) {
    return undefined;
  }
  const isForgotten = await findForgotten(vault, forgetting);
  const store = openStore(vault.storePath);
  try {
    const { rows } = store.query('SELECT id, archive_name, archive_sha256 FROM snapshots');
    const ids = [...rows].filter(([, name, sha256]) => !isForgotten(String(name), sha256)).map(([id]) => id);
    return readFilesOf(store, ids);
  } finally {
    store.close();
  }
}

function readFilesOf(store: Store, snapshotIds: readonly unknown[]): KeptNames {
  const parameters = { snapshots: JSON.stringify(snapshotIds) };
  const blobs = store.query(FILES_OF_SNAPSHOTS, { parameters }).rows;
  const folders = store.query(
    `SELECT DISTINCT folder FROM kept_repositories
     WHERE snapshot_id IN (SELECT value FROM json_each(:snapshots))`,
    { parameters },
  ).rows;
  return {
    blobs: new Map([...blobs].map(([sha256, sizeBytes]) => [String(sha256), Number(sizeBytes)])),
    repositories: new Set([...folders].map(([folder]) => String(folder))),
  };
}

/** Whether the store has the snapshot of an archive that was forgotten before: its files may have been removed. */
export function wasForgotten(
  { storePath }: Pick<Vault, 'storePath'>,
  { sha256 }: Manifest,
  lines: readonly JournalLine[],
): boolean {
  const forgotten = findForgottenArchives(lines);
  return readSnapshotNames(storePath).some(
    (snapshot) => snapshot.sha256 === sha256 && forgotten.has(plainNameOf(snapshot.archiveName)),
  );
}

/**
 * Whether a snapshot of the store was forgotten: a run said so, and neither its archive nor a manifest of it is in the
 * vault. One that is missing for another reason, or was imported again, was not.
 */
async function findForgotten(
  vault: Vault,
  forgetting: ReadonlySet<string>,
): Promise<(archiveName: string, sha256: unknown) => boolean> {
  const { lines } = await vault.journal.read();
  const forgotten = new Set([...findForgottenArchives(lines), ...[...forgetting].map(plainNameOf)]);
  if (forgotten.size === 0) {
    return () => false;
  }
  const { manifests, faults } = await vault.listManifests();
  const rest = manifests.filter(({ archive }) => !forgetting.has(archive));
  const there = [...rest, ...faults].map(({ archive }) => archive);
  const files = (await vault.archiveNames()).filter((name) => !forgetting.has(name));
  const names = new Set([...there, ...files].map(plainNameOf));
  const digests = new Set<unknown>(rest.map(({ sha256 }) => sha256));
  return (archiveName, sha256) => {
    const name = plainNameOf(archiveName);
    return forgotten.has(name) && !names.has(name) && !digests.has(sha256);
  };
}
