import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkplace } from '../../base/index.ts';
import { loadArchiveSource, loadState } from '../../load/index.ts';
import type { FindingTally } from '../../model/index.ts';
import { openStore, type RecordDifference, type Snapshot, type Store } from '../../store/index.ts';
import type { Context } from '../context.ts';
import type { IdentityFlags } from '../flags/identity-flags.ts';
import { openArchiveArgument } from './archive-argument.ts';
import { withArchiveFiles } from './archive-files.ts';
import type { PointInTime } from './point-in-time.ts';

/** A comparison of two points in time. */
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
  context: Context & { readonly flags?: IdentityFlags },
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
  context: Context & { readonly flags?: IdentityFlags },
): Promise<LoadedPoint> {
  const { clock, signal } = context;
  if (point.type === 'snapshot') {
    const { store, snapshot } = point;
    return { id: await loadState({ store, snapshot, dbPath, clock }), findings: [] };
  }
  return await withArchiveFiles([point.path], { ...context, ...context.flags }, async ([file = point]) => {
    const source = await openArchiveArgument(file.path, context, context.flags);
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
