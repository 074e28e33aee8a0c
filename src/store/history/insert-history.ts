import { createLargeCollector } from '../../base/garbage.ts';
import type { ChangeTally } from '../change-counts.ts';
import type { Database } from '../database.ts';
import type { RowIndex } from '../text-index/row-index.ts';
import { SeenIds } from '../writing/seen-ids.ts';
import type { TableWriters } from '../writing/table-writer.ts';
import type { ArchiveCoverage } from './archive-coverage.ts';
import { createCurrentRecords } from './current-records.ts';
import { type CurrentWriter, createCurrentWriter, type EntryPlace } from './current-writer.ts';
import { createFormerIds } from './former-ids.ts';
import { type RecordHead, readHeads } from './read-heads.ts';
import {
  changeBetween,
  createStepLog,
  createStepReader,
  nameArrivals,
  type RecordStep,
  versionAt,
} from './record-steps.ts';
import { type LaterSnapshot, readLaterSnapshots } from './snapshot-contents.ts';
import type { StagedRecord, StagingSink } from './staged-records.ts';

export interface HistoryOptions {
  readonly db: Database;
  readonly writers: TableWriters;
  readonly search: RowIndex;
  readonly staged: StagingSink;
  readonly coverage: ArchiveCoverage;
  readonly tally: ChangeTally;
  nextId(): number;
  readonly snapshotId: number;
  /** Its position in time. */
  readonly position: number;
}

/** What an archive says about a record: its content, or null if the archive covers the record but lacks it. */
interface Statement extends RecordHead {
  readonly json: string | null;
  readonly entry?: EntryPlace;
}

/**
 * Inserts an older archive between the snapshots of a store, so that the store becomes what it would be if all archives
 * had been loaded in the order of their age. Each record of the older archive remains until a later archive contains
 * it, or covers it and lacks it; if none does, it is part of the current state. Returns the ids of the archive's
 * records.
 */
export function insertHistory(options: HistoryOptions): SeenIds {
  const { db, writers, staged, coverage, position } = options;
  const settle = createSettling(options);
  const idOf = createIdFinder(options);
  const seen = new SeenIds(); // In the archive, readable or not.
  const held = new SeenIds();
  for (const record of staged.records()) {
    const id = idOf(record, seen);
    seen.add(id);
    if (record.json !== null) {
      held.add(id);
      settle({ ...record, id, entry: record });
    }
  }
  const isFirst = position === 1;
  const isMissing = (head: RecordHead) =>
    isFirst ? !held.has(head.id) : !seen.has(head.id) && coverage.covers(head);
  const missing: RecordHead[] = [];
  for (const head of readHeads(db, writers, isFirst ? position + 1 : position - 1)) {
    if (isMissing(head)) {
      missing.push(head); // Nothing can be written while they are read.
    }
  }
  for (const head of missing) {
    settle({ ...head, json: null });
  }
  return held;
}

/** A record in the older archive, with what the store knew about it. */
interface Settlement {
  readonly statement: Statement;
  readonly steps: readonly RecordStep[];
  /** The current version of the record. */
  now(): string | null;
}

/** The versions of a record from the older archive on. */
interface Course {
  readonly fresh: readonly RecordStep[];
  /** Position of the last snapshot at which anything may have changed. */
  readonly end: number;
  /** The version at that position. */
  readonly last: string | null;
}

/**
 * Creates a function that applies a statement to the history of a record, from the inserted snapshot until nothing
 * differs any more.
 */
function createSettling(options: HistoryOptions): (statement: Statement) => void {
  const { db, snapshotId, position, tally } = options;
  const current = createCurrentRecords(db);
  const currentWriter = createCurrentWriter(options);
  const stepsOf = createStepReader(db);
  const log = createStepLog(db);
  const place = { id: snapshotId, position, later: readLaterSnapshots(db, position) };
  const onSettled = createLargeCollector();

  /** Writes the steps of a record; returns its current version if that differs from now on. */
  function settle(statement: Statement): { readonly json: string | null } | undefined {
    const { id, kind, json } = statement;
    const steps = stepsOf(id);
    const settlement: Settlement = { statement, steps, now: once(() => current.read(kind, id)) };
    const { fresh, end, last } = runCourse(settlement, place);
    const kept = steps.filter((step) => step.position < position || step.position > end);
    const named = nameArrivals([...kept, ...fresh].toSorted((one, other) => one.position - other.position));
    log.replace(statement, steps, named);
    const own = named.find((step) => step.position === position)?.change;
    if (own !== undefined || json !== null) {
      tally.count(kind, own ?? (position === 1 ? 'added' : 'unchanged'));
    }
    const isLast = end === (place.later.at(-1)?.position ?? position);
    return isLast && changeBetween(settlement.now(), last) !== undefined ? { json: last } : undefined;
  }

  return (statement) => {
    const current = settle(statement);
    onSettled(statement.json?.length ?? 0); // Before the next step: the versions of a record may be large.
    if (current !== undefined) {
      setCurrent(currentWriter, statement, current.json);
    }
  };
}

