import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDrivenClock, createSystemClock } from '../../src/base/clock.ts';
import { READING_LIMITS } from '../../src/git/git-limits.table.ts';
import { createGitLibrary, type GitLibrary, type GitRepository } from '../../src/git/open-repository.ts';
import { Failure } from '../../src/model/failure.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import {
  contentOf,
  type HostileRepository,
  makeHostileRepository,
  ODD_NAMES,
} from './support/hostile-repository.ts';
import { asOurs, git, makeEmptyRepository, makeRepository, searchPath } from './support/make-repository.ts';

const root = temporaryFolder();
const clock = createSystemClock();
let library: GitLibrary;
let hostile: HostileRepository;
let odd: GitRepository;
let plain: GitRepository;

beforeAll(() => {
  library = createGitLibrary({ searchPath, clock });
  hostile = makeHostileRepository(root);
  odd = library.open(hostile.directory);
  plain = library.open(makeRepository(root));
});

afterAll(() => {
  library.close();
});

async function textOf(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
}

describe('refs()', () => {
  it('reads branches, tags and the branch of HEAD', async () => {
    const refs = await plain.refs();
    expect(refs.head).toBe('main');
    expect([...refs.branches.keys()]).toEqual(['main', 'side/way']);
    expect([...refs.tags.keys()]).toEqual(['v1.0']);
  });

  it('reads names that look like options or markup', async () => {
    expect([...(await odd.refs()).branches.keys()]).toEqual(['-x', 'feature/é<b>', 'main']);
    expect(await odd.find('-x')).toBe(hostile.commits.changed);
    expect(await odd.find('feature/é<b>')).toBe(hostile.commits.odd);
  });

  it('reads an empty repository as one without branches', async () => {
    const empty = library.open(makeEmptyRepository(root));
    const refs = await empty.refs();
    expect(refs).toMatchObject({ head: 'main', isCut: false });
    expect(refs.branches.size).toBe(0);
    expect(await empty.find('HEAD')).toBeUndefined();
    expect(await empty.find('main')).toBeUndefined();
  });

  it('reads a detached HEAD', async () => {
    const folder = join(root, 'detached');
    mkdirSync(folder);
    const directory = makeRepository(folder);
    const id = git(directory, 'rev-parse', 'side/way');
    writeFileSync(join(directory, 'HEAD'), `${id}\n`);
    const detached = library.open(directory);
    expect(await detached.refs()).toMatchObject({ head: undefined, detachedAt: id });
    expect(await detached.find('HEAD')).toBe(id);
  });

  it('lists refs whose objects are not there', async () => {
    const folder = join(root, 'missing-ref');
    mkdirSync(folder);
    const directory = makeRepository(folder);
    writeFileSync(join(directory, 'refs', 'heads', 'ghost'), `${'ab'.repeat(20)}\n`);
    const repository = library.open(directory);
    expect((await repository.refs()).branches.has('ghost')).toBe(true);
    expect(await repository.find('ghost')).toBeUndefined();
    expect(await repository.find('main')).toBeDefined();
  });
});

describe('countMonths()', () => {
  it('counts commits and the people who wrote them by month', async () => {
    const directory = join(root, 'lantern.git');
    const written = git(directory, 'log', '--format=%ad %an', '--date=format:%Y-%m', 'main').split('\n');
    const months = [...new Set(written.map((line) => line.slice(0, 7)))].sort();
    expect(await plain.countMonths((await plain.find('main')) ?? '')).toEqual(
      months.map((month) => {
        const own = written.filter((line) => line.startsWith(month));
        return { month, commits: own.length, authors: new Set(own).size };
      }),
    );
    expect(months).not.toEqual([]);
  });
});

describe('find()', () => {
  it('finds commits by tag, full ref, id and the beginning of one', async () => {
    const id = git(join(root, 'lantern.git'), 'rev-parse', 'v1.0^{commit}');
    expect(await plain.find('v1.0')).toBe(id);
    expect(await plain.find(id)).toBe(id);
    expect(await plain.find(id.slice(0, 8))).toBe(id);
    expect(await odd.find('refs/pull/7/head')).toBe(hostile.commits.odd);
  });

  it.each([
    'main~1',
    'main^{tree}',
    'main:a',
    ':/odd',
    '@{-1}',
    'refs/heads/../../x',
    'refs/heads/main\ninfo main',
    '-h',
    '',
    '\0',
    'abc',
  ])('refuses %j as a name', async (name) => {
    expect(await odd.find(name)).toBeUndefined();
  });
});

