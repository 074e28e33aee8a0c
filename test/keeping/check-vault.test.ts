import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { acquireLock } from '../../src/base/lock.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import { checkVault } from '../../src/keeping/check-vault.ts';
import { importArchives } from '../../src/keeping/import-archives.ts';
import { pruneVault } from '../../src/keeping/prune-vault.ts';
import { openVault, type Vault } from '../../src/vault/vault.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { CURRENT } from '../house/samples.ts';

const clock = createDrivenClock(Date.UTC(2026, 6, 1));
const { signal } = new AbortController();
const searchPath = process.env['PATH'] ?? '';
let model: string;
let directory: string;
let vault: Vault;

/** A vault with one loaded archive, created once and copied for each test. */
beforeAll(async () => {
  model = temporaryFolder();
  const made = await openVault(join(model, 'vault'), { clock, create: true });
  await importArchives({
    vault: made,
    paths: [CURRENT],
    isMove: false,
    opening: {},
    isLoaded: true,
    keepsGit: true,
    satchelVersion: '0.1.0',
    clock,
    random: createSeededRandom('import'),
    signal,
    onEvent: () => undefined,
  });
});

beforeEach(async () => {
  directory = temporaryFolder();
  await copyTree(join(model, 'vault'), join(directory, 'vault'));
  vault = await openVault(join(directory, 'vault'), { clock });
});

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    await (entry.isDirectory() ? copyTree(source, target) : copyFile(source, target));
  }
}

async function check(isRead = false): Promise<readonly string[]> {
  const codes: string[] = [];
  const checking = checkVault({
    vault,
    sample: isRead ? { type: 'all' } : undefined,
    random: createSeededRandom('check'),
    clock,
    searchPath: '',
    signal,
  });
  for await (const { code, path, severity } of checking) {
    codes.push(`${severity} ${code} ${path}`);
  }
  return codes;
}

async function archiveName(): Promise<string> {
  return (await vault.manifests())[0]?.archive ?? '';
}

async function firstFileIn(folder: string): Promise<string> {
  const entries = await readdir(join(vault.directory, folder), { recursive: true, withFileTypes: true });
  const file = entries.find((entry) => entry.isFile());
  return join(file?.parentPath ?? '', file?.name ?? '');
}

/** Changes one byte of a file, but not its size. */
async function flipByte(path: string): Promise<void> {
  const bytes = await readFile(path);
  bytes[Math.floor(bytes.length / 2)] = (bytes[Math.floor(bytes.length / 2)] ?? 0) ^ 1;
  await writeFile(path, bytes);
}

