import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'tar';
import { describe, expect, it } from 'vitest';
import { dumpStore, loadArchive, openStore } from '../../../src/library/store.ts';
import { copyVault, openVault, type Vault } from '../../../src/library/vault.ts';
import { keysOf, openBucketBench } from '../../backup/support/bucket-bench.ts';
import {
  bytesBelow,
  contentOf,
  noise,
  openGrowingRepository,
  packsOf,
  rot,
} from '../../git/support/growing-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import type { ObjectServer } from '../../objects/support/object-server.ts';

const TIMES = Date.UTC(2026, 0, 1);
const WEEK_MS = 7 * 24 * 3_600_000;

interface Week {
  readonly path: string;
  readonly takenAt: string;
  /** The objects and refs of its repository. */
  readonly content: string;
}

/** Weekly archives with a repository that grows, and an attachment of the week. */
async function makeWeeks(count: number, suffix = 'tar.gz', seed = 0): Promise<readonly Week[]> {
  const repository = openGrowingRepository();
  const root = temporaryFolder();
  const weeks: Week[] = [];
  repository.commit('large', noise(seed, 60_000));
  for (let week = 0; week < count; week += 1) {
    repository.commit('notes', `notes of week ${week}\n`);
    const bare = repository.exported();
    const folder = join(root, `week-${week}`);
    mkdirSync(join(folder, 'attachments/mira/lantern'), { recursive: true });
    cpSync(bare, join(folder, 'repositories/mira/lantern.git'), { recursive: true });
    writeFileSync(join(folder, 'schema.json'), '{"version":"1.0.1"}');
    writeFileSync(join(folder, 'attachments/mira/lantern', `${week}.txt`), `attachment ${week}`);
    const path = join(root, `week-${week}.${suffix}`);
    await create({ gzip: suffix === 'tar.gz', cwd: folder, file: path }, ['.']);
    const takenAt = new Date(TIMES + week * WEEK_MS).toISOString();
    weeks.push({ path, takenAt, content: contentOf(bare) });
  }
  return weeks;
}

/** A vault with weekly archives, and what each contains, by its name in the vault. */
async function openYear(count: number, suffix?: string) {
  const location = join(temporaryFolder(), 'vault');
  const vault = await openVault(location, { create: true });
  const weeks = await makeWeeks(count, suffix);
  const archives: string[] = [];
  for (const week of weeks) {
    archives.push(await importWeek(vault, week));
  }
  const contents = new Map(weeks.map(({ content }, index) => [archives[index] ?? '', content]));
  return { location, vault, weeks, archives, contents };
}

/** Returns the name of the archive in the vault. */
async function importWeek(vault: Vault, { path, takenAt }: Pick<Week, 'path' | 'takenAt'>): Promise<string> {
  const { imported } = await vault.import([path], { takenAt, account: 'mira' });
  expect(imported.length).toBe(1);
  return imported[0]?.archive ?? '';
}

/** The folder of the repository in each snapshot of a vault, by the name of its archive. */
function foldersOf(location: string): ReadonlyMap<string, string> {
  using store = openStore(join(location, 'store.db'));
  const sql =
    'SELECT archive_name, folder FROM kept_repositories JOIN snapshots ON snapshots.id = snapshot_id';
  const rows = store.query<{ archive_name: string; folder: string }>(sql).all();
  return new Map([...rows].map(({ archive_name, folder }) => [archive_name, join(location, 'git', folder)]));
}

async function findingsOf(vault: Vault): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { severity, code, path } of vault.check({ sample: { type: 'all' } })) {
    if (severity !== 'info') {
      found.push(`${code} ${path}`);
    }
  }
  return found;
}

