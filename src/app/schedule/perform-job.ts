import { definedMembers } from '../../base/json.ts';
import { totalOf } from '../../base/sizes.ts';
import type { JobSettings } from '../../config/configuration.ts';
import { EXIT_CODES } from '../../model/exit-codes.table.ts';
import { exitOf, Failure, failureOf, isTemporary, messageOf } from '../../model/failure.ts';
import type { RunFailure, RunRequest, RunResult, RunSummary } from '../../schedule/scheduled-job.ts';
import type { AppContext, Report } from '../context.ts';
import type { PerformedBackup } from '../perform-backup.ts';
import { settingsOfJob } from '../settings-of-job.ts';

/** Failures that may pass, in addition to those that are temporary by their code. */
const PASSING: ReadonlySet<string> = new Set(['locked', 'still-pending']);

/** The minimum time between two reports of progress. */
const PROGRESS_PAUSE_MS = 1_000;

/** Performs the backup of a job, and returns its result. Never throws. */
export async function performJob(
  job: JobSettings,
  { runId, dueMs, mergedDueMs = dueMs }: RunRequest,
  context: AppContext,
): Promise<RunResult> {
  const { clock, signal, inTurn = (_vaults, _signal, work) => work() } = context;
  let waitedMs = 0;
  let progressMs = Number.NEGATIVE_INFINITY;
  const onReport = (report: Report) => {
    if (report.type === 'wait' && 'until' in report.fields) {
      waitedMs += Math.max(0, Date.parse(String(report.fields.until)) - clock.now());
    }
    const isDue = report.level !== 'debug' || clock.now() - progressMs >= PROGRESS_PAUSE_MS;
    if (isDue) {
      progressMs = report.level === 'debug' ? clock.now() : progressMs;
      context.onReport?.({ ...report, fields: { runId, job: job.name, ...report.fields } });
    }
  };
  try {
    // Loaded when a job is due: the help and the list of jobs do not need the chain.
    const { performBackup } = await import('../perform-backup.ts');
    const run = { ...context, runId, dueMs: mergedDueMs, onReport };
    const performed = await inTurn([job.backup.vault], signal, () => performBackup(settingsOfJob(job), run));
    return { ...resultOf(performed), waitedMs };
  } catch (error) {
    return { ...resultOfFailure(error, signal), waitedMs };
  }
}

type Result = Omit<RunResult, 'waitedMs'>;

function resultOf(performed: PerformedBackup): Result {
  const { exit } = performed;
  const common = { exitStatus: EXIT_CODES[exit].status, isTemporary: false };
  if ('lastTakenAt' in performed) {
    return { ...common, outcome: 'skipped' };
  }
  const summary = summaryOf(performed);
  if (summary.isVerified && (exit === 'done' || exit === 'warnings')) {
    return { ...common, outcome: exit === 'done' ? 'succeeded' : 'warned', summary };
  }
  const failure = new Failure(
    'archive-damaged',
    `The content of ${performed.archives.map(({ path }) => `"${path}"`).join(', ')} was loaded, but is not verified`,
    { commandHint: 'Run "satchel verify" to see the findings' },
  );
  return { ...common, outcome: 'failed', summary, failure: recordOf(failure) };
}

function summaryOf(report: Extract<PerformedBackup, { readonly isVerified: boolean }>): RunSummary {
  const previous = report.completeness.checks.find(({ name }) => name === 'previous');
  return {
    bytes: report.archives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    records: totalOf(report.counts),
    repositories: report.repositories.length,
    findings: report.findings.reduce(
      (sum, { count, severity }) => (severity === 'info' ? sum : sum + count),
      0,
    ),
    counts: report.counts,
    isVerified: report.isVerified,
    takenAt: report.takenAt,
    isFromEarlier: report.isFromEarlier,
    drops: previous?.details ?? [],
    ...definedMembers({ changes: report.changes }),
  };
}

function resultOfFailure(error: unknown, signal: AbortSignal): Result {
  const failure = failureOf(error, signal);
  const exitStatus = EXIT_CODES[exitOf(failure)].status;
  if (signal.aborted) {
    return { outcome: 'interrupted', exitStatus, isTemporary: false };
  }
  return {
    outcome: 'failed',
    exitStatus,
    isTemporary: PASSING.has(failure.code) || isTemporary(failure),
    failure: recordOf(failure),
  };
}

function recordOf(failure: Failure): RunFailure {
  const { code, hint, commandHint } = failure;
  return { code, message: messageOf(failure), hint, ...(commandHint === hint ? {} : { commandHint }) };
}
