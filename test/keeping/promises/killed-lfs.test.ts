import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import { startSatchel } from '../../backup/support/backup-process.ts';
import { openBucketBench, VAULT } from '../../backup/support/bucket-bench.ts';
import type { CliResult } from '../../cli/support/run-cli.ts';
import { runHere } from '../../cli/support/run-here.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';

const KILLS = IS_LONG ? 7 : 1;
const FILES = 40;

type Files = Map<string, Buffer>;

/** A vault with two snapshots and their files in Git LFS, which can be put back to that state. */
interface Scene {
  /** The files in Git LFS by digest, as they are stored. */
  files(): Files;
  remove(oid: string): void;
  add(oid: string, content: Buffer): void;
  start(args: readonly string[]): ReturnType<typeof startSatchel>;
  /** Runs a command that is not killed, in this process. */
  run(args: readonly string[]): Promise<CliResult>;
  restore(): void;
}

type Bench = Awaited<ReturnType<typeof openBucketBench>>;

const PATH = process.env['PATH'] ?? '';

async function openBench(): Promise<Bench> {
  return await openBucketBench({ largeFiles: FILES, repositories: 2, issues: 2 }, { env: { PATH } });
}

async function inDirectory(bench: Bench): Promise<Scene> {
  const [vault, model] = [join(bench.directory, 'vault'), join(bench.directory, 'model')];
  const env = { PATH, HOME: bench.directory, SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic };
  const run = async (args: readonly string[]) => await runHere([...args, '--vault', vault], env);
  for (const flags of [['--lfs'], ['--fresh', '--lfs']]) {
    expect((await run(bench.backupArgs(...flags))).status).toBe(0);
  }
  cpSync(vault, model, { recursive: true, preserveTimestamps: true });
  const place = (oid: string) => join(vault, 'lfs', oid.slice(0, 2), oid);
  return {
    files() {
      const entries = readdirSync(join(vault, 'lfs'), { recursive: true, withFileTypes: true });
      const kept = entries.filter((entry) => entry.isFile() && !entry.parentPath.endsWith('unfinished'));
      return new Map(kept.map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name))]));
    },
    remove: (oid) => rmSync(place(oid)),
    add(oid, content) {
      mkdirSync(join(place(oid), '..'), { recursive: true });
      writeFileSync(place(oid), content);
    },
    start: (args) => startSatchel([...args, '--vault', vault], env),
    run,
    restore() {
      rmSync(vault, { recursive: true });
      cpSync(model, vault, { recursive: true, preserveTimestamps: true });
    },
  };
}

async function inBucket(bench: Bench): Promise<Scene> {
  const { server } = bench;
  const machine = bench.machine('here');
  const run = async (args: readonly string[]) => await machine.ask([...args, '--vault', VAULT]);
  for (const flags of [['--lfs'], ['--fresh', '--lfs']]) {
    expect((await run(bench.backupArgs(...flags))).status).toBe(0);
  }
  const model = new Map(server.objects);
  const home = join(bench.directory, 'home of the model');
  cpSync(machine.home, home, { recursive: true, preserveTimestamps: true });
  const key = (oid: string) => `lfs/${oid.slice(0, 2)}/${oid}`;
  return {
    files: () =>
      new Map(
        [...server.objects]
          .filter(([name]) => name.startsWith('lfs/'))
          .map(([name, content]) => [name.slice('lfs/00/'.length), content]),
      ),
    remove: (oid) => void server.objects.delete(key(oid)),
    add: (oid, content) => void server.objects.set(key(oid), content),
    start: (args) => machine.start([...args, '--vault', VAULT]),
    run,
    restore() {
      server.objects.clear();
      for (const [name, content] of model) {
        server.objects.set(name, content);
      }
      rmSync(machine.home, { recursive: true });
      cpSync(home, machine.home, { recursive: true, preserveTimestamps: true });
    },
  };
}

const UNNEEDED = Buffer.from('of no repository');
const UNNEEDED_OID = createHash('sha256').update(UNNEEDED).digest('hex');

interface Step {
  readonly name: string;
  /** What the vault lacks before. */
  readonly lacking?: number;
  readonly args: (bench: Bench) => readonly string[];
}

const urlOf = ({ sandbox }: Bench) => ['--base-url', sandbox.ready.base_url];

const STEPS: readonly Step[] = [
  { name: 'fetch', lacking: 25, args: (bench) => ['vault', 'fetch-lfs', ...urlOf(bench)] },
  { name: 'backup', lacking: 25, args: (bench) => bench.backupArgs('--fresh', '--lfs', '--keep-last', '1') },
  { name: 'forget', args: () => ['vault', 'forget', '--keep-last', '1'] },
  { name: 'prune', args: () => ['vault', 'prune'] },
  { name: 'rebuild', args: () => ['vault', 'rebuild', '--fresh'] },
];

const PLACES = [
  ['a directory', inDirectory],
  ['object storage', inBucket],
] as const;

const CASES = PLACES.flatMap(([place, open]) => STEPS.map((step) => [step.name, place, step, open] as const));

/** All that was there is there, and nothing has another digest. */
function expectNoLoss(before: Files, after: Files): void {
  const needed = [...before.keys()].filter((oid) => oid !== UNNEEDED_OID);
  expect(needed.filter((oid) => !after.has(oid))).toEqual([]);
  for (const [oid, content] of after) {
    expect(createHash('sha256').update(content).digest('hex')).toBe(oid);
  }
}

describe('kill -9', () => {
  it.each(sampled(CASES, 3))(
    'of a %s in %s loses no file in Git LFS',
    async (name, _, { lacking = 0, args }, open) => {
      const bench = await openBench();
      const scene = await open(bench);
      const clock = createSystemClock();
      const random = createSeededRandom(`kills of ${name}`);
      const all = scene.files();
      expect(all.size).toBe(FILES);
      const prepare = () => {
        scene.restore();
        scene.add(UNNEEDED_OID, UNNEEDED);
        for (const oid of [...all.keys()].slice(0, lacking)) {
          scene.remove(oid);
        }
        return scene.files();
      };
      prepare();
      const startedMs = clock.now();
      expect((await scene.start(args(bench)).ended).status).toBe(0);
      const wholeMs = clock.now() - startedMs;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const before = prepare();
        const { child, ended } = scene.start(args(bench));
        // Most of the first part is the start of the process.
        const timer = setTimeout(() => child.kill('SIGKILL'), wholeMs * (0.3 + 0.75 * random.next()));
        await ended;
        clearTimeout(timer);
        expectNoLoss(before, scene.files());
        const again = await scene.run(args(bench));
        expect([again.status, again.err]).toEqual([0, expect.anything()]);
        expectNoLoss(before, scene.files());
        const fetch = await scene.run(['vault', 'fetch-lfs', ...urlOf(bench)]);
        expect([fetch.status, fetch.err]).toEqual([0, expect.anything()]);
        expectNoLoss(all, scene.files());
        const prune = await scene.run(['vault', 'prune']);
        expect([prune.status, [...scene.files().keys()].toSorted()]).toEqual([0, [...all.keys()].toSorted()]);
      }
    },
    900_000,
  );
});
