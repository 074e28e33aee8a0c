import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BackupBench, openBackupBench } from '../../../backup/support/backup-bench.ts';

const DAY_MS = 86_400_000;
let bench: BackupBench;

beforeAll(async () => {
  bench = await openBackupBench({ dialect: 'github' });
  await bench.backup();
  bench.clock.advance(DAY_MS);
  await bench.backup('--fresh');
});

async function run(command: string, ...args: readonly string[]) {
  const words = [...command.split(' '), '--vault', bench.vault, ...args];
  return await bench.run(words, { clock: bench.clock });
}

describe('satchel vault list', () => {
  it('lists archives with their contents, for people and programs', async () => {
    const { out, status, err } = await run('vault list');
    expect(status).toBe(0);
    expect(out).toContain('verified, complete');
    expect(err).toContain('2 archives in');
    const listed = JSON.parse((await run('vault list', '--json')).out);
    expect(listed).toMatchObject([
      {
        is_verified: true,
        is_there: true,
        account: bench.sandbox.ready.user,
        completeness: { is_complete: true },
      },
      { is_verified: true },
    ]);
    expect(listed[0].id).toBe(listed[0].sha256.slice(0, 8));
    const nobody = await run('vault list', '--csv', '--account', 'nobody');
    expect([nobody.status, nobody.out]).toEqual([10, '']);
    expect(nobody.err).toBe(
      `satchel: Cannot find the account "nobody": the vault has archives of ${bench.sandbox.ready.user}. Name one of these accounts.\n`,
    );
  });

  it('lists the others, names a manifest that it cannot read, and ends with 3', async () => {
    const folder = join(bench.vault, 'manifests');
    const [name = ''] = await readdir(folder);
    const text = await readFile(join(folder, name));
    await writeFile(join(folder, name), text.subarray(1));
    const { status, out, err } = await run('vault list', '--json');
    await writeFile(join(folder, name), text);
    expect([status, JSON.parse(out).length]).toEqual([3, 1]);
    expect(err).toContain(`The manifest "${name}" cannot be read: `);
    expect((await run('vault list')).status).toBe(0);
  });

  it('fails if no vault was named, or none exists', async () => {
    const env = { XDG_DATA_HOME: join(bench.directory, 'no-data') }; // The last vault is remembered there.
    expect((await bench.run(['vault', 'list'], { env })).status).toBe(2);
    expect((await bench.run(['vault', 'list', '--vault', join(bench.directory, 'none')])).status).toBe(10);
  });
});

describe('satchel vault pin and unpin', () => {
  it('keep an archive that no rule would keep, until they let it go', async () => {
    const [first] = await bench.manifests();
    const id = first?.sha256.slice(0, 8) ?? '';
    expect((await run('vault pin', id, '--note', 'before the move')).out).toBe(
      `Pinned ${id} ${first?.archive}\n`,
    );
    expect((await run('vault list')).out).toContain('pinned (before the move)');
    const kept = await run('vault forget', '--keep-last', '1', '--dry-run');
    expect([kept.status, kept.out.includes('pinned')]).toEqual([0, true]);
    expect((await run('vault forget', id)).status).toBe(3);
    expect((await run('vault unpin', id)).status).toBe(0);
    expect((await bench.manifests())[0]).toEqual(first);
  });
});

describe('satchel vault forget', () => {
  it('shows reasons and removes nothing with --dry-run', async () => {
    const { out, status } = await run('vault forget', '--keep-last', '1', '--dry-run');
    expect(status).toBe(0);
    expect(out).toMatch(/^remove .* no rule keeps it/m);
    expect(out).toMatch(/^keep .* last/m);
    expect(await bench.manifests()).toHaveLength(2);
    const json = JSON.parse((await run('vault forget', '--keep-last', '1', '--dry-run', '--json')).out);
    expect(json).toMatchObject({
      is_dry_run: true,
      groups: [{ rows: [{ action: 'remove' }, { action: 'keep' }] }],
    });
  });

  it('requires rules or names, and rules that keep something', async () => {
    expect((await run('vault forget')).status).toBe(2);
    expect((await run('vault forget', 'latest', '--keep-last', '1')).status).toBe(2);
    expect((await run('vault forget', '--keep-last', '0')).status).toBe(2);
    expect((await run('vault forget', '--keep-within', '5 minutes')).status).toBe(2);
    expect((await run('vault forget', 'ffffffff')).status).toBe(10);
  });
});

describe('satchel vault check and prune', () => {
  it('find nothing in a good vault, and report what interrupted runs left', async () => {
    expect((await run('vault check', '--read-data')).status).toBe(0);
    expect((await run('vault check', '--read-data-subset', '1/3')).status).toBe(0);
    expect((await run('vault check', '--read-data-subset', '4/3')).status).toBe(2);
    expect(await run('vault check', '--read-data', '--read-data-subset', '5%')).toMatchObject({
      status: 2,
      err: 'satchel: Cannot combine --read-data and --read-data-subset. Choose one.\n',
    });
    expect((await run('vault prune', '--dry-run')).out).toBe('Would remove 0 files, 0 B\n');
    await writeFile(join(bench.vault, 'archives', 'x-9.tar.gz.part'), 'half');
    const { out, status } = await run('vault check', '--json');
    expect([status, JSON.parse(out).findings[0]]).toMatchObject([0, { code: 'file-leftover' }]);
    expect((await run('vault prune', '--json')).out).toContain('"freed_bytes":4');
  });

  it('end with 6 if an archive is gone', async () => {
    const own = await openBackupBench();
    await own.backup();
    const [name = ''] = await readdir(join(own.vault, 'archives'));
    await writeFile(join(own.vault, 'archives', name), 'half');
    const { out, status } = await own.run(['vault', 'check', '--vault', own.vault]);
    expect([status, out.includes('DAMAGED')]).toEqual([6, true]);
    expect(out).toContain('archive-size: "satchel vault import" restores it from another copy');
    expect((await own.run(['status', '--vault', own.vault])).status).toBe(10);
  });
});

