import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/base/random.ts';
import { pluralOfKind } from '../../../src/model/record-kind.ts';
import { FAULT_KINDS } from '../../../src/sandbox/fault.ts';
import { openStore } from '../../../src/store/store.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { rowsByKind } from '../../store/support/rows-by-kind.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';

const PAIRS = IS_LONG ? 30 : 2;

/** Allows dozens of backups on a busy machine. */
const TIMEOUT_MS = IS_LONG ? 3_600_000 : 600_000;

/** Maximum number of runs until a backup with a fault succeeds. */
const MAX_RUNS = 4;

/** The API calls of a backup, in order. */
const API_ROUTES = [
  'GET /user',
  'GET /user/repos',
  'GET /user/migrations',
  'POST /user/migrations',
  'GET /user/migrations/{migration_id}',
  'GET /user/migrations/{migration_id}/archive',
] as const;

type FaultKindName = keyof typeof FAULT_KINDS;

/** Parameters that create variants of a fault kind. */
const WAYS: Readonly<Partial<Record<FaultKindName, readonly string[]>>> = {
  reset: ['stage=before', 'stage=in', 'stage=after'],
  wrong_length: ['bytes=100', 'bytes=-100'],
};

/** All fault kinds in all variants, at every call that they can affect. */
const FAULTS: readonly string[] = (Object.keys(FAULT_KINDS) as FaultKindName[]).flatMap((kind) =>
  routesOf(kind).flatMap((route) => (WAYS[kind] ?? ['']).map((way) => nameFault(kind, route, way))),
);

/** All fault kinds in all variants, each at only one call. */
const ONE_EACH: readonly string[] = (Object.keys(FAULT_KINDS) as FaultKindName[]).flatMap((kind, index) => {
  const routes = routesOf(kind);
  return (WAYS[kind] ?? ['']).map((way, turn) =>
    nameFault(kind, routes[(index + turn) % routes.length], way),
  );
});

function routesOf(kind: FaultKindName): readonly string[] {
  const { at } = FAULT_KINDS[kind];
  const routes = [...(at === 'storage' ? [] : API_ROUTES), ...(at === 'api' ? [] : ['storage'])];
  return at === 'migration' ? [''] : routes;
}

function nameFault(kind: string, route: string | undefined, way: string): string {
  return [kind, route && `route=${route}`, way].filter((part) => part !== '' && part !== undefined).join(',');
}

interface Outcome {
  /** Exit statuses, by run. */
  readonly statuses: readonly number[];
  readonly migrations: number;
}

/** Runs a backup until it succeeds, and checks the result. */
async function surviveFaults(faults: readonly string[]): Promise<Outcome> {
  const bench = await openBackupBench({ repositories: 2, issues: 4 }, ...faults);
  try {
    const statuses: number[] = [];
    while (statuses.at(-1) !== 0 && statuses.length < MAX_RUNS) {
      // Whether to give up on a migration that remains pending is the user's decision.
      const fresh = statuses.at(-1) === 8 ? ['--fresh'] : [];
      const args = ['backup', '--vault', bench.vault, '--timeout', '12h', '--json', ...fresh];
      const { status, out } = await bench.call(args, { clock: bench.clock });
      expect(out).not.toContain('"code":"internal"');
      statuses.push(status);
    }
    await expectRightEnd(bench);
    return { statuses, migrations: bench.callsOf('POST', '/user/migrations') };
  } finally {
    await bench.close();
  }
}

/** All archives in the vault came from the service and are verified, and the store contains the last one. */
async function expectRightEnd(bench: BackupBench): Promise<void> {
  const manifests = await bench.manifests();
  expect(manifests.length).toBeGreaterThan(0);
  for (const manifest of manifests) {
    const exported = bench.exports.find(({ sha256 }) => sha256 === manifest.sha256);
    expect([manifest.isVerified, manifest.migration?.id]).toEqual([true, exported?.migrationId]);
    expect(manifest.counts).toEqual(exported?.counts);
  }
  expect(await bench.files()).toEqual(
    [
      ...manifests.flatMap(({ archive }) => [`archives/${archive}`, `manifests/${archive}.json`]),
      'journal.log',
      'satchel-vault.json',
      'store.db',
    ].sort(),
  );
  const store = openStore(`${bench.vault}/store.db`);
  try {
    const rows = rowsByKind(store);
    if (manifests.length === 1) {
      for (const [kind, count] of Object.entries(manifests[0]?.counts ?? {})) {
        expect([kind, rows.get(pluralOfKind(kind))]).toEqual([kind, count]);
      }
    }
  } finally {
    store.close();
  }
}

function describeOutcome({ statuses, migrations }: Outcome): string {
  return `exit ${statuses.join(', then ')}; ${migrations} ${migrations === 1 ? 'migration' : 'migrations'}`;
}

describe('satchel backup, whatever goes wrong at the service', () => {
  it(
    'ends correctly after each single fault, as in the table',
    async () => {
      const rows: string[] = [];
      for (const fault of IS_LONG ? FAULTS : ONE_EACH.filter((_, at) => at % 4 === 0)) {
        rows.push(`${fault}: ${describeOutcome(await surviveFaults([fault]))}`);
      }
      if (IS_LONG) {
        await expect(`${rows.join('\n')}\n`).toMatchFileSnapshot('fault-outcomes.txt');
      } else {
        const table = await readFile(new URL('fault-outcomes.txt', import.meta.url), 'utf8');
        expect(rows.filter((row) => !table.split('\n').includes(row))).toEqual([]);
      }
    },
    TIMEOUT_MS,
  );

  it(
    `ends correctly after each of ${PAIRS} pairs of faults`,
    async () => {
      const random = createSeededRandom(process.env['SATCHEL_TEST_SEED'] ?? 'pairs');
      for (let pair = 0; pair < PAIRS; pair += 1) {
        const faults = [0, 1].map(() => `${random.pick(FAULTS)},skip=${random.integer(0, 1)}`);
        const outcome = await surviveFaults(faults).catch((error: unknown) => {
          throw new Error(`After ${faults.join(' and ')}`, { cause: error });
        });
        expect(outcome.statuses.at(-1), faults.join(' and ')).toBe(0);
      }
    },
    TIMEOUT_MS,
  );
});
