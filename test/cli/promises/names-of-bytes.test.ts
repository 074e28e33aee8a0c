import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { readArchive } from '../../../src/archive/read-archive.ts';
import { bytesOfText } from '../../../src/base/byte-text.ts';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { DECOMPOSED, REFS, REPOSITORY, UPLOADS, writeArchiveOfBytes } from '../support/archive-of-bytes.ts';
import { runHere } from '../support/run-here.ts';

let directory: string;
const place = (name: string) => join(directory, name);

async function satchel(...args: readonly string[]) {
  const { status, out, err } = await runHere(args, { XDG_DATA_HOME: place('data') });
  expect(err).not.toContain('Unexpected failure');
  return { status, out, err };
}

beforeAll(async () => {
  directory = temporaryFolder();
  await writeArchiveOfBytes(directory);
  for (const source of ['source', 'source.tar.gz']) {
    const { status, err } = await satchel('load', place(source), '--db', place(`${source}.db`));
    expect({ status, err }).toMatchObject({ status: 0 });
  }
});

/** The names of the entries of an archive, each byte as a character. */
async function entriesOf(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const event of readArchive({ source: await openArchiveSource(path), skipRecords: true })) {
    if (event.type === 'entry') {
      names.push(bytesOfText(event.entry.name).toString('latin1'));
    }
  }
  return names;
}

describe('names that are not UTF-8', () => {
  it.each([['source'], ['source.tar.gz']])('of %s are kept in the store, each once', async (source) => {
    const sql = "SELECT entry_name FROM kept_files WHERE entry_name GLOB 'attachments/x*' ORDER BY 1";
    const { out } = await satchel('query', sql, '--json', '--db', place(`${source}.db`));
    expect(JSON.parse(out).map((row: { entry_name: string }) => row.entry_name)).toEqual([
      'attachments/x\\xff/caf\\\\xe9.txt',
      'attachments/x\\xff/caf\\xe8.txt',
      'attachments/x\\xff/caf\\xe9.txt',
    ]);
  });

  it.each(['verify', 'inspect'])('are reported by %s, and nothing is wrong', async (command) => {
    const args = command === 'verify' ? ['verify', '--deep', '--json'] : ['inspect', '--json'];
    for (const source of ['source', 'source.tar.gz']) {
      const { out } = await satchel(...args, place(source));
      expect(out).not.toMatch(/[\ud800-\udfff]|\\ud[c-f]/i);
      expect(out).not.toMatch(/entry-duplicate|git-ref-broken|git-symref|git-damaged/);
      expect(out).toContain('caf\\\\xe9.txt');
    }
  });

  it.each([['source'], ['source.tar.gz'], ['source.db'], ['source.tar.gz.db']])(
    'are the same in repositories and bundles out of %s',
    async (source) => {
      const [bare, bundle] = [place(`bare of ${source}`), place(`bundle of ${source}`)];
      await satchel('extract', place(source), bare, '--repository', REPOSITORY);
      const repository = join(bare, 'repositories', `${REPOSITORY}.git`);
      const refs = readFileSync(join(repository, 'packed-refs'), 'latin1');
      expect(readFileSync(join(repository, 'HEAD'), 'latin1')).toBe(`ref: ${REFS[0]}\n`);
      await satchel('extract', place(source), bundle, '--repository', REPOSITORY, '--bundle');
      const path = join(bundle, 'repositories', `${REPOSITORY}.bundle`);
      const heads = execFileSync('git', ['bundle', 'list-heads', path]).toString('latin1');
      for (const name of REFS) {
        expect(refs).toContain(` ${name}\n`);
        expect(heads).toContain(` ${name}\n`);
      }
    },
  );

  it('are the same in an archive of the store', async () => {
    const written = place('again.tar.gz');
    await satchel('dump', 'archive', '--output', written, '--db', place('source.tar.gz.db'));
    const names = await entriesOf(written);
    expect(names.filter((name) => name.startsWith('attachments/x')).toSorted()).toEqual(UPLOADS.toSorted());
    expect((await satchel('verify', written, '--deep')).out).toContain(': verified\n');
  });

  it('name single entries, as they are shown', async () => {
    const { out } = await satchel('extract', place('source.tar.gz'), place('all'), '--attachments', '--json');
    const listed = JSON.parse(out).files.map((file: { entry_name: string }) => file.entry_name);
    expect(listed).toContain('attachments/x\\xff/caf\\xe9.txt');
    for (const source of ['source.tar.gz', 'source.db']) {
      const one = place(`one of ${source}`);
      await satchel('extract', place(source), one, '--entry', 'attachments/x\\xff/caf\\xe9.txt');
      const content = readFileSync(join(one, 'attachments/x_xff/caf_xe9.txt'), 'utf8');
      expect(content).toBe(`the file ${Buffer.from(UPLOADS[0] ?? '').toString('hex')}\n`);
    }
  });
});

