import { resolve } from 'node:path';
import { type GuardedQuery, type GuardedQueryOptions, guardQuery } from '../../reading/index.ts';
import { readLake } from '../lake-manifest.ts';
import { notALake } from './open-lake-query.ts';

/**
 * Runs one read-only statement with DuckDB on the views of a lake, in a child process with the same limits as a query
 * on a store. Fails with `absent`, `package-missing`, `query-refused` or `query-stopped`.
 */
export async function queryLake(
  path: string,
  sql: string,
  options: GuardedQueryOptions,
): Promise<GuardedQuery> {
  options.signal?.throwIfAborted();
  if ((await readLake(resolve(path))) === undefined) {
    throw notALake(path);
  }
  return await guardQuery(new URL('./lake-child.js', import.meta.url), { path: resolve(path), sql }, options);
}
