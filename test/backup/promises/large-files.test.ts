import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { listenOn } from '../../../src/base/listen-on.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { parseFault } from '../../../src/sandbox/fault.ts';
import type { SandboxOptions } from '../../../src/sandbox/sandbox-options.ts';
import { createWorld } from '../../../src/sandbox/world/create-world.ts';
import { createRevision, tipOf } from '../../../src/sandbox/world/git/git-history.ts';
import { withLargeFiles } from '../../../src/sandbox/world/large-files.ts';
import type { LargeFile } from '../../../src/sandbox/world/repository-content.ts';
import { foldersIn, withoutLfs } from '../../../src/store/file-folders.ts';
import { type CliBench, openCliBench } from '../../cli/support/run-cli.ts';
import { serveRepositories } from '../../git/support/serve-repositories.ts';
import { afterFile, afterwards, temporaryFolder } from '../../house/afterwards.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { CURRENT } from '../../house/samples.ts';
import { startSatchel } from '../support/backup-process.ts';
import { openBucketBench } from '../support/bucket-bench.ts';

const BATCH = '/{owner}/{repo}/info/lfs/objects/batch';

const SMALL = { repositories: 2, issues: 2, largeFiles: 12 } as const;

/** A sandbox with files in Git LFS, a vault, and git in the environment. */
async function openBench(options: Partial<SandboxOptions> = {}, faults: readonly string[] = []) {
  const bench = await openCliBench({
    ...SMALL,
    ...options,
    faults: faults.map(parseFault),
  });
  return withVault(bench, bench.directory);
}

/** What tests do with the vault in a folder. */
function withVault(bench: CliBench, folder: string) {
  const { tokens, base_url: url } = bench.sandbox.ready;
  const env = {
    SATCHEL_TOKEN: tokens.classic,
    XDG_DATA_HOME: join(folder, 'data'),
    PATH: process.env['PATH'] ?? '',
  };
  const vault = join(folder, 'vault');
  const satchel = async (...args: readonly string[]) => await bench.run([...args, '--vault', vault], { env });
  const content = bench.sandbox.world.contents.find(({ largeFiles = [] }) => largeFiles.length > 0);
  return {
    ...bench,
    env,
    vault,
    satchel,
    content,
    repository: content?.repository ?? '',
    files: content?.largeFiles ?? [],
    /** Runs a backup of everything, and returns its report. */
    async backup(...args: readonly string[]) {
      const { status, out, err } = await satchel('backup', '--base-url', url, '--fresh', '--json', ...args);
      return { status, err, report: lastLine(out) };
    },
    /** Runs `vault fetch-lfs`, and returns its report. */
    async fetchLfs() {
      const { out } = await satchel('vault', 'fetch-lfs', '--base-url', url, '--json');
      return lastLine(out);
    },
    /** How often each object was sent, without requests that were refused. */
    sent: () =>
      tallyOf(
        bench.requests
          .filter(({ origin, status }) => origin === 'storage' && status < 400)
          .map(({ path }) => path),
      ),
    /** The number of questions about objects. */
    asked: () => bench.requests.filter(({ path }) => path.endsWith('/info/lfs/objects/batch')).length,
    async findings() {
      const { out } = await satchel('vault', 'check', '--read-data', '--json');
      return JSON.parse(out).findings as readonly { readonly code: string; readonly path: string }[];
    },
  };
}

function lastLine(out: string) {
  return JSON.parse(out.trim().split('\n').at(-1) ?? '');
}

type Bench = ReturnType<typeof withVault>;

/** A vault after backups with these flags, which are made once in a run of this file, and its service. */
async function openBackedUp(...backups: readonly (readonly string[])[]): Promise<Bench> {
  const name = backups.join();
  const model = models.get(name) ?? makeModel(backups);
  models.set(name, model);
  const { bench, copy } = await model;
  const folder = temporaryFolder();
  cpSync(copy, folder, { recursive: true, preserveTimestamps: true });
  return withVault(bench, folder);
}

const models = new Map<string, ReturnType<typeof makeModel>>();

async function makeModel(backups: readonly (readonly string[])[]) {
  const bench = await openCliBench(SMALL, afterFile);
  const copy = temporaryFolder(afterFile);
  const { backup } = withVault(bench, copy);
  for (const flags of backups) {
    expect((await backup(...flags)).status).toBe(0);
  }
  return { bench, copy };
}

