import { ageOf } from '../base/durations.ts';
import { definedMembers } from '../base/json.ts';
import { formatTimestamp } from '../base/timestamps.ts';
import { encryptArchives, removePlainArchives } from '../keeping/encrypt-archives.ts';
import { finishLeftovers } from '../keeping/finish-leftovers.ts';
import { inspectStore } from '../keeping/inspect-store.ts';
import { sweepVault } from '../keeping/prune-vault.ts';
import { noteArchives, noteStore } from '../keeping/store-notes.ts';
import type { VerifiedLoad } from '../load/load-archive.ts';
import { Failure } from '../model/failure.ts';
import type { StoreChanges } from '../model/store-changes.ts';
import { readChanges } from '../store/change-counts.ts';
import { openStore } from '../store/store.ts';
import { waitForStore } from '../store/store-lock.ts';
import type { Manifest } from '../vault/manifest.ts';
import type { OwedRequests } from '../vault/owed-work.ts';
import { applyRetention } from './apply-retention.ts';
import { type BackupOptions, type BackupRun, linesOf } from './backup-options.ts';
import {
  type BackupReport,
  isClear,
  reportOf,
  reportOfKept,
  type SkippedBackup,
  withOwed,
} from './backup-report.ts';
import {
  type CaptureReport,
  readCaptures,
  type SourceRecords,
  writeCaptures,
} from './capture-from-service.ts';
import { cloneRepositories } from './clone-repositories.ts';
import { proveCompleteness } from './completeness/prove-completeness.ts';
import { type Exports, exportParts } from './export-parts.ts';
import { finishOwedWork } from './finish-owed-work.ts';
import { keepLfsFiles } from './keep-lfs-files.ts';
import { loadParts } from './load-parts.ts';
import {
  findInterrupted,
  findKeptBackup,
  isOwnSince,
  type KeptBackup,
  type OpenedBackup,
  openBackup,
} from './open-backup.ts';
import { withRun } from './with-run.ts';
import { writeManifests } from './write-manifests.ts';

/**
 * Runs a whole backup, step by step: outstanding work of earlier runs, choice of repositories, export, load, manifests,
 * captures, clones, files in Git LFS, cleanup at the service. Each step is recorded in the journal, so that the next run can resume after
 * an interruption at any point. Fails if a step fails; what was finished before remains, and nothing incomplete has a
 * final name.
 */
export async function runBackup(options: BackupOptions): Promise<BackupReport | SkippedBackup> {
  return await withRun(options, async (run) => {
    const remaining = await finishOwedWork(run);
    await finishLeftovers({ ...run, own: findInterrupted(run) });
    const done = await findDone(remaining, run);
    if (done !== undefined) {
      await sweepVault({ ...run, lines: linesOf(run) });
      return done;
    }
    const { opened, exports, found } = await exportAside(run);
    const loaded = await loadOrNote(exports, opened, run);
    const proved = await proveCompleteness({ exports, loaded, ...opened }, run);
    const encryptions = await encryptExports(exports, run);
    const added = await writeManifests(exports, { loaded, opened, completeness: proved, encryptions }, run);
    const captured = found ?? (await capture(exports, run));
    const captures = await keepCaptures(captured, run);
    const clones = await cloneRepositories(captured, run);
    const { manifests, completeness, lfs } = await keepLfsFiles(
      { loaded, manifests: added, completeness: proved },
      run,
    );
    const retention = await applyRetention(manifests, run);
    await noteStore(run.vault, run.journal);
    await noteArchives(run.vault, run.journal);
    await oweDeletions(exports, manifests, run);
    const { lacking } = inspectStore(run.vault.storePath, await run.vault.manifests(), run.journal.lines);
    const changes = changesOf(loaded, run);
    const results = { opened, exports, loaded, completeness, manifests, retention, lacking, changes };
    const report = reportOf({ ...results, captures, clones, lfs }, run);
    const { exit, missingRepositories, failedRepositories } = report;
    await run.journal.write({
      type: 'backup-finished',
      backup: opened.backup,
      ...{ exit, missingRepositories, failedRepositories, ...definedMembers({ changes }) },
    });
    const owed = await finishOwedWork(run);
    await removePlainArchives(manifests, run.vault);
    return withOwed(report, owed);
  });
}

function changesOf({ load: { snapshotId } }: VerifiedLoad, { vault }: BackupRun): StoreChanges | undefined {
  const store = openStore(vault.storePath);
  try {
    return readChanges(store.db, snapshotId);
  } finally {
    store.close();
  }
}

interface Exported {
  readonly opened: OpenedBackup;
  readonly exports: Exports;
  /** What was captured while the vault was unlocked; undefined if it stays locked for the whole run. */
  readonly found?: readonly SourceRecords[];
}

