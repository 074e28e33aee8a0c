import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { satchelVersion } from '../base/index.ts';
import { parseTimestamp, type SqlValue } from '../store/index.ts';
import type { ColumnType } from './column-type.ts';
import type { DumpSink } from './dump-place.ts';
import type { PlannedColumn, TablePlan } from './plan-tables.ts';

/** A row group is in memory while it is written: it ends at this many rows or text units, whichever comes first. */
const MAX_GROUP_ROWS = 16_384;
const MAX_GROUP_LENGTH = 4 * 1024 * 1024;

/** Column chunks with longer texts have no statistics. */
const MAX_STATISTICS_LENGTH = 1_024;

interface ParquetTable {
  readonly plan: TablePlan;
  readonly rows: Iterable<readonly SqlValue[]>;
  readonly signal: AbortSignal;
  /** Called for each value that does not fit the type of its column. */
  readonly onEmptied: () => void;
}

type ParquetValue = bigint | number | boolean | string | Uint8Array | null;

/** Writes one table as a Parquet file, one row group after another. Returns the number of rows. */
export async function writeParquetTable(sink: DumpSink, table: ParquetTable): Promise<number> {
  const { columns, name } = table.plan;
  const writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    createdBy: `satchel version ${satchelVersion()}`,
    kvMetadata: [{ key: 'satchel.table', value: name }],
  });
  const flush = async () => {
    await sink.write(writer.getBytes());
    writer.index = 0;
  };
  let rowCount = 0;
  for (const group of toGroups(table)) {
    table.signal.throwIfAborted();
    await parquet.write({
      columnData: columns.map(({ name, type }, index) => ({
        name,
        data: group[index] ?? [],
        statistics: type !== 'json' && !hasLongText(group[index]),
      })),
      rowGroupSize: MAX_GROUP_ROWS,
    });
    await flush();
    rowCount += group[0]?.length ?? 0;
  }
  parquet.schema = schemaOf(columns, JSON_MARK);
  await parquet.finish();
  await flush();
  return rowCount;
}

/**
 * The minimum and maximum of each group stay in memory until the footer is written: long texts would need much memory,
 * and are useless to readers.
 */
function hasLongText(values: readonly ParquetValue[] = []): boolean {
  return values.some((value) => typeof value === 'string' && value.length > MAX_STATISTICS_LENGTH);
}

/** Converts rows to groups of columns. */
function* toGroups({
  plan: { columns },
  rows,
  onEmptied,
}: ParquetTable): Generator<readonly ParquetValue[][]> {
  let group: ParquetValue[][] = columns.map(() => []);
  let length = 0;
  let rowCount = 0;
  for (const row of rows) {
    for (const [index, { type }] of columns.entries()) {
      const value = row[index] ?? null;
      const converted = value === null ? null : PARQUET_TYPES[type].convert(value);
      if (converted === null && value !== null) {
        onEmptied();
      }
      group[index]?.push(converted);
      length += typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
    }
    rowCount += 1;
    if (rowCount === MAX_GROUP_ROWS || length >= MAX_GROUP_LENGTH) {
      yield group;
      group = columns.map(() => []);
      length = 0;
      rowCount = 0;
    }
  }
  if (rowCount > 0) {
    yield group;
  }
}

/**
 * The mark for JSON that older readers, and DuckDB, recognize. It is only set in the footer: while rows are written, it
 * would make hyparquet-writer serialize each text again, as a JSON string.
 */
const JSON_MARK = { converted_type: 'JSON' } as const;

function schemaOf(
  columns: readonly PlannedColumn[],
  jsonMark: Partial<typeof JSON_MARK> = {},
): SchemaElement[] {
  return [
    { name: 'schema', num_children: columns.length },
    ...columns.map(
      ({ name, type }): SchemaElement => ({
        name,
        repetition_type: 'OPTIONAL',
        ...PARQUET_TYPES[type].element,
        ...(type === 'json' ? jsonMark : {}),
      }),
    ),
  ];
}

interface ParquetType {
  readonly element: Omit<SchemaElement, 'name'>;
  /** Returns null if the type cannot represent the value. */
  readonly convert: (value: Exclude<SqlValue, null>) => ParquetValue;
}

/** Types of columns (parquet.apache.org/docs/file-format/types/logicaltypes). */
const PARQUET_TYPES: Readonly<Record<ColumnType, ParquetType>> = {
  integer: {
    element: { type: 'INT64' },
    convert: (value) =>
      typeof value === 'bigint' ? value : Number.isSafeInteger(value) ? BigInt(Number(value)) : null,
  },
  real: {
    element: { type: 'DOUBLE' },
    convert: (value) => (typeof value === 'number' || typeof value === 'bigint' ? Number(value) : null),
  },
  flag: {
    element: { type: 'BOOLEAN' },
    convert: (value) => (value === 0 || value === 1 ? value === 1 : null),
  },
  text: {
    element: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
    convert: (value) => (value instanceof Uint8Array ? null : String(value)),
  },
  timestamp: {
    element: {
      type: 'INT64',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    convert: (value) => {
      const timeMs = typeof value === 'string' ? parseTimestamp(value) : Number.NaN;
      return Number.isNaN(timeMs) ? null : BigInt(timeMs);
    },
  },
  json: {
    element: { type: 'BYTE_ARRAY', logical_type: { type: 'JSON' } },
    convert: (value) => (typeof value === 'string' ? Buffer.from(value) : null),
  },
  bytes: {
    element: { type: 'BYTE_ARRAY' },
    convert: (value) => (value instanceof Uint8Array ? value : Buffer.from(String(value))),
  },
};
