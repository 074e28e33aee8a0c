import { existsSync } from 'node:fs';
import type { JournalLine } from '../model/journal.ts';
import { FILES_OF_SNAPSHOTS } from '../store/kept-files.ts';
import { openStore, type Store } from '../store/store.ts';
import { type Manifest, plainNameOf } from '../vault/manifest.ts';
import { findForgottenArchives, isRemoval } from '../vault/needed-lines.ts';
import type { KeptNames, Vault } from '../vault/vault.ts';
import { readSnapshotNames } from './inspect-store.ts';

/** The files that the snapshots of a vault's store need. */
export interface NeededFiles extends KeptNames {
  /** Those that are in the vault unless they were lost: all but files of snapshots that may have been forgotten. */
  readonly expected: KeptNames;
}

/**
 * Reads which files the snapshots of a vault's store need: all but those that were forgotten, or are about to be
 * (`forgetting`, file names of archives). Undefined without a store, because nothing is known then. Fails as opening a
 * store does.
 */
export async function readNeededFiles(
  vault: Vault,
  forgetting: ReadonlySet<string> = new Set(),
): Promise<NeededFiles | undefined> {
  if (!existsSync(vault.storePath)) {
    return undefined;
  }
  const presenceOf = await createPresence(vault, forgetting);
  const store = openStore(vault.storePath);
  try {
    const { rows } = store.query('SELECT id, archive_name, archive_sha256 FROM snapshots');
    const snapshots = [...rows].map(([id, name, sha256]) => ({
      id,
      presence: presenceOf(String(name), sha256),
    }));
    const needed = snapshots.filter(({ presence }) => presence !== 'forgotten');
    const expected = needed.filter(({ presence }) => presence !== 'unknown');
    const files = readFilesOf(store, needed);
    return {
      ...files,
      expected: expected.length === needed.length ? files : readFilesOf(store, expected),
    };
  } finally {
    store.close();
  }
}

function readFilesOf(store: Store, snapshots: readonly { readonly id: unknown }[]): KeptNames {
  const parameters = { snapshots: JSON.stringify(snapshots.map(({ id }) => id)) };
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
 * What became of the archive of a snapshot. It was `forgotten` if a run said so, and neither the archive nor a manifest of
 * it is in the vault; one that is missing for another reason, or was imported again, was not. It is `unknown` if it is
 * missing and the journal, which was repaired, says nothing of it: it may have been forgotten before.
 */
type Presence = 'there' | 'forgotten' | 'lost' | 'unknown';

async function createPresence(
  vault: Vault,
  forgetting: ReadonlySet<string>,
): Promise<(archiveName: string, sha256: unknown) => Presence> {
  const { lines } = await vault.journal.read();
  const forgotten = new Set([...findForgottenArchives(lines), ...[...forgetting].map(plainNameOf)]);
  const isRepaired = lines.some(({ type }) => type === 'journal-mended');
  if (forgotten.size === 0 && !isRepaired) {
    return () => 'there';
  }
  const recorded = new Set(lines.flatMap(archivesOf).map(plainNameOf));
  const { manifests, faults } = await vault.listManifests();
  const rest = manifests.filter(({ archive }) => !forgetting.has(archive));
  const there = [...rest, ...faults].map(({ archive }) => archive);
  const files = (await vault.archiveNames()).filter((name) => !forgetting.has(name));
  const names = new Set([...there, ...files].map(plainNameOf));
  const digests = new Set<unknown>(rest.map(({ sha256 }) => sha256));
  return (archiveName, sha256) => {
    const name = plainNameOf(archiveName);
    if (names.has(name) || digests.has(sha256)) {
      return 'there';
    }
    return forgotten.has(name) ? 'forgotten' : isRepaired && !recorded.has(name) ? 'unknown' : 'lost';
  };
}

/** The archives of which a line says that they came into the vault, or left it. */
function archivesOf(line: JournalLine): readonly string[] {
  return line.type === 'manifest-written' ? [line.archive] : isRemoval(line) ? line.archives : [];
}
