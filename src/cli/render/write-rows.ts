import type { Command } from 'commander';
import { plainText } from '../../base/separated-values.ts';
import { Failure } from '../../model/failure.ts';
import type { Output } from '../context.ts';
import { flagsOf, JSON_WORDS } from '../flags/flags.ts';
import { dataOutput } from '../output/guard-output.ts';
import { writeText } from '../output/terminal.ts';
import { type CellValue, cellText } from './cell-text.ts';
import { ROW_FORMATS, type RowFormatName } from './row-formats.table.ts';
import { type Sequence, type Streams, writeList } from './write-list.ts';
import { writeWindows } from './write-table.ts';

/**
 * `table` is for people (tab-separated values in a pipe or a file), `drawn` is a table everywhere, and `raw` is only the
 * first value.
 */
export type RowsFormat = RowFormatName | 'table' | 'drawn' | 'raw';

export interface Rows {
  readonly columns: readonly string[];
  readonly rows: Sequence<readonly CellValue[]>;
  /** Columns omitted on narrow terminals, the least important first. */
  readonly omitFirst?: readonly string[];
  /** Columns that are never truncated, although their values contain spaces. */
  readonly whole?: readonly string[];
  /** The message if there are no rows; empty if the command prints its own. */
  readonly none?: string;
}

/** Writes a result row by row in the requested format, at the reader's pace. Returns the number of rows. */
export async function writeRows(streams: Streams, rows: Rows, format: RowsFormat): Promise<number> {
  const { stdout } = streams;
  const data = { ...streams, stdout: dataOutput(stdout) };
  switch (format) {
    case 'table':
      return stdout.isTTY === true
        ? await writeTable(streams, rows)
        : await writeFormatted(streams, rows, 'tsv'); // Guarded: piped output often ends up on a terminal.
    case 'drawn':
      return await writeTable(streams, rows);
    case 'raw':
      return await writeRaw(data.stdout, rows);
    default:
      return await writeFormatted(data, rows, format);
  }
}

async function writeFormatted(
  streams: Streams,
  { columns, rows }: Rows,
  name: RowFormatName,
): Promise<number> {
  return await writeList(streams, rows, ROW_FORMATS[name].texts(uniqueNames(columns)));
}

/** Writes a table for people to any output, as part of a report. */
export async function writeTable(streams: Parameters<typeof writeWindows>[0], table: Rows): Promise<number> {
  const { columns, rows, omitFirst = [], whole = [], none = 'No rows' } = table;
  const count = await writeWindows(streams, {
    items: rows,
    columns: columns.map(cellText),
    omitFirst: omitFirst.map((name) => columns.indexOf(name)),
    whole: whole.map((name) => columns.indexOf(name)),
    part: (window) => ({
      rows: window.map((row) => row.map(cellText)),
      rightAligned: new Set(
        [...columns.keys()].filter((index) => window.every((row) => isNumber(row[index]))),
      ),
    }),
  });
  if (count === 0 && none !== '') {
    await writeText(streams.stdout, `${none}\n`);
  }
  return count;
}

function isNumber(value: CellValue | undefined): boolean {
  return value === null || typeof value === 'number' || typeof value === 'bigint';
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
