/** Loads an archive into DuckDB, with tar and `read_json` on two threads. Usage: `duckdb.js ARCHIVE FOLDER`. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';

const MAX_RECORD_BYTES = 2_000_000_000; // The reader of DuckDB treats a giant array as one object.

const [archive = '', folder = ''] = process.argv.slice(2);
const files = join(folder, 'files');
mkdirSync(files);
spawnSync('tar', ['-xzf', archive, '-C', files, '--exclude=*repositories/*/*'], { stdio: 'inherit' });

const database = await DuckDBInstance.create(join(folder, 'store.duckdb'), { threads: '2' });
const connection = await database.connect();
const kinds = new Set(readdirSync(files).flatMap((name) => /^(\w+)_\d+\.json$/.exec(name)?.[1] ?? []));
for (const kind of kinds) {
  const pattern = join(files, `${kind}_[0-9]*.json`);
  await connection.run(
    `CREATE TABLE ${kind} AS SELECT * FROM read_json('${pattern}', format = 'array', union_by_name = true, maximum_object_size = ${MAX_RECORD_BYTES})`,
  );
}
connection.closeSync();
database.closeSync();
