import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSystemDisk } from '../../src/base/disk.ts';
import type { Manifest } from '../../src/vault/manifest.ts';
import { createVault } from '../../src/vault/marker/directory-marker.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const clock = createDrivenClock(Date.UTC(2026, 4, 1));
let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

function manifestOf(archive: string, downloadedAt: string): Manifest {
  return {
    manifestVersion: 2,
    archive,
    origin: 'backup',
    takenAt: downloadedAt,
    sizeBytes: 10,
    sha256: 'a'.repeat(64),
    baseUrl: 'http://127.0.0.1:1',
    account: 'mira',
    request: { repositories: ['mira/lantern'] },
    migration: { id: 1, guid: 'g', createdAt: downloadedAt, updatedAt: downloadedAt },
    repositories: ['mira/lantern'],
    downloadedAt,
    counts: { issue: 3 },
    findings: [],
    isVerified: true,
    satchelVersion: '0.1.0',
  };
}

/** Leaves a lock as a process does that holds it. */
async function leaveLock(
  vault: Vault,
  holder: { readonly pid: number | undefined; readonly host: string },
): Promise<void> {
  const lock = join(vault.directory, 'lock');
  await mkdir(lock);
  await writeFile(
    join(lock, 'holder.json'),
    JSON.stringify({ ...holder, command: 'satchel backup', startedAt: 'then' }),
  );
}

describe('openVault()', () => {
  it('refuses a directory that is no vault unless it may create one', async () => {
    await expect(openVault(directory, { clock })).rejects.toMatchObject({
      code: 'absent',
      message: `Cannot open the vault "${directory}": the directory has no satchel-vault.json, so it is not a vault`,
    });
    await expect(openVault(join(directory, 'missing'), { clock })).rejects.toMatchObject({
      code: 'absent',
      message: expect.stringMatching(/: it does not exist$/),
    });
  });

  it.each([
    ['file', 'it'],
    ['file/below/it', '".*/file"'],
  ])('says that a file is in the way of %s, and what to name instead', async (path, what) => {
    await writeFile(join(directory, 'file'), '');
    const said = (action: string) =>
      expect.stringMatching(
        new RegExp(`^Cannot ${action} the vault ".*/${path}": ${what} is a file, not a directory$`),
      );
    await expect(openVault(join(directory, path), { clock })).rejects.toMatchObject({
      code: 'absent',
      message: said('open'),
      commandHint: 'Name the directory of a vault with --vault',
    });
    await expect(openVault(join(directory, path), { clock, create: true })).rejects.toMatchObject({
      code: 'exists',
      message: said('make'),
      commandHint: 'Name an empty or new directory with --vault',
    });
  });

  it('creates the layout once and opens it again', async () => {
    const created = await openVault(join(directory, 'vault'), { clock, create: true });
    expect((await readdir(created.directory)).sort()).toEqual([
      'archives',
      'manifests',
      'satchel-vault.json',
    ]);
    const opened = await openVault(created.directory, { clock });
    expect(opened.storePath).toBe(created.storePath);
  });

  it('reads a manifest again only if its file has changed', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    const path = await vault.addManifest(manifestOf('a.tar.gz', '2026-05-02T00:00:00.000Z'));
    await vault.addManifest(manifestOf('b.tar.gz', '2026-05-03T00:00:00.000Z'));
    const [first, second] = await vault.manifests();
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace('2026-05-02', '2026-05-01'));
    expect((await vault.listManifests()).faults).toMatchObject([{ archive: 'a.tar.gz' }]);
    await writeFile(path, text);
    const [again, same] = await vault.manifests();
    expect([again === first, again, same === second]).toEqual([false, first, true]);
  });

  it('opens what another run made and filled in the meantime', async () => {
    const root = join(directory, 'vault');
    const vault = await openVault(root, { clock, create: true });
    await vault.addManifest(manifestOf('a.tar.gz', '2026-05-02T00:00:00.000Z'));
    await createVault(root, root, { marker: { recipients: [] }, disk: createSystemDisk() }); // As if no marker had been found before.
    expect(await vault.manifests()).toHaveLength(1);
  });

  it('opens what another run made while this one was writing the marker', async () => {
    const root = join(directory, 'vault');
    const system = createSystemDisk();
    const disk = {
      ...system,
      async rename(from: string, to: string) {
        await (await openVault(root, { clock, create: true })).lock('satchel backup'); // Removes partial files.
        await system.rename(from, to);
      },
    };
    await createVault(root, root, { marker: { recipients: [] }, disk });
    expect(await (await openVault(root, { clock })).manifests()).toEqual([]);
  });

  it('makes one vault if many begin at once, and one of them has it', async () => {
    const root = join(directory, 'vault');
    const begin = async () => await (await openVault(root, { clock, create: true })).lock('satchel backup');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, begin));
    const codes = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? 'has it' : outcome.reason.code,
    );
    expect(codes.toSorted()).toEqual(['has it', ...Array(7).fill('locked')]);
  });

  it('never takes over a directory with other files', async () => {
    await writeFile(join(directory, 'diary.txt'), 'mine');
    await expect(openVault(directory, { clock, create: true })).rejects.toMatchObject({ code: 'exists' });
    expect(await readdir(directory)).toEqual(['diary.txt']);
  });

  it('says so when the marker is damaged or of an unknown version', async () => {
    await writeFile(join(directory, 'satchel-vault.json'), '{"vault_');
    await expect(openVault(directory, { clock })).rejects.toThrow('damaged');
    await writeFile(join(directory, 'satchel-vault.json'), '{"vault_version":1}');
    await expect(openVault(directory, { clock })).rejects.toThrow('unknown version');
  });

  it('keeps manifests beside the archives, oldest first', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    await vault.addManifest(manifestOf('b.tar.gz', '2026-05-02T00:00:00.000Z'));
    const path = await vault.addManifest(manifestOf('a.tar.gz', '2026-05-01T00:00:00.000Z'));
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      ...manifestOf('a.tar.gz', '2026-05-01T00:00:00.000Z'),
      checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect((await vault.manifests()).map((manifest) => manifest.archive)).toEqual(['a.tar.gz', 'b.tar.gz']);
  });
});

