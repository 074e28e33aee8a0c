import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Another way to load an archive into a database. */
export interface Rival {
  readonly name: string;
  /** The features that it lacks, as printed in the report. */
  readonly lacks: string;
  /** How many times as fast as this rival we promise to be. */
  readonly targetRatio: number;
  /** Whether it creates no full-text index: then our load skips it as well. */
  readonly isWithoutSearch: boolean;
  /** Why it cannot run here; undefined if it can. */
  readonly absence: () => string | undefined;
  /** Program and arguments that load `archive` into a database in the empty folder `folder`. */
  readonly command: (archive: string, folder: string) => readonly [string, ...string[]];
}

export const RIVALS: readonly Rival[] = [
  {
    name: 'tar + jq + sqlite3 (shell)',
    lacks: 'no validation, no index by url, 300 MB of scratch files',
    targetRatio: 3.2,
    isWithoutSearch: false,
    absence: () => absenceOf('jq', '--version') ?? absenceOf('sqlite3', '--version'),
    command: (archive, folder) => ['sh', script('../../../bench/rivals/shell.sh'), archive, folder],
  },
  {
    name: 'tar + jq + sqlite-utils',
    lacks: 'no validation, no index by url, 300 MB of scratch files',
    targetRatio: 4,
    isWithoutSearch: false,
    absence: () => absenceOf('jq', '--version') ?? absenceOf('sqlite-utils', '--version'),
    command: (archive, folder) => ['sh', script('../../../bench/rivals/sqlite-utils.sh'), archive, folder],
  },
  {
    name: 'tar + DuckDB read_json',
    lacks: 'no validation, no full-text index',
    targetRatio: 1.7,
    isWithoutSearch: true,
    absence: () => undefined,
    command: (archive, folder) => [process.execPath, script('duckdb.js'), archive, folder],
  },
  {
    name: 'tar + stream-json + ajv + better-sqlite3',
    lacks: 'nothing: the usual pipeline as it is usually written',
    targetRatio: 6.5,
    isWithoutSearch: false,
    absence: () => undefined,
    command: (archive, folder) => [process.execPath, script('naive.js'), archive, folder],
  },
];

function script(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

function absenceOf(program: string, versionFlag: string): string | undefined {
  return spawnSync(program, [versionFlag]).error === undefined ? undefined : `${program} is not installed`;
}
