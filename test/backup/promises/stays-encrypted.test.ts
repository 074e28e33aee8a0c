import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong, sampled } from '../../house/long-only.ts';
import { expectClosed } from '../../house/open-files.ts';
import { CURRENT } from '../../house/samples.ts';
import { type BackupBench, openBackupBench } from '../support/backup-bench.ts';
import { openBucketBench } from '../support/bucket-bench.ts';

interface Pair {
  /** Paths of files with the secret keys. */
  readonly keys: readonly [daily: string, safe: string];
  readonly recipients: readonly [daily: string, safe: string];
}

async function makeKeys(directory: string): Promise<Pair> {
  const make = async (name: string) => {
    const identity = await generateX25519Identity();
    const path = join(directory, name);
    await writeFile(path, `${identity}\n`, { mode: 0o600 });
    return [path, await identityToRecipient(identity)] as const;
  };
  const [daily, safe] = [await make('daily.txt'), await make('safe.txt')];
  return { keys: [daily[0], safe[0]], recipients: [daily[1], safe[1]] };
}

/** A bench whose machine remembers the recipients of its vaults. */
async function openBench(): Promise<BackupBench & Pair> {
  const bench = await openBackupBench();
  const env = { SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic, HOME: bench.directory };
  const own = { env, clock: bench.clock };
  return {
    ...bench,
    run: async (args) => await bench.run(args, own),
    backup: async (...args) =>
      await bench.call(
        ['backup', '--vault', bench.vault, '--repository', ...bench.sandbox.ready.repositories, ...args],
        own,
      ),
    ...(await makeKeys(bench.directory)),
  };
}

const archivesIn = async (vault: string) => (await readdir(join(vault, 'archives'))).sort();

/** The number of keys that a file is encrypted for; 0 if it is not. */
function keyCountOf(bytes: Buffer): number {
  const [head = ''] = bytes.subarray(0, 4096).toString('latin1').split('\n--- ');
  return head.startsWith('age-encryption.org/v1\n') ? head.split('\n-> X25519 ').length - 1 : 0;
}

/** The number of keys that can read each archive of a directory. */
async function keyCountsIn(vault: string): Promise<readonly number[]> {
  const names = await archivesIn(vault);
  return await Promise.all(
    names.map(async (name) => keyCountOf(await readFile(join(vault, 'archives', name)))),
  );
}

describe('a vault in a directory that was made with recipients', () => {
  it('says at set-up what stays plain, and encrypts what later backups and imports add for all of them', async () => {
    const bench = await openBench();
    const { vault, recipients, keys } = bench;
    const { status: made, err } = await bench.backup('--recipient', ...recipients);
    expect([made, err]).toEqual([
      0,
      expect.stringContaining('its store, attachments, repositories and manifests are not'),
    ]);
    expect((await bench.backup('--fresh')).status).toBe(0);
    expect((await bench.run(['vault', 'import', CURRENT, '--vault', vault])).status).toBe(0);
    expect(await archivesIn(vault)).toEqual(Array(3).fill(expect.stringMatching(/\.tar\.gz\.age$/)));
    expect(await keyCountsIn(vault)).toEqual([2, 2, 2]);
    for (const key of keys) {
      const check = ['vault', 'check', '--read-data', '--vault', vault, '--identity-file', key];
      expect((await bench.run(check)).status).toBe(0);
    }
    const status = await bench.run(['status', '--vault', vault]);
    expect(status.out).toContain(
      'encrypted  archives, for 2 keys; NOT the store, attachments, repositories and manifests',
    );
  });

  it('takes a plain archive only with --no-encryption; status and check name it until a repair encrypts it', async () => {
    const bench = await openBench();
    const { vault, recipients } = bench;
    expect((await bench.backup('--recipient', ...recipients)).status).toBe(0);
    expect((await bench.backup('--fresh', '--no-encryption')).status).toBe(0);
    const [plain = ''] = (await archivesIn(vault)).filter((name) => !name.endsWith('.age'));
    expect(plain).not.toBe('');
    const check = async () => await bench.run(['vault', 'check', '--vault', vault]);
    expect(await check()).toMatchObject({ status: 3, out: expect.stringContaining('archive-unencrypted') });
    const status = await bench.run(['status', '--vault', vault]);
    expect([status.status, status.out]).toEqual([3, expect.stringContaining(plain)]);
    expect((await bench.run(['vault', 'repair', '--vault', vault])).status).toBe(0);
    await expectClosed(vault);
    expect(await keyCountsIn(vault)).toEqual([2, 2]);
    expect((await check()).status).toBe(0);
    expect(await bench.stored()).toMatchObject({ snapshots: 2 });
  });

  it('refuses one of its two recipients, and another one', async () => {
    const bench = await openBench();
    expect((await bench.backup('--recipient', ...bench.recipients)).status).toBe(0);
    for (const recipient of [
      bench.recipients[0],
      await identityToRecipient(await generateX25519Identity()),
    ]) {
      const { status, err } = await bench.backup('--recipient', recipient);
      expect([status, err]).toEqual([
        2,
        expect.stringContaining('Cannot encrypt for other keys than the vault'),
      ]);
      expect(err).toContain('satchel vault copy');
    }
  });
});

