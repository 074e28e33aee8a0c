/** A job as the schedule sees it: when it is due, and what may not run at the same time. */
export interface ScheduledJob {
  readonly name: string;
  /** Cron expressions; the job is due at each time of each. */
  readonly schedules: readonly string[];
  /** IANA name of the time zone of the expressions. */
  readonly timeZone: string;
  /** A run starts up to this much after it is due; how much is fixed for each due time. */
  readonly jitterMs: number;
  /** True: the newest of all due times that were missed (machine off, daemon down) is made up for. */
  readonly catchesUp: boolean;
  /** What only one run at a time may use: an account with its limits, a vault. */
  readonly lanes: readonly string[];
  /** How often a run that failed for a temporary reason is tried again before the next due time. */
  readonly retries: number;
  /** How long after the first failure; twice as long after each further one. */
  readonly retryDelayMs: number;
  /** An event says so when the last good backup is older than this. */
  readonly maxAgeMs?: number;
}

/** What is known of the archives of a job, whoever made them. */
export interface ArchiveFacts {
  /** The newest verified backup whose archive is present; undefined where there is none. */
  readonly lastGood: LastGood | undefined;
}

export interface LastGood {
  /** When it was taken. */
  readonly atMs: number;
  readonly summary?: Pick<RunSummary, 'bytes' | 'records' | 'repositories'> & Partial<RunSummary>;
}

/** Gives the facts of a job; undefined where they cannot be read: then the runs that are remembered have to do. */
export type FindFacts = (job: string) => ArchiveFacts | undefined;

/** Why a run takes place. */
export type RunReason = 'due' | 'catch-up' | 'resumed';

/** A run that is asked for. */
export interface RunRequest {
  readonly runId: string;
  readonly job: string;
  /** The due time that it is for. */
  readonly dueMs: number;
  readonly reason: RunReason;
  /** 1 for the first one. */
  readonly attempt: number;
}

/** How a run ended. `warned`: finished, with warnings or repositories missing. */
export type RunOutcome = 'succeeded' | 'warned' | 'skipped' | 'failed' | 'interrupted';

/** What a run brought home. */
export interface RunSummary {
  readonly bytes: number;
  readonly records: number;
  readonly repositories: number;
  /** Number of findings. */
  readonly findings: number;
  /** Records by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** Proved whole, without an error, and loaded. */
  readonly isVerified: boolean;
  /** What is much less than in the backup before, in words. */
  readonly drops?: readonly string[];
}

/** Why a run gave up, without secrets. */
export interface RunFailure {
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

/** The result of one attempt; a backup that failed is one too. */
export interface RunResult {
  readonly outcome: RunOutcome;
  /** As the command would have ended. */
  readonly exitStatus: number;
  /** True where the same may succeed later. */
  readonly isTemporary: boolean;
  readonly failure?: RunFailure;
  readonly summary?: RunSummary;
  /** How long it waited for rate limits. */
  readonly waitedMs: number;
}

/** A run that is over, all attempts together. */
export interface RunRecord extends RunRequest, RunResult {
  readonly startedMs: number;
  readonly endedMs: number;
}

/** Does the work of one attempt. */
export type PerformRun = (request: RunRequest, signal: AbortSignal) => Promise<RunResult>;
