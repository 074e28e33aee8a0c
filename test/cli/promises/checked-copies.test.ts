import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { FORMAT_NAMES } from '../../../src/app/dump-formats.table.ts';
import { git } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { readCopy } from '../support/read-copy.ts';
import { runHere } from '../support/run-here.ts';

const WEB = 'https://service.example';
const AT = '2020-01-02T03:04:05Z';
const TOKEN = 'ghp_Zx81kQp02LmN7vRt4sWyB6cD9eF3gH5jK8aU';
const PRIVATE_TEXT = 'Our customers will be told about the breach on Monday';

let directory = '';

beforeAll(() => {
  directory = temporaryFolder();
});

async function run(...args: readonly string[]) {
  return await runHere(args, { HOME: directory, XDG_DATA_HOME: join(directory, 'data') });
}

interface World {
  readonly body?: string;
  readonly files?: Readonly<Record<string, string | Buffer>>;
  /** The message of the only commit of the organization's public repository. */
  readonly message?: string;
}

/** A store of two public repositories, of a person and of an organization, and a private one. */
async function load(name: string, { body = 'plain', files = {}, message }: World = {}): Promise<string> {
  const folder = join(directory, name);
  const [app, tool, hidden] = [`${WEB}/acme/app`, `${WEB}/ada/tool`, `${WEB}/acme/hidden`];
  const user = (login: string, full: string, mail: string) => ({
    type: 'user',
    url: `${WEB}/${login}`,
    avatar_url: `https://pictures.example/u/4711-${login}`,
    login,
    name: full,
    bio: `I am ${full}`,
    emails: [{ address: mail, primary: true }],
    created_at: AT,
  });
  const issue = (repository: string, number: number, members: object) => ({
    type: 'issue',
    url: `${repository}/issues/${number}`,
    repository,
    user: `${WEB}/ada`,
    title: 'plain',
    body: 'plain',
    labels: [],
    created_at: AT,
    ...members,
  });
  const records = {
    users: [
      user('ada', 'Ada Quillfeather', 'ada@quillfeather.example'),
      user('mirabel-9', "Mirabel O'Dwyer", 'mirabel@dwyer.example'),
    ],
    organizations: [{ type: 'organization', url: `${WEB}/acme`, login: 'acme', name: 'Acme' }],
    repositories: [
      { type: 'repository', url: app, owner: `${WEB}/acme`, name: 'app', private: false },
      {
        type: 'repository',
        url: tool,
        owner: `${WEB}/ada`,
        name: 'tool',
        website: 'https://ada.pages.example/tool',
        default_branch: 'ada-patch-1',
        private: false,
      },
      { type: 'repository', url: hidden, owner: `${WEB}/acme`, name: 'hidden', private: true },
    ],
    issues: [
      issue(hidden, 1, { title: PRIVATE_TEXT }),
      issue(app, 1, { body }),
      issue(tool, 1, { user: `${WEB}/mirabel-9`, assignee: `${WEB}/ada`, assignees: [`${WEB}/ada`] }),
    ],
    attachments: Object.keys(files).map((file, index) => ({
      type: 'attachment',
      url: `${WEB}/user-attachments/assets/${index}`,
      issue: `${app}/issues/1`,
      user: `${WEB}/ada`,
      asset_name: file,
      asset_content_type: 'text/plain',
      asset_url: `tarball://root/attachments/${index}/${file}`,
      created_at: AT,
    })),
  };
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  write('schema.json', '{"version":"1.0.1"}');
  for (const [kind, values] of Object.entries(records)) {
    write(`${kind}_000001.json`, JSON.stringify(values));
  }
  for (const [index, [file, content]] of Object.entries(files).entries()) {
    write(`attachments/${index}/${file}`, content);
  }
  if (message !== undefined) {
    const work = temporaryFolder();
    git(work, 'init', '--initial-branch', 'main');
    git(work, 'commit', '--allow-empty', '-m', message);
    git(work, 'clone', '--bare', work, join(folder, 'repositories/acme/app.git'));
  }
  const db = join(directory, `${name}.db`);
  expect(await run('load', folder, '--db', db)).toMatchObject({ status: 0 });
  return db;
}

