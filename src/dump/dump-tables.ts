import { extname } from 'node:path';
import { createLargeCollector } from '../base/garbage.ts';
import { FileNamer } from '../base/safe-name.ts';
import { Failure } from '../model/failure.ts';
import type { Database } from '../store/database.ts';
import { openSteadily } from '../store/open-for-reading.ts';
import { requireReadable } from '../store/store-header.ts';
import { type DumpPlace, type DumpSink, writeDumpFile, writeDumpFolder } from './dump-place.ts';
import type { DumpedTable, DumpReport } from './dump-report.ts';
import { planTables, type TablePlan, type TableSelection } from './plan-tables.ts';
import { type TableFormatName, writeTable } from './write-table.ts';

export type { DumpReport } from './dump-report.ts';

export interface TableDumpOptions extends TableSelection {
  readonly dbPath: string;
  readonly format: TableFormatName;
  /** A place is a folder, or, for a single table, a file if its name has the extension of the format. */
  readonly target: DumpPlace | DumpSink;
  /** Puts an apostrophe before CSV texts that a spreadsheet would evaluate as formulas. */
  readonly hasFormulaGuard: boolean;
  readonly signal: AbortSignal;
  /** Called before each table is written, with its name, its number, and the number of tables. */
  readonly onTable?: ((name: string, number: number, total: number) => void) | undefined;
}

type WriteOne = (sink: DumpSink, plan: TablePlan) => Promise<number>;

/**
 * Writes tables and views of a store, each as one file, which has its final name only once it is complete. Fails with
 * `usage` or `absent` if names are invalid, or if something else is at the target.
 */
export async function dumpTables(options: TableDumpOptions): Promise<DumpReport> {
  requireReadable(options.dbPath);
  const db = openSteadily(options.dbPath);
  const counts = { guardedCount: 0, emptiedCount: 0 };
  const writing = {
    ...options,
    db,
    onWritten: createLargeCollector(),
    onGuarded: () => {
      counts.guardedCount += 1;
    },
    onEmptied: () => {
      counts.emptiedCount += 1;
    },
  };
  try {
    const plans = planTables(db, options);
    const tables = await writeTables(plans, { ...options, db }, (sink, plan) => {
      options.onTable?.(plan.name, plans.indexOf(plan) + 1, plans.length);
      return writeTable(sink, plan, writing);
    });
    return {
      fileCount: tables.length,
      sizeBytes: tables.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      tables,
      ...counts,
    };
  } finally {
    db.close();
  }
}

interface Writing extends TableDumpOptions {
  readonly db: Database;
}

async function writeTables(
  plans: readonly TablePlan[],
  { target, format, db }: Writing,
  write: WriteOne,
): Promise<readonly DumpedTable[]> {
  if ('write' in target) {
    return [await writeToSink(requireOne(plans), target, write)];
  }
  if (extname(target.path) === `.${format}`) {
    const plan = requireOne(plans);
    let rowCount = 0;
    const sizeBytes = await writeDumpFile(target, async (file) => {
      rowCount = await write(file, plan);
    });
    return [{ name: plan.name, rowCount, file: '', sizeBytes }];
  }
  const placeOf = choosePlaces(db, format);
  return await writeDumpFolder(target, async (folder) => {
    const tables: DumpedTable[] = [];
    for (const plan of plans) {
      let rowCount = 0;
      const path = placeOf(plan.name);
      const sizeBytes = await folder.addFile(path, async (file) => {
        rowCount = await write(file, plan);
      });
      tables.push({ name: plan.name, rowCount, file: path, sizeBytes });
    }
    return tables;
  });
}

async function writeToSink(plan: TablePlan, target: DumpSink, write: WriteOne): Promise<DumpedTable> {
  let sizeBytes = 0;
  const counting: DumpSink = {
    async write(content) {
      sizeBytes += Buffer.byteLength(content);
      await target.write(content);
    },
  };
  const rowCount = await write(counting, plan);
  return { name: plan.name, rowCount, file: '', sizeBytes };
}

function requireOne(plans: readonly TablePlan[]): TablePlan {
  const [plan] = plans;
  if (plan === undefined || plans.length > 1) {
    throw new Failure(
      'usage',
      `Cannot dump ${plans.length} tables into one file: a file holds a single table`,
      {
        hint: 'Choose one in "tables", or name a folder',
        commandHint: 'Choose one with --table NAME, or name a folder',
      },
    );
  }
  return plan;
}

/**
 * Parquet files are in folders by snapshot, `issues/snapshot=20260601T120000Z/part-0.parquet`: dumps of several
 * snapshots can be combined and read as one table. They are not split by repository, because ten thousand repositories
 * would make three hundred thousand small files, and readers skip row groups by the statistics of the column `repo`.
 */
function choosePlaces(db: Database, format: TableFormatName): (table: string) => string {
  const namer = new FileNamer(); // The store, and thus its table names, may come from elsewhere.
  if (format !== 'parquet') {
    return (table) => namer.nameOf(table, { extension: `.${format}` });
  }
  const time = db
    .prepare<[], string>('SELECT coalesce(taken_at, loaded_at) FROM snapshots ORDER BY position DESC LIMIT 1')
    .pluck()
    .get();
  // Hive's name for a missing value.
  const snapshot = time === undefined ? '__HIVE_DEFAULT_PARTITION__' : time.replace(/[^\dTZ]/g, '');
  return (table) => `${namer.nameOf(table)}/snapshot=${snapshot}/part-0.parquet`;
}
