import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { describe, expect, it } from 'vitest';
import { encodeLines } from '../../../src/keeping/copy/bucket-journal.ts';
import { sealManifest } from '../../../src/vault/read-manifests.ts';
import { openBackedUp, openEncrypted } from '../../backup/support/backed-up-bucket.ts';
import { keysOf, type Machine, openBucketBench } from '../../backup/support/bucket-bench.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import type { ObjectFault } from '../../objects/support/object-server.ts';

describe('a vault in object storage', () => {
  it('is backed up to by one machine, and used by others', async () => {
    const { server, machine, starts } = await openBucketBench();
    const first = machine('first');
    const made = await first.backUp().ended;
    expect(made.err).toBe('');
    expect(made.status).toBe(0);
    expect(keysOf(server, 'locks/').map((key) => key.replace(/-[0-9a-f]{16}/, ''))).toEqual([
      'locks/account/0000000001.json',
      'locks/rule-numbered.json',
      'locks/vault/0000000001.json',
    ]);
    const [archive = ''] = keysOf(server, 'archives/').map((key) => key.slice('archives/'.length));
    expect(keysOf(server, 'manifests/')).toEqual([`manifests/${archive}.json`]);
    const { archives } = JSON.parse(made.out.trim().split('\n').at(-1) ?? '');
    expect(archives).toMatchObject([{ path: `s3://work/archives/${archive}` }]);

    const second = machine('second');
    const status = JSON.parse(await second.run(['status', '--json']));
    expect(status).toMatchObject({ vault: 's3://work', exit: 'done' });
    expect(status.accounts[0].last_good.paths).toEqual([`s3://work/archives/${archive}`]);
    expect(JSON.parse(await second.run(['vault', 'list', '--json']))).toMatchObject([
      { archive, is_there: true },
    ]);
    const checked = JSON.parse(await second.run(['vault', 'check', '--read-data', '--json']));
    expect(checked).toMatchObject({ archives: 1, archives_read: 1, findings: [] });
    expect(JSON.parse(await second.run(['search', 'type:issue', '--json'])).length).toBeGreaterThan(0);
    const out = join(second.home, 'out');
    await second.run(['extract', 's3://work', out]);
    expect(readdirSync(out).length).toBeGreaterThan(0);

    expect(await second.backUpHere()).toMatchObject({ status: 0 });
    expect(JSON.parse(await first.run(['status', '--json'])).accounts[0]).toMatchObject({ archives: 2 });
    expect(starts()).toBe(2);
    expect(existsSync(join(first.home, '.cache', 'satchel', 'vaults'))).toBe(true);
  });

  it('is changed by any machine, and every other one sees it', async () => {
    const { server, machine } = await openBackedUp();
    const [first, second] = [machine('first'), machine('second')];
    for (let count = 1; count < 3; count += 1) {
      expect(await first.backUpHere('--exclude-git-data')).toMatchObject({ status: 0 });
    }
    const listOf = async (of: Machine) =>
      JSON.parse(await of.run(['vault', 'list', '--json'])) as { archive: string; pin?: object }[];
    const [oldest, , newest] = await listOf(second);
    await second.run(['vault', 'pin', oldest?.archive ?? '', '--note', 'the first']);
    expect((await listOf(first))[0]?.pin).toMatchObject({ note: 'the first' });
    await second.run(['vault', 'forget', '--keep-last', '1']);
    const left = (await listOf(first)).map(({ archive }) => archive);
    expect(left).toEqual([oldest?.archive, newest?.archive]);
    expect(keysOf(server, 'archives/')).toEqual(left.map((archive) => `archives/${archive}`).sort());
    expect(keysOf(server, 'journal/').length).toBeGreaterThan(1);
    await first.run(['vault', 'prune']);
    expect(keysOf(server, 'journal/')).toEqual(['journal/compacted.jsonl']);
    expect(JSON.parse(await second.run(['vault', 'check', '--read-data', '--json'])).findings).toEqual([]);
    const runs = (await first.run(['log', '--json'])).trim();
    expect(await second.run(['log', '--json'])).toBe(`${runs}\n`);
  });

  it('is repaired and rebuilt from its archives', async () => {
    const { server, machine } = await openBackedUp();
    const whole = new Map(server.objects);
    const [blob = ''] = keysOf(server, 'blobs/');
    const [file = ''] = keysOf(server, 'git-files/');
    for (const key of [blob, file]) {
      server.objects.set(key, flipped(server.objects.get(key)));
    }
    const [manifest = ''] = keysOf(server, 'manifests/');
    server.objects.delete(manifest);
    const second = machine('second');
    expect((await second.ask(['vault', 'check', '--read-data', '--quiet'])).status).toBe(6);
    await second.run(['vault', 'repair']);
    for (const key of [blob, file]) {
      expect(server.objects.get(key)?.equals(whole.get(key) ?? Buffer.of())).toBe(true);
    }
    expect(server.objects.has(manifest)).toBe(true);
    expect(JSON.parse(await machine('third').run(['vault', 'check', '--read-data', '--json']))).toMatchObject(
      {
        findings: [],
      },
    );

    server.objects.delete('store.json');
    const fourth = machine('fourth');
    await fourth.run(['vault', 'rebuild']);
    const issues = await fourth.run(['search', 'type:issue', '--json']);
    expect(issues).toBe(await machine('first').run(['search', 'type:issue', '--json']));
    expect(await machine('fifth').run(['search', 'type:issue', '--json'])).toBe(issues);
  });

  it('is read itself by a check, and repaired, on the machine that has good copies of its files', async () => {
    const { server, machine } = await openBucketBench();
    const first = machine('first');
    expect(await first.backUpHere()).toMatchObject({ status: 0 });
    const whole = new Map(server.objects);
    const [changed = '', missing = ''] = keysOf(server, 'blobs/');
    const [file = ''] = keysOf(server, 'git-files/');
    const [store = ''] = keysOf(server, 'stores/');
    for (const key of [changed, file, store]) {
      server.objects.set(key, flipped(server.objects.get(key)));
    }
    server.objects.delete(missing);
    const found = JSON.parse((await first.ask(['vault', 'check', '--read-data', '--json'])).out);
    expect(codesOf(found)).toEqual(['blob-digest', 'blob-missing', 'git-damaged', 'store-damaged']);
    await first.run(['vault', 'repair']);
    await first.run(['vault', 'rebuild']);
    for (const key of [changed, missing, file, store]) {
      expect(server.objects.get(key)?.equals(whole.get(key) ?? Buffer.of())).toBe(true);
    }
    expect(JSON.parse(await first.run(['vault', 'check', '--read-data', '--json'])).findings).toEqual([]);
  });

  itLong.each(['damaged', 'missing'])('is rebuilt by another machine if its store is %s', async (fault) => {
    const { server, machine } = await openBackedUp();
    const [store = ''] = keysOf(server, 'stores/');
    if (fault === 'damaged') {
      server.objects.set(store, flipped(server.objects.get(store)));
    } else {
      server.objects.delete(store);
    }
    const second = machine('second');
    const { status, err } = await second.ask(['search', 'type:issue']);
    expect([status, err]).toEqual([6, expect.stringContaining('"satchel vault rebuild" builds it again')]);
    const found = await second.ask(['vault', 'check', '--json']);
    expect([found.status, codesOf(JSON.parse(found.out))]).toEqual([6, ['store-damaged']]);
    await second.run(['vault', 'rebuild']);
    expect(JSON.parse(await machine('third').run(['vault', 'check', '--read-data', '--json']))).toMatchObject(
      { findings: [] },
    );
  });

  it('reports and prunes the stores that killed machines have left', async () => {
    const { server, machine } = await openBackedUp();
    let nowMs = Date.UTC(2025, 0, 1);
    server.now = () => nowMs;
    const put = async (key: string, bytes: Buffer) => {
      await fetch(`${server.url}/work/${key}`, {
        method: 'PUT',
        body: bytes,
        headers: { authorization: '-' },
      });
      nowMs += 1_000;
    };
    const [published = ''] = keysOf(server, 'stores/');
    const [former, next] = ['0', 'f'].map((digit) => `stores/${digit.repeat(64)}.db`);
    await put(`${former}`, Buffer.from('replaced'));
    await put(published, server.objects.get(published) ?? Buffer.of());
    await put(`${next}`, Buffer.from('about to be published'));
    server.now = () => Date.UTC(2026, 0, 1);
    const checked = JSON.parse((await machine('second').ask(['vault', 'check', '--json'])).out);
    expect(checked.findings).toMatchObject([{ code: 'file-leftover', path: former }]);
    expect(await machine('second').run(['vault', 'prune', '--dry-run'])).toContain(`${former}`);
    expect(keysOf(server, 'stores/')).toHaveLength(3);
    expect(await machine('second').run(['vault', 'prune'])).toContain(`${former}`);
    expect(keysOf(server, 'stores/')).toEqual([published, `${next}`].sort());
    expect(JSON.parse(await machine('third').run(['vault', 'check', '--json'])).findings).toEqual([]);
  });

  it('removes no files of repositories while a list of them is damaged', async () => {
    const { server, machine } = await openBackedUp();
    const files = keysOf(server, 'git-files/');
    const [list = ''] = keysOf(server, 'git/');
    server.objects.set(list, flipped(server.objects.get(list)));
    const pruning = await machine('first').ask(['vault', 'prune']);
    expect(pruning.status).toBe(6);
    expect(pruning.err).toContain('"satchel vault repair" on a machine without this working copy');
    expect(keysOf(server, 'git-files/')).toEqual(files);
    await machine('second').run(['vault', 'repair']);
    await machine('first').run(['vault', 'prune']);
    expect(keysOf(server, 'git-files/')).toEqual(files);
  });

  itLong('encrypts everything that leaves the machine', async () => {
    const { server, machine, sandbox } = await openEncrypted();
    expect(await machine('second').backUpHere()).toMatchObject({ status: 0 });
    const [, name = ''] = sandbox.ready.repositories[0]?.split('/') ?? [];
    const readable = [...server.objects].filter(
      ([path, bytes]) => path.includes(name) || bytes.includes(name),
    );
    expect(readable.map(([path]) => path)).toEqual([]);
    expect(JSON.parse(await machine('third').run(['vault', 'check', '--read-data', '--json']))).toMatchObject(
      { archives: 3, findings: [] },
    );
  });

  it('is not made with encryption without the key that all commands need', async () => {
    const { server, machine } = await openBucketBench();
    const recipient = await identityToRecipient(await generateX25519Identity());
    const { status, err } = await machine('first').backUpHere('--recipient', recipient);
    expect([status, err]).toEqual([
      4,
      expect.stringContaining('it would be encrypted, and no key was given'),
    ]);
    expect(server.objects.size).toBe(0);
  });

  itLong('reports and repairs changed bytes of what is encrypted', async () => {
    const { server, machine } = await openEncrypted();
    const first = machine('first');
    await first.run(['vault', 'check', '--quiet']); // It has the store of the server from then on.
    const [archive = ''] = keysOf(server, 'archives/');
    const whole = server.objects.get(archive) ?? Buffer.of();
    for (const prefix of ['archives/', 'blobs/', 'git-files/', 'stores/']) {
      const [name = ''] = keysOf(server, prefix);
      server.objects.set(name, flipped(server.objects.get(name), -1));
    }
    const found = JSON.parse((await first.ask(['vault', 'check', '--read-data', '--json'])).out);
    expect(codesOf(found)).toEqual(['archive-damaged', 'blob-digest', 'git-damaged', 'store-damaged']);
    await first.run(['vault', 'repair']);
    server.objects.set(archive, whole);
    const second = machine('second');
    await second.run(['vault', 'rebuild']);
    const left = JSON.parse((await second.ask(['vault', 'check', '--read-data', '--json'])).out);
    expect(left.findings).toMatchObject([{ code: 'archive-unverified' }]);
  });

  it('names the key that is needed where another one is given', async () => {
    const { machine } = await openEncrypted();
    const other = join(temporaryFolder(), 'key.txt');
    writeFileSync(other, `${await generateX25519Identity()}\n`);
    const { status, err } = await machine('fourth').start(['vault', 'list'], { SATCHEL_IDENTITY_FILE: other })
      .ended;
    expect([status, err]).toEqual([
      4,
      expect.stringContaining('none of the given keys fits. Name the file with'),
    ]);
  });

  it('reports and repairs changed bytes of encrypted manifests and of the encrypted journal', async () => {
    const { server, machine } = await openEncrypted();
    for (const prefix of ['manifests/', 'journal/']) {
      const [name = ''] = keysOf(server, prefix);
      server.objects.set(name, flipped(server.objects.get(name), -1));
    }
    const second = machine('second');
    const found = JSON.parse((await second.ask(['vault', 'check', '--json'])).out);
    expect(codesOf(found)).toEqual(['journal-damaged', 'manifest-damaged']);
    await second.run(['vault', 'repair']);
    const left = JSON.parse((await machine('third').ask(['vault', 'check', '--read-data', '--json'])).out);
    expect(left.findings).toEqual([]);
  });

  it('reports changed bits of the journal until it is repaired', async () => {
    const { server, machine } = await openBackedUp();
    const second = machine('second');
    const keys = keysOf(server, 'journal/');
    const [key = ''] = keys;
    server.objects.set(key, flipped(server.objects.get(key)));
    for (const name of ['first', 'second', 'third']) {
      const { status, out } = await machine(name).ask(['vault', 'check', '--json']);
      expect([name, status, codesOf(JSON.parse(out))]).toEqual([name, 3, ['journal-damaged']]);
    }
    await second.run(['vault', 'prune']);
    expect(keysOf(server, 'journal/')).toEqual(keys);
    await second.run(['vault', 'repair']);
    expect(JSON.parse(await machine('third').run(['vault', 'check', '--json'])).findings).toEqual([]);
  });

  itLong('drops lines of its journal that are no longer needed', async () => {
    const { server, machine } = await openBackedUp();
    const troubles = Array.from({ length: 400 }, (_, run) => ({
      type: 'trouble' as const,
      message: 'x'.repeat(30_000),
      run: `20200101T000000Z-${String(run).padStart(6, '0')}`,
      at: new Date(Date.UTC(2020, 0, 1, 0, run)).toISOString(),
    }));
    const bytes = encodeLines(troubles);
    server.objects.set('journal/compacted.jsonl', bytes);
    await machine('second').run(['vault', 'prune']);
    expect(keysOf(server, 'journal/')).toEqual(['journal/compacted.jsonl']);
    const size = server.objects.get('journal/compacted.jsonl')?.byteLength ?? 0;
    expect([size > 0, size < bytes.byteLength * 0.6]).toEqual([true, true]);
    expect(await machine('third').run(['vault', 'check'])).not.toContain('journal');
  });

  itLong('survives resets, overload, changed bytes and truncated answers', async () => {
    const { server, machine } = await openBucketBench();
    const faults: readonly ObjectFault[] = ['reset', 'slow-down', 'corrupt', 'truncate'];
    let seen = 0;
    server.faultOf = ({ method }) => {
      seen += 1;
      const fault = seen % 7 === 0 ? faults[(seen / 7) % faults.length] : undefined;
      return fault === 'corrupt' && method === 'GET' ? undefined : fault;
    };
    expect(await machine('first').backUpHere()).toMatchObject({ status: 0 });
    const checked = JSON.parse(await machine('second').run(['vault', 'check', '--read-data', '--json']));
    expect(checked).toMatchObject({ archives: 1, findings: [] });
  });

  it('shows the status of 5,000 archives with ten listings on a new machine', async () => {
    // In a short run, 200 of them; a fifth on each page of a listing.
    const total = IS_LONG ? 5_000 : 200;
    const { server, machine } = await openBackedUp(total / 5);
    const first = machine('first');
    const [key = ''] = keysOf(server, 'manifests/');
    const { checksum: _former, ...manifest } = JSON.parse(server.objects.get(key)?.toString() ?? '');
    const bytes = server.objects.get(`archives/${manifest.archive}`) ?? Buffer.of();
    const archiveOf = (count: number) => manifest.archive.replace(/^\d{4}/, String(3000 + count));
    for (let count = 1; count < total; count += 1) {
      const archive = archiveOf(count);
      server.objects.set(`archives/${archive}`, bytes);
      server.objects.set(`manifests/${archive}.json`, Buffer.from(sealManifest({ ...manifest, archive })));
    }
    await first.run(['vault', 'pin', manifest.archive]);
    const changed = { ...manifest, archive: archiveOf(1), account: 'noor' }; // The index has it as it was.
    server.objects.set(`manifests/${changed.archive}.json`, Buffer.from(sealManifest(changed)));
    const before = server.requests.length;
    const status = JSON.parse(await machine('second').run(['status', '--quiet', '--json']));
    const counts = status.accounts.map(({ archives }: { readonly archives: number }) => archives);
    expect(counts.toSorted()).toEqual([1, total - 1]);
    const requests = server.requests.slice(before);
    expect(
      requests.filter(({ query }) => query.has('list-type') && query.get('prefix') !== 'journal/'),
    ).toHaveLength(10);
    expect(requests.length).toBeLessThan(60);
  });

  it('imports archives and loads them', async () => {
    const { machine, server } = await openBucketBench();
    const first = machine('first');
    await first.run(['vault', 'import', 'samples/current.tar.gz', '--account', 'mira']);
    const uploads = server.requests.filter(
      ({ method, key }) => method === 'PUT' && key.startsWith('archives/'),
    );
    expect(uploads).toHaveLength(1);
    const second = machine('second');
    expect(JSON.parse(await second.run(['search', 'type:issue', '--json'])).length).toBeGreaterThan(0);
    expect(JSON.parse(await second.run(['vault', 'check', '--read-data', '--json'])).findings).toEqual([]);
  });

  it('lets one of two backups run at a time', async () => {
    const { server, machine, starts } = await openBucketBench();
    const both = await Promise.all([machine('first').backUp().ended, machine('second').backUp().ended]);
    const done = both.filter(({ status }) => status === 0);
    const locked = both.filter(({ status }) => status === 11);
    expect(done.length).toBeGreaterThan(0);
    expect(done.length + locked.length).toBe(2);
    expect(starts()).toBe(done.length);
    expect(keysOf(server, 'archives/')).toHaveLength(done.length);
  });

  it('downloads its archive on another machine before the service deletes it', async () => {
    const { server, machine, starts } = await openBucketBench();
    const first = machine('first').backUp('--delete-archive');
    server.faultOf = ({ method, key }) => {
      const isOwed = keysOf(server, 'journal/').some((line) =>
        server.objects.get(line)?.includes('"deletion-owed"'),
      );
      if (method !== 'PUT' || !key.startsWith('journal/') || !isOwed) {
        return undefined;
      }
      first.child.kill('SIGKILL');
      server.faultOf = () => undefined;
      return 'reset';
    };
    await first.ended;
    const lines = keysOf(server, 'journal/').map((line) => server.objects.get(line)?.toString() ?? '');
    expect(lines.join('')).not.toContain('"backup-finished"');
    expect(await machine('second').backUpHere('--delete-archive')).toMatchObject({ status: 0 });
    expect(starts()).toBe(1);
    const ends = keysOf(server, 'journal/').filter((line) =>
      server.objects.get(line)?.includes('"archive-deleted"'),
    );
    expect(ends).toHaveLength(1);
  });

  it('resumes what another machine began while it locked the account', async () => {
    let sayKnown = () => {};
    const known = new Promise<void>((resolve) => {
      sayKnown = resolve;
    });
    const isKnown = () =>
      keysOf(server, 'journal/').some((key) => server.objects.get(key)?.includes('"migration-known"'));
    const { server, machine } = await openBucketBench({
      exportMs: 3_600_000,
      onRequest: () => (isKnown() ? sayKnown() : undefined), // It polls every 50 ms.
    });
    const first = machine('first').backUp();
    await known;
    first.child.kill('SIGKILL');
    await first.ended;
    // What the first machine wrote comes into the bucket when the second one already has the lock of the vault.
    const late = keysOf(server, 'journal/').map((key) => [key, server.objects.get(key)] as const);
    for (const [key] of late) {
      server.objects.delete(key);
    }
    server.faultOf = ({ key }) => {
      if (key.startsWith('locks/account')) {
        server.faultOf = () => undefined;
        for (const [line, bytes] of late) {
          server.objects.set(line, bytes ?? Buffer.of());
        }
      }
      return undefined;
    };
    const { status, err } = await machine('second').backUpHere('--timeout', '1s');
    expect([5, 8], err).toContain(status); // On a busy machine, a call may take longer than that.
    const lines = keysOf(server, 'journal/').map((key) => server.objects.get(key)?.toString() ?? '');
    expect(lines.join('').match(/"backup-begun"/g)).toHaveLength(1);
  });

  it('serves jobs, loads, captures, the reader and the doctor', async () => {
    const { server, machine, sandbox } = await openBucketBench();
    const first = machine('first');
    const config = join(first.home, 'satchel.yaml');
    mkdirSync(first.home, { recursive: true });
    writeFileSync(
      config,
      `accounts: { main: { base_url: "${sandbox.ready.base_url}", token: "\${SATCHEL_TOKEN}" } }
vault: s3://work
jobs: { nightly: { account: main, schedule: "@daily" } }
`,
    );
    await first.run(['schedule', 'run', '--config', config, '--job', 'nightly', '--quiet']);
    expect(keysOf(server, 'archives/')).toHaveLength(1);

    const published = () => server.objects.get('store.json')?.toString();
    const before = published();
    await first.run(['notifications', 'list', '--capture', '--base-url', sandbox.ready.base_url, '--json']);
    const captured = published();
    expect(captured).not.toBe(before);
    await machine('second').run(['load', 'samples/current.tar.gz', '--as-history', '--quiet']);
    expect(published()).not.toBe(captured);
    const third = machine('third');
    const query = ['query', '--csv', 'select count(*) from notifications'];
    const count = await third.run(query);
    expect(Number(count.split('\n')[1])).toBeGreaterThan(0);

    const reader = third.start(['browse', '--vault', 's3://work', '--port', '0']);
    await reader.untilEvent('ready');
    const { url } = JSON.parse(reader.out());
    expect((await fetch(url)).status).toBe(200);
    reader.child.kill('SIGTERM');
    await reader.ended;
    const examined = await third.ask(['doctor', '--base-url', sandbox.ready.base_url, '--json']);
    expect(examined.out).toContain('s3://work: 1 archive');
  });

  it('refuses clones, and a vault that does not exist', async () => {
    const { machine } = await openBucketBench();
    const absent = await machine('first').ask(['status']);
    expect(absent).toMatchObject({
      status: 10,
      err: expect.stringContaining('Cannot open the vault "s3://work"'),
    });
    const cloning = await machine('first').backUpHere('--with', 'stars', '--clone', 'stars');
    expect(cloning).toMatchObject({
      status: 2,
      err: expect.stringContaining('clones need a vault in a directory'),
    });
  });
});

/** Each code once: a file of git can belong to several repositories. */
function codesOf({
  findings,
}: {
  readonly findings: readonly { readonly code: string }[];
}): readonly string[] {
  return [...new Set(findings.map(({ code }) => code))].sort();
}

function flipped(bytes: Buffer = Buffer.of(), at = 0): Buffer {
  const changed = Buffer.from(bytes);
  const index = at < 0 ? changed.length + at : at;
  changed[index] = (changed[index] ?? 0) ^ 1;
  return changed;
}
