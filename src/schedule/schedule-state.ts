import { readFile, rename } from 'node:fs/promises';
import {
  type Disk,
  fileFailure,
  isJsonObject,
  parseJson,
  type Random,
  systemErrorCode,
  writeWholeFile,
} from '../base/index.ts';
import { isJobState } from './job-state-shape.ts';
import type { UnsentEvent } from './schedule-event.ts';
import type { RunOutcome, RunRecord, RunRequest, ScheduledJob } from './scheduled-job.ts';

const STATE_VERSION = 1;

/** A waiting or running run. */
export interface PendingRun extends Omit<RunRequest, 'reason' | 'attempt'> {
  reason: RunRequest['reason'];
  attempt: number;
  state: 'waiting' | 'running';
  /** The earliest start. */
  startMs: number;
  /** When its first attempt started. */
  firstStartMs?: number;
  /** How often the process ended during the run. */
  crashes: number;
  /** How long earlier attempts waited for rate limits. */
  waitedMs: number;
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

/** The record of a job. */
export interface JobState {
  /** Its schedules and time zone. When they change, due times are counted from then on. */
  schedule: string;
  readonly sinceMs: number;
  /** All due times until then were run, merged or missed. */
  markMs: number;
  pending?: PendingRun;
  lastStartMs?: number;
  lastRun?: RunRecord;
  /** The last run whose archive was verified and loaded. */
  lastSuccess?: RunRecord;
  failuresInRow: number;
  /** When the last event reported that the last success is too old. */
  overdueReportedMs?: number;
  /** Events whose notifications are still to be sent, oldest first. */
  unsent?: readonly UnsentEvent[];
  readonly counts: JobCounts;
}

/** The state of a schedule: a small file that is always replaced atomically. */
export type ScheduleState = Awaited<ReturnType<typeof openScheduleState>>;

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

interface StateContent {
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

/** Opens or creates the state. A damaged file is renamed, never overwritten. */
export async function openScheduleState(options: StateOptions) {
  const { path, random, disk } = options;
  const content: StateContent = (await readState(options)) ?? {
    bookVersion: STATE_VERSION,
    salt: random.hex(16),
    jobs: {},
  };
  const jobStates = new Map(Object.entries(content.jobs));
  let writing = Promise.resolve();
  return {
    /** Differs between machines. */
    salt: content.salt,
    jobState: (job: string) => jobStates.get(job),
    /** The state of a job. If its schedule has changed, due times are counted from now on. */
    openJobState(job: ScheduledJob, nowMs: number): JobState {
      const schedule = `${job.schedules.join(' | ')} in ${job.timeZone}`;
      const present = jobStates.get(job.name);
      if (present?.schedule === schedule) {
        return present;
      }
      if (present !== undefined) {
        return Object.assign(present, { schedule, markMs: nowMs }); // In place: a run may use the object.
      }
      const jobState = { schedule, sinceMs: nowMs, markMs: nowMs, failuresInRow: 0, counts: emptyCounts() };
      jobStates.set(job.name, jobState);
      return jobState;
    },
    /** Saves everything; resolves when it would survive a power cut. */
    save(): Promise<void> {
      // One after the other, each with the current state, so that the last one writes the newest.
      const next = writing
        .catch(() => undefined)
        .then(() =>
          writeWholeFile(
            path,
            `${JSON.stringify({ ...content, jobs: Object.fromEntries(jobStates) })}\n`,
            disk,
          ),
        );
      writing = next;
      return next;
    },
  };
}

/** The states of all jobs, for reading only; empty if the file is absent or cannot be read. */
export async function readJobStates(path: string): Promise<ReadonlyMap<string, JobState>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(Object.entries(parse(text)?.content.jobs ?? {}));
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
  const found = parse(text);
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

function parse(text: string): ParsedState | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value) || value['bookVersion'] !== STATE_VERSION || !isJsonObject(value['jobs'])) {
    return undefined;
  }
  const { salt, jobs } = value;
  if (typeof salt !== 'string') {
    return undefined;
  }
  const jobStates = Object.entries(jobs);
  const right = jobStates.filter(([, jobState]) => isJobState(jobState));
  const content = {
    bookVersion: STATE_VERSION,
    salt,
    jobs: Object.fromEntries(right),
  } as unknown as StateContent;
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
