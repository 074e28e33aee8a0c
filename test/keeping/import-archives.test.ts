import { copyFile, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { examineArchive } from '../../src/keeping/import/examine-archive.ts';
import { type ImportReport, importArchives } from '../../src/keeping/import-archives.ts';
import { openStore } from '../../src/store/store.ts';
import { createDecrypt } from '../../src/vault/decrypt-stream.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { makeTarGz } from '../archive/support/make-tar.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { CURRENT, OLD } from '../house/samples.ts';

const clock = createDrivenClock(Date.UTC(2026, 6, 1));
let directory: string;
let vault: Vault;

beforeEach(async () => {
  directory = temporaryFolder();
  vault = await openVault(join(directory, 'vault'), { clock, create: true });
});

type Changes = Partial<Parameters<typeof importArchives>[0]>;

async function run(paths: readonly string[], changes: Changes = {}): Promise<ImportReport> {
  return await importArchives({
    vault,
    paths,
    isMove: false,
    opening: {},
    isLoaded: false,
    keepsGit: true,
    satchelVersion: '0.1.0',
    clock,
    random: createSeededRandom('import'),
    signal: new AbortController().signal,
    onEvent: () => undefined,
    ...changes,
  });
}

async function archives(): Promise<readonly string[]> {
  return (await readdir(join(vault.directory, 'archives'))).toSorted();
}

describe('importArchives()', () => {
  it('makes manifests from the content of archives, the oldest first whatever their order', async () => {
    const { imported } = await run([CURRENT, OLD]);
    expect(imported).toMatchObject([
      { origin: 'import', account: 'yaryna-vitrolom', takenAt: '2019-11-01T00:00:00Z', isVerified: true },
      { origin: 'import', account: 'yaryna-vitrolom', takenAt: '2026-06-01T00:00:00Z', isVerified: true },
    ]);
    const [old] = imported;
    expect(old?.sizeBytes).toBe((await stat(OLD)).size);
    expect(old?.repositories.length).toBeGreaterThan(1);
    expect(await vault.manifests()).toEqual(imported);
    expect(imported.map(({ loading }) => loading)).toEqual(['declined', 'declined']);
    expect(await archives()).toEqual(imported.map(({ archive }) => archive));
    expect(await readFile(vault.archivePath(old?.archive ?? ''))).toEqual(await readFile(OLD));
  });

  it('says what builds a damaged store again', async () => {
    await run([CURRENT], { isLoaded: true });
    await writeFile(vault.storePath, 'damaged');
    await expect(run([OLD], { isLoaded: true })).rejects.toMatchObject({
      code: 'not-a-store',
      hint: expect.stringContaining('rebuild() of the vault'),
      commandHint: expect.stringContaining('"satchel vault rebuild"'),
    });
  });

  it('loads them in the order of their age, even if the store has newer ones', async () => {
    await run([CURRENT], { isLoaded: true });
    await run([OLD], { isLoaded: true });
    const store = openStore(vault.storePath);
    try {
      expect(store.snapshots().map(({ takenAt }) => takenAt)).toEqual([
        '2019-11-01T00:00:00Z',
        '2026-06-01T00:00:00Z',
      ]);
    } finally {
      store.close();
    }
  });

  it('recognizes known archives by digest, whatever their names', async () => {
    const copy = join(directory, 'copy.tgz');
    await copyFile(CURRENT, copy);
    await run([CURRENT]);
    const { imported, known } = await run([copy, OLD]);
    expect([known, imported.length]).toEqual([[copy], 1]);
    expect(await archives()).toHaveLength(2);
  });

  it('imports an archive again if the copy in the vault is missing or truncated', async () => {
    const [first] = (await run([CURRENT])).imported;
    const path = vault.archivePath(first?.archive ?? '');
    for (const spoil of [() => rm(path), () => writeFile(path, 'half')]) {
      await spoil();
      const { imported, known } = await run([CURRENT]);
      expect([imported.length, known.length]).toEqual([1, 0]);
      expect(await readFile(path)).toEqual(await readFile(CURRENT));
    }
    expect(await vault.manifests()).toHaveLength(1);
  });

  it('moves: the source is gone once the vault has it, and not before', async () => {
    const source = join(directory, 'mine.tar.gz');
    await copyFile(CURRENT, source);
    const { imported } = await run([source], { isMove: true });
    expect(await readdir(directory)).toEqual(['vault']);
    expect(await readFile(vault.archivePath(imported[0]?.archive ?? ''))).toEqual(await readFile(CURRENT));
  });

  it('adopts an archive that an interrupted run left in the vault without a manifest', async () => {
    await copyFile(CURRENT, vault.archivePath('20260601T000000Z-mira-7.tar.gz'));
    const { imported } = await run([vault.archivePath('20260601T000000Z-mira-7.tar.gz')], { isMove: true });
    expect(imported[0]?.archive).toBe('20260601T000000Z-mira-7.tar.gz');
    expect(await archives()).toEqual(['20260601T000000Z-mira-7.tar.gz']);
  });

  it('loads an archive that has the name of another one that was loaded before', async () => {
    const path = vault.archivePath('mine.tar.gz');
    await copyFile(OLD, path);
    await run([path], { isLoaded: true });
    await vault.forget('mine.tar.gz');
    await copyFile(CURRENT, path);
    const { imported } = await run([path], { isLoaded: true });
    const store = openStore(vault.storePath);
    const loaded = store.snapshots().map(({ archiveSha256 }) => archiveSha256);
    store.close();
    expect([loaded.length, loaded.at(-1)]).toEqual([2, imported[0]?.sha256]);
  });

  it('leaves out a damaged archive, and imports the others', async () => {
    const cut = join(directory, 'cut.tar.gz');
    const page = join(directory, 'error.tar.gz');
    await writeFile(cut, (await readFile(CURRENT)).subarray(0, 40_000));
    await writeFile(page, '<html>503 Service Unavailable</html>');
    const { imported, troubles } = await run([cut, page, join(directory, 'none.tar.gz'), OLD]);
    expect(imported).toHaveLength(1);
    expect(troubles.map(({ failure }) => failure.code)).toEqual([
      'archive-damaged',
      'not-an-archive',
      'absent',
    ]);
    expect(await archives()).toHaveLength(1);
  });

  it('leaves out what no migration wrote', async () => {
    const source = join(directory, 'source.tar.gz');
    await writeFile(source, makeTarGz([{ name: 'app/index.js', body: 'x' }]));
    const { imported, troubles } = await run([source, OLD], { isLoaded: true });
    expect(imported).toHaveLength(1);
    expect(troubles).toMatchObject([
      {
        path: source,
        failure: {
          code: 'not-an-archive',
          message: `Cannot import "${source}": the archive contains 1 entry, but none that a migration writes`,
        },
      },
    ]);
    expect(await archives()).toHaveLength(1);
  });

  it('uses the given account and time', async () => {
    const { imported } = await run([CURRENT], { account: 'mira', takenAtMs: Date.parse('2020-02-02') });
    expect(imported[0]).toMatchObject({ account: 'mira', takenAt: '2020-02-02T00:00:00Z' });
    expect(imported[0]?.archive).toMatch(/^20200202T000000Z-mira-[0-9a-f]{8}\.tar\.gz$/);
  });

  it('encrypts plain archives for the vault, keeps encrypted ones in a plain one, and recognizes both by content', async () => {
    const identity = await generateIdentity();
    const recipients = [await identityToRecipient(identity)];
    const opening = { decrypt: await createDecrypt([identity]) };
    vault = await openVault(join(directory, 'safe'), { clock, create: true, encryption: recipients });
    const [first] = (await run([CURRENT])).imported;
    const path = vault.archivePath(first?.archive ?? '');
    expect(first).toMatchObject({
      encryption: { method: 'age', recipients },
      sizeBytes: (await stat(CURRENT)).size,
    });
    expect(path.endsWith('.tar.gz.age')).toBe(true);
    expect((await readFile(path)).toString('latin1', 0, 22)).toBe('age-encryption.org/v1\n');
    expect((await run([CURRENT])).known).toEqual([CURRENT]);
    const other = await openVault(join(directory, 'other'), { clock, create: true });
    expect((await run([path], { vault: other })).troubles[0]?.failure.code).toBe('key-missing');
    const [kept] = (await run([path], { vault: other, opening })).imported;
    expect(kept).toMatchObject({ sha256: first?.sha256, encryption: { recipients: [] } });
    expect(await readFile(other.archivePath(kept?.archive ?? ''))).toEqual(await readFile(path));
  });

  it('encrypts what is encrypted for others again, for all keys of the vault', async () => {
    const [theirs, daily, safe] = [
      await generateIdentity(),
      await generateIdentity(),
      await generateIdentity(),
    ];
    const recipients = [await identityToRecipient(daily), await identityToRecipient(safe)].toSorted();
    const encryption = [await identityToRecipient(theirs)];
    const other = await openVault(join(directory, 'other'), { clock, create: true, encryption });
    const [first] = (await run([CURRENT], { vault: other })).imported;
    const path = other.archivePath(first?.archive ?? '');
    const opening = { decrypt: await createDecrypt([theirs]) };
    vault = await openVault(join(directory, 'safe'), { clock, create: true, encryption: recipients });
    const [again] = (await run([path], { opening })).imported;
    expect(again).toMatchObject({ sha256: first?.sha256, encryption: { recipients } });
    const digests = [daily, safe].map(async (identity) => {
      const own = { decrypt: await createDecrypt([identity]) };
      return (await examineArchive(vault.archivePath(again?.archive ?? ''), { opening: own, clock })).sha256;
    });
    expect(await Promise.all(digests)).toEqual([first?.sha256, first?.sha256]);
  });
});
