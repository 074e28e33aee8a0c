import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeTarGz, recordFile, SCHEMA_PART, type TarPart } from '../../archive/support/make-tar.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

let bench: CliBench;
let fileCount = 0;

beforeAll(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
});

function newPath(ending = ''): string {
  fileCount += 1;
  return join(bench.directory, `file-${fileCount}${ending}`);
}

const HOST = 'https://h.example';
const AT = '2024-01-01T00:00:00Z';

/** The records of one repository. */
function recordsOf(owner: string): readonly TarPart[] {
  const repository = `${HOST}/${owner}/app`;
  const git = `tarball://root/repositories/${owner}/app.git`;
  return [
    recordFile('repositories_000001.json', [
      { type: 'repository', url: repository, name: 'app', owner: `${HOST}/${owner}`, git_url: git },
    ]),
    recordFile('issues_000001.json', [
      {
        type: 'issue',
        url: `${repository}/issues/1`,
        repository,
        title: 'Broken',
        body: 'x',
        created_at: AT,
      },
    ]),
  ];
}

function gitOf(owner: string): readonly TarPart[] {
  const folder = `repositories/${owner}/app.git`;
  return [
    { name: `${folder}/HEAD`, body: 'ref: refs/heads/main\n' },
    { name: `${folder}/packed-refs`, body: `# pack-refs with: peeled fully-peeled sorted \n` },
  ];
}

function uploadsOf(owner: string, body: string): readonly TarPart[] {
  const name = `attachments/${owner}/a.txt`;
  const attachment = {
    type: 'attachment',
    url: `${HOST}/user-attachments/assets/${owner}`,
    issue: `${HOST}/${owner}/app/issues/1`,
    asset_name: 'a.txt',
    asset_content_type: 'text/plain',
    asset_url: `tarball://root/${name}`,
    user: null,
    created_at: AT,
  };
  return [recordFile('attachments_000001.json', [attachment]), { name, body }];
}

const everythingOf = (owner: string, body = owner) => [
  ...recordsOf(owner),
  ...uploadsOf(owner, body),
  ...gitOf(owner),
];

/** Loads archives, one a day, and returns the path of the store. */
async function storeOf(...archives: readonly (readonly TarPart[])[]): Promise<string> {
  const db = newPath('.db');
  for (const [index, parts] of archives.entries()) {
    const archive = newPath('.tar.gz');
    writeFileSync(archive, makeTarGz([SCHEMA_PART, ...parts]));
    const { status, err } = await bench.run([
      'load',
      archive,
      '--db',
      db,
      '--taken-at',
      `2026-01-0${index + 1}`,
    ]);
    expect(status, err).toBe(0);
  }
  return db;
}

describe('satchel extract and dump archive, from a store of several archives', () => {
  it('have the files of every account', async () => {
    const db = await storeOf(everythingOf('acme'), everythingOf('zed'));
    const dump = newPath('.tar.gz');
    expect((await bench.run(['dump', 'archive', '--db', db, '--output', dump])).status).toBe(0);
    const { out } = await bench.run(['verify', dump, '--json']);
    expect(out).not.toMatch(/attachment-missing|git-directory-missing/);
    const directory = newPath();
    expect((await bench.run(['extract', db, directory, '--repository', 'acme/app'])).status).toBe(0);
    expect(existsSync(join(directory, 'repositories/acme/app.git/HEAD'))).toBe(true);
    expect((await bench.run(['repo', 'view', 'acme/app', '--db', db])).out).not.toContain(
      'not in the newest',
    );
  });

  it('have the newest version of each file that a record names, also after an archive without files', async () => {
    const db = await storeOf(everythingOf('acme', 'old'), everythingOf('acme', 'new'), recordsOf('acme'));
    const directory = newPath();
    expect((await bench.run(['extract', db, directory])).status).toBe(0);
    expect(readFileSync(join(directory, 'attachments/acme/a.txt'), 'utf8')).toBe('new');
    expect(existsSync(join(directory, 'repositories/acme/app.git/HEAD'))).toBe(true);
  });

  it('have git data without records from the newest archive of each account that has some', async () => {
    const db = await storeOf(gitOf('acme'), gitOf('acme-labs'), gitOf('zed'));
    const directory = newPath();
    expect((await bench.run(['extract', db, directory])).status).toBe(0);
    for (const owner of ['acme', 'acme-labs', 'zed']) {
      expect(existsSync(join(directory, `repositories/${owner}/app.git/HEAD`))).toBe(true);
    }
    const { out } = await bench.run(['repo', 'list', '--db', db, '--json', 'repo']);
    expect(JSON.parse(out)).toHaveLength(3);
  });

  it('leave out what was deleted with its record', async () => {
    const other = recordsOf('zed').map(({ name, body }) => ({
      name,
      body: String(body).replaceAll('zed', 'acme').replaceAll('/app', '/other'),
    }));
    const db = await storeOf(everythingOf('acme'), []);
    const archive = newPath('.tar.gz');
    writeFileSync(archive, makeTarGz([SCHEMA_PART, ...other, recordFile('attachments_000001.json', [])]));
    const load = ['load', archive, '--db', db, '--taken-at', '2026-01-03', '--complete'];
    expect((await bench.run(load)).status).toBe(0);
    const directory = newPath();
    expect((await bench.run(['extract', db, directory])).status).toBe(0);
    expect(existsSync(join(directory, 'attachments'))).toBe(false);
  });
});

