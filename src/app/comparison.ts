import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkplace } from '../base/workplace.ts';
import { Failure } from '../model/failure.ts';
import type { FindingTally } from '../model/findings.ts';
import type { Change } from '../store/change-log.ts';
import type { RecordDifference } from '../store/read-differences.ts';
import type { Snapshot } from '../store/snapshot.ts';
import { openStore, type Store } from '../store/store.ts';
import { type IdentitySettings, openArchiveArgument } from './archive-argument.ts';
import { withArchiveFiles } from './archive-files.ts';
import type { AppContext } from './context.ts';
import { chooseSnapshot, isSnapshotName } from './store-at-snapshot.ts';
import { findStore, type StoreSettings } from './store-location.ts';

/** The meaning of an argument of a comparison. */
export type PointInTime =
  | { readonly type: 'snapshot'; readonly store: Store; readonly snapshot: Snapshot }
  | { readonly type: 'archive'; readonly path: string };

/**
 * Resolves an argument: a number, `latest` or `previous` is a snapshot of the store that the settings select; the path of
 * a store means its newest snapshot; any other path is an archive. The caller closes the stores.
 */
export async function findPointInTime(
  argument: string,
  settings: StoreSettings,
  context: AppContext,
): Promise<PointInTime> {
  if (isSnapshotName(argument)) {
    return pointOf(openStore(await findStore(settings, context)), argument);
  }
  const store = openStoreAt(argument);
  return store === undefined ? { type: 'archive', path: argument } : pointOf(store, 'latest');
}

function pointOf(store: Store, name: string): PointInTime {
  try {
    return { type: 'snapshot', store, snapshot: chooseSnapshot(store, name) };
  } catch (error) {
    store.close();
    throw error;
  }
}

function openStoreAt(path: string): Store | undefined {
  try {
    return openStore(path);
  } catch (error) {
    const isOther = error instanceof Failure && (error.code === 'not-a-store' || error.code === 'absent');
    if (!isOther) {
      throw error;
    }
    return undefined;
  }
}

export interface Comparison {
  readonly from: Snapshot | undefined;
  readonly to: Snapshot | undefined;
  /** The store with both. */
  readonly store: Store;
  /** Findings in those of the two that are archives. */
  readonly findings: readonly FindingTally[];
  /** The differences; can be iterated more than once. */
  differences(): Iterable<RecordDifference>;
  close(): Promise<void>;
}

/**
 * Compares two points in time. Snapshots of one store are compared in place. Anything else is loaded into a temporary
 * store, the second over the first, so that missing records are treated as in a load.
 */
export async function openComparison(
  first: PointInTime,
  second: PointInTime,
  context: AppContext & IdentitySettings,
): Promise<Comparison> {
  if (first.type === 'snapshot' && second.type === 'snapshot' && first.store.path === second.store.path) {
    return {
      from: first.snapshot,
      to: second.snapshot,
      store: first.store,
      findings: [],
      differences: () => first.store.differences(first.snapshot.id, second.snapshot.id),
      close: async () => undefined,
    };
  }
  const workplace = await openWorkplace(tmpdir(), 'satchel-diff-');
  const remove = () => workplace.close();
  try {
    const dbPath = join(workplace.path, 'both.db');
    const from = await loadPoint(first, dbPath, context);
    const to = await loadPoint(second, dbPath, context);
    return comparisonIn(openStore(dbPath), { from, to, remove });
  } catch (error) {
    await remove();
    throw error;
  }
}

interface LoadedPoint {
  readonly id: number;
  readonly findings: readonly FindingTally[];
}

interface ComparedPair {
  readonly from: LoadedPoint;
  readonly to: LoadedPoint;
  remove(): Promise<void>;
}

function comparisonIn(store: Store, { from, to, remove }: ComparedPair): Comparison {
  const snapshotOf = ({ id }: LoadedPoint) => store.snapshots().find((snapshot) => snapshot.id === id);
  return {
    from: snapshotOf(from),
    to: snapshotOf(to),
    store,
    findings: [...from.findings, ...to.findings],
    differences: () => store.differences(from.id, to.id),
    async close() {
      store.close();
      await remove();
    },
  };
}

async function loadPoint(
  point: PointInTime,
  dbPath: string,
  context: AppContext & IdentitySettings,
): Promise<LoadedPoint> {
  const { clock, signal } = context;
  const { loadArchiveSource } = await import('../load/load-archive-source.ts');
  const { loadState } = await import('../load/load-state.ts');
  if (point.type === 'snapshot') {
    const { store, snapshot } = point;
    return { id: await loadState({ store, snapshot, dbPath, clock }), findings: [] };
  }
  return await withArchiveFiles([point.path], context, async ([file = point]) => {
    const source = await openArchiveArgument(file.path, context, context);
    const { load, verification } = await loadArchiveSource({
      sources: [source],
      dbPath,
      archive: { name: source.name, order: 'any' },
      clock,
      signal,
      extent: 'records',
    });
    return { id: load.snapshotId, findings: verification.findings };
  });
}

export interface DifferenceCount {
  readonly kind: string;
  /** Undefined for records that do not belong to a repository. */
  readonly repo: string | undefined;
  readonly counts: Readonly<Record<Change, number>>;
}

/** A renamed repository, with the number of records that differ only by its name. */
interface RenameCount {
  readonly from: string;
  readonly to: string;
  readonly records: number;
}

interface CountedDifferences {
  readonly counts: readonly DifferenceCount[];
  readonly renames: readonly RenameCount[];
}

/** Counts differences by kind and repository, in order of appearance. */
export function countDifferences(differences: Iterable<RecordDifference>): CountedDifferences {
  const renames = new Map<string, RenameCount & { records: number }>();
  const tallies = new Map<
    string,
    { kind: string; repo: string | undefined; counts: Record<Change, number> }
  >();
  for (const { kind, repo, change, formerRepo } of differences) {
    if (formerRepo !== undefined && repo !== undefined) {
      const rename = renames.get(`${formerRepo} ${repo}`) ?? { from: formerRepo, to: repo, records: 0 };
      rename.records += change === 'moved' ? 1 : 0;
      renames.set(`${formerRepo} ${repo}`, rename);
    }
    if (change === 'moved') {
      continue;
    }
    const key = JSON.stringify([kind, repo]);
    const tally = tallies.get(key) ?? {
      kind,
      repo,
      counts: { added: 0, changed: 0, vanished: 0, returned: 0 },
    };
    tally.counts[change] += 1;
    tallies.set(key, tally);
  }
  return { counts: [...tallies.values()], renames: [...renames.values()] };
}
