import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { type JsonValue, parseJson } from '../base/json.ts';
import { satchelVersion } from '../base/own-package.ts';
import { parseTimestamp } from '../base/run-id.ts';
import type { SqlValue } from '../store/query.ts';
import type { ColumnType } from './column-type.ts';
import type { DumpSink } from './dump-place.ts';
import type { PlannedColumn, TablePlan } from './plan-tables.ts';

export interface ParquetLimits {
  /** A row group is in memory while it is written: it ends at this many rows or text units, whichever comes first. */
  readonly groupRows: number;
  readonly groupLength: number;
  /** Another file begins after the row group with which a file reaches this size. */
  readonly fileBytes: number;
}

/** A dump has one file for each table. */
const DUMP_LIMITS: ParquetLimits = {
  groupRows: 16_384,
  groupLength: 4 * 1024 * 1024,
  fileBytes: Number.POSITIVE_INFINITY,
};

/** A larger buffer is not used again: it was for a large text, and would be held until the end of the table. */
const MAX_BUFFER_BYTES = 8 * 1024 * 1024;

/** What a value takes while its group is written, apart from texts: in rows, columns, levels and dictionaries. */
const VALUE_BYTES = 32;

/** Column chunks with longer texts have no statistics. */
const MAX_STATISTICS_LENGTH = 1_024;

export interface ParquetTable {
  readonly plan: Pick<TablePlan, 'name' | 'columns'>;
  readonly rows: Iterable<readonly SqlValue[]>;
  readonly signal: AbortSignal;
  /** Called for each value that does not fit the type of its column. */
  readonly onEmptied: () => void;
  /** Called with the memory that each row group took, in bytes. */
  readonly onWritten: (sizeBytes: number) => void;
}

type ParquetValue = bigint | number | boolean | string | Uint8Array | readonly (string | null)[] | null;

type RowGroup = readonly ParquetValue[][];

/** Writes one table as a Parquet file, one row group after another. Returns the number of rows. */
export async function writeParquetTable(sink: DumpSink, table: ParquetTable): Promise<number> {
  return await writeParquetFiles(table, DUMP_LIMITS, async () => sink);
}

/** Writes one table as one or more Parquet files, each to the sink that `openNext` returns. Returns the number of rows. */
export async function writeParquetFiles(
  table: ParquetTable,
  limits: ParquetLimits,
  openNext: () => Promise<DumpSink>,
): Promise<number> {
  const groups = toGroups(table, limits);
  let rowCount = 0;
  try {
    let group = groups.next();
    do {
      const file = openParquetFile(await openNext(), table);
      while (group.done !== true && file.sizeBytes() < limits.fileBytes) {
        table.signal.throwIfAborted();
        await file.write(group.value);
        rowCount += group.value[0]?.length ?? 0;
        group = groups.next();
      }
      await file.finish();
    } while (group.done !== true);
    return rowCount;
  } finally {
    groups.return(); // A statement that is not finished would keep the store open.
  }
}

function openParquetFile(sink: DumpSink, { plan: { columns, name } }: ParquetTable) {
  let writer = new ByteWriter();
  const parquet = new ParquetWriter({
    writer,
    schema: schemaOf(columns),
    createdBy: `satchel version ${satchelVersion()}`,
    kvMetadata: [{ key: 'satchel.table', value: name }],
  });
  const flush = async () => {
    await sink.write(writer.getBytes());
    writer.index = 0;
    if (writer.buffer.byteLength > MAX_BUFFER_BYTES) {
      const next = new ByteWriter();
      next.offset = writer.offset;
      writer = next;
      parquet.writer = next;
    }
  };
  return {
    sizeBytes: () => writer.offset,
    async write(group: RowGroup): Promise<void> {
      await parquet.write({
        columnData: columns.map((column, index) => ({
          name: column.name,
          data: group[index] ?? [],
          statistics: column.type !== 'json' && !hasLongText(group[index]),
        })),
        rowGroupSize: Number.MAX_SAFE_INTEGER, // The group is a whole row group.
      });
      await flush();
    },
    async finish(): Promise<void> {
      parquet.schema = schemaOf(columns, JSON_MARK);
      await parquet.finish();
      await flush();
    },
  };
}

/**
 * The minimum and maximum of each group stay in memory until the footer is written: long texts would need much memory,
 * and are useless to readers.
 */
function hasLongText(values: readonly ParquetValue[] = []): boolean {
  return values.some((value) => typeof value === 'string' && value.length > MAX_STATISTICS_LENGTH);
}

/** Converts rows to groups of columns. */
function* toGroups(
  { plan: { columns }, rows, onEmptied, onWritten }: ParquetTable,
  { groupRows, groupLength }: ParquetLimits,
): Generator<RowGroup, void> {
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
    if (rowCount === groupRows || length >= groupLength) {
      yield group;
      group.length = 0; // The caller still has it.
      onWritten(length + rowCount * columns.length * VALUE_BYTES);
      group = columns.map(() => []);
      length = 0;
      rowCount = 0;
    }
  }
  if (rowCount > 0) {
    yield group;
    onWritten(length + rowCount * columns.length * VALUE_BYTES);
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
    ...columns.flatMap(({ name, type }): SchemaElement[] => [
      {
        name,
        repetition_type: 'OPTIONAL',
        ...PARQUET_TYPES[type].element,
        ...(type === 'json' ? jsonMark : {}),
      },
      ...(type === 'list' ? LIST_ELEMENTS : []),
    ]),
  ];
}

interface ParquetType {
  readonly element: Omit<SchemaElement, 'name'>;
  /** Returns null if the type cannot represent the value. */
  readonly convert: (value: Exclude<SqlValue, null>) => ParquetValue;
}

const STRING = {
  type: 'BYTE_ARRAY',
  converted_type: 'UTF8',
  logical_type: { type: 'STRING' },
} as const;

/** What follows the element of a list, in the form that all readers know. */
const LIST_ELEMENTS: readonly SchemaElement[] = [
  { name: 'list', repetition_type: 'REPEATED', num_children: 1 },
  { name: 'element', repetition_type: 'OPTIONAL', ...STRING },
];

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
    element: STRING,
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
  list: {
    element: { num_children: 1, converted_type: 'LIST', logical_type: { type: 'LIST' } },
    convert: (value) => {
      const items = typeof value === 'string' ? parseJson(value) : undefined;
      return Array.isArray(items) && items.every(isTextOrNull) ? items : null;
    },
  },
  bytes: {
    element: { type: 'BYTE_ARRAY' },
    convert: (value) => (value instanceof Uint8Array ? value : Buffer.from(String(value))),
  },
};

function isTextOrNull(item: JsonValue): item is string | null {
  return typeof item === 'string' || item === null;
}