function filesIn(directory: string): readonly string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function manifestsOf(vault: string) {
  const folder = join(vault, 'manifests');
  return readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** A world in which other pointers name the files of the first one with sizes that are wrong. */
function forgedWorld() {
  const seeded = { seed: 'forged', dialect: 'service', repositories: 2, issues: 2 } as const;
  const world = withLargeFiles(createWorld({ ...seeded, nowMs: Date.UTC(2026, 5, 1) }), 3);
  const contents = world.contents.map((content) => {
    const { git, largeFiles = [] } = content;
    const tip = tipOf(git);
    if (largeFiles.length === 0 || tip === undefined) {
      return content;
    }
    const { commit } = createRevision({
      parents: [tip],
      changes: largeFiles.flatMap(({ oid }, file) =>
        [1, 7, 2 ** 50].map((size) => ({
          path: `forged/${file}-${size}.csv`,
          text: `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`,
        })),
      ),
      author: tip.commit.author,
      message: 'Deceive',
    });
    const branch = `refs/heads/${git.defaultBranch}`;
    const refs = git.refs.map((ref) => (ref.name === branch ? { ...ref, sha: commit.sha } : ref));
    return { ...content, git: { ...git, commits: [...git.commits, commit], refs } };
  });
  return { ...world, contents };
}

function tallyOf(paths: readonly string[]): ReadonlyMap<string, number> {
  const tally = new Map<string, number>();
  for (const path of paths.filter((each) => each.startsWith('/lfs/'))) {
    tally.set(path, (tally.get(path) ?? 0) + 1);
  }
  return tally;
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function placeOf(vault: string, oid: string): string {
  return join(vault, 'lfs', oid.slice(0, 2), oid);
}

/** The files that a vault has as they are at the service. */
function keptOf(vault: string, files: readonly LargeFile[]): number {
  return files.filter(
    ({ oid }) => existsSync(placeOf(vault, oid)) && digestOf(readFileSync(placeOf(vault, oid))) === oid,
  ).length;
}

/** Files of the tests in which much goes wrong. */
const MANY = IS_LONG ? 1_000 : 240;

/** A number of files, of a thousand. */
const ofMany = (count: number) => Math.round((count * MANY) / 1_000);

const FAULTS = [
  `secondary_limit,status=429,retry_after=30,route=POST ${BATCH},skip=${IS_LONG ? 2 : 1},times=2`,
  `answer,status=429,route=storage,skip=${ofMany(40)},times=3`,
  `answer,status=503,route=storage,skip=${ofMany(80)},times=2`,
  `reset,stage=in,route=storage,skip=${ofMany(120)},times=5`,
  `truncated_archive,bytes=7,route=storage,skip=${ofMany(200)},times=2`,
  `corrupted_archive,offset=3,route=storage,skip=${ofMany(300)},times=2`,
  `expired_link,route=storage,skip=${ofMany(400)},times=2`,
  `reset,stage=before,route=storage,skip=${ofMany(500)},times=2`,
] as const;

describe('backup --lfs', () => {
  it('keeps all files whatever goes wrong, each fetched once, and none of them a second time', async () => {
    const bench = await openBench({ largeFiles: MANY, hasFaultControl: true }, FAULTS);
    const first = await bench.backup('--lfs');
    const unused = await fetch(new URL('/-/faults', bench.sandbox.ready.base_url));
    expect(await unused.json()).toEqual([]);
    expect([first.status, first.err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect(first.report.lfs).toMatchObject({ files: MANY, fetched: MANY, missing: 0, details: [] });
    expect(keptOf(bench.vault, bench.files)).toBe(MANY);
    expect(bench.sent().size).toBe(MANY);
    // Once each, and once more for each transfer that was cut or corrupted: 5 + 2 + 2. All may hit one file.
    const transfers = [...bench.sent().values()].reduce((sum, count) => sum + count, 0);
    expect(transfers).toBeLessThanOrEqual(MANY + 9);
    const before = { sent: bench.sent(), asked: bench.asked() };
    const second = await bench.backup('--lfs');
    expect(second.report.lfs).toMatchObject({ files: MANY, fetched: 0, missing: 0 });
    expect({ sent: bench.sent(), asked: bench.asked() }).toEqual(before);
    expect(readdirSync(join(bench.vault, 'lfs', 'unfinished'))).toEqual([]);
    expect(await bench.findings()).toEqual([]);
  }, 120_000);

  it('goes on with the rest after it was killed', async () => {
    const KILLED_AFTER = ofMany(330);
    let [kill, sent] = [() => {}, 0];
    const counts = new Map<string, number>();
    const bench = await openBench({
      largeFiles: MANY,
      clock: createSystemClock(),
      hasInstantBuilds: false,
      ...{ pendingMs: 20, exportMs: 40 },
      onRequest: ({ origin, path }) => {
        if (origin === 'storage' && path.startsWith('/lfs/')) {
          sent += 1;
          counts.set(path, (counts.get(path) ?? 0) + 1);
          if (sent === KILLED_AFTER) {
            kill();
          }
        }
      },
    });
    const { base_url: url, repositories } = bench.sandbox.ready;
    const args = ['backup', '--lfs', '--vault', bench.vault, '--base-url', url, '--poll-interval', '40ms'];
    const command = [...args, '--repository', ...repositories];
    const killed = startSatchel(command, bench.env);
    kill = () => killed.child.kill('SIGKILL');
    expect((await killed.ended).status).toBeNull();
    kill = () => {};
    const { status, out, err } = await startSatchel(command, bench.env).ended;
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect(lastLine(out).lfs).toMatchObject({ files: MANY, missing: 0 });
    expect(keptOf(bench.vault, bench.files)).toBe(MANY);
    // What was under way when it was killed.
    expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(8);
    expect(await bench.findings()).toEqual([]);
  }, 180_000);

  it('names what the service does not have by path and commit', async () => {
    const whole = withLargeFiles(
      createWorld({
        seed: 'lacking',
        dialect: 'service',
        nowMs: Date.UTC(2026, 5, 1),
        repositories: 2,
        issues: 2,
      }),
      3,
    );
    const world = {
      ...whole,
      contents: whole.contents.map(({ largeFiles = [], ...content }) => ({
        ...content,
        largeFiles: largeFiles.slice(1),
      })),
    };
    const bench = await openBench({ world, largeFiles: 0 });
    const { status, report } = await bench.backup('--lfs');
    expect(status).toBe(3);
    const commit = whole.contents
      .find(({ largeFiles = [] }) => largeFiles.length > 0)
      ?.git.commits.at(-1)?.sha;
    const missing = `${bench.repository}: "large/0001.csv" in ${commit}: the service says "Object does not exist" (404)`;
    expect(report.lfs).toMatchObject({ files: 3, fetched: 2, missing: 1, details: [missing] });
    expect(report.completeness).toMatchObject({ is_complete: false });
    expect(report.completeness.checks.find(({ name }: { name: string }) => name === 'lfs')).toEqual({
      ...{ name: 'lfs', result: 'incomplete', details: [missing] },
      summary: '1 of 3 files in Git LFS is missing',
    });
  });

  it('only says how many files there are if they are not asked for, and leaves those that it has', async () => {
    const bench = await openBench();
    const { report } = await bench.backup();
    expect(report.lfs).toBeUndefined();
    expect(report.completeness.outside).toEqual([
      expect.stringContaining('the pointers to 12 files in Git LFS'),
    ]);
    expect(existsSync(join(bench.vault, 'lfs'))).toBe(false);
    expect(await bench.fetchLfs()).toMatchObject({ files: 12, fetched: 12, missing: 0, unread: 0 });
    expect(await bench.findings()).toEqual([]);
    expect((await bench.backup()).report.lfs).toBeUndefined();
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('is not skipped after a young backup that lacks files or did not look for them', async () => {
    const bench = await openBench();
    await bench.backup();
    const skipping = ['--lfs', '--skip-if-younger', '20h'];
    const { status, report } = await bench.backup(...skipping);
    expect([status, report.lfs]).toEqual([0, expect.objectContaining({ files: 12, missing: 0 })]);
    expect((await bench.backup(...skipping)).report.lfs).toBeUndefined();
    for (const path of filesIn(join(bench.vault, 'manifests'))) {
      writeFileSync(
        path,
        readFileSync(path, 'utf8').replace(/("name": "lfs",\s*"result": )"complete"/, '$1"incomplete"'),
      );
    }
    expect((await bench.backup(...skipping)).report.lfs).toMatchObject({ files: 12, missing: 0 });
  });

  it('gives up on a service that only asks to wait, and lets the next run go on', async () => {
    const bench = await openBench({ largeFiles: 4 }, [
      `secondary_limit,status=429,retry_after=3000,route=POST ${BATCH},times=50`,
    ]);
    const { status, report } = await bench.backup('--lfs');
    expect(status).toBe(3);
    expect(report.lfs).toMatchObject({ files: 4, fetched: 0, missing: 4 });
    expect(report.lfs.details[0]).toContain('almost nothing came in 15 m');
    expect(bench.asked()).toBeLessThanOrEqual(2);
    expect(existsSync(join(bench.vault, 'lock'))).toBe(false);
  });

  it('is refused without the git data that names files', async () => {
    const bench = await openBench();
    for (const flag of ['--no-git', '--exclude-git-data']) {
      const { status, err } = await bench.backup('--lfs', flag);
      expect([status, err]).toEqual([
        2,
        expect.stringContaining('Cannot keep files in Git LFS without git data'),
      ]);
    }
    const { PATH: _, ...without } = bench.env;
    const { base_url: url } = bench.sandbox.ready;
    const args = ['backup', '--lfs', '--vault', bench.vault, '--base-url', url];
    const { status } = await bench.run(args, { env: without });
    expect(status).toBe(1);
    expect(bench.requests).toEqual([]); // It says so before anything is asked for.
  });
});

describe('a vault with files of Git LFS', () => {
  it('keeps them when fetching fails, whatever rules remove afterwards', async () => {
    const bench = await openBackedUp(['--lfs']);
    rmSync(join(bench.vault, 'lfs', 'unfinished'), { recursive: true });
    writeFileSync(join(bench.vault, 'lfs', 'unfinished'), ''); // Nothing can be written there.
    rmSync(placeOf(bench.vault, bench.files[0]?.oid ?? ''));
    await bench.backup('--lfs');
    const { status, report } = await bench.backup('--lfs', '--keep-last', '1');
    expect(status).toBe(3);
    expect(report.retention.forgotten).toHaveLength(1);
    expect(report.completeness.is_complete).toBe(false);
    const { completeness } = manifestsOf(bench.vault).at(-1) ?? {};
    expect(completeness.checks).toContainEqual(
      expect.objectContaining({ name: 'lfs', result: 'incomplete' }),
    );
    await bench.satchel('vault', 'prune');
    expect(keptOf(bench.vault, bench.files)).toBe(11);
  });

  it('keeps them until an explicit prune finds that no archive needs them', async () => {
    const bench = await openBackedUp(['--lfs']);
    await bench.backup();
    const [oldest = ''] = readdirSync(join(bench.vault, 'archives')).toSorted();
    expect((await bench.satchel('vault', 'forget', '--keep-last', '1')).status).toBe(0);
    expect(existsSync(join(bench.vault, 'archives', oldest))).toBe(false);
    await bench.satchel('vault', 'prune');
    expect(keptOf(bench.vault, bench.files)).toBe(12);
    await bench.backup('--exclude-git-data');
    await bench.satchel('vault', 'forget', '--keep-last', '1', '--group-by', 'account');
    expect(keptOf(bench.vault, bench.files)).toBe(12);
    const { out } = await bench.satchel('vault', 'prune', '--dry-run');
    expect(out.match(/lfs\/.+ no snapshot needs it/g)).toHaveLength(12);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
    await bench.satchel('vault', 'prune');
    expect(keptOf(bench.vault, bench.files)).toBe(0);
    expect(await bench.findings()).toEqual([]);
  });

  it.each<readonly [string, (bench: Bench) => void | Promise<void>, string]>([
    ['has no store', ({ vault }) => rmSync(join(vault, 'store.db')), 'the store is missing'],
    [
      'has a damaged store',
      ({ vault }) => writeFileSync(join(vault, 'store.db'), 'x'),
      'the store is missing',
    ],
    [
      'has a damaged manifest',
      ({ vault }) => {
        const [name = ''] = readdirSync(join(vault, 'manifests'));
        writeFileSync(join(vault, 'manifests', name), '{}');
      },
      'cannot be read',
    ],
    [
      'has an archive without a manifest',
      ({ vault }) => writeFileSync(join(vault, 'archives', 'other.tar.gz'), ''),
      'has no manifest',
    ],
    [
      'has an archive that was not loaded',
      async ({ run, env, vault }) => {
        const args = ['vault', 'import', CURRENT, '--vault', vault, '--no-load'];
        expect((await run(args, { env })).status).toBe(0);
      },
      'is not in the store',
    ],
    [
      'has an archive without its git data',
      async ({ run, env, vault }) => {
        const args = ['vault', 'import', CURRENT, '--vault', vault, '--no-git'];
        expect((await run(args, { env })).status).toBe(0);
      },
      'is not in the store',
    ],
    [
      'lacks a repository',
      ({ vault }) => {
        for (const name of readdirSync(join(vault, 'git'))) {
          rmSync(join(vault, 'git', name), { recursive: true });
        }
      },
      'it is missing',
    ],
    [
      'has a repository that git cannot read',
      ({ vault }) => {
        for (const path of filesIn(join(vault, 'git')).filter((each) => /objects|pack/.test(each))) {
          truncateSync(path, 30);
        }
      },
      'git cannot read all of it',
    ],
    [
      'has a repository with other refs than were kept',
      ({ vault }) => {
        for (const path of filesIn(join(vault, 'git')).filter((each) => each.endsWith('packed-refs'))) {
          appendFileSync(path, '\n');
        }
      },
      'does not match the checksum in its name',
    ],
  ])('removes none of them while it %s', async (_, harm, reason) => {
    const bench = await openBackedUp(['--lfs'], ['--exclude-git-data']);
    // Now each file is unneeded as far as the rest of the vault says, but for the first archive.
    await harm(bench);
    const { err } = await bench.satchel('vault', 'prune');
    expect(err).toContain('No file in Git LFS is removed');
    expect(err).toContain(reason);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('removes none of them without git', async () => {
    const bench = await openBackedUp(['--lfs']);
    const { PATH: _, ...without } = bench.env;
    const { err } = await bench.run(['vault', 'prune', '--vault', bench.vault], { env: without });
    expect(err).toContain('No file in Git LFS is removed: the program "git" was not found');
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('needs neither notes nor git to rebuild its store', async () => {
    const bench = await openBackedUp(['--lfs']);
    rmSync(join(bench.vault, 'store.db'));
    const fetching = await bench.satchel('vault', 'fetch-lfs', '--base-url', bench.sandbox.ready.base_url);
    expect([fetching.status, fetching.err]).toEqual([6, expect.stringContaining('its store is missing')]);
    const { PATH: _, ...without } = bench.env;
    const rebuild = ['vault', 'rebuild', '--vault', bench.vault];
    expect((await bench.run(rebuild, { env: without })).status).toBe(0);
    await bench.satchel('vault', 'prune');
    expect(keptOf(bench.vault, bench.files)).toBe(12);
    expect(await bench.fetchLfs()).toMatchObject({ files: 12, fetched: 0, missing: 0, unread: 0 });
    expect(await bench.findings()).toEqual([]);
  });

  it('finds damaged and missing ones, and fetches only those again', async () => {
    const bench = await openBackedUp(['--lfs']);
    const [one, other] = bench.files;
    const bytes = readFileSync(placeOf(bench.vault, one?.oid ?? ''));
    bytes[0] = (bytes[0] ?? 0) ^ 1;
    writeFileSync(placeOf(bench.vault, one?.oid ?? ''), bytes);
    rmSync(placeOf(bench.vault, other?.oid ?? ''));
    const commit = bench.content?.git.commits.at(-1)?.sha;
    expect(await bench.findings()).toEqual([
      expect.objectContaining({
        ...{ code: 'lfs-missing', path: `lfs/${other?.oid.slice(0, 2)}/${other?.oid}` },
        message: `A file of ${bench.repository} in Git LFS is missing: "${other?.path}" in ${commit}`,
      }),
      expect.objectContaining({ code: 'lfs-damaged', path: `lfs/${one?.oid.slice(0, 2)}/${one?.oid}` }),
    ]);
    const { out } = await bench.satchel('vault', 'repair', '--json');
    expect(out).toContain('moved aside; the next backup that keeps files in Git LFS asks for it again');
    expect(readdirSync(join(bench.vault, 'damaged'))).toHaveLength(1);
    const before = [...bench.sent().values()].reduce((sum, count) => sum + count, 0);
    expect(await bench.fetchLfs()).toMatchObject({ fetched: 2, missing: 0 });
    expect([...bench.sent().values()].reduce((sum, count) => sum + count, 0)).toBe(before + 2);
    expect(await bench.findings()).toEqual([]);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('says that it leaves out archives of another service', async () => {
    const bench = await openBench();
    await bench.backup();
    const other = bench.sandbox.ready.base_url.replace('127.0.0.1', 'localhost');
    const { status, out, err } = await bench.satchel('vault', 'fetch-lfs', '--base-url', other);
    const text = `No files in Git LFS are fetched for 1 archive: it is not from ${new URL(other).host}`;
    expect([status, out + err]).toEqual([3, expect.stringContaining(text)]);
  });

  it('says which repositories it cannot look into', async () => {
    const bench = await openBackedUp(['--lfs']);
    const { base_url: url } = bench.sandbox.ready;
    // With a damaged index, git lists nothing, and says that all is well.
    for (const ending of ['.pack', '.idx']) {
      for (const path of filesIn(join(bench.vault, 'git')).filter((each) => each.endsWith(ending))) {
        truncateSync(path, 30);
      }
      const { status, out, err } = await bench.satchel('vault', 'fetch-lfs', '--base-url', url);
      const text = `${bench.repository}: git cannot read all of it`;
      expect([status, out + err]).toEqual([3, expect.stringContaining(text)]);
    }
    rmSync(join(bench.vault, 'git'), { recursive: true });
    const absent = await bench.satchel('vault', 'fetch-lfs', '--base-url', url);
    expect([absent.status, absent.out + absent.err]).toEqual([
      3,
      expect.stringContaining(`${bench.repository}: it is missing`),
    ]);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('is not led elsewhere by links and folders in the place of files', async () => {
    const bench = await openBackedUp(['--lfs']);
    const outside = join(temporaryFolder(), 'outside');
    writeFileSync(outside, 'mine');
    const [one, two, three, four] = bench.files.map(({ oid }) => oid);
    const place = (oid = '') => placeOf(bench.vault, oid);
    const part = (oid = '') => join(bench.vault, 'lfs', 'unfinished', oid);
    for (const oid of [one, two, three, four]) {
      rmSync(place(oid));
    }
    symlinkSync(outside, place(one));
    symlinkSync(outside, part(one));
    linkSync(outside, part(two));
    mkdirSync(join(part(three), 'inner'), { recursive: true });
    mkdirSync(join(place(four), 'inner'), { recursive: true });
    expect(await bench.fetchLfs()).toMatchObject({ fetched: 4, missing: 0 });
    expect(readFileSync(outside, 'utf8')).toBe('mine');
    expect(lstatSync(place(one)).isFile()).toBe(true);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
    expect(await bench.findings()).toEqual([]);
  });

  it('is not deceived by a pointer with another size for the same file', async () => {
    const bench = await openBench({ world: forgedWorld(), largeFiles: 0 });
    const { report, err } = await bench.backup('--lfs');
    expect([report.lfs, err]).toMatchObject([{ files: 3, fetched: 3, missing: 0 }, expect.anything()]);
    expect(keptOf(bench.vault, bench.files)).toBe(3);
  });

  it('is copied with them, and the copy loses none', async () => {
    const bench = await openBackedUp(['--lfs']);
    const copy = join(temporaryFolder(), 'copy');
    expect((await bench.run(['vault', 'copy', bench.vault, copy], { env: bench.env })).status).toBe(0);
    expect(keptOf(copy, bench.files)).toBe(12);
    await bench.run(['vault', 'prune', '--vault', copy], { env: bench.env });
    expect(keptOf(copy, bench.files)).toBe(12);
    const check = await bench.run(['vault', 'check', '--read-data', '--vault', copy], { env: bench.env });
    expect([check.status, check.out]).toEqual([0, expect.anything()]);
  });

  it('has what fetches left unfinished removed by a prune', async () => {
    const bench = await openBackedUp(['--lfs']);
    writeFileSync(join(bench.vault, 'lfs', 'unfinished', 'a'.repeat(64)), 'half');
    await bench.satchel('vault', 'prune');
    expect(readdirSync(join(bench.vault, 'lfs', 'unfinished'))).toEqual([]);
    expect(keptOf(bench.vault, bench.files)).toBe(12);
  });

  it('lives in object storage, encrypted, and needs them from there only once', async () => {
    const identity = await generateX25519Identity();
    const key = join(temporaryFolder(), 'key.txt');
    writeFileSync(key, `${identity}\n`, { mode: 0o600 });
    const env = { PATH: process.env['PATH'] ?? '', SATCHEL_IDENTITY_FILE: key };
    const bucket = await openBucketBench({ largeFiles: 12 }, { env });
    const recipient = ['--recipient', await identityToRecipient(identity)];
    const { status, out, err } = await bucket.machine('here').backUpHere('--lfs', ...recipient);
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect(lastLine(out).lfs).toMatchObject({ files: 12, fetched: 12 });
    const files = bucket.sandbox.world.contents.flatMap(({ largeFiles = [] }) => largeFiles);
    for (const { oid } of files) {
      const stored = bucket.server.objects.get(`lfs/${oid.slice(0, 2)}/${oid}.age`);
      expect(stored?.toString('latin1')).toMatch(/^age-encryption\.org/);
    }
    const there = bucket.machine('there');
    const { base_url: url } = bucket.sandbox.ready;
    const fetched = await there.run(['vault', 'fetch-lfs', '--base-url', url, '--json']);
    expect(lastLine(fetched)).toMatchObject({ files: 12, fetched: 0, missing: 0 });
    expect(await there.findings()).toEqual([]);
  }, 60_000);
});

describe('a killed backup into object storage', () => {
  const [MANY_THERE, KILLED_AFTER] = IS_LONG ? [300, 220] : [80, 55];

  it('fetches only the rest when it runs again', async () => {
    let [kill, sent] = [() => {}, 0];
    const counts = new Map<string, number>();
    const env = { PATH: process.env['PATH'] ?? '' };
    const bucket = await openBucketBench(
      {
        largeFiles: MANY_THERE,
        onRequest: ({ origin, path }) => {
          if (origin === 'storage' && path.startsWith('/lfs/')) {
            sent += 1;
            counts.set(path, (counts.get(path) ?? 0) + 1);
            if (sent === KILLED_AFTER) {
              kill();
            }
          }
        },
      },
      { env },
    );
    const machine = bucket.machine('here');
    const killed = machine.backUp('--lfs');
    kill = () => killed.child.kill('SIGKILL');
    expect((await killed.ended).status).toBeNull();
    kill = () => {};
    const { status, out, err } = await machine.backUp('--lfs').ended;
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect(lastLine(out).lfs).toMatchObject({ files: MANY_THERE, missing: 0 });
    expect(counts.size).toBe(MANY_THERE);
    expect([...counts.values()].filter((count) => count > 1).length).toBeLessThanOrEqual(8);
    expect(await machine.findings()).toEqual([]);
  }, 120_000);
});

const HAS_GIT_LFS = (() => {
  try {
    return execFileSync('git', ['lfs', 'version'], { stdio: ['ignore', 'pipe', 'ignore'] }).length > 0;
  } catch {
    process.stderr.write('git lfs is not installed here: repositories are not cloned with it\n');
    return false;
  }
})();

describe('files of Git LFS', () => {
  it('are shown and sent in the place of their pointers', async () => {
    const bench = await openBackedUp(['--lfs']);
    const [file] = bench.files;
    const reader = openReader(bench.vault);
    const place = `/${bench.repository}`;
    const page = await reader(`${place}/blob/HEAD/${file?.path}`);
    expect(page).toContain('in Git LFS');
    expect(page).not.toContain('git-lfs.github.com/spec');
    expect(await reader(`${place}/raw/HEAD/${file?.path}`)).toBe(file?.text);
  });

  it('are not shown to anyone who only names the digest of another file', async () => {
    const bench = await openBench();
    await bench.backup(); // No file of Git LFS is kept.
    const [file] = bench.files;
    // What else the vault has of this digest, such as an attachment.
    const folder = join(bench.vault, 'blobs', file?.oid.slice(0, 2) ?? '');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, file?.oid ?? ''), file?.text ?? '');
    const reader = openReader(bench.vault);
    expect(await reader(`/${bench.repository}/raw/HEAD/${file?.path}`)).toContain('git-lfs.github.com/spec');
    const page = await reader(`/${bench.repository}/blob/HEAD/${file?.path}`);
    expect(page).toMatch(/This file is in Git LFS \(.+\) and is not kept here: this is its pointer\./);
  });

  it('are not shown by a reader that is confined to some owners', async () => {
    const bench = await openBackedUp(['--lfs']);
    const [file] = bench.files;
    const [owner = ''] = bench.repository.split('/');
    const reader = openReader(bench.vault, [owner]);
    expect(await reader(`/${bench.repository}/raw/HEAD/${file?.path}`)).toContain('git-lfs.github.com/spec');
  });

  it('are in no public copy', async () => {
    const bench = await openBackedUp(['--lfs']);
    const [file] = bench.files;
    // What a public site is made with.
    const { app, close } = createBrowseApp({
      ...{ store: join(bench.vault, 'store.db'), folders: withoutLfs(foldersIn(bench.vault)) },
      ...{ clock: createSystemClock(), searchPath: process.env['PATH'] ?? '', onError() {} },
    });
    afterwards(close);
    const answer = await app.request(`/${bench.repository}/raw/HEAD/${file?.path}`);
    expect(await answer.text()).toContain('git-lfs.github.com/spec');
  });

  it('are where Git LFS looks for them in an extracted repository', async () => {
    const bench = await openBackedUp(['--lfs']);
    const { bare, files } = await extracted(bench);
    for (const { oid, text } of files) {
      const path = join(bare, 'lfs', 'objects', oid.slice(0, 2), oid.slice(2, 4), oid);
      expect(readFileSync(path, 'utf8')).toBe(text);
    }
  });

  it('are named if an extraction lacks them, or has no place for them', async () => {
    const bench = await openBackedUp(['--lfs']);
    const store = join(bench.vault, 'store.db');
    const bundles = await bench.run(['extract', store, temporaryFolder(), '--bundle'], { env: bench.env });
    expect(bundles.err).toContain('12 files in Git LFS are not in the bundle');
    const oid = bench.files[0]?.oid ?? '';
    rmSync(placeOf(bench.vault, oid));
    const { status, err } = await bench.run(['extract', store, temporaryFolder()], { env: bench.env });
    expect([status, err]).toEqual([
      3,
      expect.stringMatching(new RegExp(`MISSING: .+/lfs/objects/.+/${oid}`)),
    ]);
  });

  it('are sent to the Git LFS server of another host, and what it does not take is named', async () => {
    const bench = await openBackedUp(['--lfs']);
    const kept = new Map<string, string>();
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) {
        chunks.push(chunk);
      }
      const text = Buffer.concat(chunks).toString();
      if (request.method === 'PUT') {
        kept.set(request.url?.split('/').at(-1) ?? '', text);
        response.end();
      } else if (request.url?.endsWith('/info/lfs/objects/batch') === true) {
        const objects = JSON.parse(text).objects.map((object: { readonly oid: string }) => ({
          ...object,
          actions: { upload: { href: `${origin}/objects/${object.oid}` } },
        }));
        response.end(JSON.stringify({ transfer: 'basic', objects }));
      } else {
        response.writeHead(404).end(); // It has no git.
      }
    });
    const { origin, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
    afterwards(close);
    rmSync(placeOf(bench.vault, bench.files[0]?.oid ?? ''));
    const to = ['push', '--lfs', '--repository', bench.repository, '--json', '--to'];
    const { status, out } = await bench.satchel(...to, `${origin}/{owner}/{name}.git`);
    const [pushed] = out.split('\n').map((line) => JSON.parse(line || '{}'));
    expect(status).toBe(3);
    expect(pushed.lfs).toEqual({ sent: 11, known: 0, failed: [expect.stringContaining('does not have it')] });
    const wanted = bench.files.slice(1).map(({ oid, text }) => [oid, text]);
    expect([...kept].toSorted()).toEqual(wanted.toSorted());
    const refused = await bench.satchel(...to, 'file:///srv/{name}.git');
    expect([refused.status, refused.out + refused.err]).toEqual([2, expect.stringContaining('by https')]);
    const plain = await bench.satchel(...to, 'http://git.example.org/{name}.git');
    expect([plain.status, plain.out + plain.err]).toEqual([2, expect.stringContaining('by https')]);
  });

  it.skipIf(!HAS_GIT_LFS)('are checked out by the program git lfs in a clone of it', async () => {
    const bench = await openBackedUp(['--lfs']);
    const { bare, files } = await extracted(bench);
    const { clone, git } = installGitLfs();
    await git('clone', '-q', bare, clone);
    expectFiles(clone, files);
  });

  it.skipIf(!HAS_GIT_LFS)('reach whoever clones what was pushed to another host', async () => {
    const bench = await openBackedUp(['--lfs']);
    const host = await serveHost(bench.repository, bench.content?.git.defaultBranch ?? '');
    const to = ['push', '--lfs', '--repository', bench.repository, '--json', '--to'];
    const push = async () => {
      const { status, out } = await bench.satchel(...to, `${host.origin}/{owner}/{name}.git`);
      return [status, JSON.parse(out.split('\n')[0] ?? '')];
    };
    const complete = { failure: null, refused: [] };
    expect(await push()).toEqual([
      0,
      expect.objectContaining({ ...complete, lfs: { sent: 12, known: 0, failed: [] } }),
    ]);
    expect(await push()).toEqual([
      0,
      expect.objectContaining({ ...complete, created: 0, lfs: { sent: 0, known: 12, failed: [] } }),
    ]);
    const { clone, git } = installGitLfs();
    await git('clone', '-q', `${host.origin}/${bench.repository}.git`, clone);
    expectFiles(clone, bench.files);
    expect(host.sent).toHaveLength(12);
    await git('-C', clone, 'lfs', 'fsck');
  });

  it.skipIf(!HAS_GIT_LFS)('come from the sandbox to the program git lfs too', async () => {
    const bench = await openBench();
    await bench.backup();
    const { bare, files } = await extracted(bench);
    const { clone, git } = installGitLfs('--skip-smudge');
    await git('clone', '-q', bare, clone);
    const { base_url: url, tokens } = bench.sandbox.ready;
    const credentials = Buffer.from(`x-access-token:${tokens.classic}`).toString('base64');
    const settings = [
      `lfs.url=${new URL(url).origin}/${bench.repository}.git/info/lfs`,
      `http.${new URL(url).origin}/.extraHeader=Authorization: Basic ${credentials}`,
    ].flatMap((setting) => ['-c', setting]);
    await git('-C', clone, ...settings, 'lfs', 'pull');
    expectFiles(clone, files);
  });
});

/** A home in which git uses Git LFS, and a place for a clone. */
function installGitLfs(...flags: readonly string[]) {
  const home = temporaryFolder();
  const env = { PATH: process.env['PATH'], HOME: home, GIT_TERMINAL_PROMPT: '0' };
  execFileSync('git', ['lfs', 'install', '--skip-repo', ...flags], { env, stdio: 'ignore' });
  return {
    clone: join(home, 'clone'),
    /** The servers of a test answer in this process, which goes on meanwhile. */
    git: async (...words: readonly string[]) => await promisify(execFile)('git', words, { env }),
  };
}

function expectFiles(clone: string, files: readonly LargeFile[]): void {
  expect(files).not.toHaveLength(0);
  for (const { path, text } of files) {
    expect(readFileSync(join(clone, path), 'utf8')).toBe(text);
  }
}

/** A host with an empty repository and wiki, served by git itself, and a server of Git LFS at the same address. */
async function serveHost(repository: string, branch: string) {
  const folder = temporaryFolder();
  for (const name of [repository, `${repository}.wiki`]) {
    const bare = join(folder, `${name}.git`);
    execFileSync('git', ['init', '-q', '--bare', '-b', branch, bare]);
    execFileSync('git', ['-C', bare, 'config', 'http.receivepack', 'true']);
  }
  const kept = new Map<string, Buffer>();
  const sent: string[] = [];
  const server: { origin: string } = await serveRepositories(folder, async ({ method, path }, _, body) => {
    const oid = path.split('/').at(-1) ?? '';
    if (path.startsWith('/objects/') && method === 'PUT') {
      kept.set(oid, await body());
      return new Response('');
    }
    if (path.startsWith('/objects/')) {
      sent.push(oid);
      return new Response(kept.get(oid) ?? null, { status: kept.has(oid) ? 200 : 404 });
    }
    if (!path.endsWith('/info/lfs/objects/batch')) {
      return undefined;
    }
    const { operation, objects } = JSON.parse(String(await body()));
    const answers = objects.map((object: { readonly oid: string }) =>
      kept.has(object.oid) === (operation === 'download')
        ? { ...object, actions: { [operation]: { href: `${server.origin}/objects/${object.oid}` } } }
        : object,
    );
    const headers = { 'content-type': 'application/vnd.git-lfs+json' };
    return new Response(JSON.stringify({ transfer: 'basic', objects: answers }), { headers });
  });
  return { origin: server.origin, sent };
}

async function extracted({ satchel: _, ...bench }: Awaited<ReturnType<typeof openBench>>) {
  const target = temporaryFolder();
  const store = join(bench.vault, 'store.db');
  const { status, err } = await bench.run(['extract', store, target], { env: bench.env });
  expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
  return { bare: join(target, 'repositories', `${bench.repository}.git`), files: bench.files };
}

function openReader(vault: string, owners?: readonly string[]): (path: string) => Promise<string> {
  const { app, close } = createBrowseApp({
    ...(owners === undefined ? {} : { owners }),
    ...{ store: join(vault, 'store.db'), folders: foldersIn(vault) },
    ...{ clock: createSystemClock(), searchPath: process.env['PATH'] ?? '' },
    onError(error) {
      throw error;
    },
  });
  afterwards(close);
  return async (path) => await (await app.request(path)).text();
}
