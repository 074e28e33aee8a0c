import type DuckDb from '@duckdb/node-api';
import { Failure, systemErrorCode } from '../../base/index.ts';

type DuckDbPackage = typeof DuckDb;

/** Codes for a package that is absent, and for its native part. */
const ABSENT: readonly (string | undefined)[] = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'];

/** Loads DuckDB, an optional package. Fails with `package-missing`. */
export async function loadDuckDb(
  load: () => Promise<DuckDbPackage> = () => import('@duckdb/node-api'),
): Promise<DuckDbPackage> {
  try {
    return await load();
  } catch (error) {
    if (!ABSENT.includes(systemErrorCode(error))) {
      throw error;
    }
    throw new Failure(
      'package-missing',
      'Cannot query a lake: the package @duckdb/node-api is not installed',
      {
        cause: error,
        hint: 'Install it where Satchel is installed: npm install @duckdb/node-api (with -g if Satchel was installed with -g)',
      },
    );
  }
}
