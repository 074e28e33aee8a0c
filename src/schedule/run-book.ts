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
import { isJobPage } from './judge-book.ts';
import type { Untold } from './schedule-event.ts';
import type { RunOutcome, RunRecord, RunRequest, ScheduledJob } from './scheduled-job.ts';

const BOOK_VERSION = 1;

/** A run that waits to start or is under way. */
export interface PendingRun extends Omit<RunRequest, 'reason' | 'attempt'> {
  reason: RunRequest['reason'];
  attempt: number;
  state: 'waiting' | 'running';
  /** Not before this. */
  startMs: number;
  /** When its first attempt started. */
  firstStartMs?: number;
  /** How often the process ended while it ran. */
  crashes: number;
  /** How long attempts that are over waited for rate limits. */
  waitedMs: number;
}

/** Due times and runs of a job, counted since it was first seen. */
export interface JobCounts {
  due: number;
  missed: number;
  merged: number;
  readonly runs: Record<RunOutcome, number>;
  retries: number;
  waitedMs: number;
}

/** What is remembered of a job. */
export interface JobPage {
  /** Its schedules and zone: when they change, due times are counted from then on. */
  schedule: string;
  readonly sinceMs: number;
  /** Every due time until here is run, merged or missed. */
  markMs: number;
  pending?: PendingRun;
  lastStartMs?: number;
  lastRun?: RunRecord;
  /** The last run that brought home a verified archive and loaded it. */
  lastSuccess?: RunRecord;
  failuresInRow: number;
  /** When an event last said that the last success is too old. */
  overdueToldMs?: number;
  /** Events that people were not told yet, the oldest first. */
  untold?: readonly Untold[];
  readonly counts: JobCounts;
}

/** What a schedule remembers: a small file that is always replaced as a whole. */
export interface RunBook {
  /** Differs from machine to machine. */
  readonly salt: string;
  page(job: string): JobPage | undefined;
  /** The page of a job; it begins anew when the job's schedule changes. */
  openPage(job: ScheduledJob, nowMs: number): JobPage;
  /** Saves everything; resolves once it would survive a power cut. */
  save(): Promise<void>;
}

/** Events of one job that are kept while nobody can be told. */
const MAX_UNTOLD = 20;

/** Adds an event to those that people are to be told. */
export function keepUntold(page: JobPage, event: Untold): void {
  page.untold = [...(page.untold ?? []), event].slice(-MAX_UNTOLD);
}

/** Removes an event from those that people are to be told; it may be a copy. */
export function dropUntold(page: JobPage, event: Untold): void {
  page.untold = (page.untold ?? []).filter((kept) => nameOf(kept) !== nameOf(event));
}

function nameOf(event: Untold): string {
  return event.type === 'ended' ? `ended ${event.record.runId}` : `overdue ${event.ageMs}`;
}

interface BookContent {
  readonly bookVersion: typeof BOOK_VERSION;
  readonly salt: string;
  readonly jobs: Record<string, JobPage>;
}

interface BookOptions {
  readonly path: string;
  readonly random: Random;
  /** Where it is written (default: the system's). */
  readonly disk?: Disk | undefined;
  /** Called when the file was damaged and had to be moved aside. */
  readonly onNotice: (text: string) => unknown;
}

/** Opens the book, or begins one. A damaged file is renamed, never overwritten. */
export async function openRunBook(options: BookOptions): Promise<RunBook> {
  const { path, random, disk } = options;
  const content: BookContent = (await readBook(options)) ?? {
    bookVersion: BOOK_VERSION,
    salt: random.hex(16),
    jobs: {},
  };
  const pages = new Map(Object.entries(content.jobs));
  let writing = Promise.resolve();
  return {
    salt: content.salt,
    page: (job) => pages.get(job),
    openPage(job, nowMs) {
      const schedule = `${job.schedules.join(' | ')} in ${job.timeZone}`;
      const present = pages.get(job.name);
      if (present?.schedule === schedule) {
        return present;
      }
      if (present !== undefined) {
        return Object.assign(present, { schedule, markMs: nowMs }); // In place: a run may hold the page.
      }
      const page = { schedule, sinceMs: nowMs, markMs: nowMs, failuresInRow: 0, counts: emptyCounts() };
      pages.set(job.name, page);
      return page;
    },
    save() {
      // One after the other, each with the state by then: the last one writes the newest.
      const next = writing
        .catch(() => undefined)
        .then(() =>
          writeWholeFile(path, `${JSON.stringify({ ...content, jobs: Object.fromEntries(pages) })}\n`, disk),
        );
      writing = next;
      return next;
    },
  };
}

/** The pages of a book, to look at only; none where there is no book, or it cannot be read. */
export async function readPages(path: string): Promise<ReadonlyMap<string, JobPage>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return new Map(Object.entries(parse(text)?.content.jobs ?? {}));
}

async function readBook({ path, random, onNotice }: BookOptions): Promise<BookContent | undefined> {
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
      `The state of the schedule was damaged; it is kept as "${aside}", and what cannot be read of it is counted from now on`,
    );
  }
  return found?.content;
}

interface ParsedBook {
  readonly content: BookContent;
  /** False where pages had to be left out. */
  readonly isWhole: boolean;
}

function parse(text: string): ParsedBook | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value) || value['bookVersion'] !== BOOK_VERSION || !isJsonObject(value['jobs'])) {
    return undefined;
  }
  const { salt, jobs } = value;
  if (typeof salt !== 'string') {
    return undefined;
  }
  const pages = Object.entries(jobs);
  const right = pages.filter(([, page]) => isJobPage(page));
  const content = {
    bookVersion: BOOK_VERSION,
    salt,
    jobs: Object.fromEntries(right),
  } as unknown as BookContent;
  return { content, isWhole: right.length === pages.length };
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
