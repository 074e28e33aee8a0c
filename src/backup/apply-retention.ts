import { type ForgetReport, forgetSnapshots } from '../keeping/forget-snapshots.ts';
import { readSnapshotsWithStore } from '../keeping/inspect-store.ts';
import type { Manifest } from '../vault/manifest.ts';
import { planRetention } from '../vault/plan-retention.ts';
import type { BackupRun } from './backup-options.ts';

/** The outcome of retention at the end of a backup. */
export interface RetentionReport {
  /** File names of the removed archives. */
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
  readonly freedBytesByKind: ForgetReport['freedBytesByKind'];
  /** Why nothing was removed although the rules would have removed something. */
  readonly hold: string | undefined;
}

/**
 * Removes archives that no rule keeps, of the group that this backup belongs to: its rules are not meant for archives of
 * other jobs. Archives that this run has verified are not read again.
 */
export async function applyRetention(
  manifests: readonly Manifest[],
  run: BackupRun,
): Promise<RetentionReport | undefined> {
  const { vault, retention, signal, journal, clock, onEvent } = run;
  if (retention === undefined) {
    return undefined;
  }
  const proved = new Set(manifests.map(({ archive }) => archive));
  const groups = planRetention(await readSnapshotsWithStore(vault), retention, clock.now()).filter(
    ({ rows }) => rows.some(({ snapshot }) => snapshot.archives.some((archive) => proved.has(archive))),
  );
  const { archives, ...freed } = await forgetSnapshots({
    vault,
    journal,
    groups,
    proved,
    isDryRun: false,
    command: 'satchel backup',
    // In object storage, the list of each repository would be read at each backup.
    leavesFiles: vault.origin !== undefined,
    signal,
    onForgotten: (archive) => onEvent({ type: 'forgotten', archive }),
  });
  return { forgotten: archives, ...freed, hold: groups[0]?.hold };
}
