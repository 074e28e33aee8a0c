import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Disk, ifPresent, writeWholeFile } from '../../base/index.ts';
import type { Lake } from '../lake-manifest.ts';
import { DIALECT_NAMES, type DialectName, dialectOf } from './dialects.table.ts';
import { lakeStatements } from './lake-views.ts';

const FOLDER = 'views';

/** Writes the views of a lake for all engines. Files that are up to date are not written. */
export async function writeViews(root: string, lake: Lake, disk: Disk): Promise<void> {
  for (const dialect of DIALECT_NAMES) {
    const path = join(root, FOLDER, `${dialect}.sql`);
    const text = viewsText(lake, dialect, root);
    if ((await ifPresent(readFile(path, 'utf8'))) !== text) {
      await writeWholeFile(path, text, disk);
    }
  }
}

function viewsText(lake: Lake, dialect: DialectName, root: string): string {
  const { title, notes } = dialectOf(dialect);
  const isRelative = dialect === 'duckdb' || dialect === 'clickhouse';
  const location = isRelative ? '' : `${pathToFileURL(root).href}/`;
  const head = [
    `The views of this lake for ${title}, written by "satchel lake sync" and replaced by the next one: run them again after it.`,
    ...notes,
    'TABLE is the newest state. TABLE_states has all: for the state at a time, WHERE valid_from <= TIME AND TIME < valid_until.',
  ];
  const statements = lakeStatements(lake, { dialect, location });
  return [...head.map((line) => `-- ${line}\n`), ...statements.map((text) => `\n${text};\n`)].join('');
}
