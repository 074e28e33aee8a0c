import type { Database } from '../database.ts';
import type { SearchIndexWriter } from '../search/index/search-index-writer.ts';
import { SeenIds } from '../seen-ids.ts';
import type { TableWriters } from '../table-writer.ts';
import type { ArchiveCoverage } from './archive-coverage.ts';
import type { ChangeTally } from './change-counts.ts';
import { createCurrentRecords } from './current-records.ts';
import {
  type CurrentWriter,
  createCurrentWriter,
  type EntryPlace,
  type RecordName,
} from './current-writer.ts';
import { createFormerIds } from './former-ids.ts';
import { readState } from './read-state.ts';
import {
  createStepLog,
  createStepReader,
  judgeStep,
  nameArrivals,
  type RecordStep,
  versionAt,
} from './record-steps.ts';
import { type LaterSnapshot, readLaterSnapshots } from './snapshot-contents.ts';
import type { StagedRecord, StagingSink } from './staged-records.ts';

interface HistoryOptions {
  readonly db: Database;
  readonly writers: TableWriters;
  readonly search: SearchIndexWriter;
  readonly staged: StagingSink;
  readonly coverage: ArchiveCoverage;
  readonly tally: ChangeTally;
  nextId(): number;
  /** Number of the snapshot that stands in between. */
  readonly snapshotId: number;
  /** Its place in time. */
  readonly position: number;
}

/** What an archive says of a record: it stands there in this form, or it should stand there and does not. */
interface Statement extends RecordName {
  readonly repo: string | null;
  readonly json: string | null;
  readonly entry?: EntryPlace;
}

/**
 * Puts an older archive between the snapshots of a store, so that the store becomes what it would be had all archives come
 * in the order of their age. What it brings holds until a later archive has the record itself, or speaks for it and lacks
 * it: where none does, it is part of the newest state. Gives the ids of the archive's records.
 */
export function insertHistory(options: HistoryOptions): SeenIds {
  const { db, staged, coverage, position } = options;
  const settle = createSettling(options);
  const idOf = createIdFinder(options);
  const seen = new SeenIds(); // In the archive, in whatever form.
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
  const missing = listState(db, isFirst ? position + 1 : position - 1).filter(({ id, kind, repo }) =>
    isFirst ? !held.has(id) : !seen.has(id) && coverage.covers(kind, repo),
  );
  for (const record of missing) {
    settle({ ...record, json: null });
  }
  return held;
}

/** A record of which the older archive says something, and what the store knew of it. */
interface Settlement {
  readonly statement: Statement;
  readonly steps: readonly RecordStep[];
  /** The record as it is now. */
  now(): string | null;
}

/** What becomes of a record from the older archive on. */
interface Course {
  readonly fresh: readonly RecordStep[];
  /** Place of the last snapshot at which anything may be different than before. */
  readonly end: number;
  /** The version at that place. */
  readonly last: string | null;
}

/** Notes what a statement makes of a record, from its own snapshot on until nothing is different any more. */
function createSettling(options: HistoryOptions): (statement: Statement) => void {
  const { db, snapshotId, position, tally } = options;
  const current = createCurrentRecords(db);
  const currentWriter = createCurrentWriter(options);
  const stepsOf = createStepReader(db);
  const log = createStepLog(db);
  const place = { id: snapshotId, position, later: readLaterSnapshots(db, position) };
  return (statement) => {
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
    if (isLast && judgeStep(settlement.now(), last) !== undefined) {
      setCurrent(currentWriter, statement, last);
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

/** Follows a record through the later snapshots, to the first that has it as it was known there. */
function runCourse({ statement, steps, now }: Settlement, { id, position, later }: HistoryPlace): Course {
  const { json, repo } = statement;
  const fresh: RecordStep[] = [];
  let last = position === 1 ? json : versionAt(steps, position - 1, now);
  let end = position;
  const step = (snapshot: Pick<LaterSnapshot, 'id' | 'position'>, version: string | null) => {
    const change = judgeStep(last, version);
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
    if (judgeStep(former, last) === undefined) {
      break;
    }
  }
  return { fresh, end, last };
}

interface VersionFacts {
  readonly statement: Statement;
  /** The version at the snapshot before. */
  readonly last: string | null;
  /** The version that the snapshot was said to have. */
  readonly former: string | null;
}

function versionIn(snapshot: LaterSnapshot, { statement, last, former }: VersionFacts): string | null {
  const { id, kind, url, repo } = statement;
  if (former !== null && snapshot.has(id)) {
    return former;
  }
  const isGone = !snapshot.hasRejected(kind, url) && snapshot.coverage.covers(kind, repo);
  return isGone ? null : last;
}

/** The id that a staged record has in the store, had in it, or gets; records without a url are told apart by their number. */
function createIdFinder({ db, writers, nextId }: HistoryOptions) {
  const formerId = createFormerIds(db);
  const findOther = db
    .prepare<[string, string], number>('SELECT id FROM other_records WHERE kind = ? AND url = ?')
    .pluck();
  const findNameless = db
    .prepare<[string, string], number>(
      'SELECT id FROM other_records WHERE url IS NULL AND kind = ? AND json = ?',
    )
    .pluck();
  return ({ kind, url, repo, json }: StagedRecord, seen: SeenIds): number => {
    const isFree = (id: number) => !seen.has(id);
    if (url === null) {
      const text = json ?? '';
      const known = findNameless.all(kind, text).find(isFree);
      return known ?? formerId.ofNameless({ kind, repo, text }, isFree) ?? nextId();
    }
    return (
      writers.of(kind)?.find(url, () => true)?.id ??
      findOther.get(kind, url) ??
      formerId.ofUrl(kind, url) ??
      nextId()
    );
  };
}

function listState(db: Database, position: number): readonly Omit<Statement, 'json'>[] {
  const records: Omit<Statement, 'json'>[] = [];
  for (const { id, kind, url, repo } of readState(db, position)) {
    records.push({ id, kind, url: url ?? null, repo: repo ?? null });
  }
  return records;
}

/** The function, whose result is remembered. */
function once<Result>(make: () => Result): () => Result {
  let made: { readonly result: Result } | undefined;
  return () => {
    made ??= { result: make() };
    return made.result;
  };
}
