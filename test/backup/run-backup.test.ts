import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { Clock } from '../../src/base/clock.ts';
import { parseFault } from '../../src/sandbox/fault.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../archive/support/make-tar.ts';
import { makeAttachment } from '../archive/support/trap-records.ts';
import { sampled } from '../house/long-only.ts';
import { writeShelvedArchive } from '../sandbox/support/archive-shelf.ts';
import { type BackupBench, openBackupBench } from './support/backup-bench.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const START = '/user/migrations';

/** Expects exactly one complete backup: one migration, one verified archive, and one snapshot. */
async function expectOneBackup(bench: BackupBench): Promise<void> {
  expect(bench.callsOf('POST', START)).toBe(1);
  const [manifest, ...others] = await bench.manifests();
  expect([manifest?.isVerified, others]).toEqual([true, []]);
  const archive = manifest?.archive ?? '';
  expect(await bench.files()).toEqual([
    `archives/${archive}`,
    'journal.log',
    `manifests/${archive}.json`,
    'satchel-vault.json',
    'store.db',
  ]);
  expect(await bench.stored()).toEqual({ snapshots: 1, repositories: 3 });
}

describe('runBackup()', () => {
  it('continues to wait for the migration of the previous run', async () => {
    const bench = await openBackupBench({ exportMs: 2 * HOUR_MS });
    expect((await bench.backup('--timeout', '1h')).status).toBe(8);
    const { status, err } = await bench.backup('--timeout', '3h');
    expect(err).toContain('Resuming the backup that began at 2026-06-01T12:00:0');
    expect(status).toBe(0);
    await expectOneBackup(bench);
    const ends = (await bench.journal()).flatMap((line) => (line.type === 'run-ended' ? [line.exit] : []));
    expect(ends).toEqual(['pending', 'done']);
  });

  it('resumes the download of the previous run', async () => {
    const bench = await openBackupBench(
      {},
      'reset,stage=in,route=storage',
      'answer,status=503,route=storage,skip=1,times=5',
    );
    expect((await bench.backup()).status).toBe(5);
    expect((await bench.files()).filter((path) => path.includes('.part'))).toHaveLength(2);
    expect((await bench.backup()).status).toBe(0);
    await expectOneBackup(bench);
    const ranges = bench.requests.flatMap(({ range }) => (range === undefined ? [] : [range]));
    expect(ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  });

  describe.each([
    ['there is no such migration', 'status=404,body={"message":"Not Found"}'],
    ['answered 200 with incomplete JSON', 'status=200,body=<html>'],
  ])('if reading its migration fails with "%s" for a while', (found, answer) => {
    const fault = `answer,${answer},route=GET ${START}/{migration_id},times=3`;

    it.each(sampled([0, 1, 2], 1))('goes on, also after %d reads', async (skip) => {
      const bench = await openBackupBench({}, `${fault},skip=${skip}`);
      const { status, err } = await bench.backup();
      expect([status, err]).toEqual([0, expect.stringContaining(found)]);
      await expectOneBackup(bench);
    });

    it('goes on with it in the next run', async () => {
      const bench = await openBackupBench(
        { hasFaultControl: true },
        'answer,status=503,route=storage,times=6',
      );
      expect((await bench.backup()).status).toBe(5);
      const { parameters, ...rest } = parseFault(fault);
      const added = await fetch(new URL('/-/faults', bench.sandbox.ready.base_url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...rest, ...parameters }),
      });
      expect(added.status).toBeLessThan(300);
      const { status, err } = await bench.backup();
      expect([status, err]).toEqual([0, expect.stringContaining(found)]);
      await expectOneBackup(bench);
    });
  });

  it('finds the migration whose start was not answered', async () => {
    const bench = await openBackupBench(
      {},
      `lost_answer,status=502,route=POST ${START}`,
      `answer,status=503,route=GET ${START},skip=1,times=15`,
    );
    const first = await bench.backup();
    expect([first.status, first.err]).toEqual([5, expect.stringContaining('export list')]);
    const second = await bench.backup();
    expect(second.err).toContain('found running');
    expect(second.status).toBe(0);
    await expectOneBackup(bench);
  });

  it('starts again if the migration of the previous run is useless', async () => {
    const bench = await openBackupBench({}, 'answer,status=503,route=storage,times=6');
    expect((await bench.backup()).status).toBe(5);
    const [id = 0] = (await bench.journal()).flatMap((line) =>
      line.type === 'migration-known' ? [line.migrationId] : [],
    );
    expect((await bench.call(['export', 'delete', String(id)])).status).toBe(0);
    const { status, err } = await bench.backup();
    expect(err).toContain('it was deleted at the service');
    expect(status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
    expect((await bench.manifests()).map(({ migration }) => migration?.id)).toEqual([Number(id) + 1]);
  });

  it('starts again after a minute if the service no longer has the migration of the previous run', async () => {
    const bench = await openBackupBench(
      {},
      'answer,status=503,route=storage,times=6',
      `answer,status=404,body={"message":"Not Found"},route=GET ${START}/{migration_id},skip=3,times=10`,
    );
    expect((await bench.backup()).status).toBe(5);
    const before = bench.clock.now();
    const { status, err } = await bench.backup();
    expect([status, err]).toEqual([0, expect.stringContaining('there is no such migration')]);
    expect(bench.callsOf('POST', START)).toBe(2);
    expect(bench.clock.now() - before).toBeLessThan(3 * 60_000);
  });

  it('does not resume what is older than the service keeps archives', async () => {
    const bench = await openBackupBench({}, 'answer,status=503,route=storage,times=6');
    expect((await bench.backup()).status).toBe(5);
    bench.clock.advance(8 * 24 * HOUR_MS);
    const { status, err } = await bench.backup();
    expect([status, err.includes('Resuming')]).toEqual([0, false]);
    expect(await bench.files()).not.toContainEqual(expect.stringContaining('.part'));
  });

  it('fails for a damaged archive, and starts again the next time', async () => {
    const bench = await openBackupBench({}, 'corrupted_archive,offset=2000,route=storage,times=2');
    expect((await bench.backup()).status).toBe(6);
    expect(await bench.manifests()).toEqual([]);
    expect((await bench.backup()).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
    expect(await bench.files()).not.toContainEqual(expect.stringContaining('.part'));
  });

  it('downloads again what was damaged on the way', async () => {
    const bench = await openBackupBench({}, 'truncated_archive,bytes=300,route=storage');
    const { status, err } = await bench.backup();
    expect(err).toContain('continuing');
    expect(status).toBe(0);
    await expectOneBackup(bench);
  });
});

describe('runBackup() and the files that records name', () => {
  it.each<[string, string, readonly number[], readonly number[]]>([
    ['complete', 'Every attachment and release asset named by a record is present', [1], [1]],
    ['unknown', '2 attachments and release assets were left out, as requested', [1, 2], []],
    ['incomplete', '1 attachments and release assets named by records are missing', [1, 2], [1]],
  ])('is %s: %s', async (result, summary, named, present) => {
    const records = named.map((guid) =>
      makeAttachment({
        url: `https://service.example/user-attachments/assets/${guid}`,
        asset_url: `tarball://root/attachments/${guid}/a.png`,
      }),
    );
    const files = present.map((guid) => ({ name: `./attachments/${guid}/a.png`, body: 'x' }));
    const bytes = makeTarGz([SCHEMA_PART, recordFile('./attachments_000001.json', records), ...files]);
    const bench = await openBackupBench({
      async writeArchive(options) {
        const archive = await writeShelvedArchive(options);
        await writeFile(options.path, bytes);
        return { ...archive, sizeBytes: bytes.length };
      },
    });
    const { out } = await bench.backup('--json');
    const { completeness } = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    expect(completeness.checks).toContainEqual(
      expect.objectContaining({ name: 'attachments', result, summary }),
    );
  });
});

describe('runBackup() and what the service has already', () => {
  const startByHand = async (bench: BackupBench, ...args: readonly string[]) => {
    const words = ['export', 'start', '--repository', ...bench.sandbox.ready.repositories, ...args];
    return (await bench.call(words, { clock: bench.clock })).out.trim();
  };
  // Its migrations state all switches.
  const GITHUB = ['--dialect', 'github'];

  it('reuses a migration for the same request', async () => {
    const bench = await openBackupBench({ dialect: 'github' });
    const id = await startByHand(bench, ...GITHUB);
    bench.clock.advance(9 * MINUTE_MS);
    const { status, out, err } = await bench.backup(...GITHUB);
    expect(err).toContain(
      `Migration ${id} reused: the service already had one for the same request, 9 m 00 s old; a fresh backup starts a new one`,
    );
    expect(status).toBe(0);
    expect(out).toContain('taken     2026-06-01T12:00:00Z, by a migration from before this run');
    await expectOneBackup(bench);
  });

  it('says with --quiet that older data was reused, and nothing about new data', async () => {
    const bench = await openBackupBench({ dialect: 'github' });
    await startByHand(bench, ...GITHUB);
    const { out } = await bench.backup(...GITHUB, '--quiet');
    expect(out).toMatch(/^Backup of \S+: taken 2026-06-01T12:00:00Z, by a migration from before this run\n$/);
    expect((await bench.backup(...GITHUB, '--quiet')).out).toBe('');
  });

  it.each<[string, readonly string[]]>([
    ['a fresh one is asked for', ['--fresh']],
    ['its switches are others', ['--exclude-releases']],
    ['it is too old', []],
  ])('starts its own where %s', async (_, args) => {
    const bench = await openBackupBench({ dialect: 'github' });
    await startByHand(bench, ...GITHUB);
    bench.clock.advance(args.length === 0 ? 11 * MINUTE_MS : 0);
    expect((await bench.backup(...GITHUB, ...args)).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('starts its own where the service does not say whether the other one has git data', async () => {
    const bench = await openBackupBench();
    await startByHand(bench, '--exclude-git-data');
    expect((await bench.backup()).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('does not adopt what is in the vault already', async () => {
    const bench = await openBackupBench();
    expect((await bench.backup()).status).toBe(0);
    expect((await bench.backup()).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
    expect(await bench.manifests()).toHaveLength(2);
  });

  it('keeps the backups of one run apart whose request changed between attempts', async () => {
    const bench = await openBackupBench({ exportMs: 2 * HOUR_MS });
    const [one = ''] = bench.sandbox.ready.repositories;
    const attempt = async (...args: readonly string[]) =>
      await bench.call(['backup', '--vault', bench.vault, '--timeout', '1h', ...args], {
        clock: bench.clock,
        runId: 'nightly',
      });
    expect((await attempt()).status).toBe(8);
    expect((await attempt('--repository', one)).status).toBe(8);
    expect((await attempt('--timeout', '3h')).status).toBe(0);
    expect((await attempt('--repository', one, '--timeout', '3h')).status).toBe(0);
    const lines = await bench.journal();
    expect(new Set(lines.map(({ run }) => run))).toEqual(new Set(['nightly']));
    const finished = lines.flatMap((line) => (line.type === 'backup-finished' ? [line.backup] : []));
    expect(finished).toEqual(['nightly', 'nightly-2']);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('abandons the previous run if a fresh one is requested', async () => {
    const bench = await openBackupBench({}, 'answer,status=503,route=storage,times=6');
    expect((await bench.backup()).status).toBe(5);
    expect((await bench.backup('--fresh')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
    expect((await bench.journal()).find(({ type }) => type === 'backup-given-up')).toMatchObject({
      reason: 'a fresh one was requested',
    });
    // The partial download belongs to a migration that will never be requested again.
    expect(await bench.files()).not.toContainEqual(expect.stringContaining('.part'));
  });

  it.each([['--fresh'], ['--split', '2'], ['--exclude-releases'], ['--repository', 'mira/x']])(
    'refuses to take a named migration with %s',
    async (...args) => {
      const bench = await openBackupBench();
      const result = await bench.call(['backup', '--vault', bench.vault, '--migration', '7', ...args]);
      expect([result.status, result.err]).toEqual([2, expect.stringContaining('Leave them out')]);
    },
  );

  it('uses the given migration', async () => {
    const bench = await openBackupBench();
    const [one = ''] = bench.sandbox.ready.repositories;
    const id = (await bench.call(['export', 'start', '--repository', one])).out.trim();
    await startByHand(bench);
    const { status, err } = await bench.call(['backup', '--vault', bench.vault, '--migration', id], {
      clock: bench.clock,
    });
    expect(err).toContain(`Migration ${id} used`);
    expect(status).toBe(0);
    expect(
      (await bench.manifests()).map(({ migration, repositories }) => [migration?.id, repositories]),
    ).toEqual([[Number(id), [one]]]);
    expect(bench.callsOf('POST', START)).toBe(2);
  });
});

describe('runBackup() with --lock-repositories', () => {
  const LOCK_CALL = /\/repos\/[^/]+\/lock$/;
  const unlocksOf = ({ requests }: BackupBench) =>
    requests.filter(
      ({ method, path, status }) => method === 'DELETE' && LOCK_CALL.test(path) && status === 204,
    ).length;

  it('locks nothing without the flag', async () => {
    const bench = await openBackupBench();
    await bench.backup();
    expect((await bench.journal()).filter(({ type }) => type === 'unlock-owed')).toEqual([]);
    expect(unlocksOf(bench)).toBe(0);
  });

  it('unlocks every repository as soon as they are exported, before anything else can fail', async () => {
    const bench = await openBackupBench({}, 'answer,status=403,route=storage,times=9');
    expect((await bench.backup('--lock-repositories')).status).toBe(1);
    expect(unlocksOf(bench)).toBe(3);
  });

  it('unlocks the repositories of a migration that failed', async () => {
    const bench = await openBackupBench({}, 'failed_migration,times=5');
    expect((await bench.backup('--lock-repositories')).status).toBe(7);
    expect(unlocksOf(bench)).toBe(3 + 3 + 2);
  });

  it('leaves them to the next run if the service refuses, reports this and ends with 3', async () => {
    const bench = await openBackupBench(
      {},
      'answer,status=403,route=DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock,times=6',
    );
    const first = await bench.backup('--lock-repositories');
    expect(first.status).toBe(3);
    expect(
      first.out.match(/ {2}LOCKED {4}\S+: unlock it with "satchel export unlock \d+ \S+"/g),
    ).toHaveLength(3);
    const second = await bench.backup('--lock-repositories', '--skip-if-younger', '20h');
    expect([second.status, unlocksOf(bench)]).toEqual([0, 3]);
    expect(second.err).toContain('Unlocked 3 repositories');
  });

  it('leaves a migration alone that is not over yet', async () => {
    const bench = await openBackupBench({ exportMs: 5 * HOUR_MS });
    const first = await bench.backup('--lock-repositories', '--timeout', '1h');
    expect([first.status, first.err]).toEqual([8, expect.stringContaining('Still locked: ')]);
    expect(unlocksOf(bench)).toBe(0);
    expect((await bench.backup('--lock-repositories')).status).toBe(0);
    expect(unlocksOf(bench)).toBe(3);
  });
});

describe('runBackup() in parts', () => {
  it.each(sampled([['3'], ['1']], 1))(
    'loads the parts of a split backup as one snapshot, %s at once',
    async (atOnce) => {
      const whole = await openBackupBench();
      await whole.backup();
      const bench = await openBackupBench();
      const { status } = await bench.backup('--split', '1', '--at-once', atOnce);
      expect(status).toBe(0);
      expect(bench.callsOf('POST', START)).toBe(3);
      const manifests = await bench.manifests();
      expect(manifests.map(({ repositories }) => repositories.length)).toEqual([1, 1, 1]);
      expect(new Set(manifests.map(({ backup }) => backup)).size).toBe(1);
      expect(await bench.stored()).toEqual(await whole.stored());
    },
  );

  it('continues with the remaining parts', async () => {
    const bench = await openBackupBench({}, 'answer,status=503,route=storage,skip=2,times=6');
    expect((await bench.backup('--split', '1')).status).toBe(5);
    expect((await bench.backup('--split', '1')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(3);
    expect(bench.exports).toHaveLength(3);
    expect(await bench.stored()).toEqual({ snapshots: 1, repositories: 3 });
  });

  it('splits a failed part until the repository that causes it is alone', async () => {
    const { ready } = (await openBackupBench({ repositories: 5 })).sandbox;
    const [spoiled = ''] = ready.repositories.slice(4);
    const other = await openBackupBench({ repositories: 5, failing: [spoiled] });
    const { status, out } = await other.backup('--json');
    const summary = JSON.parse(out.trimEnd().split('\n').at(-1) ?? '');
    expect(status).toBe(3);
    expect(summary.failed_repositories).toEqual([spoiled]);
    expect(summary.missing_repositories).toEqual([spoiled]);
    expect([...summary.repositories].sort()).toEqual(
      other.sandbox.ready.repositories.filter((name) => name !== spoiled).sort(),
    );
    const failed = (await other.journal()).filter(({ type }) => type === 'part-failed');
    expect(summary.archives.length + failed.length).toBe(other.callsOf('POST', START));
    expect(failed.length).toBeGreaterThan(2);
    expect(await other.stored()).toMatchObject({ snapshots: 1 });
  });

  it('remembers which halves failed', async () => {
    const [spoiled = ''] = (await openBackupBench()).sandbox.ready.repositories;
    const bench = await openBackupBench({ failing: [spoiled] }, 'answer,status=503,route=storage,times=6');
    expect((await bench.backup()).status).toBe(5);
    const started = bench.callsOf('POST', START);
    expect((await bench.backup()).status).toBe(3);
    const failed = (await bench.journal()).filter(({ type }) => type === 'part-failed');
    expect(new Set(failed.map((line) => 'part' in line && line.part)).size).toBe(failed.length);
    expect(bench.callsOf('POST', START)).toBeGreaterThanOrEqual(started);
  });

  it('does not treat the records of a failed repository as vanished', async () => {
    const bench = await openBackupBench();
    await bench.backup();
    const before = await bench.stored();
    const [spoiled = ''] = bench.sandbox.ready.repositories;
    const other = await openBackupBench({ failing: [spoiled] });
    const args = ['backup', '--vault', bench.vault, '--repository', ...other.sandbox.ready.repositories];
    other.clock.advance(24 * HOUR_MS);
    expect((await other.call(args, { clock: other.clock })).status).toBe(3);
    expect(await bench.stored()).toEqual({ ...before, snapshots: 2 });
  });
});

describe('runBackup() leaving the service clean', () => {
  const DELETE_ROUTE = 'DELETE /user/migrations/{migration_id}/archive';

  it('deletes the service’s copy once ours is verified', async () => {
    const bench = await openBackupBench();
    expect((await bench.backup('--delete-archive')).status).toBe(0);
    const deletion = bench.requests.findIndex(({ method }) => method === 'DELETE');
    const download = bench.requests.findLastIndex(({ origin }) => origin === 'storage');
    expect(deletion).toBeGreaterThan(download);
    await expectOneBackup(bench);
  });

  it('never deletes it where ours did not come', async () => {
    const bench = await openBackupBench({}, 'corrupted_archive,offset=2000,route=storage,times=2');
    expect((await bench.backup('--delete-archive')).status).toBe(6);
    expect(bench.callsOf('DELETE', START)).toBe(0);
  });

  it('records an outstanding deletion if the service refuses, and retries it in the next run', async () => {
    const bench = await openBackupBench({}, `answer,status=403,route=${DELETE_ROUTE}`);
    const first = await bench.backup('--delete-archive');
    expect([first.status, first.out]).toEqual([3, expect.stringContaining('satchel export delete')]);
    const second = await bench.backup('--delete-archive', '--skip-if-younger', '20h');
    expect(second.status).toBe(0);
    expect(bench.requests.filter(({ method, status }) => method === 'DELETE' && status === 204)).toHaveLength(
      1,
    );
  });
});

describe('runBackup() with a span', () => {
  it('stays the same request from run to run: it is resumed, starts no second migration, and is skipped', async () => {
    const bench = await openBackupBench({ exportMs: 2 * HOUR_MS });
    const backup = async (...args: readonly string[]) =>
      await bench.call(['backup', '--vault', bench.vault, '--pushed-since', '3650d', ...args], {
        clock: bench.clock,
      });
    expect((await backup('--timeout', '1h')).status).toBe(8);
    const second = await backup('--timeout', '3h', '--skip-if-younger', '20h');
    expect([second.status, second.err]).toEqual([0, expect.stringContaining('Resuming the backup')]);
    bench.clock.advance(HOUR_MS);
    const third = await backup('--skip-if-younger', '20h');
    expect([third.status, third.err]).toEqual([0, expect.stringContaining('Nothing to do')]);
    expect(bench.callsOf('POST', START)).toBe(1);
  });
});

describe('runBackup() with --skip-if-younger', () => {
  it('does nothing while the last good backup of the same request is young', async () => {
    const bench = await openBackupBench();
    expect((await bench.backup('--skip-if-younger', '20h')).status).toBe(0);
    bench.clock.advance(19 * HOUR_MS);
    const { status, err, out } = await bench.backup('--skip-if-younger', '20h');
    expect([status, out]).toEqual([0, '']);
    expect(err).toContain('Nothing to do: the last good backup of');
    expect(bench.callsOf('POST', START)).toBe(1);
    bench.clock.advance(2 * HOUR_MS);
    expect((await bench.backup('--skip-if-younger', '20h')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('backs up if the last good backup is dated in the future, as a clock went back', async () => {
    const bench = await openBackupBench();
    await bench.backup();
    const { repositories } = bench.sandbox.ready;
    const { clock } = bench;
    const behind: Clock = {
      now: () => clock.now() - 400 * 24 * HOUR_MS,
      sleep: (durationMs, signal) => clock.sleep(durationMs, signal),
    };
    const args = ['--repository', ...repositories, '--skip-if-younger', '20h'];
    const { status, err } = await bench.call(['backup', '--vault', bench.vault, ...args], { clock: behind });
    expect([status, err.includes('Nothing to do')]).toEqual([0, false]);
  });

  it('does not count a backup of another request', async () => {
    const bench = await openBackupBench();
    await bench.backup('--exclude-releases');
    expect((await bench.backup('--skip-if-younger', '20h')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });
});

describe('runBackup() in another attempt of a run', () => {
  const attemptOf = (bench: BackupBench) => {
    const all = ['--vault', bench.vault, '--repository', ...bench.sandbox.ready.repositories];
    const dueMs = bench.clock.now();
    return async (runId: string, ...args: readonly string[]) => {
      const run = { clock: bench.clock, runId, dueMs };
      const { status, out } = await bench.call(['backup', '--json', ...all, ...args], run);
      const { duration_ms, tables, captures, ...summary } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
      return { status, summary };
    };
  };

  it('exports nothing again if its backup was finished before the run was interrupted', async () => {
    const bench = await openBackupBench();
    const attempt = attemptOf(bench);
    const first = await attempt('nightly');
    expect(await attempt('nightly')).toEqual(first);
    await expectOneBackup(bench);
    expect((await attempt('weekly')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('exports again if the run was due once more after that', async () => {
    const bench = await openBackupBench();
    expect((await attemptOf(bench)('nightly')).status).toBe(0);
    bench.clock.advance(24 * HOUR_MS);
    expect((await attemptOf(bench)('nightly')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(2);
  });

  it('reports a backup in parts as the attempt that finished it, with a repository that failed', async () => {
    const bench = await openBackupBench({}, 'failed_migration,times=1');
    const attempt = attemptOf(bench);
    const first = await attempt('nightly', '--split', '1', '--fresh');
    expect(first.summary).toMatchObject({ failed_repositories: [expect.any(String)] });
    const again = await attempt('nightly', '--split', '1', '--fresh');
    // What a part refers to may be in another part, which the manifest of each part does not know.
    const codesOf = ({ findings }: { findings: readonly { code: string }[] }) =>
      [...new Set(findings.map(({ code }) => code))].sort();
    expect(codesOf(again.summary)).toEqual(codesOf(first.summary));
    expect(again).toEqual({ ...first, summary: { ...first.summary, findings: expect.any(Array) } });
    expect(bench.callsOf('POST', START)).toBe(3);
  });

  it('ends with the exit status of the attempt that finished the backup', async () => {
    const bench = await openBackupBench({}, 'answer,status=403,route=GET /notifications,times=9');
    const attempt = attemptOf(bench);
    const first = await attempt('nightly', '--with', 'notifications');
    expect(first.status).toBe(3);
    expect(await attempt('nightly', '--with', 'notifications')).toEqual(first);
  });

  it('resumes its own fresh backup', async () => {
    const bench = await openBackupBench({ exportMs: 2 * HOUR_MS });
    const attempt = attemptOf(bench);
    expect((await attempt('nightly', '--fresh', '--timeout', '1h')).status).toBe(8);
    expect((await attempt('nightly', '--fresh', '--timeout', '3h')).status).toBe(0);
    expect(bench.callsOf('POST', START)).toBe(1);
  });
});
