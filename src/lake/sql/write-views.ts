import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Disk, ifPresent, writeWholeFile } from '../../base/index.ts';
import { documentSchema } from '../../store/index.ts';
import type { Lake } from '../lake-manifest.ts';
import { DIALECT_NAMES, type DialectName, dialectOf } from './dialects.table.ts';
import { lakeStatements } from './lake-views.ts';

const FOLDER = 'views';

/** Writes the views of a lake for all engines. Files that are up to date are not written. */
export async function writeViews(root: string, lake: Lake, disk: Disk): Promise<void> {
  const schema = documentSchema();
  for (const dialect of DIALECT_NAMES) {
    const path = join(root, FOLDER, `${dialect}.sql`);
    const isRelative = dialect === 'duckdb' || dialect === 'clickhouse';
    const location = isRelative ? '' : `${pathToFileURL(root).href}/`;
    const text = headOf(dialect) + textOf(lakeStatements(lake, { dialect, location, schema }));
    if ((await ifPresent(readFile(path, 'utf8'))) !== text) {
      await writeWholeFile(path, text, disk);
    }
  }
}

function headOf(dialect: DialectName): string {
  const { title, notes } = dialectOf(dialect);
  const lines = [
    `The views of this lake for ${title}. "satchel lake sync" replaces this file: run it again after each sync.`,
    ...notes,
    'TABLE is the newest state. TABLE_states has all: for the state at a time, WHERE valid_from <= TIME AND TIME < valid_until.',
  ];
  return lines.map((line) => `-- ${line}\n`).join('');
}

function textOf(statements: readonly string[]): string {
  return statements.map((statement) => `\n${statement};\n`).join('');
}
