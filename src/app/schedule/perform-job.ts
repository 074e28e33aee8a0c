import { Writable } from 'node:stream';
import { EXIT_CODES, type ExitName, Failure, messageOf, totalOf } from '../../base/index.ts';
import type { JobSettings } from '../../config/index.ts';
import type { RunRequest, RunResult, RunSummary } from '../../schedule/index.ts';
import type { Context } from '../context.ts';
import type { Log } from '../log/create-log.ts';
import { performBackup } from '../perform-backup.ts';
import { flagsOfJob } from './flags-of-job.ts';

/** What a job needs besides its settings. */
interface JobSurroundings {
  readonly context: Context;
  readonly log: Log;
  /** Takes note of a secret that came up, so that it never gets into a log. */
  readonly addSecret: (secret: string) => void;
}

/** Failures after which the same may go well later, besides those that say so themselves. */
const PASSING: ReadonlySet<string> = new Set(['locked', 'still-pending']);

/** Runs a job by the code of `satchel backup`, with the job's flags, and says what it came to. It never throws. */
export async function performJob(
  job: JobSettings,
  request: RunRequest,
  signal: AbortSignal,
  { context, log, addSecret }: JobSurroundings,
): Promise<RunResult> {
  const { clock } = context;
  let exit: ExitName = 'done';
  let waitedMs = 0;
  const run = log.child({ runId: request.runId, job: job.name });
  try {
    const report = await performBackup(
      { ...flagsOfJob(job), job: job.name, account: job.account, json: true, quiet: true },
      {
        ...context,
        onSecret(secret) {
          addSecret(secret);
          context.onSecret?.(secret);
        },
        runId: request.runId,
        signal,
        stdout: nowhere(),
        stderr: nowhere(),
        endWith: (name) => {
          exit = name;
        },
        onReport: (report) => {
          if (report.type === 'wait' && 'until' in report.fields) {
            waitedMs += Math.max(0, Date.parse(String(report.fields.until)) - clock.now());
          }
          run.report(report);
        },
      },
    );
    return resultOf(exit, report, waitedMs);
  } catch (error) {
    return { ...resultOfFailure(error, signal), waitedMs };
  }
}

type Report = Awaited<ReturnType<typeof performBackup>>;

function resultOf(exit: ExitName, report: Report | undefined, waitedMs: number): RunResult {
  const { status } = EXIT_CODES[exit];
  const common = { exitStatus: status, isTemporary: false, waitedMs };
  if (report === undefined) {
    return { ...common, outcome: 'skipped' };
  }
  const summary = summaryOf(report);
  if (summary.isVerified && (exit === 'done' || exit === 'warnings')) {
    return { ...common, outcome: exit === 'done' ? 'succeeded' : 'warned', summary };
  }
  const failure = {
    code: 'archive-damaged',
    message: `What was loaded from ${report.archives.map(({ path }) => `"${path}"`).join(', ')} is not verified`,
    hint: 'See what "satchel verify" finds in it',
  };
  return { ...common, outcome: 'failed', summary, failure };
}

function summaryOf(report: NonNullable<Report>): RunSummary {
  const previous = report.completeness.checks.find(({ name }) => name === 'previous');
  return {
    bytes: report.archives.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    records: totalOf(report.counts),
    repositories: report.repositories.length,
    findings: report.findings.reduce((sum, { count }) => sum + count, 0),
    counts: report.counts,
    isVerified: report.isVerified,
    drops: previous?.details ?? [],
  };
}

function resultOfFailure(error: unknown, signal: AbortSignal): Omit<RunResult, 'waitedMs'> {
  if (signal.aborted) {
    return { outcome: 'interrupted', exitStatus: EXIT_CODES.interrupted.status, isTemporary: false };
  }
  const failure =
    error instanceof Failure
      ? error
      : new Failure('internal', `Unexpected failure: ${messageOf(error)}`, { cause: error });
  const { code, message, hint, exitStatus } = failure;
  return {
    outcome: 'failed',
    exitStatus,
    isTemporary: failure.isTemporary || PASSING.has(code),
    failure: { code, message, hint },
  };
}

/** A run of the schedule reports to the log alone. */
function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