describe('Vault.lock()', () => {
  it.each(['archives', 'manifests', 'clones', 'journal.log', 'store.db', 'lock'])(
    'refuses a link in place of %s, and removes nothing that it leads to',
    async (name) => {
      const vault = await openVault(join(directory, 'vault'), { clock, create: true });
      const elsewhere = join(directory, 'elsewhere');
      await mkdir(elsewhere);
      await writeFile(join(elsewhere, 'a.tar.gz.part'), '');
      await rm(join(vault.directory, name), { recursive: true, force: true });
      await symlink(elsewhere, join(vault.directory, name));
      await expect(vault.lock('satchel backup')).rejects.toMatchObject({
        code: 'file-system',
        message: expect.stringMatching(`/vault/${name}": it is a link`),
      });
      expect(await readdir(elsewhere)).toEqual(['a.tar.gz.part']);
    },
  );

  it('gives the vault to one run and names it to the next', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    const release = await vault.lock('satchel backup');
    await expect(vault.lock('satchel backup')).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`process ${process.pid}`),
    });
    await release();
    const again = await vault.lock('satchel backup');
    await again();
  });

  it('takes over the lock of a process that is dead', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    const child = spawn(process.execPath, ['-e', '']);
    await once(child, 'exit');
    await leaveLock(vault, { pid: child.pid, host: hostname() });
    const release = await vault.lock('satchel backup');
    await release();
    expect(await readdir(vault.directory)).not.toContain('lock');
  });

  it('respects the lock of another host', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    await leaveLock(vault, { pid: 1, host: 'elsewhere.example' });
    await expect(vault.lock('satchel backup')).rejects.toThrow('elsewhere.example');
  });

  it('is looked at before every write: a run that was taken for dead changes nothing any more', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    const release = await vault.lock('satchel backup');
    const journal = await vault.journal.open('sleeper');
    await journal.write({ type: 'account-known', account: 'mira' });
    await rm(join(vault.directory, 'lock'), { recursive: true }); // As another process does to take over.

    const other = await openVault(vault.directory, { clock });
    const releaseOther = await other.lock('satchel backup');
    const otherJournal = await other.journal.open('taker');
    await otherJournal.write({ type: 'deletion-owed', migrationId: 7 });
    await other.addManifest(manifestOf('a.tar.gz', '2026-05-02T00:00:00.000Z'));
    const whole = await readFile(join(vault.directory, 'journal.log'), 'utf8');

    const locked = { code: 'locked' };
    await expect(journal.write({ type: 'run-ended', exit: 'done' })).rejects.toMatchObject(locked);
    await expect(vault.addManifest(manifestOf('a.tar.gz', '2026'))).rejects.toMatchObject(locked);
    await expect(vault.forget('a.tar.gz')).rejects.toMatchObject(locked);
    await expect(vault.disk.open(vault.archivePath('a.tar.gz.part'))).rejects.toMatchObject(locked);
    await journal.close();
    await release();
    expect(await readFile(join(vault.directory, 'journal.log'), 'utf8')).toBe(whole);
    expect(await readdir(join(vault.directory, 'manifests'))).toEqual(['a.tar.gz.json']);
    await expect(other.lock('satchel backup')).rejects.toMatchObject(locked);
    await otherJournal.write({ type: 'run-ended', exit: 'done' });
    await otherJournal.close();
    await releaseOther();
  });

  it('removes what killed runs were writing, but no download that can be gone on with', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    const id = '01234567-89ab-4cde-8f01-23456789abcd';
    const resumable = ['a-1.tar.gz.part', 'a-1.tar.gz.part.json'];
    const left = ['a-1.tar.gz.age.part', 'a-0123abcd.tar.gz.part', `a-1.tar.gz.part.json.${id}.part`];
    for (const name of [...resumable, ...left]) {
      await writeFile(vault.archivePath(name), '');
    }
    await writeFile(join(vault.directory, 'manifests', `a.json.${id}.part`), '');
    await writeFile(join(vault.directory, `journal.log.${id}.part`), '');
    await (await vault.lock('satchel backup'))();
    expect((await readdir(join(vault.directory, 'archives'))).toSorted()).toEqual(resumable);
    expect(await readdir(join(vault.directory, 'manifests'))).toEqual([]);
    expect(await readdir(vault.directory)).not.toContain(`journal.log.${id}.part`);
  });

  it('fails clearly if the lock cannot be made', async () => {
    const vault = await openVault(join(directory, 'vault'), { clock, create: true });
    await rm(vault.directory, { recursive: true });
    await mkdir(directory, { recursive: true });
    await expect(vault.lock('satchel backup')).rejects.toMatchObject({ code: 'absent' });
  });
});
