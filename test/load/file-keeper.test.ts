import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createGitStage } from '../../src/git/git-stage.ts';
import type { StagedRepository } from '../../src/load/keep-repository.ts';
import { keepRepository } from '../../src/load/keep-repository.ts';
import type { VerifiedLoad } from '../../src/load/load-archive.ts';
import { loadArchiveSource } from '../../src/load/load-archive-source.ts';
import { isKeptWhole } from '../../src/load/repository-files.ts';
import { foldersIn, foldersNextTo } from '../../src/store/file-folders.ts';
import { openStore } from '../../src/store/store.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { filesBelow } from '../house/files-below.ts';

const root = temporaryFolder();
let benchCount = 0;

const GIT_ENV = {
  PATH: process.env['PATH'],
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.org',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.org',
};

/** A folder that is packed into archives, and the store that they are loaded into. */
function openBench() {
  benchCount += 1;
  const directory = join(root, `bench-${benchCount}`);
  const folder = join(directory, 'folder');
  const dbPath = join(directory, 'a.db');
  const folders = foldersNextTo(dbPath);
  const put = (name: string, content: string) => {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  put('schema.json', '{"version":"1.0.1"}');
  let loadCount = 0;
  async function load(
    options: { readonly hasGit?: boolean; readonly cutBytes?: number; readonly again?: boolean } = {},
  ): Promise<VerifiedLoad> {
    loadCount += options.again === true ? 0 : 1;
    const path = join(directory, `${loadCount}.tar.gz`);
    if (options.again !== true) {
      await create({ gzip: true, cwd: folder, file: path, mtime: new Date(loadCount * 1_000_000) }, ['.']);
    }
    if (options.cutBytes !== undefined) {
      truncateSync(path, statSync(path).size - options.cutBytes);
    }
    return await loadArchiveSource({
      sources: [await openArchiveSource(path)],
      dbPath,
      archive: { name: `${loadCount}.tar.gz`, takenAt: `2026-01-0${loadCount}T00:00:00Z` },
      clock: createDrivenClock(0),
      files: {
        folders,
        openRepositoryStage:
          options.hasGit === false ? undefined : (stage) => createGitStage({ directory: stage }),
      },
    });
  }
  return { folder, dbPath, folders, put, load };
}

function git(directory: string, ...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: directory, env: GIT_ENV, encoding: 'utf8' });
}

/** Adds a bare repository with one commit to the folder of an archive. */
function addRepository(folder: string, name: string): string {
  const directory = join(folder, 'repositories', `${name}.git`);
  mkdirSync(directory, { recursive: true });
  git(directory, 'init', '--quiet', '--bare', '--initial-branch=main', '.');
  commit(directory, 'first');
  return directory;
}

function commit(directory: string, message: string): void {
  const tree = git(directory, 'hash-object', '-t', 'tree', '-w', '/dev/null').trim();
  const id = git(directory, 'commit-tree', tree, '-m', message).trim();
  git(directory, 'update-ref', `refs/heads/${message}`, id);
  git(directory, 'update-ref', 'refs/heads/main', id);
}

function rowsOf(dbPath: string, sql: string): readonly (readonly unknown[])[] {
  const store = openStore(dbPath);
  try {
    return [...store.query(sql).rows];
  } finally {
    store.close();
  }
}

/** Ways in which stored files get damaged. */
const SPOILS: readonly (readonly [word: string, spoil: (path: string) => void])[] = [
  [
    'flipped',
    (path) => {
      const bytes = readFileSync(path);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      writeOver(path, bytes);
    },
  ],
  ['halved', (path) => writeOver(path, readFileSync(path).subarray(0, statSync(path).size >> 1))],
  ['emptied', (path) => writeOver(path, Buffer.of())],
  ['deleted', (path) => rmSync(path)],
];

/** Git creates objects without write permission. */
function writeOver(path: string, bytes: Uint8Array): void {
  chmodSync(path, 0o600);
  writeFileSync(path, bytes);
}