describe('satchel status and log', () => {
  it('answer whether there is a good backup, and what the last runs did', async () => {
    const { out, status } = await run('status');
    expect([status, out.split('\n')[0]]).toEqual([0, `${bench.vault}: good`]);
    expect(out).toMatch(/complete {3}yes: 5 comparisons with the service found nothing missing/);
    expect((await run('status', '--max-age', '1h', '--quiet')).out).toBe('');
    bench.clock.advance(9 * DAY_MS);
    const late = await run('status', '--max-age', '8d', '--quiet');
    expect([late.status, late.out.includes('TOO OLD')]).toEqual([1, true]);
    const runs = JSON.parse((await run('log', '--json')).out);
    expect(runs).toMatchObject([{ exit: 'done' }, { exit: 'done' }]);
    expect(runs[0].began_at > runs[1].began_at).toBe(true);
    const { user } = bench.sandbox.ready;
    expect(JSON.parse((await run('log', '--json', '--account', user.toUpperCase())).out)).toEqual(
      runs.filter(({ account }: { readonly account: unknown }) => account === user),
    );
    expect((await run('log', '--account', 'nobody')).err).toContain(`the vault has runs of ${user}`);
    expect((await run('log', '--limit', '1')).out.trim().split('\n')).toHaveLength(2);
  });

  it('name the last run as the warning if only that failed', async () => {
    const own = await openBackupBench();
    await own.backup();
    const unreachable = ['--base-url', 'http://127.0.0.1:9/', '--timeout', '1m'];
    expect((await own.run(['backup', '--vault', own.vault, ...unreachable])).status).toBe(5);
    const { out, status } = await own.run(['status', '--vault', own.vault]);
    expect([status, out.split('\n')[0]]).toEqual([3, `${own.vault}: good, with warnings`]);
    expect(out).toMatch(
      /^ {2}last run .*\n {2}WARNING {4}the last run failed, so newer work may not be backed up$/m,
    );
  });

  it('say that there is nothing in an empty vault', async () => {
    const empty = await openBackupBench();
    await empty.run(['vault', 'import', '--vault', empty.vault, join(empty.directory, 'none.tar.gz')]);
    const { out, status } = await empty.run(['status', '--vault', empty.vault]);
    expect([status, out.includes('it has no archives')]).toEqual([10, true]);
    expect((await empty.run(['log', '--vault', empty.vault, '--json'])).out).toBe('[]\n');
  });
});

describe('satchel backup with rules and recipients', () => {
  it('encrypts at rest what the age program reads, and keeps what the rules keep', async () => {
    const own = await openBackupBench({ dialect: 'github' });
    const identity = await generateIdentity();
    const keyPath = join(own.directory, 'key.txt');
    await writeFile(keyPath, `${identity}\n`);
    const rules = ['--recipient', await identityToRecipient(identity), '--keep-last', '2'];
    for (let count = 1; count <= 3; count += 1) {
      own.clock.advance(DAY_MS);
      const { status, err } = await own.backup('--fresh', ...rules);
      expect([status, err.includes('satchel:')]).toEqual([0, false]);
      const left = await own.manifests();
      expect(left).toHaveLength(Math.min(2, count));
      expect(left.every(({ isVerified, encryption }) => isVerified && encryption !== undefined)).toBe(true);
    }
    const archives = await readdir(join(own.vault, 'archives'));
    expect(archives.every((name) => name.endsWith('.tar.gz.age'))).toBe(true);
    const path = join(own.vault, 'archives', archives[0] ?? '');
    const withKey = ['--identity-file', keyPath];
    expect((await own.run(['verify', path])).status).toBe(4);
    expect((await own.run(['verify', path, ...withKey])).status).toBe(0);
    const store = join(own.directory, 'other.db');
    expect((await own.run(['load', path, ...withKey, '--db', store])).status).toBe(0);
    const check = ['vault', 'check', '--vault', own.vault, '--read-data'];
    expect((await own.run(check)).status).toBe(3);
    expect((await own.run([...check, ...withKey])).status).toBe(0);
    const [manifest] = await own.manifests();
    expect(decryptByAge(keyPath, path)).toBeOneOf([manifest?.sizeBytes, undefined]);

    const bytes = await readFile(path);
    await writeFile(path, Buffer.from(bytes.toString('latin1').replace('org/v1', 'org/v2'), 'latin1'));
    const damaged = await own.run([...check, ...withKey, '--json']);
    expect([damaged.status, JSON.parse(damaged.out)]).toMatchObject([
      6,
      { archives_read: 2, findings: [{ code: 'archive-digest' }, { code: 'archive-damaged' }] },
    ]);
  });

  it('refuses a mistaken key before anything is started', async () => {
    const own = await openBackupBench();
    expect((await own.backup('--recipient', 'age1nonsense')).status).toBe(2);
    expect((await own.backup('--recipient', '')).status).toBe(2);
    expect(own.callsOf('POST', '/user/migrations')).toBe(0);
  });
});

/** The size of a file decrypted with the installed age program; undefined if it is not installed. */
function decryptByAge(keyPath: string, path: string): number | undefined {
  try {
    execFileSync('age', ['--version'], { stdio: 'ignore' });
  } catch {
    process.stderr.write('age is not installed here: the archive is not given to it\n');
    return undefined;
  }
  return execFileSync('age', ['-d', '-i', keyPath, path], { maxBuffer: 1e8 }).length;
}
