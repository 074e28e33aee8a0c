import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ownIdentity } from '../../../src/base/process-identity.ts';
import { openArchiveContent } from '../../../src/dump/archive-content.ts';
import { foldersNextTo } from '../../../src/store/file-folders.ts';
import { makeTar, recordFile, SCHEMA_PART, type TarPart } from '../../archive/support/make-tar.ts';
import { filesBelow } from '../../house/files-below.ts';
import { CURRENT } from '../../house/samples.ts';
import { unpackArchive } from '../../sandbox/support/unpack-archive.ts';
import { layOutSample } from '../support/loaded-sample.ts';
import { type CliBench, type CliResult, openCliBench } from '../support/run-cli.ts';

const GIT_ENV = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

let bench: CliBench;
let db: string;
let original: string;
let directoryCount = 0;

beforeAll(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
  db = join(bench.directory, 'sample.db');
  await layOutSample(db);
  original = unpackArchive(CURRENT, join(bench.directory, 'original')).directory;
});

function newDirectory(): string {
  directoryCount += 1;
  return join(bench.directory, `out-${directoryCount}`);
}

async function extract(from: string, directory: string, ...flags: readonly string[]): Promise<CliResult> {
  return await bench.run(['extract', from, directory, ...flags], {
    env: { PATH: process.env['PATH'] ?? '' },
  });
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { env: GIT_ENV, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

function refsOf(repository: string): string {
  const refs = git(
    '-c',
    'safe.directory=*',
    '-C',
    repository,
    'for-each-ref',
    '--format=%(refname) %(objectname)',
  );
  return `${refs}HEAD ${git('-c', 'safe.directory=*', '-C', repository, 'symbolic-ref', 'HEAD')}`;
}

function originalRepositories(): readonly string[] {
  return readdirSync(join(original, 'repositories')).flatMap((owner) =>
    readdirSync(join(original, 'repositories', owner)).map((name) => `repositories/${owner}/${name}`),
  );
}

function hasRefs(repository: string): boolean {
  return refsOf(repository).startsWith('refs/');
}

function archiveOf(parts: readonly TarPart[]): string {
  directoryCount += 1;
  const path = join(bench.directory, `made-${directoryCount}.tar.gz`);
  writeFileSync(path, gzipSync(makeTar([SCHEMA_PART, ...parts])));
  return path;
}

describe.each([
  ['an archive', () => CURRENT],
  ['a store', () => db],
])('satchel extract from %s', (_, from) => {
  it('restores all uploads and repositories', async () => {
    const directory = newDirectory();
    const { status, out } = await extract(from(), directory);
    expect(status).toBe(0);
    const uploads = filesBelow(original).filter((name) =>
      /^(?:attachments|repository_files|releases)\//.test(name),
    );
    expect(uploads.length).toBeGreaterThan(2);
    expect(filesBelow(directory).filter((name) => !name.startsWith('repositories/'))).toEqual(uploads);
    for (const name of uploads) {
      expect(readFileSync(join(directory, name)).equals(readFileSync(join(original, name)))).toBe(true);
    }
    expect(out.trim().split('\n').toSorted()).toEqual(
      [...uploads, ...originalRepositories()].map((name) => join(directory, name)).toSorted(),
    );
  });

  it('restores repositories that git clones, with every ref', async () => {
    const directory = newDirectory();
    await extract(from(), directory);
    let cloned = 0;
    for (const name of originalRepositories()) {
      expect(refsOf(join(directory, name))).toBe(refsOf(join(original, name)));
      expect(existsSync(join(directory, name, 'hooks'))).toBe(false);
      if (hasRefs(join(original, name))) {
        const clone = join(newDirectory(), 'clone.git');
        git('clone', '--mirror', join(directory, name), clone);
        expect(refsOf(clone)).toBe(refsOf(join(original, name)));
        git('-C', clone, 'fsck', '--strict', '--no-dangling');
        cloned += 1;
      }
    }
    expect(cloned).toBeGreaterThan(1);
  });

  it('extracts one repository with its wiki, in upper or lower case', async () => {
    const wiki = originalRepositories().find((name) => name.endsWith('.wiki.git')) ?? '';
    const repository = wiki.slice('repositories/'.length, -'.wiki.git'.length);
    const directory = newDirectory();
    const { status, out } = await extract(
      from(),
      directory,
      '--repository',
      repository.toUpperCase(),
      '--json',
    );
    const report: { readonly files: readonly { readonly entry_name: string }[] } = JSON.parse(out);
    expect(status).toBe(0);
    expect(report.files.map((file) => file.entry_name).toSorted()).toEqual(
      [`repositories/${repository}.git`, wiki].toSorted(),
    );
    expect(readdirSync(directory)).toEqual(['repositories']);
  });

  it('writes bundles that git clones', async () => {
    const directory = newDirectory();
    const { status } = await extract(from(), directory, '--bundle');
    expect(status).toBe(0);
    const full = originalRepositories().filter((name) => hasRefs(join(original, name)));
    expect(filesBelow(directory)).toEqual(full.map((name) => name.replace(/git$/, 'bundle')).toSorted());
    for (const name of full) {
      const clone = join(newDirectory(), 'clone.git');
      git('clone', '--mirror', join(directory, name.replace(/git$/, 'bundle')), clone);
      expect(refsOf(clone)).toBe(refsOf(join(original, name)));
    }
  });

  it('extracts attachments, release assets and single entries', async () => {
    const attachments = newDirectory();
    await extract(from(), attachments, '--attachments');
    expect(new Set(filesBelow(attachments).map((name) => name.split('/')[0]))).toEqual(
      new Set(['attachments', 'repository_files']),
    );
    const directory = newDirectory();
    const [first = ''] = filesBelow(attachments);
    expect((await extract(from(), directory, '--entry', first, '--entry', 'schema.json')).status).toBe(0);
    expect(filesBelow(directory)).toEqual([first, 'schema.json'].toSorted());
  });

  it('replaces nothing', async () => {
    const directory = newDirectory();
    await extract(from(), directory, '--attachments');
    const [first = ''] = filesBelow(directory);
    writeFileSync(join(directory, first), 'mine');
    const { status, err } = await extract(from(), directory, '--attachments');
    expect([status, err]).toEqual([2, expect.stringContaining('it exists already')]);
    expect(readFileSync(join(directory, first), 'utf8')).toBe('mine');
    expect(filesBelow(directory).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('resumes an interrupted extraction', async () => {
    const directory = newDirectory();
    const { status } = await extract(from(), directory);
    const whole = filesBelow(directory);
    const [repository = ''] = whole.flatMap((name) => /^repositories\/.+?\.git(?=\/)/.exec(name) ?? []);
    rmSync(join(directory, repository), { recursive: true });
    for (const name of whole.filter(
      (other, index) => !other.startsWith('repositories/') && index % 2 === 0,
    )) {
      rmSync(join(directory, name));
    }
    const owner = { ...(await ownIdentity()), startTicks: '1', command: 'satchel', startedAt: 'then' };
    mkdirSync(join(directory, '.satchel-abc123', 'owner'), { recursive: true });
    writeFileSync(join(directory, '.satchel-abc123', 'owner', 'dead.json'), JSON.stringify(owner));
    expect((await extract(from(), directory)).status).toBe(status);
    expect(filesBelow(directory)).toEqual(whole);
    expect(existsSync(join(directory, '.satchel-abc123'))).toBe(false);
  });

  it('says what is not there, and leaves no empty directory', async () => {
    const directory = newDirectory();
    expect(await extract(from(), directory, '--repository', 'nobody/nothing')).toMatchObject({
      status: 10,
      err: expect.stringContaining(
        'Cannot extract "nobody/nothing": no git data of a repository with this name was found',
      ),
    });
    expect(await extract(from(), directory, '--entry', 'nothing.txt')).toMatchObject({ status: 10 });
    expect(existsSync(directory)).toBe(false);
  });
});

describe('satchel extract', () => {
  it('puts hostile names in a safe place and reports them', async () => {
    const path = archiveOf([
      { name: 'attachments/1/../../../escape.txt', body: 'climbs' },
      { name: '/attachments/abs.txt', body: 'absolute' },
      { name: 'attachments/1/nul.txt', body: 'device' },
      { name: 'attachments/1/a:b.txt', body: 'stream' },
      { name: 'attachments/1/photo.png', body: 'one' },
      { name: 'attachments/1/PHOTO.png', body: 'two' },
      { name: 'attachments/1/link.txt', type: 'SymbolicLink', linkpath: '/etc/passwd' },
      { name: 'attachments/1/trailing. ', body: 'dots' },
      { name: 'attachments/1/.bashrc', body: 'hidden' },
      { name: 'attachments/1/-rf', body: 'option' },
    ]);
    const directory = newDirectory();
    const { status, err } = await extract(path, directory);
    expect(status).toBe(3); // Names that lead out of the folder are warnings.
    expect(filesBelow(directory)).toEqual(
      ['PHOTO-2.png', '_bashrc', '_nul.txt', '_rf', 'a_b.txt', 'photo.png', 'trailing'].map(
        (name) => `attachments/1/${name}`,
      ),
    );
    expect(err).toContain('Renamed: "attachments/1/PHOTO.png" is ');
    expect(existsSync(join(bench.directory, 'escape.txt'))).toBe(false);
  });

  it('keeps a file apart from another one that has its name with ".part"', async () => {
    const parts = [
      { name: 'attachments/1/a.txt.part', body: 'first' },
      { name: 'attachments/1/a.txt', body: 'second' },
    ];
    const directory = newDirectory();
    await extract(archiveOf(parts), directory);
    expect(filesBelow(directory)).toEqual(parts.map(({ name }) => name).toSorted());
    expect(readFileSync(join(directory, 'attachments/1/a.txt.part'), 'utf8')).toBe('first');
  });

  it('restores record files of an archive byte for byte', async () => {
    const part = recordFile('issues_000001.json', [{ type: 'issue', n: 1 }]);
    const directory = newDirectory();
    await extract(archiveOf([part]), directory, '--entry', 'issues_000001.json');
    expect(readFileSync(join(directory, 'issues_000001.json'), 'utf8')).toBe(part.body);
  });

  it('restores nothing dangerous from a repository: hooks, alternates, links', async () => {
    const tampered = join(bench.directory, 'tampered.db');
    await layOutSample(tampered);
    const kept = join(bench.directory, 'tampered.files', 'git');
    const planted = ['hooks/post-checkout', 'objects/info/alternates', 'commondir', 'modules/x/config'];
    for (const folder of readdirSync(kept)) {
      for (const path of planted) {
        mkdirSync(dirname(join(kept, folder, path)), { recursive: true });
        writeFileSync(join(kept, folder, path), 'planted');
      }
      symlinkSync('/etc', join(kept, folder, 'refs', 'outside'));
    }
    const directory = newDirectory();
    expect((await extract(tampered, directory)).status).toBe(0);
    const content = openArchiveContent(tampered, { folders: foldersNextTo(tampered) });
    const dumped = [...content.files()].map(({ name }) => name);
    content.close();
    const found = [...filesBelow(directory), ...dumped].filter((name) =>
      [...planted, 'refs/outside'].some((path) => name.includes(`.git/${path}`)),
    );
    expect(found).toEqual([]);
    expect(existsSync(join(directory, 'repositories'))).toBe(true);
  });

  it('writes the bundles of all repositories that are not damaged, and names those that are', async () => {
    const damaged = newDirectory();
    cpSync(original, damaged, { recursive: true });
    const [first = '', ...others] = originalRepositories().filter((name) => hasRefs(join(original, name)));
    writeFileSync(join(damaged, first, 'refs', 'heads', 'lost'), `${'1'.repeat(40)}\n`);
    const store = join(bench.directory, 'damaged.db');
    await bench.run(['load', damaged, '--db', store]);
    for (const from of [damaged, store]) {
      const directory = newDirectory();
      const { status, err } = await extract(from, directory, '--bundle');
      expect([status, err]).toEqual([6, expect.stringContaining(`In "${first}": No bundle was written`)]);
      expect(err).toContain('refs/heads/lost');
      expect(filesBelow(directory)).toEqual(others.map((name) => name.replace(/git$/, 'bundle')).toSorted());
      const name = first.slice('repositories/'.length, -'.git'.length);
      expect(await extract(from, newDirectory(), '--bundle', '--repository', name)).toMatchObject({
        status: 6,
      });
    }
  });

  it('has no repositories of a store that was loaded without git', async () => {
    const bare = join(bench.directory, 'no-git.db');
    await bench.run(['load', CURRENT, '--db', bare, '--no-git']);
    const directory = newDirectory();
    expect((await extract(bare, directory)).status).toBe(0);
    expect(existsSync(join(directory, 'repositories'))).toBe(false);
    expect(existsSync(join(bench.directory, 'no-git.files', 'git'))).toBe(false);
  });

  it('names the files that are no longer next to the store', async () => {
    const bare = join(bench.directory, 'gone.db');
    await bench.run(['load', CURRENT, '--db', bare, '--no-git']);
    rmSync(join(bench.directory, 'gone.files', 'blobs'), { recursive: true });
    const { status, out, err } = await extract(bare, newDirectory());
    expect([status, out]).toEqual([3, '']);
    expect(err).toMatch(/^MISSING: "attachments\/.+" is no longer next to the store$/m);
  });

  it('keeps the files of a backup in the vault, and finds them by its store', async () => {
    const vault = join(bench.directory, 'vault');
    const { status, err } = await bench.call(['backup', '--vault', vault]);
    expect(status, err).toBe(0);
    expect(readdirSync(vault)).toEqual(expect.arrayContaining(['blobs', 'git', 'store.db']));
    expect(readdirSync(join(vault, 'git'))).toHaveLength(
      readdirSync(join(vault, 'git')).filter((name) => name.endsWith('.git')).length,
    );
    const directory = newDirectory();
    expect((await extract(join(vault, 'store.db'), directory)).status).toBe(0);
    expect(statSync(join(directory, 'repositories')).isDirectory()).toBe(true);
    const same = newDirectory();
    expect((await extract(vault, same)).status).toBe(0); // The vault alone means its store.
    expect(filesBelow(same)).toEqual(filesBelow(directory));
  });
});