/** A ZIP with one entry, `a`: packed, or in another way that its flags and method tell. */
function zipOf(content: string | Buffer, { flags = 0, method = 8 } = {}): Buffer {
  const packed = method === 8 ? deflateRawSync(content) : Buffer.from(content);
  const numbers = (...pairs: readonly (readonly [value: number, bytes: number])[]) =>
    Buffer.concat(
      pairs.map(([value, bytes]) => {
        const field = Buffer.alloc(bytes);
        field.writeUIntLE(value, 0, bytes);
        return field;
      }),
    );
  const about = [
    [flags, 2],
    [method, 2],
    [0, 4],
    [0, 4],
    [packed.length, 4],
    [Buffer.byteLength(content), 4],
    [1, 2],
    [0, 2],
  ] as const;
  const header = Buffer.concat([numbers([0x04034b50, 4], [20, 2], ...about), Buffer.from('a')]);
  const entry = numbers([0x02014b50, 4], [20, 2], [20, 2], ...about, [0, 2], [0, 2], [0, 2], [0, 4], [0, 4]);
  const directory = Buffer.concat([entry, Buffer.from('a')]);
  const start = header.length + packed.length;
  const end = numbers([0x06054b50, 4], [0, 4], [1, 2], [1, 2], [directory.length, 4], [start, 4], [0, 2]);
  return Buffer.concat([header, packed, directory, end]);
}

/** A tar with one file, `a`. */
function tarOf(content: Buffer): Buffer {
  const path = join(temporaryFolder(), 'a');
  writeFileSync(path, content);
  return execFileSync('tar', ['-C', dirname(path), '-cf', '-', 'a']);
}

/** Text in UTF-16 without a mark, as big-endian programs write it. */
function bigEndian(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}

const OUTPUTS = ['site', ...FORMAT_NAMES] as const;

/** The outputs with files. */
const FILE_OUTPUTS = ['archive', 'markdown', 'site'] as const;

/** A store whose text refers to each of its files. */
async function loadFiles(name: string, files: Readonly<Record<string, string | Buffer>>): Promise<string> {
  const links = Object.keys(files).map((_, index) => `${WEB}/user-attachments/assets/${index}`);
  return await load(name, { files, body: `See ${links.join(' ')}` });
}

/** The number of the file that a path in a copy is about. */
function numberOf(path: string): number {
  return Number(/(?:attachments|assets)\/(\d+)/.exec(path)?.[1]);
}

function argumentsOf(output: (typeof OUTPUTS)[number], path: string): readonly string[] {
  return output === 'site' ? ['site', path] : ['dump', output, path, '--public'];
}

function pathOf(name: string, output: string): string {
  return join(directory, `${name}-${output}${output === 'archive' ? '.tar.gz' : ''}`);
}