describe('checkVault()', () => {
  it('finds nothing in a good vault, read or not', async () => {
    expect(await check()).toEqual([]);
    expect(await check(true)).toEqual([]);
  });

  it('names what no archive contains, as information', async () => {
    const [manifest] = await vault.manifests();
    const outside = ['In "repositories/mira/lantern.git": It has only the pointers to 3 files in Git LFS'];
    await vault.addManifest({ ...manifest!, completeness: { isComplete: true, checks: [], outside } });
    expect(await check()).toEqual([`info content-outside archives/${await archiveName()}`]);
  });

  it('counts both readings of an archive', async () => {
    const seen: (readonly [done: number, total: number])[] = [];
    const options = { vault, random: createSeededRandom('check'), clock, searchPath: '', signal };
    const onProgress = (done: number, total: number) => void seen.push([done, total]);
    for await (const finding of checkVault({ ...options, sample: { type: 'all' }, onProgress })) {
      expect(finding).toBeUndefined();
    }
    const { size } = await stat(vault.archivePath(await archiveName()));
    expect(seen.map(([done]) => done)).toContain(size);
    expect(seen.at(-1)).toEqual([2 * size, 2 * size]);
    const [manifest] = await vault.manifests();
    await copyFile(vault.archivePath(await archiveName()), vault.archivePath('other.tar.gz'));
    await vault.addManifest({ ...manifest!, archive: 'other.tar.gz', loading: 'declined' });
    seen.length = 0;
    for await (const finding of checkVault({ ...options, sample: { type: 'all' }, onProgress })) {
      expect(finding).toBeUndefined();
    }
    const counts = seen.map(([done]) => done);
    expect([counts, seen.at(-1)]).toEqual([counts.toSorted((a, b) => a - b), [4 * size, 4 * size]]);
  });

  it('reports an archive that is missing, and one that is truncated', async () => {
    const name = await archiveName();
    await writeFile(vault.archivePath(name), 'half');
    expect(await check()).toEqual([`error archive-size archives/${name}`]);
    await rm(vault.archivePath(name));
    expect(await check()).toEqual([`error archive-missing archives/${name}`]);
  });

  it('reports an archive that is gone with its manifest, and a folder that is open to others', async () => {
    const name = await archiveName();
    await rm(vault.archivePath(name));
    await rm(join(vault.directory, 'manifests', `${name}.json`));
    expect(await check()).toEqual([`error archive-lost archives/${name}`]);
    await copyFile(CURRENT, vault.archivePath(name));
    await chmod(join(vault.directory, 'archives'), 0o750);
    expect(await check()).toEqual(['info folder-open archives', `warning manifest-missing archives/${name}`]);
  });

  it('reports a journal that is empty or missing, also if all archives were imported', async () => {
    await writeFile(join(vault.directory, 'journal.log'), '');
    expect(await check()).toEqual(['warning journal-lost journal.log']);
    await rm(join(vault.directory, 'journal.log'));
    expect(await check()).toEqual(['warning journal-lost journal.log']);
  });

  it('does not mistake the store of a running rebuild for a leftover', async () => {
    await writeFile(join(vault.directory, 'store.db.rebuilt'), 'half');
    expect(await check()).toEqual(['info store-unfinished store.db.rebuilt']);
  });

  it('tells what an interrupted removal left from an archive without a manifest', async () => {
    const name = await archiveName();
    const manifest = join(vault.directory, 'manifests', `${name}.json`);
    await rename(manifest, `${manifest}.forgotten`);
    expect(await check()).toEqual([
      `info file-leftover archives/${name}`,
      `info file-leftover manifests/${name}.json.forgotten`,
    ]);
  });

  it('names what a killed load left next to the store, but nothing of one that is running', async () => {
    await writeFile(`${vault.storePath}.part-search`, 'half');
    expect(await check()).toEqual(['info file-leftover store.db.part-search']);
    const lock = await acquireLock(`${vault.storePath}.lock`, { command: 'satchel load' });
    expect(await check()).toEqual([]);
    await lock.release();
  });

  it('finds a changed byte of an archive only where it reads', async () => {
    const name = await archiveName();
    await flipByte(vault.archivePath(name));
    expect(await check()).toEqual([]);
    expect(await check(true)).toEqual([
      `error archive-digest archives/${name}`,
      `error archive-damaged archives/${name}`,
    ]);
  });

  it('reports damaged manifests and lists foreign files', async () => {
    const name = await archiveName();
    await copyFile(CURRENT, vault.archivePath('lost.tar.gz'));
    await writeFile(join(vault.directory, 'manifests', 'torn.tar.gz.json'), '{"manif');
    await writeFile(vault.archivePath('notes.txt'), 'mine');
    await writeFile(join(vault.directory, 'diary.txt'), 'mine');
    await rename(vault.archivePath(name), vault.archivePath(name)); // Fails if the archive no longer exists.
    expect(await check()).toEqual([
      'error manifest-damaged manifests/torn.tar.gz.json',
      'warning manifest-missing archives/lost.tar.gz',
      'info file-stray archives/notes.txt',
      'info file-stray diary.txt',
    ]);
  });

  it('reports attachments and repositories that are missing, changed or orphaned', async () => {
    const blob = await firstFileIn('blobs');
    await flipByte(blob);
    expect(await check()).toEqual([]);
    expect((await check(true)).map((text) => text.split(' ')[1])).toEqual(['blob-digest']);
    await rm(blob);
    expect((await check()).map((text) => text.split(' ')[1])).toEqual(['blob-missing']);
    const orphan = 'ab'.repeat(32);
    await mkdir(join(vault.directory, 'blobs', 'ab'), { recursive: true });
    await writeFile(join(vault.directory, 'blobs', 'ab', orphan), 'x');
    expect(await check()).toContain(`info file-orphaned blobs/ab/${orphan}`);
    const [folder = ''] = await readdir(join(vault.directory, 'git'));
    await rm(join(vault.directory, 'git', folder), { recursive: true });
    expect(await check()).toContain(`error git-missing git/${folder}`);
  });

  it('finds a changed byte of a repository where it reads', async () => {
    await flipByte(await firstFileIn('git'));
    expect((await check(true)).map((text) => text.split(' ')[1])).toContain('git-damaged');
  });

  it('reports a store that cannot be read', async () => {
    await writeFile(vault.storePath, 'no store at all');
    expect(await check()).toEqual(['error store-damaged store.db']);
  });
});