/** A bucket bench whose machines have one of two keys. */
async function openTwoKeyBench() {
  const directory = temporaryFolder();
  const pair = await makeKeys(directory);
  const bench = await openBucketBench({}, { env: { SATCHEL_IDENTITY_FILE: pair.keys[0] } });
  return { ...bench, ...pair };
}

/** Objects that are never encrypted. */
const PLAIN = /^(?:satchel-vault\.json|store\.json|locks\/.*)$/;

describe('a vault in object storage with two recipients', () => {
  it('encrypts everything for both, whoever writes and whatever is rewritten', async () => {
    const { server, machine, recipients, sandbox } = await openTwoKeyBench();
    const [, name = ''] = sandbox.ready.repositories[0]?.split('/') ?? [];
    const counts = () =>
      [...server.objects].flatMap(([key, bytes]) => (PLAIN.test(key) ? [] : [`${keyCountOf(bytes)}`]));
    const first = machine('first');
    expect(await first.backUpHere('--recipient', ...recipients)).toMatchObject({ status: 0 });
    expect(new Set(counts())).toEqual(new Set(['2']));
    expect(await machine('second').backUpHere('--fresh')).toMatchObject({ status: 0 });
    await first.run(['vault', 'import', CURRENT]);
    await first.run(['vault', 'prune']);
    expect(new Set(counts())).toEqual(new Set(['2']));
    const readable = [...server.objects].filter(([key, bytes]) => key.includes(name) || bytes.includes(name));
    expect(readable.map(([key]) => key)).toEqual([]);
  });
});

describe('the marker of an encrypted vault that someone else changes', () => {
  const markerOf = (vault: string) => join(vault, 'satchel-vault.json');
  const markWith = async (vault: string, recipients: readonly string[]) =>
    await writeFile(markerOf(vault), JSON.stringify({ vault_version: 2, recipients }));

  const changes: readonly [string, (own: readonly string[], other: string) => readonly string[]][] = [
    ['removes all keys', () => []],
    ['adds a key', (own, other) => [...own, other]],
    ['replaces a key', (own, other) => [own[0] ?? '', other]],
  ];

  it.each(sampled(changes, 1))(
    'and that %s stops everything that writes, until a person confirms it',
    async (_, change) => {
      const bench = await openBench();
      const { vault, recipients, keys } = bench;
      expect((await bench.backup('--recipient', ...recipients)).status).toBe(0);
      const theirs = (await makeKeys(bench.directory)).recipients[0];
      const changed = change(recipients, theirs);
      const copy = join(bench.directory, 'copy');
      expect((await bench.run(['vault', 'copy', vault, copy])).status).toBe(0);
      await markWith(vault, changed);
      const before = await bench.files();
      for (const args of [
        ['vault', 'import', CURRENT, '--vault', vault],
        ['vault', 'prune', '--vault', vault],
        ['vault', 'repair', '--vault', vault, '--identity-file', keys[0]],
        ['vault', 'copy', copy, vault],
      ]) {
        const { status, err } = await bench.run(args);
        expect([args[1], status === 0, err]).toEqual([
          args[1],
          false,
          expect.stringMatching(/encrypted for|is encrypted, to .* which is not/),
        ]);
      }
      expect(await bench.backup()).toMatchObject({ status: 6, err: expect.stringContaining(recipients[0]) });
      expect(await bench.backup('--recipient', ...recipients)).toMatchObject({ status: 2 });
      expect(await bench.files()).toEqual(before);
      const status = await bench.run(['status', '--vault', vault]);
      expect([status.status, status.out]).toEqual([
        3,
        expect.stringContaining('when this machine last wrote'),
      ]);
      const check = await bench.run(['vault', 'check', '--vault', vault]);
      expect([check.status, check.out]).toEqual([6, expect.stringContaining('recipients-changed')]);
      const said = changed.length === 0 ? ['--no-encryption'] : ['--recipient', ...changed];
      expect((await bench.backup('--fresh', ...said)).status).toBe(0);
      expect((await bench.backup('--fresh')).status).toBe(0);
    },
  );

  it('is rewritten by a repair with the same recipients if it is lost', async () => {
    const bench = await openBench();
    const { vault, recipients } = bench;
    expect((await bench.backup('--recipient', ...recipients)).status).toBe(0);
    const whole = await readFile(markerOf(vault), 'utf8');
    for (const text of ['{"vault_', '{"vault_version":1}', '{"vault_version":2,"recipients":["age1 x"]}']) {
      await writeFile(markerOf(vault), text);
      expect((await bench.backup()).status).toBe(6);
      expect((await bench.run(['vault', 'repair', '--vault', vault])).status).toBe(0);
      expect(await readFile(markerOf(vault), 'utf8')).toBe(whole);
    }
  });

  it('shows archives that are encrypted for too few or other keys, which a repair with a key encrypts again', async () => {
    const bench = await openBench();
    const { vault, recipients, keys } = bench;
    expect((await bench.backup('--recipient', ...recipients)).status).toBe(0);
    const other = await makeKeys(await mkdtemp(join(bench.directory, 'theirs-')));
    await markWith(vault, [recipients[0], other.recipients[1]]);
    const confirmed = ['--recipient', recipients[0], other.recipients[1]];
    const check = async (key: string) =>
      await bench.run(['vault', 'check', '--vault', vault, '--identity-file', key]);
    expect(await check(keys[0])).toMatchObject({ out: expect.stringContaining('recipients-differ') });
    expect((await bench.backup('--fresh', ...confirmed)).status).toBe(0);
    const repair = ['vault', 'repair', '--vault', vault, '--identity-file', ...other.keys, keys[0]];
    expect((await bench.run(repair)).status).toBe(0);
    expect((await check(other.keys[1])).status).toBe(0);
    await markWith(vault, [recipients[0]]);
    expect((await check(keys[0])).out).toContain(`, and the vault for ${recipients[0]}`);
  });

  it('shows an archive that others put in its place, encrypted for as many keys of theirs', async () => {
    const bench = await openBench();
    const { vault, recipients, keys } = bench;
    expect((await bench.backup('--recipient', ...recipients)).status).toBe(0);
    const other = await makeKeys(await mkdtemp(join(bench.directory, 'theirs-')));
    const encrypter = new Encrypter();
    for (const recipient of other.recipients) {
      encrypter.addRecipient(recipient);
    }
    const [name = ''] = await archivesIn(vault);
    await writeFile(join(vault, 'archives', name), await encrypter.encrypt('theirs'));
    const check = await bench.run(['vault', 'check', '--vault', vault, '--identity-file', keys[0]]);
    expect([check.status, check.out]).toEqual([
      6,
      expect.stringContaining(`The archive "${name}" cannot be read with the key of ${recipients[0]}`),
    ]);
  });
});