describe('a store from elsewhere with links among its files', () => {
  const SECRET = 'a private key of this machine';
  const DIGEST = createHash('sha256').update('x'.repeat(SECRET.length)).digest('hex');

  /** Names of files below a folder whose content has the secret. */
  function leaksIn(folder: string): readonly string[] {
    return existsSync(folder)
      ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
          (name) =>
            statSync(join(folder, name)).isFile() && readFileSync(join(folder, name)).includes(SECRET),
        )
      : [];
  }

  it.each(['the file', 'the folder of the file'])(
    'publishes nothing that a link in place of %s leads to',
    async (place) => {
      // Not `acme`, which is in examples of our own, on which the check of a public copy would stop.
      const db = await storeOf(everythingOf('zed', 'x'.repeat(SECRET.length)));
      const elsewhere = newPath();
      mkdirSync(join(elsewhere, DIGEST.slice(0, 2)), { recursive: true });
      writeFileSync(join(elsewhere, DIGEST.slice(0, 2), DIGEST), SECRET);
      const name = place === 'the file' ? `${DIGEST.slice(0, 2)}/${DIGEST}` : DIGEST.slice(0, 2);
      const path = join(db.replace(/\.db$/, '.files'), 'blobs', name);
      renameSync(path, newPath());
      symlinkSync(join(elsewhere, name), path);
      for (const [output, command] of [
        ['site', (to: string) => ['site', to, '--db', db]],
        ['folder', (to: string) => ['extract', db, to]],
        ['markdown', (to: string) => ['dump', 'markdown', '--db', db, '--output', to]],
      ] as const) {
        const to = newPath();
        const { err } = await bench.run(command(to));
        expect([output, leaksIn(to), err.includes('Unexpected')]).toEqual([output, [], false]);
        expect([output, existsSync(to)]).toEqual([output, output !== 'folder' || existsSync(to)]);
      }
      const dump = newPath('.tar.gz');
      await bench.run(['dump', 'archive', '--db', db, '--output', dump]);
      const listed = await bench.run(['extract', dump, newPath()]);
      expect(listed.err).not.toContain('Unexpected');
      const found = await bench.run(['search', 'private type:attachment', '--db', db]);
      expect(found.out).not.toContain(SECRET);
    },
    60_000,
  );

  it.each(['', 'blobs', 'git'])(
    'is refused by every command that needs files, if "work.files/%s" is a link',
    async (inner) => {
      const db = await storeOf(everythingOf('acme'));
      const path = join(db.replace(/\.db$/, '.files'), inner);
      const elsewhere = newPath();
      renameSync(path, elsewhere);
      symlinkSync(elsewhere, path);
      const before = readdirSync(elsewhere, { recursive: true });
      const archive = newPath('.tar.gz');
      writeFileSync(archive, makeTarGz([SCHEMA_PART, ...everythingOf('zed')]));
      for (const command of [
        ['site', newPath(), '--db', db],
        ['extract', db, newPath()],
        ['dump', 'markdown', '--db', db, '--output', newPath()],
        ['dump', 'archive', '--db', db, '--output', newPath('.tar.gz')],
        ['load', archive, '--db', db, '--taken-at', '2026-01-09'],
      ]) {
        const { status, err } = await bench.run(command);
        expect([command[0], status, err]).toEqual([command[0], 1, expect.stringContaining('it is a link')]);
      }
      expect(readdirSync(elsewhere, { recursive: true })).toEqual(before);
    },
    60_000,
  );

  it('extracts no repository through a link, and writes into no folder that one leads to', async () => {
    const db = await storeOf(everythingOf('acme'));
    const git = join(db.replace(/\.db$/, '.files'), 'git');
    const [folder = ''] = readdirSync(git).filter((name) => name.endsWith('.git'));
    const elsewhere = newPath();
    renameSync(join(git, folder), elsewhere);
    symlinkSync(elsewhere, join(git, folder));
    const directory = newPath();
    await bench.run(['extract', db, directory]);
    expect(existsSync(join(elsewhere, 'config'))).toBe(false);
    expect(existsSync(join(directory, 'repositories/acme/app.git'))).toBe(false);
  });
});