describe('createFileKeeper()', () => {
  it('keeps each content once, however many entries and snapshots have it', async () => {
    const { put, load, folders, dbPath } = openBench();
    put('attachments/aa/one.txt', 'same');
    put('repository_files/7/two words.txt', 'same');
    put('releases/bb/three.bin', 'other');
    await load();
    put('attachments/cc/four.txt', 'new');
    await load();
    const blobs = filesBelow(folders.blobs);
    expect(blobs).toHaveLength(3);
    expect(blobs.filter((name) => !/^([0-9a-f]{2})\/\1[0-9a-f]{62}$/.test(name))).toEqual([]);
    expect(
      rowsOf(dbPath, 'SELECT snapshot_id, entry_name, content, size_bytes FROM snapshot_files ORDER BY 1, 2'),
    ).toEqual([
      [1, 'attachments/aa/one.txt', 'attachment', 4],
      [1, 'releases/bb/three.bin', 'release_asset', 5],
      [1, 'repository_files/7/two words.txt', 'repository_file', 4],
      [2, 'attachments/aa/one.txt', 'attachment', 4],
      [2, 'attachments/cc/four.txt', 'attachment', 3],
      [2, 'releases/bb/three.bin', 'release_asset', 5],
      [2, 'repository_files/7/two words.txt', 'repository_file', 4],
    ]);
  });

  it('writes each entry of the audit log once, whatever archive it is from', async () => {
    const { dbPath, put, load } = openBench();
    const lines = ['1767225600000,repo.create,mira', '1767225601000,"user.login",noor'];
    put('audit_log.csv', ['created_at,action,actor', ...lines].join('\n'));
    await load();
    put('audit_log.csv', ['created_at,action,actor', lines[1], '1767225602000,team.create,mira'].join('\n'));
    const { verification } = await load();
    expect(verification.findings).toEqual([]);
    const expected = [
      ['2026-01-01T00:00:00Z', 'repo.create', 'mira'],
      ['2026-01-01T00:00:01Z', 'user.login', 'noor'],
      ['2026-01-01T00:00:02Z', 'team.create', 'mira'],
    ];
    const sql = 'SELECT created_at, action, actor FROM audit_log ORDER BY created_at';
    expect(rowsOf(dbPath, sql)).toEqual(expected);
    put('audit_log.csv', 'action\n"');
    const { verification: faulty } = await load();
    expect(faulty.findings).toMatchObject([{ code: 'audit-log-unreadable' }]);
    expect(rowsOf(dbPath, sql)).toEqual(expected);
  });

  it('keeps of a repository HEAD, packed-refs, refs and objects only', async () => {
    const { folder, load, folders, dbPath } = openBench();
    const directory = addRepository(folder, 'acme/app');
    writeFileSync(join(directory, 'hooks', 'post-checkout'), '#!/bin/sh\nexit 1\n');
    writeFileSync(join(directory, 'config'), '[core]\n\tfsmonitor = ./evil\n');
    await load();
    const [[name] = []] = rowsOf(dbPath, 'SELECT folder FROM kept_repositories');
    expect(readdirSync(join(folders.git, String(name))).toSorted()).toEqual([
      'HEAD',
      'objects',
      'packed-refs',
      'refs',
    ]);
  });

  it('keeps an unchanged repository once, and shares objects of a changed one', async () => {
    const { folder, load, folders, dbPath, put } = openBench();
    const directory = addRepository(folder, 'acme/app');
    await load();
    put('attachments/aa/one.txt', 'x');
    await load();
    expect(readdirSync(folders.git)).toHaveLength(1);
    commit(directory, 'second');
    await load();
    const names = rowsOf(dbPath, 'SELECT folder FROM kept_repositories ORDER BY snapshot_id').map(
      ([name]) => name,
    );
    expect(names[1]).toBe(names[0]);
    expect(names[2]).not.toBe(names[0]);
    const objects = filesBelow(join(folders.git, String(names[0]), 'objects'));
    expect(objects.length).toBeGreaterThan(0);
    for (const object of objects) {
      expect(statSync(join(folders.git, String(names[2]), 'objects', object)).nlink).toBe(2);
    }
  });

  it('omits repositories without a stage', async () => {
    const { folder, load, folders, dbPath } = openBench();
    addRepository(folder, 'acme/app');
    await load({ hasGit: false });
    expect(existsSync(folders.git)).toBe(false);
    expect(rowsOf(dbPath, 'SELECT count(*) FROM kept_repositories')).toEqual([[0]]);
  });

  it('makes no folder for an archive without files', async () => {
    const { load, folders } = openBench();
    await load();
    expect(existsSync(dirname(folders.blobs))).toBe(false);
  });

  it('leaves no file of a truncated archive', async () => {
    const { folder, put, load, folders, dbPath } = openBench();
    addRepository(folder, 'acme/app');
    put('attachments/aa/one.txt', 'x'.repeat(100_000));
    await expect(load({ cutBytes: 40 })).rejects.toMatchObject({ code: 'archive-damaged' });
    expect(existsSync(dirname(folders.blobs))).toBe(false);
    expect(existsSync(dbPath)).toBe(false);
  });

  it('removes what a killed load left, and nothing that is not its own', async () => {
    const { put, load, folders } = openBench();
    put('attachments/aa/one.txt', 'kept');
    await load();
    const orphan = join(folders.blobs, 'ab', `ab${'0'.repeat(62)}`);
    mkdirSync(join(folders.blobs, 'incoming.part'), { recursive: true });
    writeFileSync(join(folders.blobs, 'incoming.part', '0.part'), 'half');
    mkdirSync(dirname(orphan), { recursive: true });
    writeFileSync(orphan, 'orphan');
    writeFileSync(join(folders.blobs, 'notes.txt'), 'mine');
    put('attachments/aa/two.txt', 'more');
    await load();
    expect(existsSync(orphan)).toBe(false);
    expect(filesBelow(folders.blobs).map((name) => name.length)).toEqual([67, 67, 'notes.txt'.length]);
  });

  it('restores files that were lost when the same archive is loaded again', async () => {
    const { folder, put, load, folders } = openBench();
    addRepository(folder, 'acme/app');
    put('attachments/aa/one.txt', 'kept');
    await load();
    const before = [...filesBelow(folders.blobs), ...filesBelow(folders.git)];
    rmSync(dirname(folders.blobs), { recursive: true });
    expect((await load({ again: true })).load.isNew).toBe(false);
    expect([...filesBelow(folders.blobs), ...filesBelow(folders.git)]).toEqual(before);
  });

  it.each(SPOILS)('replaces a kept file that was %s', async (_word, spoil) => {
    const { folder, put, load, folders } = openBench();
    const directory = addRepository(folder, 'acme/app');
    git(directory, 'repack', '-adq');
    put('attachments/aa/one.txt', 'kept whole or replaced');
    await load();
    const kept = [folders.blobs, folders.git].flatMap((top) =>
      filesBelow(top).map((name) => join(top, name)),
    );
    const contents = kept.map((path) => readFileSync(path));
    expect(kept.some((path) => path.endsWith('.pack'))).toBe(true);
    for (const [index, path] of kept.entries()) {
      spoil(path);
      await load({ again: true });
      expect(contents[index]?.equals(readFileSync(path)), path).toBe(true);
    }
    expect([...filesBelow(folders.blobs), ...filesBelow(folders.git)]).toHaveLength(kept.length);
  });

  it.each(['store', 'check'])('stops between two files when it is aborted (%s)', async (what) => {
    const folder = join(root, `stop-${what}`);
    for (const path of ['HEAD', 'objects/aa/bb', 'objects/aa/cc']) {
      mkdirSync(dirname(join(folder, 'staged', path)), { recursive: true });
      writeFileSync(join(folder, 'staged', path), path);
    }
    const stop = new AbortController();
    const folders = foldersIn(folder);
    const staged: StagedRepository = {
      archivePath: 'repositories/a/b.git',
      repository: 'a/b',
      isWiki: false,
      objectFormat: 'sha1',
      directory: join(folder, 'staged'),
      sizeBytes: 1,
      findings: [],
    };
    const work =
      what === 'store'
        ? keepRepository(staged, { folders, formerFolder: undefined, signal: stop.signal })
        : isKeptWhole(staged.directory, 'x.git', stop.signal);
    stop.abort(new Error('Interrupted by SIGTERM'));
    await expect(work).rejects.toThrow('Interrupted by SIGTERM');
    expect(existsSync(folders.git)).toBe(false);
  });

  it('removes foreign files from a kept repository', async () => {
    const { folder, load, folders } = openBench();
    addRepository(folder, 'acme/app');
    await load();
    const before = filesBelow(folders.git);
    const kept = join(folders.git, String(readdirSync(folders.git)[0]));
    writeFileSync(join(kept, 'config'), '[core]\n\tfsmonitor = ./evil\n');
    await load({ again: true });
    symlinkSync('/etc/hosts', join(kept, 'config'));
    await load({ again: true });
    rmSync(kept, { recursive: true });
    writeFileSync(kept, 'no folder at all');
    await load({ again: true });
    expect(filesBelow(folders.git)).toEqual(before);
  });
});