describe('folder() and entry()', () => {
  it('gives every name as it is', async () => {
    const names = (await odd.folder(hostile.commits.odd, ''))?.map(({ name }) => name) ?? [];
    expect(names).toEqual(expect.arrayContaining([...ODD_NAMES]));
  });

  it('resolves a name', async () => {
    const kind = async (path: string) => (await odd.entry(hostile.commits.odd, path))?.kind;
    expect(await kind('link')).toBe('link');
    expect(await kind('submodule')).toBe('submodule');
    expect(await kind('program')).toBe('program');
    expect(await kind('binary')).toBe('file');
  });

  it.each(['nowhere', 'link/x', '', '/', '..', 'program/', 'submodule/x', '../hostile.git/config'])(
    'finds nothing at %j',
    async (path) => {
      expect(await odd.entry(hostile.commits.odd, path)).toBeUndefined();
    },
  );

  it.each(ODD_NAMES)('reads the file %j', async (name) => {
    const entry = await odd.entry(hostile.commits.odd, name);
    const blob = await odd.blob(entry?.id ?? '', 1000);
    expect(blob?.bytes?.toString('utf8')).toBe(contentOf(name));
  });
});

describe('blob()', () => {
  it('returns no bytes of a blob that is too large, and continues to answer', async () => {
    const directory = join(root, 'large.git');
    git(root, 'init', '-q', '--bare', directory);
    asOurs(directory);
    const id = execFileSync('git', ['hash-object', '-w', '--stdin'], {
      cwd: directory,
      input: Buffer.alloc(5_000_000, 120),
    })
      .toString()
      .trim();
    const large = library.open(directory);
    const sizeBytes = 5_000_000;
    expect(await large.blob(id, 1_000_000)).toEqual({ id, sizeBytes, bytes: undefined });
    expect((await large.blob(id, 6_000_000))?.bytes?.length).toBe(sizeBytes);
    expect((await textOf(large.streamBlob(id))).length).toBe(sizeBytes);
  });

  it('returns nothing for what is not a blob or does not exist', async () => {
    expect(await odd.blob(hostile.commits.odd, 1000)).toBeUndefined();
    expect(await odd.blob('cd'.repeat(20), 1000)).toBeUndefined();
  });
});

describe('commit()', () => {
  it('reads people, times and the message', async () => {
    expect(await odd.commit(hostile.commits.odd)).toMatchObject({
      parents: [hostile.commits.first],
      author: { name: 'Mira', email: 'mira@example.org', at: '2023-11-14T22:13:20Z' },
      subject: 'odd names',
      body: '<b>body</b>',
    });
  });
});

describe('log()', () => {
  it('pages through a history', async () => {
    const from = hostile.commits.changed;
    expect(await odd.log({ from, skip: 0, limit: 2 })).toEqual({
      ids: [hostile.commits.changed, hostile.commits.odd],
      hasMore: true,
      cut: null,
    });
    expect((await odd.log({ from, skip: 2, limit: 2 })).ids).toEqual([hostile.commits.first]);
    expect(await odd.countCommits({ from })).toBe(3);
  });

  it.each(ODD_NAMES)('follows %j as a name and not as a pattern', async (path) => {
    const { ids } = await odd.log({ from: hostile.commits.changed, path, skip: 0, limit: 5 });
    expect(ids).toEqual([hostile.commits.changed, hostile.commits.odd]);
  });
});

describe('newest()', () => {
  it('returns the newest commit of each entry of a folder', async () => {
    const folder = join(root, 'newest');
    const commits: string[] = [];
    mkdirSync(join(folder, 'docs', 'deep'), { recursive: true });
    git(folder, 'init', '-q', '-b', 'main');
    for (const path of ['docs/old', 'docs/deep/new\nline', 'docs/old', 'outside', 'docs/deep/more']) {
      writeFileSync(join(folder, path), `${commits.length}`);
      git(folder, 'add', '.');
      git(folder, 'commit', '-q', '-m', path);
      commits.push(git(folder, 'rev-parse', 'HEAD'));
    }
    const repository = library.open(asOurs(join(folder, '.git')));
    const [, , old = '', outside = '', deep = ''] = commits;
    expect(await repository.newest({ commit: deep, folder: '' })).toEqual(
      new Map([
        ['docs', deep],
        ['outside', outside],
      ]),
    );
    expect(await repository.newest({ commit: deep, folder: 'docs' })).toEqual(
      new Map([
        ['deep', deep],
        ['old', old],
      ]),
    );
    expect([...(await repository.newest({ commit: deep, folder: 'docs/deep' })).keys()].sort()).toEqual([
      'more',
      'new\nline',
    ]);
  });

  it('returns names unchanged', async () => {
    const names = [...(await odd.newest({ commit: hostile.commits.odd, folder: '' })).keys()];
    expect(names).toEqual(expect.arrayContaining(ODD_NAMES.map((name) => name.split('/')[0])));
  });
});