describe('snapshots of a repository in a vault', () => {
  it('take little more than one, also in a copy, and each is complete', { timeout: 120_000 }, async () => {
    const { location, vault, contents } = await openYear(6);
    const git = join(location, 'git');
    const [first = ''] = foldersOf(location).values();
    expect(bytesBelow(git)).toBeLessThan(bytesBelow(first) * 1.4);
    expect(await findingsOf(vault)).toEqual([]);
    const copy = join(temporaryFolder(), 'copy');
    await copyVault(location, copy);
    expect(bytesBelow(join(copy, 'git'))).toBe(bytesBelow(git));
    expect(await findingsOf(await openVault(copy))).toEqual([]);
    for (const place of [location, copy]) {
      for (const [archive, folder] of foldersOf(place)) {
        expect(contentOf(folder)).toBe(contents.get(archive));
      }
    }
  });

  it('count once as freed where all snapshots that share them are forgotten', {
    timeout: 120_000,
  }, async () => {
    const vault = await openVault(join(temporaryFolder(), 'vault'), { create: true });
    const weeks = [...(await makeWeeks(2)), ...(await makeWeeks(2, 'tar.gz', 1))];
    for (const [index, { path }] of weeks.entries()) {
      await importWeek(vault, { path, takenAt: new Date(TIMES + index * WEEK_MS).toISOString() });
    }
    const planned = await vault.forget({ keepLast: 2 }, { isDryRun: true });
    const { archives, freedBytesByKind } = await vault.forget({ keepLast: 2 });
    expect([archives.length, freedBytesByKind]).toEqual([2, planned.freedBytesByKind]);
    // The large file of the first two weeks, packed once.
    expect(freedBytesByKind.git).toBeGreaterThan(40_000);
    expect(freedBytesByKind.git).toBeLessThan(80_000);
  });

  it('are removed when they are forgotten, and nothing else is', { timeout: 120_000 }, async () => {
    const { location, vault, weeks, archives: all, contents } = await openYear(5);
    const before = foldersOf(location);
    const planned = await vault.forget({ keepLast: 2 }, { isDryRun: true });
    const { archives, freedBytes, freedBytesByKind } = await vault.forget({ keepLast: 2 });
    expect({ freedBytes, freedBytesByKind }).toEqual({
      freedBytes: planned.freedBytes,
      freedBytesByKind: planned.freedBytesByKind,
    });
    expect(archives.length).toBe(3);
    expect(freedBytesByKind.attachments).toBe(3 * 'attachment 0'.length);
    expect(freedBytesByKind.git).toBeGreaterThan(0);
    expect(freedBytes).toBe(Object.values(freedBytesByKind).reduce((sum, bytes) => sum + bytes, 0));
    const left = [...before].filter(([archive]) => !archives.includes(archive));
    expect(readdirSync(join(location, 'git')).sort()).toEqual(left.map(([, path]) => path.slice(-36)).sort());
    expect(await findingsOf(vault)).toEqual([]);
    for (const [archive, folder] of left) {
      expect(contentOf(folder)).toBe(contents.get(archive));
    }
    expect(await vault.prune()).toEqual([]);

    const [, second] = weeks;
    const back = second === undefined ? '' : await importWeek(vault, second); // And so are its files.
    expect(back).toBe(all[1]);
    expect(await vault.prune()).toEqual([]);
    expect(await findingsOf(vault)).toEqual([]);
    expect(contentOf(foldersOf(location).get(back) ?? '')).toBe(contents.get(back));
  });

  it('are kept if their archives are missing for another reason', { timeout: 120_000 }, async () => {
    const { location, vault, archives } = await openYear(3);
    rmSync(join(location, 'archives', archives[0] ?? ''));
    rmSync(join(location, 'manifests', `${archives[0]}.json`));
    const before = readdirSync(join(location, 'git')).length;
    await vault.forget({ keepLast: 1 });
    expect(readdirSync(join(location, 'git')).length).toBe(before - 1);
  });

  it('are repaired one by one if a pack that all share has rotted', { timeout: 120_000 }, async () => {
    const { location, vault, archives, contents } = await openYear(4);
    const folders = foldersOf(location);
    const first = folders.get(archives[0] ?? '') ?? '';
    rot(join(first, packsOf(first)[0] ?? ''));
    const damaged = [...folders.values()].map((path) => `git-damaged git/${path.slice(-36)}`);
    expect((await findingsOf(vault)).toSorted()).toEqual(damaged.toSorted());
    const repairs = await vault.repair();
    expect(repairs.map(({ result }) => result)).toEqual(['done', 'done', 'done', 'done']);
    expect(await findingsOf(vault)).toEqual([]);
    for (const [archive, folder] of foldersOf(location)) {
      expect(contentOf(folder)).toBe(contents.get(archive));
    }
    expect(await vault.prune()).toEqual([]);
  });

  it('stay repaired when a vault that has forgotten them is copied', { timeout: 120_000 }, async () => {
    const { location, vault, archives, contents } = await openYear(3);
    const copy = join(temporaryFolder(), 'copy');
    await copyVault(location, copy);
    const folders = foldersOf(copy);
    const [first = '', second = ''] = archives.map((archive) => folders.get(archive) ?? '');
    const added = packsOf(second).find((pack) => !packsOf(first).includes(pack)) ?? expect.fail();
    rot(join(second, added));
    const copied = await openVault(copy);
    await copied.repair();
    expect(await findingsOf(copied)).toEqual([]);
    expect([...foldersOf(copy).values()]).not.toEqual([...folders.values()]);
    await vault.forget({ keepLast: 1 });
    await copyVault(location, copy);
    expect((await findingsOf(copied)).filter((text) => !text.startsWith('file-orphaned'))).toEqual([]);
    await copied.prune();
    expect(await findingsOf(copied)).toEqual([]);
    for (const [archive, folder] of foldersOf(copy)) {
      expect(contentOf(folder)).toBe(contents.get(archive));
    }
  });

  it('can be dumped as archives, and rebuilt from theirs', { timeout: 120_000 }, async () => {
    const { location, vault, archives, contents } = await openYear(4);
    await vault.rebuild({ isFresh: true });
    await vault.prune();
    expect(await findingsOf(vault)).toEqual([]);
    for (const [archive, folder] of foldersOf(location)) {
      expect(contentOf(folder)).toBe(contents.get(archive));
    }
    const folder = temporaryFolder();
    const archive = join(folder, 'dumped.tar.gz');
    await dumpStore(join(location, 'store.db'), { format: 'archive', output: archive });
    await loadArchive(archive, { store: join(folder, 'dumped.db') });
    const [dumped = ''] = readdirSync(join(folder, 'dumped.files', 'git'));
    expect(contentOf(join(folder, 'dumped.files', 'git', dumped))).toBe(contents.get(archives[3] ?? ''));
  });

  it('come back with the newest archive, too', { timeout: 120_000 }, async () => {
    const { vault, weeks, archives } = await openYear(3);
    await vault.forget([archives[2] ?? '']);
    const [, , third] = weeks;
    await (third === undefined ? undefined : importWeek(vault, third));
    expect(await findingsOf(vault)).toEqual([]);
    expect(await vault.prune()).toEqual([]);
    expect(await findingsOf(vault)).toEqual([]);
  });

  it('are kept if their archive came back and was lost then', { timeout: 120_000 }, async () => {
    const { location, vault, weeks, archives } = await openYear(3);
    await vault.forget({ keepLast: 2 });
    const [first] = weeks;
    await (first === undefined ? undefined : importWeek(vault, first));
    rmSync(join(location, 'archives', archives[0] ?? ''));
    rmSync(join(location, 'manifests', `${archives[0]}.json`));
    await vault.repair();
    expect((await vault.prune()).filter(({ path }) => /^(?:git|blobs)\//.test(path))).toEqual([]);
    expect(readdirSync(join(location, 'git')).length).toBe(3);
  });

  it('are not forgotten with a store that a rebuild replaces', { timeout: 120_000 }, async () => {
    const { location, vault, archives } = await openYear(5);
    await vault.forget([archives[0] ?? '']);
    const stop = new AbortController();
    let loaded = 0;
    const watching = await openVault(location, {
      onReport({ type }) {
        loaded += type === 'loaded' ? 1 : 0;
        if (loaded === 2) {
          stop.abort(new Error('stopped'));
        }
      },
    });
    await expect(watching.rebuild({ isFresh: true, signal: stop.signal })).rejects.toThrow('stopped');
    await vault.forget([archives[3] ?? '']);
    await vault.rebuild({ isFresh: true });
    expect(await findingsOf(vault)).toEqual([]);
  });

  it('are not repaired from an archive that has rotted, too', { timeout: 120_000 }, async () => {
    const { location, vault, archives } = await openYear(1, 'tar');
    const [folder = ''] = foldersOf(location).values();
    const pack = join(folder, packsOf(folder)[0] ?? '');
    const archive = join(location, 'archives', archives[0] ?? '');
    const bytes = readFileSync(archive);
    const at = bytes.indexOf(readFileSync(pack)) + (statSync(pack).size >> 1);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at); // Nothing in a tar that is not compressed shows this.
    writeFileSync(archive, bytes);
    rot(pack);
    const before = await findingsOf(vault);
    expect(before).toContain(`git-damaged git/${folder.slice(-36)}`);
    expect((await vault.repair()).map(({ result }) => result)).toContain('impossible');
    expect(await findingsOf(vault)).toContain(`git-damaged git/${folder.slice(-36)}`);
  });

  it('are found by a store outside of a vault when its archives are loaded again', async () => {
    const weeks = await makeWeeks(3);
    const folder = temporaryFolder();
    const store = join(folder, 'x.db');
    const load = async () => {
      for (const { path, takenAt } of weeks) {
        await loadArchive(path, { store, takenAt });
      }
    };
    await load();
    const git = join(folder, 'x.files', 'git');
    rmSync(git, { recursive: true });
    await load();
    using opened = openStore(store);
    const rows = opened
      .query<{ folder: string }>('SELECT folder FROM kept_repositories ORDER BY snapshot_id')
      .all();
    expect(rows.map((row) => contentOf(join(git, row.folder)))).toEqual(weeks.map(({ content }) => content));
  });

  it('are uploaded to a bucket once, and only what is new', { timeout: 120_000 }, async () => {
    const { server, machine } = await openBucketBench();
    const first = machine('first');
    const sizes: number[] = [];
    for (const { path, takenAt } of await makeWeeks(4)) {
      await first.run(['vault', 'import', '--account', 'mira', '--taken-at', takenAt, path]);
      sizes.push(bytesOf(server));
    }
    const [one = 0, , , four = 0] = sizes;
    expect(four).toBeLessThan(one * 1.4);
    expect(await machine('second').findings()).toEqual([]);
    await machine('third').run(['vault', 'forget', '--keep-last', '1']);
    expect(keysOf(server, 'git/').length).toBe(1);
    expect(await machine('fourth').findings()).toEqual([]);
  });
});

function bytesOf(server: ObjectServer): number {
  return keysOf(server, 'git-files/').reduce((sum, key) => sum + (server.objects.get(key)?.length ?? 0), 0);
}
