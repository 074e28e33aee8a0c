import { resolve } from 'node:path';
import { isObjectLocation } from '../objects/object-location.ts';
import { type GuardedQuery, type GuardedQueryOptions, guardQuery } from '../reading/run-guarded-query.ts';
import { readLake } from './lake-manifest.ts';
import type { BucketAccess } from './place/bucket-place.ts';
import { folderSource } from './place/folder-place.ts';
import { fetchLake } from './query/fetch-lake.ts';
import { notALake } from './query/open-lake-query.ts';

/**
 * Runs one read-only statement with DuckDB on the views of a lake, in a folder or at `s3://BUCKET/PREFIX`, in a child
 * process with the same limits as a query on a store. Fails with `absent`, `package-missing`, `query-refused` or `query-stopped`.
 */
export async function queryLake(
  location: string,
  sql: string,
  options: GuardedQueryOptions & BucketAccess,
): Promise<GuardedQuery> {
  options.signal.throwIfAborted();
  if (!isObjectLocation(location)) {
    return await queryFolder(resolve(location), sql, options);
  }
  const { path, release } = await fetchLake(location, sql, options);
  try {
    return await queryFolder(path, sql, options);
  } finally {
    await release();
  }
}

async function queryFolder(path: string, sql: string, options: GuardedQueryOptions): Promise<GuardedQuery> {
  if ((await readLake(folderSource(path))) === undefined) {
    throw notALake(path);
  }
  return await guardQuery(new URL('./query/lake-child.js', import.meta.url), { path, sql }, options);
}
