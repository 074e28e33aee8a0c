import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';

/** A connection to a database in memory; both are closed with the test, as nothing else gives their memory back. */
export async function connectDuck(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create();
  const duck = await instance.connect();
  onTestFinished(() => {
    duck.closeSync();
    instance.closeSync();
  });
  await duck.run("SET TimeZone = 'UTC'");
  return duck;
}
