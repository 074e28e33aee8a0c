import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../model/failure.ts';
import type { JournalLine } from '../model/journal.ts';
import { documentSchema } from '../store/schema-documentation.ts';
import { openStore } from '../store/store.ts';
import { requireReadable } from '../store/store-header.ts';
import { readKeptSnapshots } from '../vault/forget-archives.ts';
import type { KeptSnapshot } from '../vault/kept-snapshot.ts';
import { DRAFT_NAME } from '../vault/layout.ts';
import { accountKeyOf, type Manifest, plainNameOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { findStoreDamage } from './store-notes.ts';

/** The state of a vault's store, compared with the manifests. */
export interface StoreInspection {
  readonly state: 'there' | 'absent' | 'damaged';
  /** Why it cannot be read; undefined if it can. */
  readonly reason: string | undefined;
  /** Archives whose snapshots are missing, including those of an interrupted load. */
  readonly lacking: readonly Manifest[];
}

/** The failures of opening a damaged store and querying its snapshots. One of an earlier format is of as little use. */
const DAMAGES: ReadonlySet<string> = new Set(['not-a-store', 'store-older', 'file-system', 'query-refused']);

/** Whether a failure means that a store is damaged, and not that another process is writing to it. */
export function isStoreDamage(error: unknown): error is Failure {
  return error instanceof Failure && DAMAGES.has(error.code);
}

const COLUMNS =
  'SELECT made.name, held.name FROM sqlite_schema AS made JOIN pragma_table_info(made.name) AS held';

/**
 * Checks the pages of a store (sqlite.org/pragma.html#pragma_quick_check), and that it has all tables and columns. Returns
 * a sentence for each damage.
 */
export function findDamagedPages(storePath: string): readonly string[] {
  const store = openStore(storePath);
  try {
    const there = [...store.query(COLUMNS).rows].map((names) => names.join('.'));
    const other = documentSchema().find(
      ({ name, columns }) => !columns.every((column) => there.includes(`${name}.${column.name}`)),
    );
    if (other !== undefined) {
      return [`The store is damaged: its "${other.name}" is of another schema`];
    }
    const rows = [...store.query('SELECT * FROM pragma_quick_check').rows];
    return rows.filter(([word]) => word !== 'ok').map(([word]) => `The store is damaged: ${String(word)}`);
  } finally {
    store.close();
  }
}

/**
 * Compares the store with the manifests: every archive that was loaded must have a snapshot. A store that a run found
 * damaged does not count until it is rebuilt, even if it can be read.
 */
export function inspectStore(
  storePath: string,
  manifests: readonly Manifest[],
  lines: readonly JournalLine[],
): StoreInspection {
  const damage = findStoreDamage(lines);
  if (damage !== undefined && existsSync(storePath)) {
    const reason = `The store is damaged: ${damage}`;
    return { state: 'damaged', reason, lacking: findLacking(manifests, []) };
  }
  if (!existsSync(storePath)) {
    return { state: 'absent', reason: undefined, lacking: findLacking(manifests, []) };
  }
  try {
    requireReadable(storePath);
    const lacking = findLacking(manifests, readSnapshotNames(storePath));
    return { state: 'there', reason: undefined, lacking };
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    return { state: 'damaged', reason: error.message, lacking: findLacking(manifests, []) };
  }
}

/** The snapshots of a vault, and whether the store contains them; those that it lacks exist only in their archives. */
export async function readSnapshotsWithStore(vault: Vault): Promise<readonly KeptSnapshot[]> {
  const { lines } = await vault.journal.read();
  const inspection = inspectStore(vault.storePath, await vault.manifests(), lines);
  const lacking = new Set(inspection.lacking.map(({ archive }) => archive));
  return await readKeptSnapshots(vault, ({ archive }) => !lacking.has(archive));
}

/** What identifies a snapshot in any store that contains it. */
export interface SnapshotName {
  readonly archiveName: string;
  readonly sha256: string | undefined;
}

/** Fails with the failures of a damaged store. */
export function readSnapshotNames(storePath: string): readonly SnapshotName[] {
  const store = openStore(storePath, { allowsOlder: true });
  try {
    const { rows } = store.query('SELECT archive_name, archive_sha256 FROM snapshots');
    return [...rows].map(([name, sha256]) => ({
      archiveName: String(name),
      sha256: typeof sha256 === 'string' ? sha256 : undefined,
    }));
  } finally {
    store.close();
  }
}

/**
 * Finds manifests without a snapshot. An archive is loaded before it is encrypted, and possibly again afterwards. The
 * parts of a backup form one snapshot, which has the name of one of them. Imported files may have any name, even the
 * same one: only their digest counts, if the snapshot has one.
 */
function findLacking(
  manifests: readonly Manifest[],
  snapshots: readonly SnapshotName[],
): readonly Manifest[] {
  const names = namesOf(snapshots);
  const undigested = namesOf(snapshots.filter(({ sha256 }) => sha256 === undefined));
  const digests = new Set(snapshots.map(({ sha256 }) => sha256));
  const isThere = ({ archive, sha256, backup }: Manifest) =>
    digests.has(sha256) || (backup === undefined ? undigested : names).has(plainNameOf(archive));
  const backups = new Set(manifests.filter(isThere).map(backupKeyOf));
  return manifests.filter(
    (manifest) =>
      manifest.loading !== 'declined' && !isThere(manifest) && !backups.has(backupKeyOf(manifest)),
  );
}

/**
 * Archives that were loaded, according to the journal or the store, and are no longer in the vault: their records exist
 * only in that store, if it can be read.
 */
export function findLostSnapshots(
  storePath: string,
  manifests: readonly Manifest[],
  lines: readonly JournalLine[],
): readonly string[] {
  const names = new Set(manifests.map(({ archive }) => plainNameOf(archive)));
  const loaded = manifests.filter(({ loading }) => loading !== 'declined');
  const digests = new Set(loaded.map(({ sha256 }) => sha256));
  const backedUp = new Set(
    loaded.filter(({ backup }) => backup !== undefined).map(({ archive }) => plainNameOf(archive)),
  );
  const former = readSnapshotsIfPossible(storePath).filter(({ archiveName, sha256 }) =>
    sha256 === undefined
      ? !names.has(plainNameOf(archiveName))
      : !digests.has(sha256) && !backedUp.has(plainNameOf(archiveName)),
  );
  return [
    ...new Set([
      ...lines
        .flatMap((line) => (line.type === 'loaded' ? line.archives : []))
        .filter((name) => !names.has(plainNameOf(name))),
      ...former.map(({ archiveName }) => archiveName),
    ]),
  ];
}

function readSnapshotsIfPossible(storePath: string): readonly SnapshotName[] {
  try {
    return existsSync(storePath) ? readSnapshotNames(storePath) : [];
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    return [];
  }
}

function namesOf(snapshots: readonly SnapshotName[]): ReadonlySet<string> {
  return new Set(snapshots.map(({ archiveName }) => plainNameOf(archiveName)));
}

/** Identifies what is loaded as one snapshot: the parts of a backup, or a single archive. */
export function backupKeyOf(manifest: Manifest): string {
  return JSON.stringify([accountKeyOf(manifest), manifest.backup ?? manifest.archive]);
}

/**
 * Whether the store lacks snapshots that it should have, or another one is being built that may name repositories
 * differently: their files must not be treated as orphans.
 */
export async function mayLackSnapshots(vault: Vault, known?: readonly JournalLine[]): Promise<boolean> {
  const { isComplete } = await examine(vault, known);
  return !isComplete;
}

/** Whether there is a store with all snapshots that it should have, and no other one is being built. */
export async function hasWholeStore(vault: Vault): Promise<boolean> {
  const { state, isComplete } = await examine(vault);
  return state === 'there' && isComplete;
}

async function examine(vault: Vault, known?: readonly JournalLine[]) {
  const lines = known ?? (await vault.journal.read()).lines;
  const { state, lacking } = inspectStore(vault.storePath, await vault.manifests(), lines);
  return { state, isComplete: lacking.length === 0 && !existsSync(join(vault.directory, DRAFT_NAME)) };
}
