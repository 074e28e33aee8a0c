import { dueTimesByHand } from './due-times-by-hand.ts';
import { fateOf, type Happening, HOUR_MS, MINUTE_MS, type YearJob } from './year.ts';

/** One line of the run table. */
export interface TableRow {
  readonly job: string;
  readonly dueMs: number;
  readonly outcome: string;
  readonly attempts: number;
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface YearTable {
  readonly rows: readonly TableRow[];
  readonly counts: Readonly<Record<string, { due: number; missed: number; merged: number }>>;
}

interface Desk {
  readonly job: YearJob;
  readonly due: readonly number[];
  /** Of the list, what was not yet due. */
  next: number;
  doneMs: number;
  run: { dueMs: number; attempt: number; startMs: number; firstMs?: number; crashes: number } | undefined;
  /** Set while an attempt is under way: when it ends, on the timer that nobody sets. */
  endsAfter: number | undefined;
  lastStartMs: number;
  due_: number;
  missed: number;
  merged: number;
}

interface YearScript {
  readonly jobs: readonly YearJob[];
  readonly happenings: readonly Happening[];
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * The run table as the documented rules have it, found by walking through the year minute by minute, with lists in place
 * of calculations. It shares nothing with the scheduler but the script of what happens.
 */
export function judgeYear({ jobs, happenings, fromMs, toMs }: YearScript): YearTable {
  const rows: TableRow[] = [];
  const desks: Desk[] = jobs.map((job) => ({
    job,
    due: dueTimesByHand(job.expression, job.timeZone, {
      fromMs: fromMs + MINUTE_MS,
      toMs: toMs + 50 * HOUR_MS,
    }),
    next: 0,
    doneMs: fromMs,
    run: undefined,
    endsAfter: undefined,
    lastStartMs: -1,
    due_: 0,
    missed: 0,
    merged: 0,
  }));
  const script = [...happenings];
  let downUntil: number | undefined;
  let wall = fromMs;
  for (let minute = 0; wall <= toMs; minute += 1, wall += MINUTE_MS) {
    if (downUntil !== undefined && wall >= downUntil) {
      downUntil = undefined;
    }
    if (downUntil === undefined) {
      settleEnds(desks, minute, wall, rows);
      noteDue(desks, wall);
      startSome(desks, minute, wall);
    }
    while (script[0] !== undefined && wall >= script[0].atMs && downUntil === undefined) {
      const happening = script.shift();
      if (happening?.type === 'set') {
        wall += happening.byMs;
        settleEnds(desks, minute, wall, rows);
        noteDue(desks, wall);
        startSome(desks, minute, wall);
      } else if (happening !== undefined) {
        downUntil = happening.upAgainMs;
        breakOff(desks, happening, rows);
      }
    }
  }
  const counts = desks.map(
    ({ job, due_, missed, merged }) => [job.name, { due: due_, missed, merged }] as const,
  );
  return { rows, counts: Object.fromEntries(counts) };
}

function settleEnds(desks: readonly Desk[], minute: number, wall: number, rows: TableRow[]): void {
  for (const desk of desks) {
    const { run, job } = desk;
    if (run === undefined || desk.endsAfter !== minute) {
      continue;
    }
    desk.endsAfter = undefined;
    const fate = fateOf(job.name, run.dueMs, run.attempt);
    if (fate.outcome === 'failed' && fate.isTemporary && run.attempt <= job.retries) {
      run.startMs = wall + job.retryDelayMs * 2 ** (run.attempt - 1);
      run.attempt += 1;
    } else {
      rows.push(rowOf(desk, fate.outcome, wall));
      desk.run = undefined;
    }
  }
}

function rowOf({ job, run }: Desk, outcome: string, endedMs: number): TableRow {
  if (run === undefined) {
    throw new Error('There is no run to note down');
  }
  return {
    job: job.name,
    dueMs: run.dueMs,
    outcome,
    attempts: run.attempt,
    startedMs: run.firstMs ?? -1,
    endedMs,
  };
}

function noteDue(desks: readonly Desk[], wall: number): void {
  for (const desk of desks) {
    if (desk.doneMs - wall > 25 * HOUR_MS) {
      desk.doneMs = wall;
      desk.next = desk.due.findIndex((dueMs) => dueMs > wall);
      if (desk.run !== undefined) {
        desk.run.startMs = Math.min(desk.run.startMs, wall);
      }
    }
    const fresh: number[] = [];
    while ((desk.due[desk.next] ?? Number.POSITIVE_INFINITY) <= wall) {
      fresh.push(desk.due[desk.next] ?? 0);
      desk.next += 1;
    }
    desk.doneMs = Math.max(desk.doneMs, wall);
    const newest = fresh.at(-1);
    if (newest === undefined) {
      continue;
    }
    desk.due_ += fresh.length;
    if (desk.run !== undefined) {
      desk.merged += fresh.length;
    } else if (wall - newest > 2 * MINUTE_MS && !desk.job.catchesUp) {
      desk.missed += fresh.length;
    } else {
      desk.missed += fresh.length - 1;
      desk.run = {
        dueMs: newest,
        attempt: 1,
        startMs: wall - newest > 2 * MINUTE_MS ? wall : newest,
        crashes: 0,
      };
    }
  }
}

function startSome(desks: readonly Desk[], minute: number, wall: number): void {
  const busy = new Set(desks.flatMap(({ endsAfter, job }) => (endsAfter === undefined ? [] : job.lanes)));
  const queue = desks
    .filter(({ run, endsAfter }) => run !== undefined && endsAfter === undefined && run.startMs <= wall)
    .sort(
      (a, b) =>
        Number(a.run?.startMs) - Number(b.run?.startMs) ||
        Number(b.run?.firstMs !== undefined) - Number(a.run?.firstMs !== undefined) ||
        a.lastStartMs - b.lastStartMs,
    );
  for (const desk of queue) {
    const { run, job } = desk;
    if (run !== undefined && !job.lanes.some((lane) => busy.has(lane))) {
      run.firstMs ??= wall;
      desk.lastStartMs = wall;
      desk.endsAfter = minute + fateOf(job.name, run.dueMs, run.attempt).durationMs / MINUTE_MS;
    }
    for (const lane of job.lanes) {
      busy.add(lane);
    }
  }
}

function breakOff(desks: readonly Desk[], happening: Happening, rows: TableRow[]): void {
  for (const desk of desks) {
    const { run } = desk;
    if (run === undefined || desk.endsAfter === undefined || happening.type === 'set') {
      continue;
    }
    desk.endsAfter = undefined;
    run.startMs = Math.min(run.startMs, happening.type === 'stop' ? happening.atMs : happening.upAgainMs);
    run.crashes += happening.type === 'kill' ? 1 : 0;
    if (run.crashes === 3) {
      rows.push(rowOf(desk, 'interrupted', happening.upAgainMs));
      desk.run = undefined;
    }
  }
}
