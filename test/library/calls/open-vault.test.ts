import { existsSync, symlinkSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { extractArchive } from '../../../src/library/archive.ts';
import type { Report } from '../../../src/library/client.ts';
import { openStore } from '../../../src/library/store.ts';
import { copyVault, openVault, VAULT_FINDINGS, type Vault } from '../../../src/library/vault.ts';
import { openVault as openForWriting } from '../../../src/vault/vault.ts';
import { openBackedUp } from '../../backup/support/backed-up-bucket.ts';
import { VAULT } from '../../backup/support/bucket-bench.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT, OLD } from '../../house/samples.ts';

it('keeps archives, and locks itself for whatever changes it', async () => {
  const location = join(temporaryFolder(), 'vault');
  const vault = await openVault(location, { create: true });
  const { imported } = await vault.import([CURRENT, OLD]);
  expect(imported.length).toBe(2);
  const newest = await vault.newest();
  expect((await vault.archives()).at(-1)).toEqual(newest);
  expect(await vault.waitForNewer(undefined)).toEqual(newest);
  await expect(
    vault.waitForNewer(newest, { signal: AbortSignal.abort(new Error('no time')) }),
  ).rejects.toThrow('no time');
  await expect(vault.withArchive('latest', async (path) => existsSync(path))).resolves.toBe(true);

  const other = await openForWriting(location, { clock: createSystemClock() });
  const release = await other.lock('another program');
  const changes = [
    () => vault.forget([newest?.archive ?? '']),
    () => vault.prune(),
    () => vault.pin(['latest']),
    () => vault.rebuild({ isFresh: true }),
    () => vault.import([CURRENT]),
    () => vault.repair(),
  ];
  for (const change of changes) {
    await expect(change()).rejects.toMatchObject({ code: 'locked' });
  }
  await release();
  expect((await vault.archives()).length).toBe(2);

  expect(await vault.pin(['latest'], { note: 'the last one' })).toMatchObject([
    { pin: { note: 'the last one' } },
  ]);
  expect((await vault.newest())?.pin).toMatchObject({ note: 'the last one' });
  const dry = await vault.forget({ keepLast: 1 }, { isDryRun: true });
  expect(dry.archives.length).toBe(1);
  await expect(vault.forget({ keepWithin: { days: undefined } })).rejects.toThrow('a span of no time');
  await Promise.all([vault.pin(['latest']), vault.prune(), vault.pin(['latest'], { note: 'the last one' })]);
  expect(dry.groups.flatMap(({ rows }) => rows).length).toBe(2);
  await expect(vault.forget({ keepLast: -1 })).rejects.toMatchObject({ code: 'usage' });
  const none = vault.check({ sample: { type: 'group', group: 9, groups: 3 } });
  await expect(none.next()).rejects.toThrow('Cannot check the vault: there is no group 9 of 3');
  const aborted = vault.check({ signal: AbortSignal.abort(new Error('no time')) });
  await expect(aborted.next()).rejects.toThrow('no time');
  const findings: string[] = [];
  for await (const { severity, code } of vault.check({ sample: { type: 'all' } })) {
    findings.push(`${severity} ${code}`);
  }
  expect(findings.filter((finding) => finding.startsWith('error'))).toEqual([]);
  expect((await vault.status()).accounts.length).toBeGreaterThan(0);

  const copy = join(temporaryFolder(), 'copy');
  expect((await copyVault(location, copy)).copied.archive).toBe(2);
  expect((await (await openVault(copy)).archives()).length).toBe(2);
  for (const place of [location, copy]) {
    const names = await readdir(place, { recursive: true });
    expect(names.filter((name) => /unfinished|\.part$|lock/.test(name))).toEqual([]);
  }
});

it('says what it does, in sentences', async () => {
  const told: Report[] = [];
  const folder = temporaryFolder();
  const onReport = (report: Report) => void told.push(report);
  const vault = await openVault(join(folder, 'vault'), { create: true, onReport });
  await vault.import([CURRENT]);
  await vault.rebuild({ isFresh: true });
  await copyVault(vault.directory, join(folder, 'copy'), { onReport });
  const sentences = told.flatMap(({ level, text = '' }) => (level === 'info' ? [text] : []));
  expect(sentences.join('\n')).toMatch(/^Reading .+\nImported .+ verified\nLoaded \d+ records of .+/);
  expect(sentences.at(-2)).toMatch(/^Copied .+\.tar\.gz \(.+\)$/);
  expect(sentences.at(-1)).toMatch(/^Copied store\.db \(.+\)$/);
  expect(told.filter(({ text }) => text === undefined || text === '')).toEqual([]);
});

it('lets changes of a vault wait for a copy from it, and for one to it', async () => {
  const folder = temporaryFolder();
  const vault = await openVault(join(folder, 'vault'), { create: true });
  await vault.import([CURRENT], { isLoaded: false });
  const copy = await openVault(join(folder, 'copy'), { create: true });
  const changes: Promise<unknown>[] = [];
  const onReport = () => void (changes.length === 0 && changes.push(vault.prune(), copy.prune()));
  await copyVault(vault.directory, copy.directory, { onReport });
  expect(await Promise.all(changes)).toHaveLength(2);
});

it('takes URLs wherever it takes paths', async () => {
  const at = (name: string) => new URL(name, pathToFileURL(`${temporaryFolder()}/`));
  const location = at('vault');
  const vault = await openVault(location, { create: true });
  await vault.import([pathToFileURL(CURRENT)]);
  const copy = at('copy');
  await copyVault(location, copy);
  expect((await (await openVault(copy)).archives()).length).toBe(1);
  const extracted = at('extracted');
  await extractArchive(pathToFileURL(CURRENT), { directory: extracted, selection: { hasAttachments: true } });
  expect(existsSync(extracted)).toBe(true);
  const restored = at('restored.db');
  using store = openStore(vault.storePath);
  store.restoreSnapshot(1, restored);
  expect(existsSync(restored)).toBe(true);
  await expect(openVault(new URL('https://example.com/vault'))).rejects.toThrow(
    'its path must be a text or a file URL, and not https://example.com/vault',
  );
});

it('ends each call with its signal, also while others change it', async () => {
  const vault = await openVault(join(temporaryFolder(), 'vault'), { create: true });
  await vault.import([CURRENT]);
  const reason = new Error('no time');
  const signal = AbortSignal.abort(reason);
  const calls: readonly (() => Promise<unknown>)[] = [
    () => vault.archives({ signal }),
    () => vault.newest({ signal }),
    () => vault.runs({ signal }),
    () => vault.status({ signal }),
    () => vault.withArchive('latest', async () => expect.unreachable(), { signal }),
    () => vault.pin(['latest'], { signal }),
    () => vault.unpin(['latest'], { signal }),
  ];
  for (const call of calls) {
    await expect(call()).rejects.toBe(reason);
  }
  const stop = new AbortController();
  const rebuilding = vault.rebuild({ isFresh: true });
  const pinning = vault.pin(['latest'], { signal: stop.signal });
  stop.abort(reason);
  await expect(pinning).rejects.toBe(reason);
  await rebuilding;
  expect((await vault.newest({ account: 'nowhere' })) ?? 'none').toBe('none');
  expect((await vault.newest())?.pin).toBeUndefined();
  const opened = vault.withArchive('latest', async () => await new Promise(() => undefined), {
    signal: AbortSignal.timeout(1),
  });
  await expect(opened).rejects.toMatchObject({ name: 'TimeoutError' });
});

it('waits for an archive of the same second, too', async () => {
  const vault = await openVault(join(temporaryFolder(), 'vault'), { create: true });
  const takenAt = '2027-01-01T00:00:00Z';
  await vault.import([OLD], { takenAt, isLoaded: false });
  const first = await vault.newest();
  await vault.import([CURRENT], { takenAt, isLoaded: false });
  const [one, other] = await vault.archives();
  expect([one?.takenAt, other?.takenAt]).toEqual([first?.takenAt, first?.takenAt]);
  expect(await vault.waitForNewer(one)).toEqual(other);
  const waiting = vault.waitForNewer(other, { signal: AbortSignal.timeout(1) });
  await expect(waiting).rejects.toMatchObject({ name: 'TimeoutError' });
});

describe('an archive that is missing or damaged', () => {
  const makeVault = async () => {
    const vault = await openVault(join(temporaryFolder(), 'vault'), { create: true });
    await vault.import([CURRENT, OLD]);
    const [older, newest] = await vault.archives();
    const file = join(vault.directory, 'archives', newest?.archive ?? '');
    return { vault, older, newest, file };
  };
  const codesOf = async (vault: Vault) => {
    const codes: string[] = [];
    for await (const { severity, code } of vault.check({ sample: { type: 'all' } })) {
      codes.push(...(severity === 'error' ? [code] : []));
    }
    return codes;
  };
  const pathOfLatest = async (vault: Vault) => await vault.withArchive('latest', async (path) => path);

  it.for([
    ['missing', 'archive-missing', 'absent'],
    ['truncated', 'archive-size', 'archive-damaged'],
  ] as const)('that is %s is passed over, and never given to a program', async ([state, code, failure]) => {
    const { vault, older, newest, file } = await makeVault();
    await (state === 'missing' ? rm(file) : truncate(file, 9));
    expect(await vault.newest()).toEqual(older);
    expect(await vault.waitForNewer(undefined)).toEqual(older);
    expect(await pathOfLatest(vault)).toContain(older?.archive);
    const opened = vault.withArchive(newest?.archive ?? '', async () => expect.unreachable());
    await expect(opened).rejects.toMatchObject({ code: failure });
    expect(await codesOf(vault)).toEqual([code]);
    // What the table of findings says of it.
    expect(Object.keys(VAULT_FINDINGS[code].remedies ?? {})).toEqual(['import', 'forget']);
    await vault.import([CURRENT]);
    expect([await codesOf(vault), await vault.newest()]).toMatchObject([[], { sha256: newest?.sha256 }]);
    await rm(file);
    await vault.forget([newest?.archive ?? '']);
    expect(await codesOf(vault)).toEqual([]);
  });

  it('with changed bytes is refused, marked by a repair, and restored by an import', async () => {
    const { vault, older, newest, file } = await makeVault();
    const bytes = await readFile(file);
    bytes[99] = 1 ^ (bytes[99] ?? 0);
    await writeFile(file, bytes);
    await expect(pathOfLatest(vault)).rejects.toMatchObject({ code: 'archive-damaged' });
    expect(await codesOf(vault)).toEqual(['archive-digest', 'archive-damaged']);
    await vault.repair();
    expect(await vault.newest()).toEqual(older);
    await vault.import([CURRENT]);
    expect([await codesOf(vault), await vault.newest()]).toMatchObject([[], { sha256: newest?.sha256 }]);
  });

  it('is not the newest, and a vault without any has none', async () => {
    const { vault, file } = await makeVault();
    await rm(dirname(file), { recursive: true });
    expect((await vault.newest()) ?? 'none').toBe('none');
    await expect(pathOfLatest(vault)).rejects.toMatchObject({ code: 'absent' });
  });
});

it('sees what another machine adds in object storage', async () => {
  const { machine } = await openBackedUp();
  const vault = await openVault(VAULT, { env: { ...process.env, HOME: join(temporaryFolder(), 'home') } });
  const newest = await vault.newest();
  expect(await machine('first').backUpHere('--exclude-git-data')).toMatchObject({ status: 0 });
  const newer = await vault.waitForNewer(newest);
  expect(newer.archive).not.toBe(newest?.archive);
  expect(await vault.withArchive('latest', async (path) => path.endsWith(newer.archive))).toBe(true);
});

it('is not copied into itself', async () => {
  const folder = temporaryFolder();
  const place = join(folder, 'vault');
  await openVault(place, { create: true });
  symlinkSync(place, join(folder, 'link'));
  for (const [from, to] of [
    [place, join(place, 'copy')],
    [place, place],
    [join(folder, 'link'), join(place, 'archives/copy')],
  ] as const) {
    await expect(copyVault(from, to)).rejects.toMatchObject({ code: 'usage' });
  }
  expect(existsSync(join(place, 'copy'))).toBe(false);
});

it('is not made by a wrong name', async () => {
  await expect(openVault(join(temporaryFolder(), 'none'))).rejects.toMatchObject({ code: 'absent' });
});
