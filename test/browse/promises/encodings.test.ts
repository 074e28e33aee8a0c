import { beforeAll, describe, expect, it } from 'vitest';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = 'northquay-works/ferrylight';
const WIKI = 'yaryna-vitrolom/tidewatch';

const latin = (text: string) => Buffer.from(text, 'latin1');
const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** `// これは日本語のコメントです` in Shift_JIS. */
const JAPANESE = Buffer.from('2f2f2082b182ea82cd93fa967b8cea82cc835283818393836782c582b7', 'hex');
const NOTEBOOK = JSON.stringify({ cells: [{ cell_type: 'markdown', source: 'Größe' }] });

let app: OpenApp;
let latest: string;

beforeAll(async () => {
  app = await openApp();
  const ids = replaceRepository(app.store, REPO, [
    { 'old.c': latin('// größe\nint a;\n'), 'tide.txt': wide('1\nebbe\n'), pic: Buffer.from([0, 1, 2]) },
    {
      'old.c': latin('// größe\nint b; // müßig\n'),
      'new.c': '// größe\n',
      'nihon.c': JAPANESE,
      'wide.txt': wide('größe\n'),
      'tide.txt': wide('1\nflüt\n'),
      pic: Buffer.from([0, 1, 3]),
      'tides.csv': latin('Höhe,Zeit\nfünf,1\n'),
      'tides.ipynb': wide(NOTEBOOK),
      'README.md': latin('Über die Flut\n'),
    },
  ]);
  latest = ids.at(-1) ?? '';
  replaceRepository(app.store, WIKI, [{ 'Home.md': latin('Über die Flut'), '_Sidebar.md': latin('Höhe') }], {
    isWiki: true,
  });
});

describe('a file that is not UTF-8', () => {
  it.each([
    ['a file', 'blob/main/old.c', '// größe', 'read as Windows-1252'],
    ['a file in Shift_JIS', 'blob/main/nihon.c', 'これは日本語のコメントです', 'read as Shift_JIS'],
    ['a file in UTF-16', 'blob/main/wide.txt', 'größe', 'read as UTF-16LE'],
    ['a table', 'blob/main/tides.csv', '<td>fünf</td>', 'read as Windows-1252'],
    ['a notebook', 'blob/main/tides.ipynb', 'Größe', 'read as UTF-16LE'],
    ['its lines with commits', 'blame/main/old.c', '// größe', 'read as Windows-1252'],
    ['the README of a folder', 'tree/main', 'Über die Flut', 'read as Windows-1252'],
  ])('is shown as %s, with its encoding', async (_, path, text, note) => {
    const page = await app.page(`/${REPO}/${path}`);
    expect(page).toContain(text);
    expect(page).toContain(note);
    expect(page).not.toContain('\ufffd');
  });

  it('is shown in diffs and in the history of lines', async () => {
    const commit = await app.page(`/${REPO}/commit/${latest}`);
    expect(commit).toContain('müßig');
    expect(commit).toContain('これは日本語のコメントです');
    expect(commit.match(/<span class="tag">(?:Windows-1252|Shift_JIS)<\/span>/g)?.length).toBe(4);
    expect(commit.match(/<span class="tag">UTF-16LE<\/span>/g)?.length).toBe(3);
    const lines = await app.page(`/${REPO}/lines/main/old.c?line=2`);
    expect(lines).toContain('müßig');
    expect(commit + lines).not.toContain('\ufffd');
  });

  it('is shown in diffs in UTF-16, which git takes for binary', async () => {
    const commit = await app.page(`/${REPO}/commit/${latest}`);
    const [, file = ''] = /<h2><bdi>tide\.txt<\/bdi>(.*?)<\/details>/s.exec(commit) ?? [];
    expect(file).toContain('<span class="tag">UTF-16LE</span>');
    const words = file.replace(/<[^>]*>/g, '');
    expect(words).toMatch(/ebbe.*flüt/s);
    expect(commit.match(/The file is not text/g)?.length).toBe(1); // The picture.
  });

  it('is shown in wikis', async () => {
    const page = await app.page(`/${WIKI}/wiki`);
    expect(page).toContain('Über die Flut');
    expect(page).toContain('Höhe');
  });

  it('leaves UTF-8 without a note', async () => {
    expect(await app.page(`/${REPO}/blob/main/new.c`)).not.toContain('read as');
  });
});