describe('the check of a public copy', () => {
  /** By the names of files: their contents, and what is found at which line. */
  const LEAKS = {
    'token.log': [`one\n\n${TOKEN}\n`, 'secret', 3],
    'repository.log.gz': [gzipSync(`one\nsee ${WEB}/acme/hidden/issues/1\n`), 'repository', 2],
    'token.zip': [zipOf(`${'plain '.repeat(50)}\n${TOKEN}`), 'secret', 2],
    'stored-in-zip-in-zip.zip': [zipOf(zipOf(gzipSync(TOKEN), { method: 0 })), 'secret', 1],
    'packed-in-packed-tar.log.gz': [gzipSync(tarOf(gzipSync(PRIVATE_TEXT))), 'text', 1],
    'utf16.log': [Buffer.from(`\ufeffÄ\n\n${PRIVATE_TEXT}`, 'utf16le'), 'text', 3],
    'utf16-without-mark.log': [bigEndian(`猫\n${TOKEN}`), 'secret', 2],
    'utf16.zip': [zipOf(bigEndian(PRIVATE_TEXT)), 'text', 1],
    'address-of-account.txt': ['Ada@Quillfeather.example', 'address', 1],
    'escaped-repository.txt': [
      '?url=https%3A%2F%2Fservice.example%2Facme%2Fhidden%2Fissues',
      'repository',
      1,
    ],
    'emphasised-repository.txt': ['_acme/hidden_', 'repository', 1],
    'escaped-address.txt': ['mailto%3Aada%40quillfeather.example', 'address', 1],
    'token-that-repeats-late.txt': [`${TOKEN}_xxxxxxxx`, 'secret', 1],
    'text.txt': [`so: ${PRIVATE_TEXT}.`, 'text', 1],
  } as const;
  const NAMES = Object.keys(LEAKS);
  let leaks: string;

  beforeAll(async () => {
    const contents = Object.entries(LEAKS).map(([name, [content]]) => [name, content]);
    leaks = await loadFiles('leaks', Object.fromEntries(contents));
  });

  it.each(FILE_OUTPUTS)(
    'finds what is private in files, packed or in another encoding, of %s',
    async (output) => {
      const path = pathOf('leaks', output);
      const { status, out, err } = await run(...argumentsOf(output, path), '--db', leaks, '--json');
      const { code, details } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
      expect([status, code]).toEqual([3, 'copy-unsafe']);
      const places: readonly { file: string; kind: string; line: number }[] = details.places;
      const [pages, files] = [true, false].map((isPage) =>
        places
          .filter(({ file }) => file.endsWith('.html') === isPage)
          .sort((one, other) => numberOf(one.file) - numberOf(other.file)),
      );
      const expected = Object.entries(LEAKS).map(([name, [, kind, line]]) => [name, kind, line]);
      expect(files?.map(({ file, kind, line }) => [NAMES[numberOf(file)], kind, line])).toEqual(expected);
      // A site also has a page for a text.
      const texts = NAMES.filter((name) => output === 'site' && !/(?:gz|zip)$/.test(name));
      expect(pages?.map(({ file }) => NAMES[numberOf(file)])).toEqual(texts);
      expect(existsSync(path)).toBe(false);
      expect(details.path).toBe(join(dirname(path), `unchecked-${basename(path)}`));
      expect(existsSync(details.path)).toBe(true);
      expect(out + err).not.toMatch(/Zx81kQp0|acme\/hidden|quillfeather|breach/i);
    },
  );

  it('names files that it cannot search, and publishes them', async () => {
    const files = {
      'too-deep.log.gz': Array.from({ length: 8 }).reduce<Buffer>(
        (inner) => gzipSync(inner),
        Buffer.from('a'),
      ),
      'encrypted.zip': zipOf('?', { flags: 1, method: 0 }),
      'other-method.zip': zipOf('?', { method: 14 }),
      'damaged.zip': zipOf('plain').subarray(0, 40),
      'other-packing.log': Buffer.from('\xfd7zXZ\0\0', 'latin1'),
    };
    const db = await loadFiles('unsearched', files);
    for (const output of FILE_OUTPUTS) {
      const path = pathOf('unsearched', output);
      const { status, out, err } = await run(...argumentsOf(output, path), '--db', db, '--json');
      const { publication } = JSON.parse(out.trim().split('\n').at(-1) ?? '');
      expect(status).toBe(0);
      expect(publication.unsearched.map(numberOf)).toEqual([0, 1, 2, 3, 4]);
      expect(err).toContain('5 packed files could not be searched: look at "');
      expect(existsSync(path)).toBe(true);
    }
  });

  it('has no false alarm by words of a language, longer names, and what the copy has anyway', async () => {
    const body = `ada is a language; acme/hidden.js and acme/app are public; hidden; ghp_xxxxxxxxxxxxxxxxxxxx; sha ${'0a1b2c3d'.repeat(5)}`;
    const db = await load('calm', { body: body.replace('acme/hidden.js', 'acme/hiddenly') });
    for (const output of OUTPUTS) {
      const { status, err } = await run(...argumentsOf(output, pathOf('calm', output)), '--db', db);
      expect([status, err]).toEqual([0, expect.stringContaining('Checked')]);
    }
  });

  it('leaves sentences in public texts that private ones have too, such as those of a template', async () => {
    const db = await load('template', { body: `${PRIVATE_TEXT}, as ada@quillfeather.example said` });
    const { status, out, err } = await run(
      'dump',
      'ndjson',
      '-',
      '--public',
      '--table',
      'issues',
      '--db',
      db,
    );
    expect([status, err]).toEqual([0, expect.stringContaining('Checked')]);
    expect(out).toContain(`${PRIVATE_TEXT}, as [mail address] said`);
  });

  it('leaves messages of public commits that private texts have too', async () => {
    const db = await load('message', { message: PRIVATE_TEXT });
    const path = join(directory, 'messages');
    const { status, err } = await run('site', path, '--public', '--db', db);
    expect([status, err]).toEqual([0, expect.stringContaining('code of public repositories has')]);
    expect(await readCopy(path)).toContain(PRIVATE_TEXT);
  });

  it('leaves an earlier copy alone', async () => {
    const path = join(directory, 'kept');
    const safe = await load('safe');
    expect(await run('dump', 'markdown', path, '--public', '--db', safe)).toMatchObject({ status: 0 });
    const before = await readCopy(path);
    const db = await load('unsafe', { files: { 'a.txt': TOKEN }, body: `${WEB}/user-attachments/assets/0` });
    const again = ['dump', 'markdown', path, '--public', '--db'];
    expect(await run(...again, db)).toMatchObject({ status: 2 });
    expect(await run(...again, db, '--force')).toMatchObject({ status: 3 });
    expect(await readCopy(path)).toBe(before);
    expect(await run(...again, safe, '--force')).toMatchObject({ status: 0 });
    expect(readdirSync(directory).filter((name) => /(?:unchecked).*-kept/.test(name))).toEqual([
      'unchecked-kept',
    ]);
  });

  it('replaces no file that has the name of an unchecked copy, and leaves nothing else behind', async () => {
    const db = await load('own', { files: { 'a.txt': TOKEN }, body: `${WEB}/user-attachments/assets/0` });
    writeFileSync(join(directory, 'unchecked-own.tar.gz'), 'mine');
    const output = join(directory, 'own.tar.gz');
    expect(await run('dump', 'archive', output, '--public', '--db', db)).toMatchObject({ status: 3 });
    expect(readFileSync(join(directory, 'unchecked-own.tar.gz'), 'utf8')).toBe('mine');
    const names = readdirSync(directory).filter((name) => /(?:unchecked).*-own[.]/.test(name));
    expect(names).toEqual(['unchecked-2-own.tar.gz', 'unchecked-own.tar.gz']);
  });

  it('comes before anything reaches standard output', async () => {
    const db = await load('piped', { body: `Mail ada@quillfeather.example, ${TOKEN}` });
    const { status, out } = await run('dump', 'ndjson', '-', '--public', '--table', 'issues', '--db', db);
    expect(status).toBe(0);
    expect(out).toContain('Mail [mail address], [redacted]');
  });
});

