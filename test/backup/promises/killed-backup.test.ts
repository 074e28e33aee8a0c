import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSeededRandom, type Random } from '../../../src/base/random.ts';
import { pluralOfKind } from '../../../src/model/record-kind.ts';
import type { ExportReport } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { openStore } from '../../../src/store/store.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { rowsByKind } from '../../store/support/rows-by-kind.ts';
import { listFiles } from '../support/backup-bench.ts';
import { type SatchelProcess, startSatchel } from '../support/backup-process.ts';

const KILLS = IS_LONG ? 40 : 3;
/** In how many stages they must have come: few kills may hit few, and are followed by others. */
const MIN_STAGES = IS_LONG ? 5 : 3;

/** Maximum delay between an event and the kill; most stages are shorter. */
const MAX_DELAY_MS = 60;

/** Allows dozens of processes on a busy machine. */
const TIMEOUT_MS = 120_000 + KILLS * 60_000;

/** Concurrent trials: they mostly wait. */
const LANES = 2;

/** When to kill a process: after an event of the backup, or after its start. */
const STAGES = [
  'beginning',
  'account',
  'repositories',
  'started',
  'waiting',
  'downloading',
  'downloaded',
  'loading',
  'loaded',
] as const;

interface Kill {
  readonly after: (typeof STAGES)[number];
  readonly delayMs: number;
}

/** Kills per backup, each in a later stage than the one before. */
const KILLS_OF_BACKUP = 3;

/** All stages take turns; the time of the kill within a stage is random. */
function planKills(backup: number, random: Random): readonly Kill[] {
  const step = STAGES.length / KILLS_OF_BACKUP;
  return Array.from({ length: KILLS_OF_BACKUP }, (_, kill) => {
    const after = STAGES[kill * step + (backup % step)] ?? 'beginning';
    // A process takes a while until its first event.
    return { after, delayMs: random.integer(0, after === 'beginning' ? 10 * MAX_DELAY_MS : MAX_DELAY_MS) };
  });
}

/** Kills the process as planned. Returns its last event, or undefined if it had already ended. */
async function kill(
  { child, ended, untilEvent, events }: SatchelProcess,
  plan: Kill,
): Promise<string | undefined> {
  const moment = plan.after === 'beginning' ? Promise.resolve() : untilEvent(plan.after);
  await Promise.race([moment.then(() => pause(plan.delayMs)), ended]);
  child.kill('SIGKILL');
  const { status } = await ended;
  return status === null ? (events.at(-1) ?? 'its beginning') : undefined;
}

/** Kills a backup several times, runs it to its end, and checks the result. */
async function expectSurvival(kills: readonly Kill[]): Promise<readonly string[]> {
  const stages: string[] = [];
  const directory = temporaryFolder();
  const exports: ExportReport[] = [];
  let starts = 0;
  const sandbox = await startSandbox({
    dialect: 'service',
    seed: 'killed',
    repositories: 3,
    issues: 12,
    clock: createSystemClock(),
    pendingMs: 60,
    exportMs: 120,
    writeArchive: writeShelvedArchive,
    onExported: (report) => exports.push(report),
    onRequest: ({ method, path, status }) => {
      starts += method === 'POST' && path.startsWith('/user/migrations') && status === 201 ? 1 : 0;
    },
  });
  try {
    const { ready } = sandbox;
    const vault = join(directory, 'vault');
    const args = ['backup', '--vault', vault, '--base-url', ready.base_url, '--poll-interval', '40ms'];
    const env = { SATCHEL_TOKEN: ready.tokens.classic, XDG_DATA_HOME: join(directory, 'data') };
    // Slow enough for a kill during the download. If a kill comes too late, the next run must not start another backup.
    const slowly = [...args, '--limit-rate', '512KiB', '--skip-if-younger', '1h'];
    const command = [...slowly, '--repository', ...ready.repositories];
    for (const plan of kills) {
      stages.push(...[await kill(startSatchel(command, env), plan)].filter((stage) => stage !== undefined));
    }
    const { status, err } = await startSatchel(command, env).ended;
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    await expectRightVault(vault, exports);
    expect(starts).toBe(1);
    return stages;
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

async function expectRightVault(directory: string, exports: readonly ExportReport[]): Promise<void> {
  const vault = await openVault(directory, { clock: createSystemClock() });
  const [exported, ...more] = exports;
  const [manifest, ...others] = await vault.manifests();
  expect([more, others]).toEqual([[], []]);
  expect(manifest).toMatchObject({
    isVerified: true,
    sha256: exported?.sha256,
    sizeBytes: exported?.sizeBytes,
    counts: exported?.counts,
  });
  expect(await listFiles(directory)).toEqual([
    `archives/${manifest?.archive}`,
    'journal.log',
    `manifests/${manifest?.archive}.json`,
    'satchel-vault.json',
    'store.db',
  ]);
  const store = openStore(vault.storePath);
  try {
    const rows = rowsByKind(store);
    for (const [kind, count] of Object.entries(exported?.counts ?? {})) {
      expect([kind, rows.get(pluralOfKind(kind))]).toEqual([kind, count]);
    }
    expect(store.snapshots()).toHaveLength(1);
  } finally {
    store.close();
  }
  expect((await vault.journal.read()).damage).toBeUndefined();
}

describe('satchel backup, killed', () => {
  it(
    `ends the same after ${KILLS} kills at random moments of every stage`,
    async () => {
      const random = createSeededRandom(process.env['SATCHEL_TEST_SEED'] ?? 'kills');
      const stages: string[] = [];
      let backups = 0;
      const lanes = Array.from({ length: LANES }, async () => {
        while (stages.length < KILLS || new Set(stages).size < MIN_STAGES) {
          stages.push(...(await expectSurvival(planKills(backups++, random))));
        }
      });
      await Promise.all(lanes);
      const counts = new Map(
        stages.map((stage) => [stage, stages.filter((other) => other === stage).length]),
      );
      const table = [...counts].map(([stage, count]) => `${stage} ${count}`).join(', ');
      console.info(`${stages.length} kills in ${backups} backups, after: ${table}`);
      expect(counts.size).toBeGreaterThanOrEqual(MIN_STAGES);
    },
    TIMEOUT_MS,
  );
});
