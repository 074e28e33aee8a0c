import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { syncLake } from '../../../src/lake/sync-lake.ts';
import { openStoreWriter } from '../../../src/store/store-writer.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { factsOf } from '../../store/support/write-store.ts';

type LakeSyncOptions = Parameters<typeof syncLake>[0];

/** Writes the lake of a store to `lake` in the same folder. */
export async function sync(dbPath: string, changes: Partial<LakeSyncOptions> = {}) {
  return await syncLake({
    dbPath,
    output: lakeOf(dbPath),
    clock: createDrivenClock(Date.UTC(2026, 5, 3), { skipSleeps: true }),
    random: createSeededRandom(1),
    env: {},
    signal: new AbortController().signal,
    ...changes,
  });
}

export function lakeOf(dbPath: string): string {
  return join(dbPath, '..', 'lake');
}

/** The parts of a manifest that tests look at, read without any code of lakes. */
export interface WrittenLake {
  readonly tables: readonly { readonly name: string; readonly kind: string }[];
  readonly snapshots: readonly { readonly name: string; readonly takenAt: string }[];
  readonly partitions: readonly {
    readonly table: string;
    readonly account: string;
    readonly snapshot: string;
    readonly rowCount: number;
    readonly files: readonly { readonly path: string; readonly sizeBytes: number }[];
  }[];
}

export async function readManifest(root: string): Promise<WrittenLake> {
  return JSON.parse(await readFile(join(root, 'lake.json'), 'utf8'));
}

/** The paths of all data files in a lake, with their times of change. */
export async function listData(root: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(root, { recursive: true });
  const paths = names.filter((name) => name.endsWith('.parquet')).toSorted();
  return new Map(
    await Promise.all(paths.map(async (path) => [path, (await stat(join(root, path))).mtimeMs] as const)),
  );
}

/** Adds an archive with these issues of repositories to a store; what else the account had is gone. */
export async function addSnapshot(
  dbPath: string,
  day: number,
  issues: Readonly<Record<string, Readonly<Record<number, string>>>>,
): Promise<void> {
  const clock = createDrivenClock(Date.UTC(2026, 1, day));
  const writer = await openStoreWriter(dbPath, { clock, claim: 'account' });
  const url = (repo: string) => `https://service.example/${repo}`;
  writer.insertBatch(
    batchOf(
      'repository',
      Object.keys(issues).map((repo) => ({ type: 'repository', url: url(repo), name: repo, private: false })),
    ),
  );
  const records = Object.entries(issues).flatMap(([repo, titles]) =>
    Object.entries(titles).map(([number, title]) => ({
      type: 'issue',
      url: `${url(repo)}/issues/${number}`,
      repository: url(repo),
      title,
      labels: [`${url(repo)}/labels/${title.split(' ')[0]}`],
      created_at: '2026-01-01T00:00:00Z',
    })),
  );
  writer.noteKind('issue');
  writer.insertBatch(batchOf('issue', records));
  await writer.finish({
    ...factsOf(`${day}.tar.gz`, String(day).repeat(64).slice(0, 64)),
    takenAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
  });
}