describe('vault copy of an encrypted vault', () => {
  itLong('keeps the recipients in a directory and in object storage, both ways', async () => {
    const { server, machine, directory, recipients, keys } = await openTwoKeyBench();
    const [first, away] = [machine('first'), machine('away')];
    const vault = join(directory, 'vault');
    const backUp = async (...args: readonly string[]) =>
      await first.backUpHere('--vault', vault, '--fresh', ...args);
    expect(await backUp('--recipient', ...recipients)).toMatchObject({ status: 0 });
    const here = join(directory, 'here');
    await first.run(['vault', 'copy', vault, here]);
    await first.run(['vault', 'copy', vault, 's3://work']);
    const counts = [...server.objects].flatMap(([key, bytes]) =>
      PLAIN.test(key) ? [] : [keyCountOf(bytes)],
    );
    expect(new Set(counts)).toEqual(new Set([2]));
    const back = join(directory, 'back');
    await away.run(['vault', 'copy', 's3://work', back, '--identity-file', keys[1]]);
    for (const copy of [here, back]) {
      expect(await keyCountsIn(copy)).toEqual([2]);
      expect(await readFile(join(copy, 'satchel-vault.json'), 'utf8')).toContain(recipients[1]);
    }
  });

  it('encrypts plain archives and those of other keys for the recipients of the target', async () => {
    const bench = await openBench();
    const { vault, recipients, keys } = bench;
    expect((await bench.backup()).status).toBe(0);
    const [one, two, plain] = ['one', 'two', 'plain'].map((name) => join(bench.directory, name));
    const copy = async (...args: readonly (string | undefined)[]) =>
      await bench.run(['vault', 'copy', ...args.filter((arg) => arg !== undefined)]);
    expect((await copy(vault, one, '--recipient', ...recipients)).status).toBe(0);
    expect(await keyCountsIn(one ?? '')).toEqual([2]);
    const other = await makeKeys(await mkdtemp(join(bench.directory, 'theirs-')));
    const renewed = [one, two, '--recipient', other.recipients[0]];
    expect(await copy(...renewed)).toMatchObject({
      status: 4,
      err: expect.stringContaining('--identity-file'),
    });
    expect((await copy(...renewed, '--identity-file', keys[1])).status).toBe(0);
    const check = ['vault', 'check', '--read-data', '--vault', two ?? '', '--identity-file', other.keys[0]];
    expect(await bench.run(check)).toMatchObject({ status: 0 });
    expect((await copy(vault, plain)).status).toBe(0);
    expect(await copy(one, plain)).toMatchObject({ status: 2, err: expect.stringContaining('which is not') });
    expect((await copy(one, plain, '--no-encryption')).status).toBe(0);
  });
});
