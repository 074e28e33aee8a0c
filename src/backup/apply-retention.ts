import { readSnapshotsWithStore } from '../keeping/inspect-store.ts';
import { forgetArchives } from '../vault/forget-archives.ts';
import type { Manifest } from '../vault/manifest.ts';
import { planRetention } from '../vault/plan-retention.ts';
import type { BackupRun } from './backup-options.ts';

/** The outcome of retention at the end of a backup. */
export interface RetentionReport {
  /** File names of the removed archives. */
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
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
  const { archives, freedBytes } = await forgetArchives({
    vault,
    journal,
    groups,
    proved,
    signal,
    onForgotten: (archive) => onEvent({ type: 'forgotten', archive }),
  });
  return { forgotten: archives, freedBytes, hold: groups[0]?.hold };
}