describe('checkVault() of the store', () => {
  it('reports a store that is missing, and one that lost a snapshot', async () => {
    const name = await archiveName();
    await rm(vault.storePath);
    expect(await check()).toEqual(['error store-missing store.db']);
    const [manifest] = await vault.manifests();
    if (manifest !== undefined) {
      await vault.addManifest({ ...manifest, loading: 'declined' });
      expect(await check()).toEqual([]);
      await vault.addManifest({ ...manifest, loading: 'owed' });
    }
    expect(await check()).toEqual([`warning archive-unloaded archives/${name}`]);
  });

  it('reports an archive that is not in the store', async () => {
    const [manifest] = await vault.manifests();
    await copyFile(CURRENT, vault.archivePath('other.tar.gz'));
    if (manifest !== undefined) {
      await vault.addManifest({
        ...manifest,
        archive: 'other.tar.gz',
        account: 'tom',
        sha256: 'a'.repeat(64),
      });
    }
    expect(await check()).toEqual(['error snapshot-missing archives/other.tar.gz']);
  });
});

describe('pruneVault()', () => {
  const prune = async (isDryRun = false) =>
    (await pruneVault({ vault, isDryRun, searchPath, clock, signal, onHold() {} })).map(({ path }) => path);

  it('removes nothing of a good vault', async () => {
    expect(await prune()).toEqual([]);
    expect(await check(true)).toEqual([]);
  });

  it('removes what nothing needs, and nothing else', async () => {
    const orphan = `blobs/ab/${'ab'.repeat(32)}`;
    const repository = `git/${'0'.repeat(32)}.git`;
    await mkdir(join(vault.directory, 'blobs', 'ab'), { recursive: true });
    await mkdir(join(vault.directory, repository));
    await writeFile(join(vault.directory, orphan), 'x');
    await writeFile(join(vault.directory, 'archives', 'x-1.tar.gz.part'), 'half');
    await writeFile(join(vault.directory, 'archives', 'x-1.tar.gz.part.json'), '{}');
    await writeFile(join(vault.directory, 'diary.txt'), 'mine');
    await writeFile(`${vault.storePath}.part`, 'half');
    await copyFile(CURRENT, vault.archivePath('lost.tar.gz'));
    const left = ['archives/x-1.tar.gz.part', 'archives/x-1.tar.gz.part.json', 'store.db.part'];
    const expected = [...left, orphan, repository];
    expect(await check()).toEqual(expect.arrayContaining(left.map((path) => `info file-leftover ${path}`)));
    expect(await prune(true)).toEqual(expected);
    expect(await prune()).toEqual(expected);
    expect(await prune()).toEqual([]);
    expect(await check(true)).toEqual([
      'warning manifest-missing archives/lost.tar.gz',
      'info file-stray diary.txt',
    ]);
  });

  it('reports no orphaned attachments if there is no store', async () => {
    const blob = await firstFileIn('blobs');
    await rm(vault.storePath);
    expect(await prune()).toEqual([]);
    expect((await readFile(blob)).length).toBeGreaterThan(0);
  });

  it('leaves the plain archive if its encrypted form is not whole', async () => {
    const [manifest] = await vault.manifests();
    const name = `${manifest?.archive}.age`;
    const encryption = { method: 'age' as const, recipients: [], sizeBytes: 4, sha256: '0'.repeat(64) };
    if (manifest !== undefined) {
      await vault.addManifest({ ...manifest, archive: name, encryption });
      await rm(join(vault.directory, 'manifests', `${manifest.archive}.json`));
    }
    await writeFile(vault.archivePath(name), 'torn');
    expect(await prune()).toEqual([]);
    expect(await check()).toContain(`warning archive-plain archives/${manifest?.archive}`);
  });
});
