import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { parseFault } from '../../../src/sandbox/fault.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { openStore } from '../../../src/store/store.ts';
import { openCliBench } from '../../cli/support/run-cli.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong } from '../../house/long-only.ts';
import { writeShelvedArchive } from '../../sandbox/support/archive-shelf.ts';
import { startSatchel } from '../support/backup-process.ts';

const GIT_REFS = 'GET /git/:file{.+}';

const CLONE = ['--clone', 'gists,stars'];

/** A git that writes its arguments into a log, the path of which is returned too. */
function makeLoggingGit() {
  const programs = temporaryFolder();
  const log = join(programs, 'log');
  const git = join(execFileSync('git', ['--exec-path'], { encoding: 'utf8' }).trim(), 'git');
  writeFileSync(join(programs, 'git'), `#!/bin/sh\necho "$@" >> '${log}'\nexec '${git}' "$@"\n`);
  chmodSync(join(programs, 'git'), 0o755);
  return { programs, log };
}

/** A bench with git in its environment, whose backups leave out the git data of the account's own repositories. */
async function openBench(faults: readonly string[] = [], searchPath = process.env['PATH'] ?? '') {
  const bench = await openCliBench({ repositories: 4, issues: 2, faults: faults.map(parseFault) });
  const { tokens, user } = bench.sandbox.ready;
  const env = {
    SATCHEL_TOKEN: tokens.classic,
    XDG_DATA_HOME: join(bench.directory, 'data'),
    PATH: searchPath,
  };
  const vault = join(bench.directory, 'vault');
  return {
    ...bench,
    user,
    vault,
    satchel: async (...args: readonly string[]) => await bench.run([...args, '--vault', vault], { env }),
    backup: async (...args: readonly string[]) =>
      await bench.call(['backup', '--vault', vault, '--exclude-git-data', ...args], { env }),
  };
}

function clonesIn(vault: string): readonly string[] {
  const clones = join(vault, 'clones');
  return readdirSync(clones, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^(?:gists\/[^/]+|stars\/[^/]+\/[^/]+)\.git$/.test(path))
    .sort();
}

function filesWith(text: string, folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path).includes(text));
}

function rowsOf(vault: string, sql: string): readonly (readonly unknown[])[] {
  const store = openStore(join(vault, 'store.db'));
  try {
    return [...store.query(sql).rows].map((row) => [...row]);
  } finally {
    store.close();
  }
}

function refsOf(clone: string): string {
  return execFileSync('git', [`--git-dir=${clone}`, 'for-each-ref'], { encoding: 'utf8' });
}

