import { readFile, rename } from 'node:fs/promises';
import type { Disk } from '../base/disk.ts';
import { systemErrorCode } from '../base/failure.ts';
import { fileFailure } from '../base/file-failure.ts';
import { isJsonObject, parseJson } from '../base/json.ts';
import { ownFile } from '../base/own-files.ts';
import type { ProcessIdentity } from '../base/process-identity.ts';
import type { Random } from '../base/random.ts';
import { writeWholeFile } from '../base/whole-file.ts';
import type { UnsentEvent } from './schedule-event.ts';
import type { JobRecord, RunOutcome, RunRecord, RunRequest, ScheduledJob } from './scheduled-job.ts';

const STATE_VERSION = 1;

/** The file may have been edited, or written by another version. */
const JOB_STATE = ownFile<JobState>('job-state');

export interface PendingRun extends Omit<RunRequest, 'reason' | 'attempt' | 'mergedDueMs'> {
  mergedDueMs?: number;
  reason: RunRequest['reason'];
  attempt: number;
  state: 'waiting' | 'running';
  /** The earliest start. */
  startMs: number;
  /** When its first attempt started. */
  firstStartMs?: number;
  /** How often the process ended during the run. */
  crashes: number;
  /** How long earlier attempts waited for the service. */
  waitedMs: number;
  /** The process that performs it, or died during it, if several share the state. */
  worker?: RunWorker;
}

/** One of several processes that share a state. */
export interface RunWorker {
  readonly identity: ProcessIdentity;
  /** When it last reported. */
  readonly aliveMs: number;
}

/** Due times and runs of a job since it was added. */
export interface JobCounts {
  due: number;
  missed: number;
  merged: number;
  readonly runs: Record<RunOutcome, number>;
  retries: number;
  waitedMs: number;
}

export interface JobState extends JobRecord {
  /** Its schedules and time zone. When they change, due times are counted from then on. */
  schedule: string;
  readonly sinceMs: number;
  /** All due times until then were run, merged or missed. */
  markMs: number;
  pending?: PendingRun;
  lastStartMs?: number;
  lastRun?: RunRecord;
  /** When the last event reported that the last success is too old. */
  overdueReportedMs?: number;
  /** Events whose notifications are still to be sent, oldest first. */
  unsent?: readonly UnsentEvent[];
  readonly counts: JobCounts;
}

/** The state of a schedule: one small text, in a file of this process or shared by several. */
export interface ScheduleState {
  /** Mixed into the jitter: it differs between machines that do not share a state. */
  readonly salt: string;
  /** Several processes change it, so objects in it are only valid until the next update. */
  readonly isShared: boolean;
  jobState(job: string): JobState | undefined;
  /** The state of a job. If its schedule has changed, due times are counted from now on. */
  openJobState(job: ScheduledJob, nowMs: number): JobState;
  /**
   * Changes the state; resolves when the change would survive a power cut. If several processes share the state, `work`
   * may be repeated on a newer one. A file keeps the change in memory even if it cannot be written.
   */
  update<Result>(work: () => Result): Promise<Result>;
}

/** Maximum events per job that are kept while notifications cannot be sent. */
const MAX_UNSENT = 20;

/** Adds an event whose notifications are to be sent. */
export function addUnsent(jobState: JobState, event: UnsentEvent): void {
  jobState.unsent = [...(jobState.unsent ?? []), event].slice(-MAX_UNSENT);
}

/** Removes an event whose notifications were sent; `event` may be a copy. */
export function removeUnsent(jobState: JobState, event: UnsentEvent): void {
  jobState.unsent = (jobState.unsent ?? []).filter((kept) => nameOf(kept) !== nameOf(event));
}

function nameOf(event: UnsentEvent): string {
  return event.type === 'ended' ? `ended ${event.record.runId}` : `overdue ${event.ageMs}`;
}

export interface StateContent {
  readonly bookVersion: typeof STATE_VERSION;
  readonly salt: string;
  readonly jobs: Record<string, JobState>;
}

interface StateOptions {
  readonly path: string;
  readonly random: Random;
  /** Default: the system's disk. */
  readonly disk?: Disk | undefined;
  /** Called if the file was damaged and had to be renamed. */
  readonly onNotice: (text: string) => unknown;
}