describe('difference()', () => {
  it('returns the change of each file, whatever its name', async () => {
    const { files, cut } = await odd.difference({ from: hostile.commits.odd, to: hostile.commits.changed });
    expect(cut).toBeNull();
    const statusOf = new Map(files.map((file) => [file.path, file]));
    for (const name of ODD_NAMES) {
      expect(statusOf.get(name)).toMatchObject({ status: 'changed', addedCount: 1, removedCount: 0 });
    }
    expect(statusOf.get('link')).toMatchObject({ status: 'retyped', modes: ['120000', '100644'] });
    expect(statusOf.get('binary')).toMatchObject({ isBinary: true, hunks: [] });
    expect(statusOf.get('patchlike')).toMatchObject({ addedCount: 1, removedCount: 1 });
    expect(statusOf.get('patchlike')?.hunks).toHaveLength(1);
  });

  it('compares a first commit with nothing', async () => {
    const { files } = await odd.difference({ from: undefined, to: hostile.commits.odd });
    expect(files).toHaveLength(ODD_NAMES.length + 7);
    expect(files.every(({ status }) => status === 'added')).toBe(true);
    expect(files.find(({ path }) => path === 'submodule')?.kind).toBe('submodule');
  });

  it('adds up to what git counts', async () => {
    const directory = join(root, 'lantern.git');
    const [from, to] = ['main~2', 'main'].map((name) => git(directory, 'rev-parse', name));
    const { files } = await plain.difference({ from, to: to ?? '' });
    const counted = git(directory, 'diff', '--numstat', 'main~2', 'main').split('\n').sort();
    expect(
      files.map(({ addedCount, removedCount, path }) => `${addedCount}\t${removedCount}\t${path}`).sort(),
    ).toEqual(counted);
  });
});

describe('blame()', () => {
  it('returns the commit of each line', async () => {
    const { groups, cut } = await odd.blame({ commit: hostile.commits.changed, path: 'line\nfeed.txt' });
    expect(cut).toBeNull();
    expect(groups).toEqual([
      { commit: hostile.commits.odd, firstLine: 1, lineCount: 1 },
      { commit: hostile.commits.changed, firstLine: 2, lineCount: 1 },
    ]);
  });
});

describe('files()', () => {
  it('lists all paths of a commit', async () => {
    const { paths, isCut } = await odd.files(hostile.commits.odd);
    expect(isCut).toBe(false);
    expect(paths).toEqual(expect.arrayContaining([...ODD_NAMES, 'submodule']));
  });
});

describe('streamPatches()', () => {
  it('writes mails that git am accepts', async () => {
    const directory = join(root, 'lantern.git');
    const [from, to] = ['main~2', 'main'].map((name) => git(directory, 'rev-parse', name));
    const text = await textOf(plain.streamPatches({ from, to: to ?? '' }));
    expect(text.match(/^Subject: \[PATCH \d\/2\]/gm)).toHaveLength(2);
  });
});

describe('a damaged repository', () => {
  it('fails if an object is broken, and reads on', async () => {
    const folder = join(root, 'damaged');
    mkdirSync(folder);
    const directory = makeRepository(folder, { isLoose: true });
    const id = git(directory, 'rev-parse', 'main:third.txt');
    const broken = join(directory, 'objects', id.slice(0, 2), id.slice(2));
    rmSync(broken, { force: true });
    writeFileSync(broken, 'this is no zlib stream');
    const repository = library.open(directory);
    const commit = (await repository.find('main')) ?? '';
    expect(['git-unreadable', 'no failure']).toContain(await codeOf(repository.blob(id, 100_000)));
    expect((await repository.blob(id, 100_000).catch(() => undefined))?.bytes).toBeUndefined();
    expect(await repository.commit(commit)).toMatchObject({ subject: 'third commit' });
    const first = await repository.entry(commit, 'first.txt');
    expect((await repository.blob(first?.id ?? '', 100_000))?.bytes?.toString()).toContain('first line');
  });

  it('fails if a tree is missing', async () => {
    const folder = join(root, 'treeless');
    mkdirSync(folder);
    const directory = makeRepository(folder, { isLoose: true });
    const tree = git(directory, 'rev-parse', 'main^{tree}');
    rmSync(join(directory, 'objects', tree.slice(0, 2), tree.slice(2)));
    const repository = library.open(directory);
    const commit = (await repository.find('main')) ?? '';
    expect(await repository.folder(commit, '')).toBeUndefined();
    expect(await codeOf(repository.files(commit))).toBe('git-unreadable');
    expect(await codeOf(repository.difference({ from: undefined, to: commit }))).toBe('git-unreadable');
  });
});

