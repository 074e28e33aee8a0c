import { type FieldGuard, guardFormula } from '../base/separated-values.ts';
import type { Database } from '../store/database.ts';
import { runQuery, type SqlValue } from '../store/query.ts';
import type { DumpSink } from './dump-place.ts';
import type { writeParquetFiles } from './parquet-table.ts';
import type { PlannedColumn, TablePlan } from './plan-tables.ts';
import { TABLE_TEXTS, type TableTextName } from './table-texts.table.ts';

/** An escape in a JSON string: a surrogate pair, a lone surrogate, or any other (RFC 8259, section 7). */
const ESCAPE = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(ud[89a-f][0-9a-f]{2})|[\s\S])/gi;

/** Formats with a file for each table. */
export type TableFormatName = TableTextName | 'parquet';

export interface TableWriting {
  readonly db: Database;
  readonly format: TableFormatName;
  readonly hasFormulaGuard: boolean;
  readonly signal: AbortSignal;
  /** Called for each text that gets an apostrophe. */
  readonly onGuarded: () => void;
  /** Called for each value that does not fit the type of its column. */
  readonly onEmptied: () => void;
  /** Called with the memory that each row group of a Parquet file took, in bytes. */
  readonly onWritten: (sizeBytes: number) => void;
}

/** Text is written in pieces of about this many units. */
const CHUNK_LENGTH = 256 * 1024;

/** Writes one table in any of the formats. Returns the number of rows. */
export async function writeTable(sink: DumpSink, plan: TablePlan, writing: TableWriting): Promise<number> {
  const { rows } = runQuery(writing.db, plan.sql, { parameters: plan.parameters });
  const shown = exportRows(rows, plan.columns);
  if (writing.format === 'parquet') {
    const { writeParquetTable } = await import('./parquet-table.ts');
    return await writeParquetTable(sink, { ...writing, plan, rows: shown });
  }
  return await writeTextTable(sink, shown, { ...writing, plan, format: writing.format });
}

/** Writes rows as Parquet files of limited size. The package is loaded only for this format. */
export async function writeParquet(...parameters: Parameters<typeof writeParquetFiles>): Promise<number> {
  const parquet = await import('./parquet-table.ts');
  return await parquet.writeParquetFiles(...parameters);
}

interface TextWriting extends TableWriting {
  readonly plan: TablePlan;
  readonly format: TableTextName;
}

async function writeTextTable(
  sink: DumpSink,
  rows: Iterable<readonly SqlValue[]>,
  { plan: { columns }, format, signal, hasFormulaGuard, onGuarded }: TextWriting,
): Promise<number> {
  const text = TABLE_TEXTS[format];
  const options = { columns, guard: hasFormulaGuard ? countGuarded(onGuarded) : (field: string) => field };
  const write = text.open(options);
  let chunk = text.head(options);
  let rowCount = 0;
  for (const row of rows) {
    const line = write(row, rowCount);
    rowCount += 1;
    if (line.length >= CHUNK_LENGTH) {
      await sink.write(chunk); // Alone, because joining both would copy a long text.
      chunk = '';
    }
    chunk += line;
    if (chunk.length >= CHUNK_LENGTH) {
      signal.throwIfAborted();
      await sink.write(chunk);
      chunk = '';
    }
  }
  await sink.write(chunk + text.foot(rowCount));
  return rowCount;
}

function countGuarded(onGuarded: () => void): FieldGuard {
  return (text) => {
    const guarded = guardFormula(text);
    if (guarded !== text) {
      onGuarded();
    }
    return guarded;
  };
}

/** Makes JSON values readable everywhere. */
export function* exportRows(
  rows: Iterable<readonly SqlValue[]>,
  columns: readonly PlannedColumn[],
): Generator<readonly SqlValue[]> {
  const places = columns.flatMap(({ type }, index) => (type === 'json' ? [index] : []));
  for (const row of rows) {
    const exported = [...row];
    for (const place of places) {
      const value = row[place];
      if (typeof value === 'string') {
        exported[place] = portableJson(value);
      }
    }
    yield exported;
  }
}

/**
 * Makes a JSON text readable everywhere: lone surrogates become U+FFFD, as in the columns of the store. A single one
 * makes DuckDB reject a whole file, and RFC 8259 (8.2) calls the behavior of readers unpredictable.
 */
export function portableJson(text: string): string {
  return /\\ud/i.test(text)
    ? text.replace(ESCAPE, (whole, lone?: string) => (lone === undefined ? whole : '\\ufffd'))
    : text;
}
