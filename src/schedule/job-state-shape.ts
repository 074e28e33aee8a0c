import { isJsonObject } from '../base/index.ts';

type Check = (value: unknown) => boolean;

/** True for a valid state of a job: the file may have been edited, or written by another version. */
export function isJobState(value: unknown): boolean {
  return isJobShape(value);
}

/** The maximum of a `Date` (ECMA-262, 21.4.1.1). */
const LAST_TIME_MS = 8.64e15;

const isText: Check = (value) => typeof value === 'string';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const isTime: Check = (value) => isNumber(value) && Math.abs(Number(value)) <= LAST_TIME_MS;

function oneOf(...words: readonly string[]): Check {
  return (value) => typeof value === 'string' && words.includes(value);
}

function shape(
  members: Readonly<Record<string, Check>>,
  optional: Readonly<Record<string, Check>> = {},
): Check {
  return (value) =>
    isJsonObject(value) &&
    Object.entries(members).every(([name, check]) => check(value[name])) &&
    Object.entries(optional).every(([name, check]) => value[name] === undefined || check(value[name]));
}

const isReason = oneOf('due', 'catch-up', 'resumed');
const isOutcome = oneOf('succeeded', 'warned', 'skipped', 'failed', 'interrupted');

const isCounts: Check = (value) => isJsonObject(value) && Object.values(value).every(isNumber);

const REQUEST = { runId: isText, job: isText, dueMs: isTime, reason: isReason, attempt: isNumber };

const isPending = shape(
  {
    ...REQUEST,
    state: oneOf('waiting', 'running'),
    startMs: isTime,
    crashes: isNumber,
    waitedMs: isNumber,
  },
  {
    firstStartMs: isTime,
    mergedDueMs: isTime,
    worker: shape({ aliveMs: isTime, identity: shape({ pid: isNumber, host: isText }) }),
  },
);

const isRecord = shape(
  {
    ...REQUEST,
    outcome: isOutcome,
    exitStatus: isNumber,
    isTemporary: isBoolean,
    waitedMs: isNumber,
    startedMs: isTime,
    endedMs: isTime,
  },
  {
    failure: shape({ code: isText, message: isText, hint: isText }),
    summary: shape(
      {
        bytes: isNumber,
        records: isNumber,
        repositories: isNumber,
        findings: isNumber,
        counts: isCounts,
        isVerified: isBoolean,
      },
      {
        drops: (value) => Array.isArray(value) && value.every(isText),
        takenAt: isText,
        isFromEarlier: isBoolean,
      },
    ),
  },
);

const isEnded = shape(
  {
    type: oneOf('ended'),
    record: isRecord,
    before: shape({ failuresInRow: isNumber }, { lastSuccess: isRecord }),
  },
  { lastGoodMs: isTime },
);
const isOverdue = shape({ type: oneOf('overdue'), job: isText, ageMs: isNumber }, { lastGoodMs: isTime });

function isUnsent(value: unknown): boolean {
  return isEnded(value) || isOverdue(value);
}

const isJobShape = shape(
  {
    schedule: isText,
    sinceMs: isTime,
    markMs: isTime,
    failuresInRow: isNumber,
    counts: shape({
      due: isNumber,
      missed: isNumber,
      merged: isNumber,
      retries: isNumber,
      waitedMs: isNumber,
      runs: shape({
        succeeded: isNumber,
        warned: isNumber,
        skipped: isNumber,
        failed: isNumber,
        interrupted: isNumber,
      }),
    }),
  },
  {
    pending: isPending,
    lastStartMs: isTime,
    lastRun: isRecord,
    lastSuccess: isRecord,
    overdueReportedMs: isTime,
    unsent: (value) => Array.isArray(value) && value.every(isUnsent),
  },
);
