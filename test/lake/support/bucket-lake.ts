import { onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { queryLake } from '../../../src/lake/query-lake.ts';
import type { GuardedQueryOptions } from '../../../src/reading/run-guarded-query.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { lendEnvironment } from '../../objects/support/lend-environment.ts';
import { type ObjectServer, startObjectServer } from '../../objects/support/object-server.ts';
import { sync } from './lake.ts';

export const BUCKET_LAKE = 's3://work/lake';

/** An object server, and operations on the lake in its bucket. */
export interface BucketLake {
  readonly server: ObjectServer;
  sync(dbPath: string, changes?: Parameters<typeof sync>[1]): ReturnType<typeof sync>;
  ask(sql: string, options?: Omit<Partial<GuardedQueryOptions>, 'signal'>): Promise<readonly unknown[]>;
  /** The text of an object of the lake. */
  read(path: string): string;
  dataPaths(): readonly string[];
}

export async function openBucketLake(): Promise<BucketLake> {
  const server = await startObjectServer('work');
  lendEnvironment({
    AWS_ACCESS_KEY_ID: 'key',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL: server.url,
  });
  onTestFinished(() => server.close());
  const access = {
    clock: createDrivenClock(Date.UTC(2026, 5, 3), { skipSleeps: true }),
    random: createSeededRandom(1),
    env: { AWS_ENDPOINT_URL: server.url, HOME: temporaryFolder() },
    signal: new AbortController().signal,
  };
  const keys = () => [...server.objects.keys()].map((key) => key.replace(/^lake\//, ''));
  return {
    server,
    sync: async (dbPath, changes = {}) => await sync(dbPath, { ...access, output: BUCKET_LAKE, ...changes }),
    async ask(sql, options = {}) {
      const { batches } = await queryLake(BUCKET_LAKE, sql, { ...access, ...options });
      const rows: unknown[] = [];
      for await (const batch of batches) {
        rows.push(...batch);
      }
      return rows;
    },
    read: (path) => server.objects.get(`lake/${path}`)?.toString() ?? '',
    dataPaths: () =>
      keys()
        .filter((key) => key.endsWith('.parquet'))
        .toSorted(),
  };
}