it('an upload is found whichever form of its name the file system kept', async () => {
  for (const source of ['source', 'source.tar.gz']) {
    expect((await satchel('verify', place(source))).out).toContain('uploads    0 missing');
    const one = place(`decomposed of ${source}`);
    await satchel('extract', place(`${source}.db`), one, '--attachments');
    expect(readFileSync(join(one, DECOMPOSED), 'utf8')).not.toBe('');
  }
});

describe('the reader', () => {
  const code = `/${REPOSITORY}`;

  function open() {
    const { app, close } = createBrowseApp({
      store: place('source.tar.gz.db'),
      clock: createSystemClock(),
      searchPath: process.env['PATH'] ?? '',
      onError: (error) => expect.fail(String(error)),
    });
    onTestFinished(close);
    return async (path: string) => {
      const response = await app.request(path);
      return { status: response.status, text: await response.text() };
    };
  }

  it.each([
    ['blob/caf%5Cxe9/caf%5Cxe9.txt', 'acute'],
    ['blob/caf%5Cxe9/caf%5C%5Cxe9.txt', 'backslash'],
    ['blob/caf%5Cxe9/bytes%5Cxff/gr%5Cxfc%5Cxdfe.txt', 'in a folder'],
    ['tree/caf%5Cxe9/bytes%5Cxff', 'gr\\xfc\\xdfe.txt'],
    ['tree/v%5Cxe9', 'caf\\xe8.txt'],
    [`blob/nb%C2%A0sp%C2%A0/nb%C2%A0`, 'no break'],
    ['find/caf%5Cxe9', 'gr\\xfc\\xdfe.txt'],
    ['commits/caf%5Cxe9', 'Café for 3 €'],
    ['commits/caf%5Cxe9/caf%5Cxe8.txt', 'Café for 2 €'],
    ['commits/caf%5Cxe9/caf%5C%5Cxe9.txt', 'Café for 2 €'],
    ['commits/caf%5Cxe9/bytes%5Cxff', 'José'],
    ['blame/caf%5Cxe9/caf%5Cxe8.txt', 'because the name of the file is not UTF-8'],
    ['blame/caf%5Cxe9/caf%5C%5Cxe9.txt', 'Café for 2 €'],
    ['/-/search?q=type%3Acommit+Caf%C3%A9', 'for 3 €'],
    ['compare/caf%5Cxe8...caf%5Cxe9', 'Café for 3 €'],
  ])('opens %s', async (path, content) => {
    const { status, text } = await open()(path.startsWith('/') ? path : `${code}/${path}`);
    expect({ status, isShown: text.includes(content), isWhole: !text.includes('\ufffd') }).toEqual({
      status: 200,
      isShown: true,
      isWhole: true,
    });
  });

  it('has no link that it cannot open', async () => {
    const page = open();
    const { text } = await page(`${code}/tree/caf%5Cxe9`);
    const links = [...text.matchAll(/href="([^"#]*\/(?:blob|tree)\/caf%5Cxe9\/[^"#]*)"/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(4);
    for (const link of links) {
      expect({ link, status: (await page(link.replaceAll('&amp;', '&'))).status }).toEqual({
        link,
        status: 200,
      });
    }
  });
});
