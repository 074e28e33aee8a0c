import { ownFile } from '../base/own-files.ts';
import type { PlannedColumn } from '../dump/plan-tables.ts';
import { Failure } from '../model/failure.ts';
import type { LakePlace, LakeSource } from './place/lake-place.ts';

/** The file that says what a lake contains. Readers believe only what it names. */
export const MANIFEST_NAME = 'lake.json';

const VERSION = 1;

/**
 * How a table is partitioned in time. A partition of `records` is their state from its snapshot to the next one of the
 * same account; one of a `log` has the rows that its snapshot added; a table that archives do not contain is `whole`.
 */
export type LakeTableKind = 'records' | 'log' | 'whole';

export interface LakeTable {
  readonly name: string;
  readonly kind: LakeTableKind;
  readonly columns: readonly PlannedColumn[];
}

/** An archive of the store. */
export interface LakeSnapshot {
  /** The value of the column `snapshot`: its time, and the beginning of its key. */
  readonly name: string;
  /** Digest of everything that determines the state of the store at this snapshot. */
  readonly key: string;
  readonly takenAt: string;
  /** What identifies the archive in any store: its digest, or else its name and time. */
  readonly archive: string;
}

/** The rows of a table that belong to one account, from one snapshot on. */
export interface LakePartition {
  readonly table: string;
  readonly account: string;
  /** The name of its snapshot, or of a range of snapshots (log-ranges.ts); for a table that is `whole`, a name of its own. */
  readonly snapshot: string;
  readonly rowCount: number;
  /** Digest of its rows. */
  readonly digest: string;
  /** None if it has no rows. */
  readonly files: readonly LakeFile[];
}

export interface LakeFile {
  /** Path in the lake, with `/` as separator. */
  readonly path: string;
  readonly sizeBytes: number;
}

/** The content of a lake. */
export interface Lake {
  readonly tables: readonly LakeTable[];
  /** Oldest first. */
  readonly snapshots: readonly LakeSnapshot[];
  /** Partitions of the same table and account are ordered by snapshot. */
  readonly partitions: readonly LakePartition[];
}

export const EMPTY_LAKE: Lake = { tables: [], snapshots: [], partitions: [] };

/** As in the schema of manifests. */
const PATH = /^\w+\/account=[\w.-]+\/snapshot=[\w-]+\/part-\d{4,}\.parquet$/;

/** Whether a path in a lake is one of its Parquet files. */
export function isDataFile(path: string): boolean {
  return PATH.test(path);
}

/** Reads the manifest of a lake; undefined if there is none. Fails with `lake-damaged`. */
export async function readLake(source: LakeSource): Promise<Lake | undefined> {
  const text = await source.readText(MANIFEST_NAME);
  return text === undefined ? undefined : parseLake(text, source.name);
}

/** `name` is the place of the lake, for messages. */
export function parseLake(text: string, name: string): Lake {
  const lake = ownFile<Lake>('lake').parse(text);
  if (typeof lake === 'string') {
    throw new Failure('lake-damaged', `Cannot read "${name}/${MANIFEST_NAME}": it ${lake}`);
  }
  const { tables, snapshots, partitions } = lake;
  return { tables, snapshots, partitions };
}

export async function writeLake(place: LakePlace, lake: Lake): Promise<void> {
  const lines = (items: readonly object[]) => items.map((item) => `\n    ${JSON.stringify(item)}`).join(',');
  const text = `{
  "version": ${VERSION},
  "tables": [${lines(lake.tables)}
  ],
  "snapshots": [${lines(lake.snapshots)}
  ],
  "partitions": [${lines(lake.partitions)}
  ]
}
`;
  await place.writeText(MANIFEST_NAME, text);
}

/** The paths of all data files of a lake. */
export function dataFilesOf({ partitions }: Pick<Lake, 'partitions'>): ReadonlySet<string> {
  return new Set(partitions.flatMap(({ files }) => files.map(({ path }) => path)));
}

/** The partitions that hold the newest state, without those that have no rows. */
export function currentPartitions(lake: Lake, table: LakeTable): readonly LakePartition[] {
  const own = lake.partitions.filter((partition) => partition.table === table.name);
  const newest = new Map(own.map((partition) => [partition.account, partition]));
  return (table.kind === 'log' ? own : [...newest.values()]).filter(({ rowCount }) => rowCount > 0);
}