/** Opens or creates the state in a file. A damaged file is renamed, never overwritten. */
export async function openScheduleState(options: StateOptions): Promise<ScheduleState> {
  const { path, random, disk } = options;
  const states = new JobStates((await readState(options)) ?? emptyContent(random));
  const inTurn = createTurns();
  let written: string | undefined;
  return {
    ...states.access,
    salt: states.salt,
    isShared: false,
    async update(work) {
      const result = work();
      await inTurn(async () => {
        const text = states.text();
        if (text !== written) {
          await writeWholeFile(path, text, disk);
          written = text;
        }
      });
      return result;
    },
  };
}

export class JobStates {
  #content: StateContent;
  #jobs: Map<string, JobState>;

  constructor(content: StateContent) {
    this.#content = content;
    this.#jobs = new Map(Object.entries(content.jobs));
  }

  get salt(): string {
    return this.#content.salt;
  }

  take(content: StateContent): void {
    this.#content = content;
    this.#jobs = new Map(Object.entries(content.jobs));
  }

  text(): string {
    return `${JSON.stringify({ ...this.#content, jobs: Object.fromEntries(this.#jobs) })}\n`;
  }

  readonly access: Pick<ScheduleState, 'jobState' | 'openJobState'> = {
    jobState: (job) => this.#jobs.get(job),
    openJobState: (job, nowMs) => {
      const schedule = `${job.schedules.join(' | ')} in ${job.timeZone}`;
      const present = this.#jobs.get(job.name);
      if (present?.schedule === schedule) {
        return present;
      }
      if (present !== undefined) {
        return Object.assign(present, { schedule, markMs: nowMs }); // In place: a run may use the object.
      }
      const jobState = { schedule, sinceMs: nowMs, markMs: nowMs, failuresInRow: 0, counts: emptyCounts() };
      this.#jobs.set(job.name, jobState);
      return jobState;
    },
  };
}

/** Starts each work when the one before it has ended. */
export function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return async (work) => {
    const next = last.catch(() => undefined).then(work);
    last = next;
    return await next;
  };
}

export function emptyContent(random: Random): StateContent {
  return { bookVersion: STATE_VERSION, salt: random.hex(16), jobs: {} };
}

/** The states of all jobs, for reading only; empty if the file is absent or cannot be read. */
export async function readJobStates(path: string): Promise<ReadonlyMap<string, JobState>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(Object.entries(parseState(text)?.content.jobs ?? {}));
}

async function readState({ path, random, onNotice }: StateOptions): Promise<StateContent | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') {
      return undefined;
    }
    throw fileFailure(error, 'read the state of the schedule', path);
  }
  const found = parseState(text);
  if (found?.isWhole !== true) {
    const aside = `${path}.damaged-${random.hex(6)}`;
    await rename(path, aside).catch((error: unknown) => {
      throw fileFailure(error, 'move away the damaged state of the schedule', path);
    });
    onNotice(
      `The state of the schedule was damaged; it is kept as "${aside}". Jobs whose state cannot be read are counted from now on`,
    );
  }
  return found?.content;
}

interface ParsedState {
  readonly content: StateContent;
  /** False if invalid states of jobs were skipped. */
  readonly isWhole: boolean;
}

export function parseState(text: string): ParsedState | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value) || value['bookVersion'] !== STATE_VERSION || !isJsonObject(value['jobs'])) {
    return undefined;
  }
  const { salt, jobs } = value;
  if (typeof salt !== 'string') {
    return undefined;
  }
  const jobStates = Object.entries(jobs);
  const right = jobStates.flatMap(([job, value]) => {
    const jobState = JOB_STATE.check(value);
    return typeof jobState === 'string' ? [] : [[job, jobState] as const];
  });
  const content = { bookVersion: STATE_VERSION, salt, jobs: Object.fromEntries(right) } as const;
  return { content, isWhole: right.length === jobStates.length };
}

function emptyCounts(): JobCounts {
  return {
    due: 0,
    missed: 0,
    merged: 0,
    runs: { succeeded: 0, warned: 0, skipped: 0, failed: 0, interrupted: 0 },
    retries: 0,
    waitedMs: 0,
  };
}