describe('satchel backup --clone', () => {
  it('lists and clones gists and stars, and fetches in later runs', async () => {
    const { programs, log } = makeLoggingGit();
    const { backup, satchel, vault, sandbox, requests } = await openBench(
      [],
      `${programs}:${process.env['PATH']}`,
    );
    const gitCalls = () => readFileSync(log, 'utf8');
    const first = await backup(...CLONE);
    expect(first.err).not.toContain('satchel:');
    expect([first.status, first.out]).toEqual([0, expect.stringContaining('cloned    3 gists: 3 new')]);
    const gists = rowsOf(vault, "SELECT 'gists/' || id || '.git' FROM gists ORDER BY 1").flat();
    const stars = rowsOf(vault, "SELECT 'stars/' || repo || '.git' FROM stars ORDER BY 1").flat();
    expect([gists.length, stars.length]).toEqual([3, expect.any(Number)]);
    expect(clonesIn(vault)).toEqual([...gists, ...stars].sort());
    for (const clone of clonesIn(vault)) {
      expect(refsOf(join(vault, 'clones', clone))).toContain('refs/heads/');
    }
    expect(readdirSync(join(vault, 'clones')).sort()).toEqual(['gists', 'stars']);

    const second = await backup('--fresh', ...CLONE);
    expect([second.status, second.out]).toEqual([
      0,
      expect.stringContaining('3 gists: 0 new, 0 updated, 3 as before'),
    ]);
    const status = await satchel('status');
    expect(status.out).toContain(`clones     3 gists, ${stars.length} starred repositor`);
    expect((await satchel('vault', 'check', '--read-data')).status).toBe(0);

    const ofGit = requests.filter(({ path }) => path.startsWith('/git/'));
    expect(new Set(ofGit.map(({ caller }) => caller))).toEqual(new Set(['classic']));
    const { classic } = sandbox.ready.tokens;
    const encoded = Buffer.from(`x-access-token:${classic}`).toString('base64');
    expect(gitCalls()).toContain('fetch --quiet');
    for (const secret of [classic, encoded]) {
      expect(gitCalls()).not.toContain(secret);
      expect(filesWith(secret, vault)).toEqual([]);
    }
  });

  itLong('is of repositories that people clone with git alone', async () => {
    const { sandbox, directory, vault, backup } = await openBench();
    const { url, tokens } = sandbox.ready;
    await backup('--clone', 'stars');
    const paths = clonesIn(vault);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const address = new URL(path.replace(/^stars/, 'git'), url);
      address.username = 'x';
      address.password = tokens.classic;
      const clone = join(directory, 'plain', path);
      // The sandbox answers in this process.
      await promisify(execFile)('git', ['clone', '--quiet', '--mirror', address.href, clone]);
      expect(refsOf(clone)).toBe(refsOf(join(vault, 'clones', path)));
    }
  });

  itLong('changes no clone when the service answers with a page, and updates it later', async () => {
    const page = `answer,status=200,body=<title>Log in</title>,times=99,route=${GIT_REFS},skip=`;
    const { backup, vault } = await openBench([`${page}6`]);
    await backup('--clone', 'gists');
    const before = clonesIn(vault).map((clone) => refsOf(join(vault, 'clones', clone)));
    const { status, err } = await backup('--fresh', '--clone', 'gists');
    expect([status, err]).toEqual([3, expect.stringContaining('instead of the refs of a repository')]);
    expect(clonesIn(vault).map((clone) => refsOf(join(vault, 'clones', clone)))).toEqual(before);
  });

  it('reports a clone that fails, and goes on with the others', async () => {
    const { backup, vault } = await openBench([`answer,status=404,route=${GIT_REFS}`]);
    const { status, out } = await backup('--clone', 'gists', '--json');
    expect(status).toBe(3);
    const summary = JSON.parse(out.trim().split('\n').at(-1) ?? '');
    const [gists] = summary.clones;
    expect(gists).toMatchObject({
      name: 'gists',
      cloned: 2,
      failed: [{ of: expect.stringMatching(/^[\da-f]{32}$/), trouble: expect.stringContaining('not found') }],
    });
    expect(clonesIn(vault)).toHaveLength(2);
    expect((await backup('--fresh', '--clone', 'gists')).status).toBe(0);
    expect(clonesIn(vault)).toHaveLength(3);
  });

  it('keeps the clone of a gist that is no longer listed, also when it is pruned', async () => {
    const { backup, satchel, vault } = await openBench();
    await backup('--clone', 'gists');
    const gone = join(vault, 'clones', 'gists', 'gone.git');
    const [kept = ''] = clonesIn(vault);
    execFileSync('cp', ['-r', join(vault, 'clones', kept), gone]);
    await backup('--fresh', '--clone', 'gists', '--keep-last', '1');
    await satchel('vault', 'prune');
    await satchel('vault', 'rebuild', '--fresh');
    expect(refsOf(gone)).toBe(refsOf(join(vault, 'clones', kept)));
    expect(rowsOf(vault, 'SELECT count(*) FROM gists')).toEqual([[3]]);
  });

  it('finds a damaged clone', async () => {
    const { backup, satchel, vault } = await openBench();
    await backup('--clone', 'gists');
    const [clone = ''] = clonesIn(vault);
    const packs = join(vault, 'clones', clone, 'objects', 'pack');
    const pack = join(packs, readdirSync(packs).find((name) => name.endsWith('.pack')) ?? '');
    const bytes = readFileSync(pack);
    bytes[bytes.length >> 1]! ^= 0xff;
    chmodSync(pack, 0o644);
    writeFileSync(pack, bytes);
    const { status, out } = await satchel('vault', 'check', '--read-data');
    expect([status, out]).toEqual([6, expect.stringContaining(`clone-damaged: The clone "clones/${clone}"`)]);
    expect((await satchel('vault', 'check')).status).toBe(0);

    const next = await backup('--fresh', '--clone', 'gists');
    expect([next.status, next.out]).toEqual([3, expect.stringContaining('was damaged and is cloned again')]);
    expect((await satchel('vault', 'check', '--read-data')).status).toBe(0);
    const asideOf = () => readdirSync(join(vault, 'damaged'));
    expect(asideOf()).toEqual([expect.stringMatching(/-clones-gists-[\da-f]{32}\.git$/)]);

    rmSync(join(vault, 'clones', clone, 'objects'), { recursive: true });
    const planned = await satchel('vault', 'repair', '--dry-run');
    expect([planned.out, asideOf().length]).toEqual([expect.stringContaining(`clones/${clone}`), 1]);
    const repaired = await satchel('vault', 'repair');
    expect(repaired.out).toContain('the next backup with clones makes it again');
    expect([asideOf().length, existsSync(join(vault, 'clones', clone))]).toEqual([2, false]);
    expect((await backup('--fresh', '--clone', 'gists')).out).toContain('3 gists: 1 new');
    expect((await satchel('vault', 'check', '--read-data')).status).toBe(0);
  });

  it('keeps a damaged clone of what the service no longer gives, and says both', async () => {
    const { backup, vault } = await openBench([`answer,status=404,times=99,route=${GIT_REFS},skip=6`]);
    await backup('--clone', 'gists');
    const [clone = ''] = clonesIn(vault);
    const pack = readdirSync(join(vault, 'clones', clone, 'objects', 'pack')).find((name) =>
      name.endsWith('.pack'),
    );
    rmSync(join(vault, 'clones', clone, 'objects', 'pack', pack ?? ''));
    const { status, err } = await backup('--fresh', '--clone', 'gists');
    expect([status, err]).toEqual([3, expect.stringContaining('not found')]);
    expect(existsSync(join(vault, 'clones', clone))).toBe(true);
    expect(existsSync(join(vault, 'damaged'))).toBe(false);
  });

  it('refuses both for an organization before it exports, and leaves them out with --all-orgs', async () => {
    const { backup, sandbox, requests, vault } = await openBench();
    const { organization } = sandbox.ready;
    const refused = await backup('--org', organization, '--clone', 'stars');
    expect([refused.status, refused.err]).toEqual([
      2,
      expect.stringContaining('only personal accounts have stars'),
    ]);
    expect(requests).toEqual([]);
    const all = await backup('--all-orgs', '--with', 'gists', '--clone', 'stars');
    expect(all.status).toBe(0);
    expect(rowsOf(vault, 'SELECT count(*) FROM gists')).toEqual([[3]]);
  });

  it('needs git, and says so before it exports', async () => {
    const { call, requests, directory } = await openBench();
    const { status, err } = await call(['backup', '--vault', join(directory, 'other'), '--clone', 'gists']);
    expect([status, err]).toEqual([1, expect.stringContaining('the program "git" was not found')]);
    expect(requests).toEqual([]);
  });
});

