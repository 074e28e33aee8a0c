import type { StoreChanges } from '../model/store-changes.ts';
/** A job: when it is due, and what must not run at the same time. */
export interface ScheduledJob {
  readonly name: string;
  /** Cron expressions; the job is due at each time of each. */
  readonly schedules: readonly string[];
  readonly timeZone: string;
  /** The maximum delay of a run after its due time. */
  readonly jitterMs: number;
  /** True if one run makes up for missed due times (machine off, daemon stopped). */
  readonly catchesUp: boolean;
  /** What only one run at a time may use, such as an account with its limits, or a vault. */
  readonly lanes: readonly string[];
  /** How often a run that failed for a temporary reason is repeated. */
  readonly retries: number;
  /** The delay after the first failure; it doubles each time. */
  readonly retryDelayMs: number;
  /** An event is sent if the last good backup is older than this. */
  readonly maxAgeMs?: number;
}

/** Facts about the archives of a job, scheduled or not. */
export interface ArchiveFacts {
  /** The newest verified backup whose archive is present; undefined if there is none. */
  readonly lastGood: LastGood | undefined;
}

export interface LastGood {
  /** When it was taken. */
  readonly atMs: number;
  readonly summary?:
    | (Pick<RunSummary, 'bytes' | 'records' | 'repositories'> & Partial<RunSummary>)
    | undefined;
}

/** Returns the facts of a job; undefined if they cannot be read: then the recorded runs are used. */
export type FindFacts = (job: string) => ArchiveFacts | undefined;

/** Why a job runs: it is due, it was due while nothing ran, or an interrupted run continues. */
export type RunReason = 'due' | 'catch-up' | 'resumed';

/** A run that is about to start. */
export interface RunRequest {
  readonly runId: string;
  readonly job: string;
  readonly dueMs: number;
  /** The newest due time that was merged into the run. */
  readonly mergedDueMs?: number | undefined;
  readonly reason: RunReason;
  /** Counted from 1. */
  readonly attempt: number;
}

/** How a run ended. `warned`: finished, with warnings or repositories missing. */
export type RunOutcome = 'succeeded' | 'warned' | 'skipped' | 'failed' | 'interrupted';

/** The result of a backup. */
export interface RunSummary {
  readonly bytes: number;
  readonly records: number;
  readonly repositories: number;
  readonly findings: number;
  /** Records by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** True if the archives were verified without errors, and loaded. */
  readonly isVerified: boolean;
  /** The time that the backup represents, ISO 8601. */
  readonly takenAt?: string | undefined;
  /** True if its migration is from before the run. */
  readonly isFromEarlier?: boolean | undefined;
  /** Sudden decreases, compared with the previous backup, in words. */
  readonly drops?: readonly string[] | undefined;
  /** What it changed in the store. */
  readonly changes?: StoreChanges | undefined;
}

/** Why a run failed, without secrets. */
export interface RunFailure {
  readonly code: string;
  readonly message: string;
  /** Names neither flags nor commands. */
  readonly hint: string;
  /** The same at the command line, if that differs. */
  readonly commandHint?: string | undefined;
}

/** The result of one attempt, successful or not. */
export interface RunResult {
  readonly outcome: RunOutcome;
  /** What a command with the same work would exit with. */
  readonly exitStatus: number;
  /** True if another attempt may succeed. */
  readonly isTemporary: boolean;
  readonly failure?: RunFailure | undefined;
  readonly summary?: RunSummary | undefined;
  /** How long it waited for the service. */
  readonly waitedMs: number;
}

/** A completed run with all of its attempts. */
export interface RunRecord extends RunRequest, RunResult {
  readonly startedMs: number;
  readonly endedMs: number;
}

export type PerformRun = (request: RunRequest, signal: AbortSignal) => Promise<RunResult>;

export interface JobRecord {
  /** The last run whose archive was verified and loaded. */
  lastSuccess?: RunRecord;
  failuresInRow: number;
}
