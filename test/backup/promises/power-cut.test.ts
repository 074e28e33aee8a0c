import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runBackup } from '../../../src/backup/run-backup.ts';
import { createDrivenClock, type DrivenClock } from '../../../src/base/clock.ts';
import type { Disk } from '../../../src/base/disk.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { getAccount } from '../../../src/endpoints/account.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { createRepositories } from '../../../src/endpoints/repositories.ts';
import { DIALECTS } from '../../../src/model/dialects.table.ts';
import type { ExportReport, Sandbox } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import type { RetentionPolicy } from '../../../src/vault/retention-policy.ts';
import { openVault } from '../../../src/vault/vault.ts';
import { createTestClient } from '../../client/support/test-client.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { LOSSES, layOut, type RecordedDisk, recordDisk } from '../support/power-cut.ts';

/** The number of cuts after which a backup is resumed and completed. */
const RECOVERIES = IS_LONG ? 100 : 2;

/** Allows hundreds of disks on a busy machine. */
const TIMEOUT_MS = 900_000;

const HOUR_MS = 3_600_000;

const KEEP_LAST: RetentionPolicy = { counts: { last: 1 }, within: {}, maxDrop: 1 };

interface Stage {
  readonly sandbox: Sandbox;
  readonly clock: DrivenClock;
  readonly exports: readonly ExportReport[];
  /** Creates a folder with an empty folder for each vault. */
  createDirectory(): Promise<string>;
  /** Runs a backup to the vault in a directory, using a given disk. */
  backup(
    directory: string,
    changes: {
      readonly disk?: Disk;
      readonly retention?: RetentionPolicy;
      readonly skipIfYounger?: number;
    },
  ): Promise<void>;
}

/**
 * Its migrations state all switches, so a vault adopts those of this request that its journal does not know: the disks of
 * the first cuts are older than a start that the service has had meanwhile.
 */
const DIALECT = 'github';

async function openStage(): Promise<Stage> {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
  const exports: ExportReport[] = [];
  const sandbox = await startSandbox({
    dialect: DIALECT,
    seed: 'power',
    clock,
    repositories: 2,
    issues: 3,
    hasInstantBuilds: true,
    writeArchive: writeShelvedArchive,
    onExported: (report) => exports.push(report),
  });
  const root = temporaryFolder();
  onTestFinished(sandbox.close);
  const baseUrl = new URL(sandbox.ready.base_url);
  const client = createTestClient(baseUrl, {
    clock,
    dialect: DIALECTS[DIALECT],
    token: sandbox.ready.tokens.classic,
  });
  const random = createSeededRandom('power');
  const owner = { type: 'user' } as const;
  return {
    sandbox,
    clock,
    exports,
    createDirectory: async () => await mkdtemp(join(root, 'vault-')),
    async backup(directory, { disk, retention, ...span }) {
      await runBackup({
        service: {
          baseUrl,
          owner,
          migrations: createMigrations(client, owner),
          repositories: createRepositories(client),
          getAccount: () => getAccount(client),
        },
        vault: await openVault(directory, { clock, create: true, ...(disk === undefined ? {} : { disk }) }),
        requested: { repositories: undefined },
        clock,
        random,
        satchelVersion: '0.0.0',
        retention,
        ...span,
        signal: new AbortController().signal,
        onEvent: () => undefined,
      });
    },
  };
}

/** All that a vault claims is true, and it has at least one verified archive. */
async function expectTruth(directory: string, { clock, exports }: Stage): Promise<void> {
  const vault = await openVault(directory, { clock });
  const { manifests, faults } = await vault.listManifests();
  expect(faults).toEqual([]);
  expect(manifests.filter(({ isVerified }) => isVerified).length).toBeGreaterThan(0);
  for (const { archive, sha256, migration } of manifests) {
    const bytes = await readFile(vault.archivePath(archive));
    expect([archive, createHash('sha256').update(bytes).digest('hex')]).toEqual([archive, sha256]);
    expect(exports.find(({ migrationId }) => migrationId === migration?.id)?.sha256).toBe(sha256);
  }
  expect((await vault.journal.read()).damage).toBeUndefined();
}

