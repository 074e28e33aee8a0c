import { existsSync } from 'node:fs';
import { Failure } from '../../base/index.ts';
import type { JournalLine } from '../../model/index.ts';
import { openStore } from '../../store/index.ts';
import {
  accountKeyOf,
  type KeptSnapshot,
  type Manifest,
  plainNameOf,
  readKeptSnapshots,
  type Vault,
} from '../../vault/index.ts';
import { findStoreDamage } from './store-notes.ts';

/** What the store of a vault is, measured by the manifests of the vault. */
export interface StoreJudgement {
  readonly state: 'there' | 'absent' | 'damaged';
  /** Why it cannot be read; undefined where it can. */
  readonly reason: string | undefined;
  /** Archives that it has no snapshot of and should have: those of a load that broke off are among them. */
  readonly lacking: readonly Manifest[];
}

/** What opening a store and asking for its snapshots fails with where it is damaged. */
const DAMAGES: ReadonlySet<string> = new Set(['not-a-store', 'file-system', 'query-refused']);

/** Whether a failure says that a store is damaged, and not that somebody else is writing to it. */
export function isStoreDamage(error: unknown): error is Failure {
  return error instanceof Failure && DAMAGES.has(error.code);
}

/**
 * Compares the store with the manifests: whatever was loaded once must have its snapshot. A store that runs have found
 * damaged counts for nothing until it is made anew, though it can be read.
 */
export function judgeStore(
  storePath: string,
  manifests: readonly Manifest[],
  lines: readonly JournalLine[],
): StoreJudgement {
  const damage = findStoreDamage(lines);
  if (damage !== undefined && existsSync(storePath)) {
    const reason = `The store is damaged: ${damage}`;
    return { state: 'damaged', reason, lacking: findLacking(manifests, []) };
  }
  if (!existsSync(storePath)) {
    return { state: 'absent', reason: undefined, lacking: findLacking(manifests, []) };
  }
  try {
    const lacking = findLacking(manifests, readSnapshotNames(storePath));
    return { state: 'there', reason: undefined, lacking };
  } catch (error) {
    if (!isStoreDamage(error)) {
      throw error;
    }
    return { state: 'damaged', reason: error.message, lacking: findLacking(manifests, []) };
  }
}

/** The snapshots of a vault, and whether the store has them: what it lacks is in its archive alone. */
export async function readSnapshotsWithStore(vault: Vault): Promise<readonly KeptSnapshot[]> {
  const { lines } = await vault.journal.read();
  const judgement = judgeStore(vault.storePath, await vault.manifests(), lines);
  const lacking = new Set(judgement.lacking.map(({ archive }) => archive));
  return await readKeptSnapshots(vault, ({ archive }) => !lacking.has(archive));
}

interface SnapshotName {
  readonly archiveName: string;
  readonly sha256: string | undefined;
}

function readSnapshotNames(storePath: string): readonly SnapshotName[] {
  const store = openStore(storePath);
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

/** An archive is loaded before it is encrypted, and may be loaded again after. The parts of a backup are one snapshot, which has the name of one of them. */
function findLacking(
  manifests: readonly Manifest[],
  snapshots: readonly SnapshotName[],
): readonly Manifest[] {
  const names = new Set(snapshots.map(({ archiveName }) => plainNameOf(archiveName)));
  const digests = new Set(snapshots.map(({ sha256 }) => sha256));
  const isThere = (manifest: Manifest) =>
    names.has(plainNameOf(manifest.archive)) || digests.has(manifest.sha256);
  const backups = new Set(manifests.filter(isThere).map(backupKeyOf));
  return manifests.filter(
    (manifest) =>
      manifest.loading !== 'declined' && !isThere(manifest) && !backups.has(backupKeyOf(manifest)),
  );
}

/** What is loaded as one snapshot: the parts of a backup, or an archive alone. */
export function backupKeyOf(manifest: Manifest): string {
  return JSON.stringify([accountKeyOf(manifest), manifest.backup ?? manifest.archive]);
}