describe('a backup that is killed while it clones', () => {
  it('leaves no clone under its name, and the next run removes what it left', async () => {
    const directory = temporaryFolder(); // A git whose parent was killed may still be writing.
    let kill: () => void = () => {};
    const sandbox = await startSandbox({
      dialect: 'service',
      seed: 'killed clones',
      repositories: 3,
      issues: 4,
      clock: createSystemClock(),
      pendingMs: 10,
      exportMs: 10,
      writeArchive: writeShelvedArchive,
      onRequest: ({ path }) => void (path.startsWith('/git/') && kill()),
    });
    onTestFinished(() => sandbox.close());
    const { base_url: baseUrl, tokens } = sandbox.ready;
    const vault = join(directory, 'vault');
    const args = ['backup', '--vault', vault, '--base-url', baseUrl, '--poll-interval', '40ms', ...CLONE];
    const env = { SATCHEL_TOKEN: tokens.classic, XDG_DATA_HOME: join(directory, 'data') };
    const killed = startSatchel(args, env);
    kill = () => killed.child.kill('SIGKILL'); // When the first file of the first clone is sent.
    expect((await killed.ended).status).toBeNull();
    kill = () => {};
    expect(clonesIn(vault)).toEqual([]);
    const [left = ''] = readdirSync(join(vault, 'clones'));
    expect(left).toMatch(/^\.unfinished-/);
    const { status, err } = await startSatchel(args, env).ended;
    expect([status, err]).toEqual([0, expect.not.stringContaining('satchel:')]);
    expect(clonesIn(vault).length).toBeGreaterThan(3);
    expect(existsSync(join(vault, 'clones', left))).toBe(false);
  });
});
