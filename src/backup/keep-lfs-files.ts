import { keepLfs } from '../keeping/keep-lfs.ts';
import { type LfsReport, withLfsCheck } from '../keeping/lfs-report.ts';
import { findUnkept } from '../keeping/unkept-repositories.ts';
import type { VerifiedLoad } from '../load/load-archive.ts';
import { Failure } from '../model/failure.ts';
import { openStore } from '../store/store.ts';
import type { Completeness, CompletenessCheck, Manifest } from '../vault/manifest.ts';
import type { BackupRun } from './backup-options.ts';

interface BackedUp {
  readonly loaded: VerifiedLoad;
  readonly manifests: readonly Manifest[];
  readonly completeness: Completeness;
}

interface KeptFiles extends Pick<BackedUp, 'manifests' | 'completeness'> {
  /** Undefined if files in Git LFS were not looked for. */
  readonly lfs: LfsReport | undefined;
}

/** What a manifest says until the files are looked for: its archive is in the vault before. */
export const LFS_UNKNOWN: CompletenessCheck = {
  name: 'lfs',
  result: 'unknown',
  summary: 'Files in Git LFS were not looked for',
  details: [],
};

/**
 * Keeps the files of Git LFS that the repositories of a backup need, and completes its manifests with what is missing.
 * A failure leaves the backup incomplete, and removes nothing: the next run fetches what is not there.
 */
export async function keepLfsFiles(backedUp: BackedUp, run: BackupRun): Promise<KeptFiles> {
  const { loaded, manifests, completeness } = backedUp;
  const { vault, lfs: source, searchPath = '', clock, signal, onEvent } = run;
  if (source === undefined) {
    return { manifests, completeness, lfs: undefined };
  }
  const { snapshotId } = loaded.load;
  let [check, report]: [CompletenessCheck, LfsReport | undefined] = [LFS_UNKNOWN, undefined];
  try {
    const snapshots = new Map([[snapshotId, unkeptOf(snapshotId, backedUp, run)]]);
    const kept = await keepLfs({ vault, source, searchPath, clock, signal, onEvent, snapshots });
    onEvent({ type: 'lfs-kept', ...kept.report });
    report = kept.report;
    check = kept.checks.get(snapshotId) ?? LFS_UNKNOWN;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof Failure) || error.code === 'internal' || error.code === 'locked') {
      throw error;
    }
    onEvent({ type: 'trouble', message: `${error.message}; not all files in Git LFS are kept` });
    const summary = `Files in Git LFS could not be kept: ${error.reason}`;
    check = { ...LFS_UNKNOWN, result: 'incomplete', summary };
  }
  const whole = withLfsCheck(completeness, check);
  const written = manifests.map((manifest) => ({ ...manifest, completeness: whole }));
  for (const manifest of written) {
    await vault.addManifest(manifest);
  }
  return { manifests: written, completeness: whole, lfs: report };
}

function unkeptOf(snapshotId: number, { manifests }: BackedUp, { vault }: BackupRun): readonly string[] {
  const store = openStore(vault.storePath);
  try {
    return findUnkept(store, snapshotId, manifests);
  } finally {
    store.close();
  }
}