const TEXT = `Thanks @ada and @Mirabel-9, mirabel-9 knows; also @stranger of @acme/team
see ${WEB}/ada, ${WEB}/ada/tool/issues/1 and ada/tool#1, by Ada Quillfeather and Mirabel O'Dwyer
write to ada@quillfeather.example, 12+mirabel-9@users.noreply.service.example or nobody@elsewhere.example
see _ada@quillfeather.example_, mailto%3Anobody%40elsewhere.example, https%3A%2F%2Fservice.example%2Fada%2Ftool and _@ada_
![picture](https://user-images.githubusercontent.com/4711/a.png)

\`\`\`java
@Override
\`\`\`

Signed-off-by: Ada <ada@quillfeather.example>
Co-authored-by: Zebedee Farrow <else@elsewhere.example>
`;

/** All that tells who the people are. */
const PEOPLE =
  /@ada\b|service\.example\/ada\b|ada%2F|ada\.pages|ada-patch|user-attachments|ada\/tool|\bada["<,]|quillfeather|dwyer|mirabel|stranger|elsewhere\.example|40elsewhere|Zebedee Farrow|4711|I am/gi;

describe('pseudonyms', () => {
  let db: string;

  beforeAll(async () => {
    db = await load('people', { body: TEXT, files: { 'by-mirabel-9.txt': 'Ada Quillfeather' } });
  });

  it.each(OUTPUTS)('replace people everywhere, the same in all files of a copy, as %s', async (output) => {
    const copies: string[] = [];
    for (const path of [pathOf('one', output), pathOf('two', output)]) {
      const { status, err } = await run(...argumentsOf(output, path), '--pseudonyms', '--db', db);
      expect([status, err]).toEqual([0, expect.stringContaining('Checked')]);
      copies.push(await readCopy(path));
    }
    const [one = '', two = ''] = copies;
    expect(one.match(PEOPLE)).toBeNull();
    expect(one).toContain('acme');
    expect(one).toContain('@Override');
    const namesIn = (copy: string) => new Set(copy.match(/person-[0-9a-f]{12}/g));
    const [first, second] = [namesIn(one), namesIn(two)];
    expect(first.size).toBe(second.size);
    expect([...first].filter((name) => second.has(name))).toEqual([]);
    // Ada, Mirabel, a stranger, and two addresses of nobody else.
    expect(first.size).toBe(5);
  });

  it('are for public copies only', async () => {
    const path = join(directory, 'refused-out');
    expect(await run('dump', 'csv', path, '--pseudonyms', '--db', db)).toMatchObject({ status: 2 });
    expect(await run('site', path, '--pseudonyms', '--include-private', '--db', db)).toMatchObject({
      status: 2,
    });
  });
});
