import type { ExitName } from '../base/index.ts';
import type { VerifiedLoad } from '../load/index.ts';
import { isSameRepository, worstSeverity } from '../model/index.ts';
import type { Manifest } from '../vault/index.ts';
import type { BackupOptions } from './backup-options.ts';
import type { BackupReport, SkippedBackup } from './backup-report.ts';
import { type BackupRun, withRun } from './backup-run.ts';
import { type CaptureReport, captureFromService } from './capture-from-service.ts';
import { type Exports, exportParts } from './export-parts.ts';
import { loadParts } from './load-parts.ts';
import { noteDown } from './note-down.ts';
import { findLastGood, type OpenedBackup, openBackup } from './open-backup.ts';
import { type Debts, settleDebts } from './settle-debts.ts';
import { sweepVault } from './sweep-vault.ts';

/**
 * The whole chain, step by step: debts of earlier runs, which repositories, export, load, note down, capture, leave
 * the service clean. The journal knows of each step, so that a run that breaks off anywhere is gone on with by the
 * next one. Fails where a step fails; what was finished before stays, and nothing half-done has a final name.
 */
export async function runBackup(options: BackupOptions): Promise<BackupReport | SkippedBackup> {
  return await withRun(options, async (run) => {
    await settleDebts(run);
    const skipped = await skipIfYoung(run);
    if (skipped !== undefined) {
      return skipped;
    }
    const opened = await openBackup(run);
    await sweepVault(run);
    const exports = await exportParts(opened, run);
    const loaded = await loadParts(exports, opened.request, run);
    const manifests = await noteDown(exports, { loaded, opened }, run);
    const captures = await keepCaptures(exports, run);
    const owed = await leaveClean(exports, manifests, run);
    await run.journal.write({ type: 'backup-finished', backup: opened.backup });
    return reportOf({ opened, exports, loaded, manifests, captures, owed }, run);
  });
}

async function skipIfYoung(run: BackupRun): Promise<SkippedBackup | undefined> {
  const { skipIfYoungerMs, clock, account } = run;
  if (skipIfYoungerMs === undefined) {
    return undefined;
  }
  const [last] = (await findLastGood(run)) ?? [];
  return last !== undefined && clock.now() - Date.parse(last.takenAt) < skipIfYoungerMs
    ? { exit: 'done', account, lastTakenAt: last.takenAt }
    : undefined;
}

async function keepCaptures({ parts }: Exports, run: BackupRun): Promise<readonly CaptureReport[]> {
  const { captures: work, account, service, vault, clock, onEvent } = run;
  return work === undefined
    ? []
    : await captureFromService({
        work,
        account,
        repositories: parts.flatMap(({ migration }) => migration.repositories),
        owner: service.owner,
        baseUrl: service.baseUrl,
        storePath: vault.storePath,
        clock,
        onCapture: (report) => onEvent({ type: 'captured', ...report }),
      });
}

/** Deletes the service's archives where that was asked for and ours are verified. Gives what could not be done. */
async function leaveClean(
  { parts }: Exports,
  manifests: readonly Manifest[],
  run: BackupRun,
): Promise<Debts> {
  if (run.deletesArchive === true) {
    for (const { migration } of parts) {
      const ours = manifests.find((manifest) => manifest.migration?.id === migration.id);
      if (ours?.isVerified === true) {
        await run.journal.write({ type: 'deletion-owed', migrationId: migration.id });
      }
    }
  }
  return await settleDebts(run);
}

interface Results {
  readonly opened: OpenedBackup;
  readonly exports: Exports;
  readonly loaded: VerifiedLoad;
  readonly manifests: readonly Manifest[];
  readonly captures: readonly CaptureReport[];
  readonly owed: Debts;
}

function reportOf(results: Results, { account, vault }: BackupRun): BackupReport {
  const { opened, exports, loaded, manifests, captures, owed } = results;
  const repositories = exports.parts.flatMap(({ migration }) => migration.repositories);
  const missing = opened.request.repositories.filter(
    (asked) => !repositories.some((exported) => isSameRepository(asked, exported)),
  );
  const report = {
    account,
    repositories,
    missingRepositories: repositories.length === 0 ? [] : missing,
    failedRepositories: exports.failedRepositories,
    archives: exports.parts.map(({ migration, archive: { path, sizeBytes, sha256 } }) => ({
      migrationId: migration.id,
      path,
      sizeBytes,
      sha256,
    })),
    isVerified: loaded.verification.isVerified && manifests.every(({ isVerified }) => isVerified),
    findings: loaded.verification.findings,
    counts: loaded.load.counts,
    tables: loaded.load.tables,
    storePath: vault.storePath,
    captures,
    owed,
  };
  return { exit: exitOf(report), ...report };
}

const EXITS = { error: 'verification', warning: 'warnings', info: 'done' } as const satisfies Record<
  string,
  ExitName
>;

/** By the gravest finding; anything that is missing or still owed is a warning. */
function exitOf(report: Omit<BackupReport, 'exit'>): ExitName {
  const exit = EXITS[worstSeverity(report.findings) ?? 'info'];
  const isPartial =
    report.missingRepositories.length > 0 ||
    report.captures.some(({ trouble }) => trouble !== undefined) ||
    report.owed.unlocks.length > 0 ||
    report.owed.deletions.length > 0;
  return exit === 'done' && isPartial ? 'warnings' : exit;
}
