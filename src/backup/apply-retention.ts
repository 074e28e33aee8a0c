import {
  type AccountRetention,
  accountKeyOf,
  forgetArchives,
  type Manifest,
  planRetention,
} from '../vault/index.ts';
import type { BackupRun } from './backup-options.ts';
import { readSnapshotsWithStore } from './keeping/inspect-store.ts';

/** The outcome of retention at the end of a backup. */
export interface RetentionReport {
  /** File names of the removed archives. */
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
  /** Why nothing was removed although the rules would have removed something. */
  readonly hold: string | undefined;
}

/** Removes archives of this account that no rule keeps. Archives that this run has verified are not read again. */
export async function applyRetention(
  manifests: readonly Manifest[],
  run: BackupRun,
): Promise<RetentionReport | undefined> {
  const { vault, retention, account, service, signal, journal, clock, onEvent } = run;
  if (retention === undefined) {
    return undefined;
  }
  const key = accountKeyOf({ account, baseUrl: service.baseUrl.href });
  const accounts: readonly AccountRetention[] = planRetention(
    await readSnapshotsWithStore(vault),
    retention,
    clock.now(),
  ).filter(({ accountKey }) => accountKey === key);
  const { archives, freedBytes } = await forgetArchives({
    vault,
    journal,
    accounts,
    proved: new Set(manifests.map(({ archive }) => archive)),
    signal,
    onForgotten: (archive) => onEvent({ type: 'forgotten', archive }),
  });
  return { forgotten: archives, freedBytes, hold: accounts[0]?.hold };
}
