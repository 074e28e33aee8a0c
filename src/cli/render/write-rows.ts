import type { Command } from 'commander';
import { plainText } from '../../base/separated-values.ts';
import { Failure } from '../../model/failure.ts';
import type { Output } from '../context.ts';
import { flagsOf, JSON_WORDS } from '../flags/flags.ts';
import { dataOutput } from '../output/guard-output.ts';
import { safeJson } from '../output/json-names.ts';
import { terminalColumns, writeText } from '../output/terminal.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { ROW_FORMATS, type RowFormatName } from './row-formats.table.ts';

/**
 * `table` is for people (tab-separated values in a pipe or a file), `drawn` is a table everywhere, and `raw` is only the
 * first value.
 */
export type RowsFormat = RowFormatName | 'table' | 'drawn' | 'raw';

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: Iterable<readonly CellValue[]> | AsyncIterable<readonly CellValue[]>;
  /** Columns omitted on narrow terminals, the least important first. */
  readonly omitFirst?: readonly string[];
  /** Columns that are never truncated, although their values contain spaces. */
  readonly whole?: readonly string[];
  /** The message if there are no rows; empty if the command prints its own. */
  readonly none?: string;
}

/** Rows of a table that are laid out together; further rows form another table. */
const TABLE_WINDOW_ROWS = 2_000;

/** Writes a result row by row in the requested format, at the reader's pace. Returns the number of rows. */
export async function writeRows(output: Output, rows: Rows, format: RowsFormat): Promise<number> {
  switch (format) {
    case 'table':
      return output.isTTY === true
        ? await writeTable(output, rows)
        : await writeFormatted(output, rows, 'tsv'); // Guarded: piped output often ends up on a terminal.
    case 'drawn':
      return await writeTable(output, rows);
    case 'raw':
      return await writeRaw(dataOutput(output), rows);
    default:
      return await writeFormatted(dataOutput(output), rows, format);
  }
}

/** Writes objects as an array with one of them per line, or as lines. */
export async function writeObjects(
  output: Output,
  objects: readonly object[],
  format: 'json' | 'ndjson',
): Promise<void> {
  const lines = objects.map((object) => safeJson(object));
  const text =
    format === 'ndjson' ? lines.map((line) => `${line}\n`).join('') : `[\n  ${lines.join(',\n  ')}\n]\n`;
  await writeText(output, objects.length === 0 && format === 'json' ? '[]\n' : text);
}

async function writeFormatted(output: Output, rows: Rows, name: RowFormatName): Promise<number> {
  const format = ROW_FORMATS[name];
  const columns = uniqueNames(rows.columns);
  await writeText(output, format.head(columns));
  let count = 0;
  for await (const row of rows.rows) {
    await writeText(output, format.row(row, columns, count));
    count += 1;
  }
  await writeText(output, format.foot(count));
  return count;
}

/** Writes a table for people to any output, as part of a report. */
export async function writeTable(output: Output, table: Rows): Promise<number> {
  const { columns, rows, omitFirst = [], whole = [], none = 'No rows' } = table;
  const { formatRows } = await import('./text-table.ts');
  let count = 0;
  let window: (readonly CellValue[])[] = [];
  const flush = async () => {
    const rightAligned = new Set(columns.keys());
    for (const row of window) {
      for (const index of rightAligned) {
        const value = row[index];
        if (value !== null && typeof value !== 'number' && typeof value !== 'bigint') {
          rightAligned.delete(index);
        }
      }
    }
    const widthColumns = terminalColumns(output);
    const cells = window.map((row) => row.map(cellText));
    await writeText(
      output,
      formatRows(cells, {
        columns: columns.map(cellText),
        rightAligned,
        widthColumns,
        omitFirst: omitFirst.map((name) => columns.indexOf(name)),
        whole: whole.map((name) => columns.indexOf(name)),
      }),
    );
    window = [];
  };
  for await (const row of rows) {
    window.push(row);
    count += 1;
    if (window.length === TABLE_WINDOW_ROWS) {
      await flush();
    }
  }
  if (window.length > 0) {
    await flush();
  }
  if (count === 0 && none !== '') {
    await writeText(output, `${none}\n`);
  }
  return count;
}

/** Writes only the first column of the first row, without a line break: a body, a blob, a number. */
async function writeRaw(output: Output, { rows }: Rows): Promise<number> {
  for await (const [value] of rows) {
    if (value instanceof Uint8Array) {
      output.write(value);
    } else {
      await writeText(output, plainText(value ?? null));
    }
    return 1;
  }
  return 0;
}

/** Columns with the same name would overwrite each other in an object; later ones get a number. */
function uniqueNames(columns: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return columns.map((column) => {
    const times = (seen.get(column) ?? 0) + 1;
    seen.set(column, times);
    return times === 1 ? column : `${column}_${times}`;
  });
}

/** The values of the format flags; `--json` is one of the common flags. */
export type RowFormatOptions = Readonly<Partial<Record<RowFormatName | 'raw' | 'nl', boolean>>> & {
  readonly fmt?: keyof typeof FMT_FORMATS;
  readonly jq?: string;
};

/** The names of `--fmt`: the formats, and those of sqlite-utils that mean the same. */
const FMT_FORMATS = {
  table: 'drawn',
  simple: 'drawn',
  github: 'markdown',
  markdown: 'markdown',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  ndjson: 'ndjson',
} as const satisfies Record<string, RowsFormat>;

/** Adds the spellings of sqlite-utils. */
export function addFmtFlags(command: Command): void {
  const add = flagsOf(command, 'formatting');
  add('--nl', 'same as --ndjson');
  add('--fmt <format>', 'output format; a table is drawn even in a pipe', {
    choices: Object.keys(FMT_FORMATS),
  });
}

/** Adds a flag for each row format. */
export function addRowFormatFlags(command: Command): void {
  const add = flagsOf(command, 'formatting');
  if (!command.options.some(({ long }) => long === '--json')) {
    add('--json', JSON_WORDS); // In the first place.
  }
  for (const [name, { summary }] of Object.entries(ROW_FORMATS)) {
    if (name !== 'json') {
      add(`--${name}`, `write ${summary}`);
    }
  }
  add('--raw', 'write only the first value, unformatted');
}

/** The format that was requested; a table by default. */
export function chooseRowFormat(options: RowFormatOptions): RowsFormat {
  const names = [...Object.keys(ROW_FORMATS), 'raw', 'nl'] as (RowFormatName | 'raw' | 'nl')[]; // Keys of the table itself.
  const jsonFlag = options.jq === undefined ? 'json' : 'jq'; // It implies --json.
  const flags = [
    ...names.filter((name) => options[name] === true).map((name) => (name === 'json' ? jsonFlag : name)),
    ...(options.fmt === undefined ? [] : ['fmt']),
  ].map((name) => `--${name}`);
  if (flags.length > 1) {
    throw new Failure('usage', `Cannot write rows with ${flags.join(' and ')} at once`, {
      hint: 'Choose one format',
    });
  }
  if (options.fmt !== undefined) {
    return FMT_FORMATS[options.fmt];
  }
  const chosen = names.find((name) => options[name] === true) ?? 'table';
  return chosen === 'nl' ? 'ndjson' : chosen;
}
