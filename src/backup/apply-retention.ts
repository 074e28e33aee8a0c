import {
  type AccountRetention,
  accountKeyOf,
  forgetArchives,
  type Manifest,
  planRetention,
} from '../vault/index.ts';
import type { BackupRun } from './backup-options.ts';
import { readSnapshotsWithStore } from './keeping/judge-store.ts';

/** What retention did at the end of a backup. */
export interface RetentionReport {
  /** File names of the archives that are gone. */
  readonly forgotten: readonly string[];
  readonly freedBytes: number;
  /** Why nothing was removed, where something would have been. */
  readonly hold: string | undefined;
}

/** Removes archives of this account that no rule keeps. What this very run has proved is not read again. */
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
