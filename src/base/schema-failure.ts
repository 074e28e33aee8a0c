import { Failure } from './failure.ts';

/** What SQLite reports of a table or column that our own statements need, from whichever thread or process. */
const LACKING = /^no such (?:table|column): .+/;

/** The failure of a store without the schema of this Satchel, whatever its version says; undefined for other errors. */
export function schemaFailure(error: unknown): Failure | undefined {
  const isOfStore = error instanceof Error && error.name === 'SqliteError' && LACKING.test(error.message);
  return isOfStore
    ? new Failure('store-older', `Cannot read the store: it has another schema (${error.message})`, {
        cause: error,
      })
    : undefined;
}
