import { createHash, type Hash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { nextTurn } from '../../base/clock.ts';
import { createLargeCollector } from '../../base/garbage.ts';
import { Failure } from '../../model/failure.ts';
import type { Database } from '../../store/database.ts';
import { runQuery, type SqlValue } from '../../store/query.ts';
import { openStore, type Store } from '../../store/store.ts';
import type { LakePartition } from '../lake-manifest.ts';
import { NO_ACCOUNT, type PlannedTable } from './plan-lake.ts';
import type { SyncPlan } from './plan-sync.ts';
import { type PartitionWriting, writeLog, writePartitions } from './write-partitions.ts';

export interface LakeProgress {
  readonly table: string;
  /** Undefined for tables that archives do not contain. */
  readonly snapshot?: string;
}

interface Writing extends PartitionWriting {
  /** A folder for temporary stores. */
  readonly workplace: string;
  readonly onProgress: ((progress: LakeProgress) => void) | undefined;
}

/** Digests of partitions by table and account. */
type StateDigests = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** Writes the partitions that a lake lacks; of each table and account, the oldest comes first. */
export async function writeChanges(
  store: Store,
  plan: SyncPlan,
  writing: Writing,
): Promise<readonly LakePartition[]> {
  const tablesOf = (kind: PlannedTable['kind']) => plan.tables.filter((table) => table.kind === kind);
  const added: LakePartition[] = [];
  for (const range of plan.missingLogs) {
    for (const table of tablesOf('log')) {
      writing.onProgress?.({ table: table.name, snapshot: range.name });
      added.push(...(await writeLog(store.db, table, range, writing)));
    }
  }
  added.push(...(await writeStates(store, { ...plan, tables: tablesOf('records') }, writing)));
  for (const table of tablesOf('whole')) {
    writing.onProgress?.({ table: table.name });
    added.push(...(await writeWhole(store.db, { table, plan }, writing)));
  }
  return added;
}

/**
 * Writes what of the records differs between each new snapshot and the one before it. Older states are restored from
 * the next later one, so this goes back in time, and two copies of the store are needed at most.
 */
async function writeStates(
  newest: Store,
  plan: SyncPlan,
  writing: Writing,
): Promise<readonly LakePartition[]> {
  const { tables, snapshots, knownCount } = plan;
  const states: (readonly LakePartition[])[] = [];
  const restored: Store[] = [];
  let store = newest;
  let digests = snapshots.length > knownCount ? await digestState(newest.db, tables, writing) : new Map();
  try {
    for (const [index, { name }] of [...snapshots.entries()].slice(knownCount).reverse()) {
      const previous = snapshots[index - 1];
      let earlier = store;
      let before = knownDigests(plan);
      if (previous !== undefined && index > knownCount) {
        const path = join(writing.workplace, `${index}.db`);
        store.restoreSnapshot(previous.id, path, { hasSearch: false });
        earlier = openStore(path);
        restored.push(earlier);
        requireSameHistory(earlier, newest);
        before = await digestState(earlier.db, tables, writing);
      }
      states.push(await writeState(store.db, { name, tables, digests, before }, writing));
      if (store !== newest) {
        store.close();
        await rm(store.path);
      }
      store = earlier;
      digests = before;
    }
  } finally {
    for (const { close } of restored) {
      close();
    }
  }
  return states.reverse().flat();
}

/** If another program replaced the store meanwhile, restoring would yield the snapshots of the new one. */
function requireSameHistory(earlier: Store, newest: Store): void {
  const snapshots = earlier.snapshots();
  if (!isDeepStrictEqual(snapshots, newest.snapshots().slice(0, snapshots.length))) {
    throw new Failure('locked', `Cannot write the lake: "${newest.path}" was replaced meanwhile`, {
      hint: 'Try again',
    });
  }
}

interface StateChange {
  readonly name: string;
  readonly tables: readonly PlannedTable[];
  readonly digests: StateDigests;
  readonly before: StateDigests;
}

async function writeState(
  db: Database,
  { name: snapshot, tables, digests, before }: StateChange,
  writing: Writing,
): Promise<readonly LakePartition[]> {
  const partitions: LakePartition[] = [];
  for (const table of tables) {
    const own = digests.get(table.name) ?? new Map<string, string>();
    const former = before.get(table.name) ?? new Map<string, string>();
    const changed = new Map([...own].filter(([account, digest]) => former.get(account) !== digest));
    writing.onProgress?.({ table: table.name, snapshot });
    partitions.push(...(await writePartitions(db, { table, digests: changed, snapshot }, writing)));
    for (const account of [...former.keys()].filter((one) => !own.has(one))) {
      partitions.push({ table: table.name, account, snapshot, rowCount: 0, digest: '', files: [] });
    }
  }
  return partitions;
}

async function digestState(
  db: Database,
  tables: readonly PlannedTable[],
  { signal }: Writing,
): Promise<StateDigests> {
  const digests = new Map<string, ReadonlyMap<string, string>>();
  for (const table of tables) {
    digests.set(table.name, await digestPartitions(db, table, signal));
  }
  return digests;
}

/** The state of the newest snapshot that is in the lake. */
function knownDigests({ tables, kept }: SyncPlan): StateDigests {
  return new Map(
    tables.map(({ name }) => {
      const own = kept.filter(({ table }) => table === name);
      const newest = new Map(own.map((partition) => [partition.account, partition]));
      const digests = [...newest.values()].filter(({ rowCount }) => rowCount > 0);
      return [name, new Map(digests.map(({ account, digest }) => [account, digest]))];
    }),
  );
}

async function writeWhole(
  db: Database,
  { table, plan }: { readonly table: PlannedTable; readonly plan: SyncPlan },
  writing: Writing,
): Promise<readonly LakePartition[]> {
  const digests = await digestPartitions(db, table, writing.signal);
  const digest = digests.get(NO_ACCOUNT) ?? '';
  const former = plan.kept.find((partition) => partition.table === table.name);
  if (digest === (former?.digest ?? '')) {
    return [];
  }
  const snapshot = `latest-${digest.slice(0, 8)}`;
  return digest === ''
    ? [{ table: table.name, account: NO_ACCOUNT, snapshot, rowCount: 0, digest, files: [] }]
    : await writePartitions(db, { table, digests, snapshot }, writing);
}

/** Rows between two chances to handle a signal. */
const ROWS_PER_TURN = 20_000;

/** Digests of the rows of a table by account. Accounts without rows are absent. */
async function digestPartitions(
  db: Database,
  table: PlannedTable,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const hashes = new Map<string, Hash>();
  const head = JSON.stringify(table.columns);
  const onRead = createLargeCollector();
  let rowCount = 0;
  for (const row of runQuery(db, table.scan).rows) {
    const account = String(row[0]);
    const hash = hashes.get(account) ?? createHash('sha256').update(head);
    hashes.set(account, hash);
    onRead(digestRow(hash, row));
    rowCount += 1;
    if (rowCount % ROWS_PER_TURN === 0) {
      await nextTurn();
      signal.throwIfAborted();
    }
  }
  return new Map([...hashes].map(([account, hash]) => [account, hash.digest('hex')]));
}

/** Longer texts are not copied. */
const MAX_COPIED_LENGTH = 64 * 1024;

/** Returns the length of the row. No other row has the same text: values have their types and lengths in it. */
function digestRow(hash: Hash, row: readonly SqlValue[]): number {
  let text = '';
  let length = 0;
  for (const value of row) {
    if (typeof value === 'string' && value.length <= MAX_COPIED_LENGTH) {
      text += `s${value.length}:${value}`;
    } else if (typeof value === 'string' || value instanceof Uint8Array) {
      hash.update(`${text}${typeof value === 'string' ? 's' : 'b'}${value.length}:`).update(value);
      length += value.length;
      text = '';
    } else {
      text += value === null ? 'n' : `${typeof value === 'bigint' ? 'i' : 'd'}${value};`;
    }
  }
  hash.update(text);
  return length + text.length;
}