/** All files with final names are complete, even those not recorded yet. */
function expectWholeArchives(files: ReadonlyMap<string, Buffer>, { exports }: Stage): void {
  const known = new Set(exports.map(({ sha256 }) => sha256));
  for (const [path, bytes] of files) {
    if (path.endsWith('.tar.gz')) {
      expect([path, known.has(createHash('sha256').update(bytes).digest('hex'))]).toEqual([path, true]);
    }
  }
}

function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const hash = createHash('sha256');
  for (const [path, bytes] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(`${path} ${bytes.length} `).update(bytes);
  }
  return hash.digest('hex');
}

/** Creates a vault with one backup, and records the disk operations of a second one. */
async function recordSecondBackup(
  stage: Stage,
  retention?: RetentionPolicy,
): Promise<{ readonly directory: string; readonly disk: RecordedDisk }> {
  const directory = await stage.createDirectory();
  await stage.backup(directory, {});
  stage.clock.advance(24 * HOUR_MS);
  const disk = await recordDisk(directory);
  await stage.backup(directory, { disk, ...(retention === undefined ? {} : { retention }) });
  return { directory, disk };
}

describe('a vault whose power is cut', () => {
  const backups: readonly [string, RetentionPolicy | undefined][] = [
    ['a backup that removes the one before', KEEP_LAST],
    ['a backup', undefined],
  ];

  it.each(sampled(backups, 1))(
    'loses no verified archive and believes no bad one, wherever it is cut in %s',
    async (_, retention) => {
      const stage = await openStage();
      const { directory, disk } = await recordSecondBackup(stage, retention);
      const random = createSeededRandom('cuts');
      const cuts = Array.from({ length: disk.operations.length + 1 }, (__, count) => count);
      const judged = new Set<string>();
      for (const count of cuts) {
        for (const loss of LOSSES) {
          const files = disk.cutAfter(count, loss, random);
          const digest = digestOf(files);
          if (judged.has(digest)) {
            continue; // Another cut had exactly the same result.
          }
          judged.add(digest);
          expectWholeArchives(files, stage);
          const remains = await stage.createDirectory();
          await layOut(files, { from: directory, to: remains });
          await expectTruth(remains, stage).catch((error: unknown) => {
            throw new Error(`Cut after ${count} operations, losing ${loss}`, { cause: error });
          });
          await rm(remains, { recursive: true });
        }
      }
      console.info(`${cuts.length * LOSSES.length} cuts, of which ${judged.size} leave something else`);
    },
    TIMEOUT_MS,
  );

  it('would be caught believing, if files were not synced before they get their names', async () => {
    const stage = await openStage();
    const directory = await stage.createDirectory();
    await stage.backup(directory, {});
    const disk = await recordDisk(directory);
    const careless: Disk = {
      ...disk,
      open: async (path) => ({ ...(await disk.open(path)), sync: async () => undefined }),
    };
    await stage.backup(directory, { disk: careless });
    const random = createSeededRandom('careless');
    const files = disk.cutAfter(disk.operations.length, 'bytes', random);
    expect(() => expectWholeArchives(files, stage)).toThrow();
  });

  it(
    'ends the same after the power cut, without a second migration',
    async () => {
      const stage = await openStage();
      const { directory, disk } = await recordSecondBackup(stage);
      expect(stage.exports).toHaveLength(2);
      const random = createSeededRandom(process.env['SATCHEL_TEST_SEED'] ?? 'recoveries');
      for (let turn = 0; turn < RECOVERIES; turn += 1) {
        const count = random.integer(0, disk.operations.length - 1);
        const loss = random.pick(LOSSES);
        const remains = await stage.createDirectory();
        await layOut(disk.cutAfter(count, loss, random), { from: directory, to: remains });
        // SQLite takes care of the store; a missing one is rebuilt.
        await rm(join(remains, 'store.db'), { force: true });
        // After the last cuts, the backup is complete, so another one must be skipped.
        await stage.backup(remains, { skipIfYounger: 20 * HOUR_MS });
        await expectTruth(remains, stage);
        const manifests = await (await openVault(remains, stage)).manifests();
        expect([count, loss, manifests.map(({ migration }) => migration?.id)]).toEqual([
          count,
          loss,
          stage.exports.map(({ migrationId }) => migrationId),
        ]);
        await rm(remains, { recursive: true });
      }
    },
    TIMEOUT_MS,
  );
});