function setCurrent(writer: CurrentWriter, statement: Statement, json: string | null): void {
  if (json === null) {
    writer.remove(statement);
  } else {
    writer.put(statement, json, statement.entry);
  }
}

interface HistoryPlace {
  readonly id: number;
  readonly position: number;
  readonly later: readonly LaterSnapshot[];
}

/** Follows a record through the later snapshots, up to the first whose version stays the same as before. */
function runCourse({ statement, steps, now }: Settlement, { id, position, later }: HistoryPlace): Course {
  const { json, repo } = statement;
  const fresh: RecordStep[] = [];
  let last = position === 1 ? json : versionAt(steps, position - 1, now);
  let end = position;
  const step = (snapshot: Pick<LaterSnapshot, 'id' | 'position'>, version: string | null) => {
    const change = changeBetween(last, version);
    end = snapshot.position;
    if (change !== undefined) {
      const known = steps.find((other) => other.position === end);
      fresh.push({
        snapshotId: snapshot.id,
        position: end,
        change,
        repo: known?.repo ?? repo,
        previous: last,
      });
      last = version;
    }
  };
  step({ id, position }, json);
  for (const snapshot of later) {
    const former = versionAt(steps, snapshot.position, now);
    step(snapshot, versionIn(snapshot, { statement, last, former }));
    if (changeBetween(former, last) === undefined) {
      break;
    }
  }
  return { fresh, end, last };
}

interface VersionFacts {
  readonly statement: Statement;
  /** The version at the previous snapshot. */
  readonly last: string | null;
  /** The version of this snapshot according to the previous history. */
  readonly former: string | null;
}

function versionIn(snapshot: LaterSnapshot, { statement, last, former }: VersionFacts): string | null {
  const { id, kind, url } = statement;
  if (former !== null && snapshot.has(id)) {
    return former;
  }
  const isGone = !snapshot.hasRejected(kind, url) && snapshot.coverage.covers(statement);
  return isGone ? null : last;
}

/**
 * Finds the id that a staged record has or had in the store, or assigns one. Equal records without a url are matched
 * one by one, in the order in which they would be if the inserted archive had been loaded at its time.
 */
function createIdFinder({ db, writers, nextId, position }: HistoryOptions) {
  const formerIds = createFormerIds(db);
  const stepsOf = createStepReader(db);
  const findOther = db
    .prepare<[string, string], number>('SELECT id FROM other_records WHERE kind = ? AND url = ?')
    .pluck();
  const findNameless = db
    .prepare<[string, string], number>(
      'SELECT id FROM other_records WHERE url IS NULL AND kind = ? AND json = ? ORDER BY id',
    )
    .pluck();
  return ({ kind, url, repo, json }: StagedRecord, seen: SeenIds): number => {
    if (url === null) {
      const text = json ?? '';
      const now = findNameless.all(kind, text);
      const ids = [...now, ...formerIds.ofNameless({ kind, repo, text })]
        .filter((id) => !seen.has(id))
        .toSorted((one, other) => one - other);
      const isThere = (id: number) =>
        versionAt(stepsOf(id), position - 1, () => (now.includes(id) ? text : null)) !== null;
      const wasThere = (id: number) => stepsOf(id).some((step) => step.position < position);
      return (ids.length > 1 ? (ids.find(isThere) ?? ids.find(wasThere)) : undefined) ?? ids[0] ?? nextId();
    }
    return (
      writers.of(kind)?.find(url, () => true)?.id ??
      findOther.get(kind, url) ??
      formerIds.ofUrl(kind, url) ??
      nextId()
    );
  };
}

/** Memoizes a function without arguments. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
