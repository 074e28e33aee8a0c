import { join } from 'node:path';
import type { dumpTables } from '../../../src/dump/dump-tables.ts';

type DumpTablesOptions = Parameters<typeof dumpTables>[0];

/** Options for a dump of all tables to a folder next to the store, with changes. */
export function dumpOptions(
  dbPath: string,
  format: DumpTablesOptions['format'],
  changes: Partial<DumpTablesOptions> = {},
): DumpTablesOptions {
  return {
    dbPath,
    format,
    target: { path: join(dbPath, '..', `out-${format}`), isForced: false },
    tables: [],
    repositories: [],
    isPublic: false,
    hasFormulaGuard: false,
    signal: new AbortController().signal,
    ...changes,
  };
}
