import { dirname, join } from 'node:path';
import { type Disk, type DiskFile, invariant } from '../../base/index.ts';
import { exportRows, type ParquetLimits, writeParquet } from '../../dump/index.ts';
import { type Database, runQuery, type SqlValue } from '../../store/index.ts';
import type { LakeFile, LakePartition } from '../lake-manifest.ts';
import type { PlannedTable } from './plan-lake.ts';

/** Where and how partitions are written. */
export interface PartitionWriting {
  readonly root: string;
  readonly disk: Disk;
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
}

/** Writes the rows of some accounts, each to a folder of its own. */
export async function writePartitions(
  db: Database,
  { table, digests, snapshot }: PartitionRequest,
  writing: PartitionWriting,
): Promise<readonly LakePartition[]> {
  if (digests.size === 0) {
    return [];
  }
  const parameters = { accounts: JSON.stringify([...digests.keys()]) };
  const rows = runQuery(db, table.sorted, { parameters }).rows[Symbol.iterator]();
  try {
    return await writeEach(rows, { table, digests, snapshot }, writing);
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

/** Writes rows that a log got with a snapshot, all accounts. */
export async function writeLog(
  db: Database,
  table: PlannedTable,
  { id, name: snapshot }: { readonly id: number; readonly name: string },
  writing: PartitionWriting,
): Promise<readonly LakePartition[]> {
  const select = db.prepare<[{ snapshotId: number }], string>(
    `SELECT DISTINCT lake_account FROM (${table.scan})`,
  );
  const accounts = select.pluck().all({ snapshotId: id });
  const digests = new Map(accounts.map((account) => [account, snapshot]));
  const ofSnapshot = { ...table, sorted: table.sorted.replaceAll(':snapshotId', String(id)) };
  return await writePartitions(db, { table: ofSnapshot, digests, snapshot }, writing);
}

interface FolderContent {
  readonly table: PlannedTable;
  readonly rows: Iterable<readonly SqlValue[]>;
}

/** Files are written in place: they do not count before the manifest names them. */
async function writeFiles(
  folder: string,
  { table, rows }: FolderContent,
  { root, disk, limits, signal, onEmptied, onWritten }: PartitionWriting,
): Promise<Pick<LakePartition, 'rowCount' | 'files'>> {
  const files: LakeFile[] = [];
  let open: DiskFile | undefined;
  let position = 0;
  let path = '';
  async function finish(): Promise<void> {
    if (open !== undefined) {
      await open.sync();
      await open.close();
      open = undefined;
      files.push({ path, sizeBytes: position });
    }
  }
  async function openNext() {
    await finish();
    path = `${folder}/part-${String(files.length + 1).padStart(4, '0')}.parquet`;
    position = 0;
    const file = await disk.open(join(root, path));
    open = file;
    await file.truncate(0);
    return {
      async write(content: string | Uint8Array) {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content;
        await file.write(bytes, position);
        position += bytes.length;
      },
    };
  }
  await disk.makeDirectory(join(root, folder));
  try {
    const plan = { name: table.name, columns: table.columns };
    const exported = exportRows(rows, table.read, false);
    const rowCount = await writeParquet(
      { plan, rows: exported, signal, onEmptied, onWritten },
      limits,
      openNext,
    );
    await finish();
    await disk.syncDirectory(dirname(join(root, path)));
    return { rowCount, files };
  } catch (error) {
    await open?.close();
    throw error;
  }
}