describe('git that takes too long', () => {
  it('is stopped, and its output until then is kept with the reason', async () => {
    const folder = join(root, 'slow');
    mkdirSync(folder);
    const id = hostile.commits.changed;
    writeFileSync(
      join(folder, 'git'),
      `#!/bin/sh\nprintf '%s\\n' '${id} 1 1 1' 'filename x'\nexec sleep 600\n`,
      { mode: 0o755 },
    );
    const slow = createGitLibrary({ searchPath: `${folder}:${searchPath}`, clock, runMs: 1_000 });
    const repository = slow.open(hostile.directory);
    expect(await repository.blame({ commit: id, path: 'x' })).toEqual({
      groups: [{ commit: id, firstLine: 1, lineCount: 1 }],
      cut: 'time',
    });
    expect(await repository.countCommits({ from: id })).toBeUndefined();
    slow.close();
  });
});

describe('createGitLibrary()', () => {
  it('runs no hook, monitor, filter or program of the repository', () => {
    expect(existsSync('/tmp/owned')).toBe(false);
    expect(readdirSync(root)).not.toContain('owned');
  });

  it('says if there is no git', async () => {
    const nowhere = createGitLibrary({ searchPath: '/nowhere', clock });
    const repository = nowhere.open(hostile.directory);
    expect(await codeOf(repository.refs())).toBe('git-missing');
    expect(await codeOf(repository.commit(hostile.commits.odd))).toBe('git-missing');
    nowhere.close();
  });

  it('asks git once for the same, however long it was not asked', async () => {
    const gone = makeRepository(mkdtempSync(join(root, 'gone-')));
    const once = createGitLibrary({ searchPath, clock });
    const repository = once.open(gone);
    const from = (await repository.find('main')) ?? '';
    const part = await repository.log({ from, skip: 0, limit: 2 });
    const change = await repository.difference({ from: undefined, to: from });
    const paths = await repository.files(from);
    expect([part.ids.length, change.files.length, paths.paths.length]).toEqual([2, 1, 3]);
    rmSync(gone, { recursive: true });
    expect(await repository.log({ from, skip: 0, limit: 2 })).toEqual(part);
    expect(await repository.difference({ from: undefined, to: from })).toEqual(change);
    expect(await repository.files(from)).toEqual(paths);
    expect(await codeOf(repository.log({ from, skip: 1, limit: 2 }))).toBe('git-unreadable');
    once.close();
  });

  it('keeps a repository usable for who holds it, however many were opened since', async () => {
    const several = createGitLibrary({ searchPath, clock });
    const held = several.open(hostile.directory);
    expect(await held.commit(hostile.commits.odd)).toBeDefined();
    for (let index = 0; index < READING_LIMITS.openProcesses; index += 1) {
      several.open(hostile.directory, `state ${index}`);
    }
    expect(several.open(hostile.directory)).not.toBe(held);
    expect(await held.commit(hostile.commits.odd)).toBeDefined();
    held.close();
    several.close();
  });

  it('ends an idle process, and starts another', async () => {
    const driven = createDrivenClock(0);
    const idle = createGitLibrary({ searchPath, clock: driven });
    const repository = idle.open(hostile.directory);
    expect(await repository.commit(hostile.commits.odd)).toBeDefined();
    for (let turn = 0; turn < 10; turn += 1) {
      driven.advance(10_000);
      await Promise.resolve();
    }
    expect(await repository.commit(hostile.commits.odd)).toBeDefined();
    idle.close();
    expect(await codeOf(repository.commit(hostile.commits.odd))).toBe('git-unreadable');
  });
});
