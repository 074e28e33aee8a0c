import { invariant } from '../../base/failure.ts';
import type { ParquetLimits } from '../../dump/parquet-table.ts';
import { exportRows, writeParquet } from '../../dump/write-table.ts';
import type { Database } from '../../store/database.ts';
import { runQuery, type SqlValue } from '../../store/query.ts';
import type { LakeFile, LakePartition } from '../lake-manifest.ts';
import type { LakePlace, NewDataFile } from '../place/lake-place.ts';
import type { LogRange } from './log-ranges.ts';
import type { PlannedTable } from './plan-lake.ts';

/** Where and how partitions are written. */
export interface PartitionWriting {
  readonly place: LakePlace;
  readonly limits: ParquetLimits;
  readonly signal: AbortSignal;
  /** Called for each value that does not fit the type of its column. */
  readonly onEmptied: () => void;
  /** Called with the memory that each row group took, in bytes. */
  readonly onWritten: (sizeBytes: number) => void;
}

/** The partitions of one table to write. */
export interface PartitionRequest {
  readonly table: PlannedTable;
  /** Digests of the rows by account: these accounts are written. */
  readonly digests: ReadonlyMap<string, string>;
  /** The value of the column `snapshot`. */
  readonly snapshot: string;
  /** Further parameters of its statement. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Writes the rows of some accounts, each to a folder of its own. */
export async function writePartitions(
  db: Database,
  request: PartitionRequest,
  writing: PartitionWriting,
): Promise<readonly LakePartition[]> {
  const { table, digests, parameters } = request;
  if (digests.size === 0) {
    return [];
  }
  const accounts = JSON.stringify([...digests.keys()]);
  const rows = runQuery(db, table.sorted, { parameters: { ...parameters, accounts } }).rows[
    Symbol.iterator
  ]();
  try {
    return await writeEach(rows, request, writing);
  } finally {
    rows.return?.(); // A statement that is not finished would keep the store open.
  }
}

/** Rows of the same account follow each other. */
async function writeEach(
  rows: Iterator<readonly SqlValue[]>,
  { table, digests, snapshot }: PartitionRequest,
  writing: PartitionWriting,
): Promise<readonly LakePartition[]> {
  const partitions: LakePartition[] = [];
  let next = rows.next();
  function* rowsOf(account: string): Generator<readonly SqlValue[]> {
    for (; next.done !== true && next.value[0] === account; next = rows.next()) {
      yield next.value.slice(1);
    }
  }
  while (next.done !== true) {
    const account = String(next.value[0]);
    invariant(!partitions.some((partition) => partition.account === account), 'rows are sorted by account');
    const folder = `${table.name}/account=${account}/snapshot=${snapshot}`;
    const digest = digests.get(account) ?? '';
    const written = await writeFiles(folder, { table, rows: rowsOf(account) }, writing);
    partitions.push({ table: table.name, account, snapshot, digest, ...written });
  }
  return partitions;
}

/** Writes the rows that a log got with some snapshots, all accounts. */
export async function writeLog(
  db: Database,
  table: PlannedTable,
  { name: snapshot, ids }: LogRange,
  writing: PartitionWriting,
): Promise<readonly LakePartition[]> {
  const select = db.prepare<[{ snapshots: string }], string>(
    `SELECT DISTINCT lake_account FROM (${table.scan})`,
  );
  const parameters = { snapshots: JSON.stringify(ids) };
  const accounts = select.pluck().all(parameters);
  const digests = new Map(accounts.map((account) => [account, snapshot]));
  return await writePartitions(db, { table, digests, snapshot, parameters }, writing);
}

interface FolderContent {
  readonly table: PlannedTable;
  readonly rows: Iterable<readonly SqlValue[]>;
}

/** Files do not count before the manifest names them. */
async function writeFiles(
  folder: string,
  { table, rows }: FolderContent,
  { place, limits, signal, onEmptied, onWritten }: PartitionWriting,
): Promise<Pick<LakePartition, 'rowCount' | 'files'>> {
  const files: LakeFile[] = [];
  let open: NewDataFile | undefined;
  let position = 0;
  let path = '';
  async function finish(): Promise<void> {
    if (open !== undefined) {
      await open.finish();
      open = undefined;
      files.push({ path, sizeBytes: position });
    }
  }
  async function openNext() {
    await finish();
    path = `${folder}/part-${String(files.length + 1).padStart(4, '0')}.parquet`;
    position = 0;
    const file = await place.addFile(path);
    open = file;
    return {
      async write(content: string | Uint8Array) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        await file.write(bytes);
        position += bytes.length;
      },
    };
  }
  try {
    const plan = { name: table.name, columns: table.columns };
    const exported = exportRows(rows, table.read);
    const rowCount = await writeParquet(
      { plan, rows: exported, signal, onEmptied, onWritten },
      limits,
      openNext,
    );
    await finish();
    return { rowCount, files };
  } catch (error) {
    await open?.abandon();
    throw error;
  }
}