/** Asks the service for everything while other runs may write to the vault, if it can be unlocked. */
async function exportAside(run: BackupRun): Promise<Exported> {
  const work = async () => {
    const opened = await openBackup(run);
    await sweepVault({ ...run, lines: linesOf(run) });
    return { opened, exports: await exportParts(opened, run) };
  };
  return run.vault.origin === undefined
    ? await work()
    : await run.vault.origin.aside(async () => {
        const exported = await work();
        return { ...exported, found: await capture(exported.exports, run) };
      });
}

async function encryptExports({ parts }: Exports, run: BackupRun) {
  return await encryptArchives(
    parts.map(({ archive }) => archive),
    run,
  );
}

/** An archive that cannot be loaded, because the disk is full or the store is busy, gets a manifest nevertheless. */
async function loadOrNote(exports: Exports, opened: OpenedBackup, run: BackupRun): Promise<VerifiedLoad> {
  try {
    return await loadParts(exports, opened.request, run);
  } catch (error) {
    if (error instanceof Failure && !run.signal.aborted) {
      try {
        const encryptions = await encryptExports(exports, run);
        await writeManifests(
          exports,
          { loaded: undefined, opened, completeness: undefined, encryptions },
          run,
        );
      } catch {
        // The first error is reported; the next run continues with the archive.
      }
    }
    throw error;
  }
}

/**
 * The result if nothing needs to be exported: an earlier attempt of this run finished its backup, and was interrupted
 * before the schedule knew that; or the last good backup is young enough.
 */
async function findDone(
  owed: OwedRequests,
  run: BackupRun,
): Promise<BackupReport | SkippedBackup | undefined> {
  const mayBeDone = run.dueMs !== undefined || run.skipIfYounger !== undefined;
  const kept = mayBeDone ? await findKeptBackup(run) : undefined;
  if (kept === undefined || !isOwnSince(kept.finishedAtMs, kept, run)) {
    return kept && skipIfYoung(kept, owed, run);
  }
  run.onEvent({ type: 'resumed', began: formatTimestamp(kept.beganAtMs) });
  return reportOfKept(kept, owed, run);
}

function skipIfYoung(
  { manifests }: KeptBackup,
  owed: OwedRequests,
  { skipIfYounger, clock, account, lfs }: BackupRun,
): SkippedBackup | undefined {
  const [last] = manifests;
  const ageMs = ageOf(Date.parse(last.takenAt), clock.now());
  const isYoung = skipIfYounger !== undefined && ageMs !== undefined && ageMs < skipIfYounger;
  return isYoung &&
    manifests.every((manifest) => manifest.isVerified && (lfs === undefined || hasAllLfs(manifest)))
    ? {
        exit: isClear(owed) ? 'done' : 'warnings',
        reason: 'nothing to do: the last good backup is recent',
        account,
        lastTakenAt: formatTimestamp(Date.parse(last.takenAt)),
        ageMs,
        owed,
      }
    : undefined;
}

/** Whether the files in Git LFS were looked for, and all are there. */
function hasAllLfs({ completeness }: Manifest): boolean {
  return completeness?.checks.some(({ name, result }) => name === 'lfs' && result === 'complete') ?? false;
}

async function capture({ parts }: Exports, run: BackupRun): Promise<readonly SourceRecords[]> {
  const { captures: work, account, service, clock, signal } = run;
  const repositories = parts.flatMap(({ migration }) => migration.repositories);
  return work === undefined
    ? []
    : await readCaptures({ work, account, repositories, owner: service.owner, clock, signal });
}

async function keepCaptures(
  found: readonly SourceRecords[],
  { service, vault, signal, onEvent }: BackupRun,
): Promise<readonly CaptureReport[]> {
  return await writeCaptures(found, {
    baseUrl: service.baseUrl,
    storePath: vault.storePath,
    lockWait: waitForStore(signal, (message) => onEvent({ type: 'trouble', message })),
    onCapture: (report) => onEvent({ type: 'captured', ...report }),
  });
}

/**
 * Notes that the service's archives are to be deleted, if requested and ours are verified. They are deleted after the
 * backup was recorded as finished: an interrupted one may need them again on another machine.
 */
async function oweDeletions(
  { parts }: Exports,
  manifests: readonly Manifest[],
  run: BackupRun,
): Promise<void> {
  if (run.deleteArchive === true) {
    for (const { migration } of parts) {
      const ours = manifests.find((manifest) => manifest.migration?.id === migration.id);
      if (ours?.isVerified === true) {
        await run.journal.write({ type: 'deletion-owed', migrationId: migration.id });
      }
    }
  }
}
