import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowsing } from '../../../src/reading/open-browsing.ts';
import {
  type HostileRepository,
  makeHostileRepository,
  ODD_NAMES,
} from '../../git/support/hostile-repository.ts';
import { git } from '../../git/support/make-repository.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';

const REPO = '/yaryna-vitrolom/tidewatch';
const HOSTILE = '/northquay-works/ferrylight';
const EMPTY = '/yaryna-vitrolom/seedbank';
const BASE_OF_TWO = 'ec653111a015800b9ce49350e801a99f92cd65c4';
const HEAD_OF_TWO = 'af0401b0d4f818d65a72791b9df5483675bd95d7';

interface NewestOf {
  readonly name: string;
  readonly newest: { readonly id: string; readonly subject: string } | null;
}

interface CommitPage {
  readonly commits: readonly object[];
  readonly nextPath?: string;
  readonly prevPath?: string;
}

let app: OpenApp;
let hostile: HostileRepository;
const root = temporaryFolder();

beforeAll(async () => {
  app = await openApp();
  hostile = makeHostileRepository(root);
  const store = openBrowsing(app.store);
  const folder = store.gitPlace(HOSTILE.slice(1), false)?.folder ?? '';
  store.close();
  rmSync(folder, { recursive: true });
  cpSync(hostile.directory, folder, { recursive: true });
  git(folder, 'update-ref', 'refs/heads/zeta', 'refs/heads/main');
});

const at = (view: string, path: string, ref = 'main') =>
  `${HOSTILE}/${view}/${ref}/${path.split('/').map(encodeURIComponent).join('/')}`;

async function textOf(path: string, status = 200): Promise<string> {
  return parseHtml(await app.page(path, status)).text;
}

describe('a repository', () => {
  it('shows its files, its newest commit and its README', async () => {
    const page = await app.page(REPO);
    expect(page).toContain(`href="${REPO}/blob/main/package.json"`);
    expect(page).toContain(`href="${REPO}/tree/main/src"`);
    expect(page).toContain('What it will do some day');
    expect(page).toContain(`<a href="${REPO}/blob/main/LICENSE">LICENSE</a>`);
  });

  it('shows the newest commit of each file, with a link', async () => {
    const { code }: { code: { tree: { entries: readonly NewestOf[] } } } = JSON.parse(
      await app.page(`${REPO}.json`),
    );
    const { id, subject } = code.tree.entries.find(({ name }) => name === 'LICENSE')?.newest ?? {};
    expect(subject).toBe('Initial commit');
    expect(await app.page(REPO)).toContain(
      `<td class="newest"><a href="${REPO}/commit/${id}" dir="auto">Initial commit</a></td>`,
    );
  });

  it('says if nothing has been pushed to it', async () => {
    expect(await textOf(EMPTY)).toContain('The repository is empty, nothing has been pushed to it.');
    expect(await textOf(`${EMPTY}/commits`)).toContain('nothing has been pushed to it');
    expect(await textOf(`${EMPTY}/branches`)).toContain('The repository has no branches.');
  });

  it('says if it has no wiki', async () => {
    expect(await textOf(`${EMPTY}/wiki`, 404)).toContain('this archive was made without git data');
  });
});

describe('pages of code', () => {
  it.each([
    'tree',
    'tree/main',
    'tree/main/src',
    'commits',
    'commits/main/src',
    'branches',
    'tags',
    'find',
    'find/main?q=alert',
    'wiki',
    'wiki/Glossary',
    'blob/main/README.md',
    'blob/main/README.md?plain=1',
    'blame/main/src/alert-mailer.ts',
    `commit/${HEAD_OF_TWO}`,
    'compare/v0.7.0...main',
    'pull/2/files',
    'pull/2/commits',
    'pull/9/files',
  ])('shows %s with one h1', async (path) => {
    const { elements } = parseHtml(await app.page(`${REPO}/${path}`));
    expect(elements.filter(({ tag }) => tag === 'h1')).toHaveLength(1);
  });

  it.each([
    ['tree/main/README.md', 'blob/main/README.md'],
    ['blob/main/src', 'tree/main/src'],
    [`commit/${HEAD_OF_TWO.slice(0, 7)}`, `commit/${HEAD_OF_TWO}`],
    ['pull/3/files', 'issues/3'],
  ])('redirects %s to %s', async (from, to) => {
    const response = await app.request(`${REPO}/${from}`);
    expect([response.status, response.headers.get('location')]).toEqual([302, `${REPO}/${to}`]);
  });

  it.each([
    ['wiki/Glosary', ['wiki/Glossary', 'wiki']],
    ['compare/v0.7.0...mian', ['compare/v0.7.0...main', 'compare?base=v0.7.0']],
    ['compare/mian...v0.7.0', ['compare/main...v0.7.0', 'compare?head=v0.7.0']],
    ['tree/mian', ['tree/main', 'branches']],
    [
      'blob/mian/src/alert-mailer.ts',
      ['blob/main/src/alert-mailer.ts', 'tree/main/src', 'tree/main', 'branches'],
    ],
    ['blob/main/src/alert-maler.ts', ['blob/main/src/alert-mailer.ts', 'tree/main/src']],
    ['blob/main/READM.md', ['blob/main/README.md', 'tree/main']],
    ['blob/main/src/absent.cobol', ['tree/main/src']],
    ['tree/main/scr', ['tree/main/src', 'tree/main']],
  ])('links from %s to what is nearest', async (path, nearest) => {
    const [, found = ''] =
      /<dt>Nearest to it<\/dt><dd>(.*?)<\/dd>/s.exec(await app.page(`${REPO}/${path}`, 404)) ?? [];
    expect([...found.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(
      nearest.map((each) => `${REPO}/${each}`),
    );
  });

  it('folds many commits of a comparison, and offers to swap one that has nothing', async () => {
    const many = await app.page(`${REPO}/compare/v0.1.0...main`);
    expect(many).toMatch(/<details><summary>Show \d+ commits<\/summary><section class="day">/);
    const none = await app.page(`${REPO}/compare/main...v0.7.0`);
    expect(none).toMatch(
      /has every commit of <bdi>v0.7.0<\/bdi>\. <a href="[^"]+v0\.7\.0\.\.\.main">Swap the two<\/a> to see \d+ commits and \d+ changed files\./,
    );
    expect(none).not.toContain('0 files changed');
  });

  it.each([
    'tree/nowhere',
    'blob/main/nowhere.ts',
    'raw/main/src',
    'blame/main/nowhere',
    'commit/0000000',
    'compare/main...nowhere',
    'wiki/Nowhere',
    'commits/--all',
    'tree/main:src',
    'tree/main~1',
  ])('answers %s with 404', async (path) => {
    expect((await app.request(`${REPO}/${path}`)).status).toBe(404);
  });

  it('finds the longest branch that a path begins with', async () => {
    const page = await app.page(`${HOSTILE}/blob/feature/${encodeURIComponent('é<b>')}/patchlike`);
    expect(parseHtml(page).text).toContain('diff --git a/x b/x');
  });

  it('gives each line a name and colours', async () => {
    const page = await app.page(`${REPO}/blob/main/src/alert-mailer.ts`);
    expect(page).toContain(
      '<tr id="L1"><td class="n"><a href="#L1">1</a></td><td class="c"><span class="hljs-keyword">import</span>',
    );
  });

  it('continues after the commits of a page', async () => {
    const { commits, nextPath }: CommitPage = JSON.parse(await app.page(`${REPO}/commits.json`));
    expect(commits.length).toBeGreaterThan(10);
    expect(nextPath).toBeUndefined();
    const { commits: later, prevPath }: CommitPage = JSON.parse(
      await app.page(`${REPO}/commits.json?skip=5`),
    );
    expect(later).toEqual(commits.slice(5));
    expect(prevPath).toBe(`${REPO}/commits`);
  });
});

describe('a comparison', () => {
  it('names ids by their beginnings', async () => {
    const page = await app.page(`${REPO}/compare/${HEAD_OF_TWO}...main`);
    expect(parseHtml(page).text).toContain(`Compare ${HEAD_OF_TWO.slice(0, 7)} with main`);
    expect(parseHtml(page).text).not.toContain(HEAD_OF_TWO);
  });
});

describe('a pull request', () => {
  it('shows remarks at their lines and those on lines that are gone', async () => {
    const page = await app.page(`${REPO}/pull/9/files`);
    const line = page.indexOf('Too many flood warnings');
    const conversation = page.indexOf('src/alert-mailer.ts:7</code>');
    expect(line).toBeGreaterThan(0);
    expect(conversation).toBeGreaterThan(line);
    expect(page.slice(line, conversation)).toContain('<td class="conversations" colspan="4">');
    expect(page).toContain('Comments on lines outside this diff:');
  });

  it('colours the lines of a difference', async () => {
    const page = await app.page(`${REPO}/pull/9/files`);
    expect(page).toMatch(
      /<tr class="added"[\s\S]*?<td class="c">[^\n]*?<span class="hljs-keyword">const<\/span>/,
    );
  });

  it('falls back to the diffs of comments if its commits are missing', async () => {
    const page = await app.page(`${HOSTILE}/pull/5/files`);
    expect(parseHtml(page).text).toContain(
      'The commits of this pull request are not in the git data of the archive.',
    );
    expect(page).toContain('class="hunk"');
    expect(await textOf(`${HOSTILE}/pull/5/commits`)).toContain('are not in the git data');
  });

  it('writes a diff that git applies, and mails that git am accepts', async () => {
    const store = openBrowsing(app.store);
    const bare = store.gitPlace(REPO.slice(1), false)?.folder ?? '';
    store.close();
    const [mirror, work] = [join(root, 'mirror'), join(root, 'work')];
    git(root, 'clone', '-q', '--mirror', bare, mirror);
    const base = git(mirror, 'merge-base', HEAD_OF_TWO, BASE_OF_TWO);
    for (const [form, ...command] of [
      ['diff', 'apply', '--index'],
      ['patch', 'am', '-q'],
    ] as const) {
      const file = join(root, `two.${form}`);
      writeFileSync(file, await (await app.request(`${REPO}/pull/2.${form}`)).text());
      git(mirror, 'worktree', 'add', '-q', '--detach', '--force', `${work}-${form}`, base);
      git(`${work}-${form}`, ...command, file);
      expect(git(`${work}-${form}`, 'write-tree')).toBe(git(mirror, 'rev-parse', `${HEAD_OF_TWO}^{tree}`));
    }
  });
});

describe('raw', () => {
  it.each(['program', 'patchlike', '<img src=x onerror=alert(1)>.md', 'line\nfeed.txt'])(
    'sends %j to be kept, never to be run',
    async (name) => {
      const { headers } = await app.request(at('raw', name));
      expect(headers.get('content-type')).toBe('application/octet-stream');
      expect(headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''[\w.%()!*'~-]+$/);
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it('sends the content in git', async () => {
    const bytes = new Uint8Array(await (await app.request(at('raw', 'binary'))).arrayBuffer());
    expect([...bytes]).toEqual([0, 1, 2, 255, 254, 5]);
  });
});

describe('a hostile repository', () => {
  it.each(ODD_NAMES)('shows the file %j on each of its pages', async (name) => {
    for (const view of ['blob', 'blame', 'commits']) {
      const page = await app.page(at(view, name));
      const { elements } = parseHtml(page);
      expect(elements.filter(({ tag, attributes }) => tag === 'img' && 'onerror' in attributes)).toEqual([]);
    }
    const { elements, text } = parseHtml(await app.page(`${HOSTILE}/tree/main`));
    expect(text).toContain(name);
    expect(elements.some(({ attributes }) => attributes['href'] === at('blob', name))).toBe(true);
  });

  it('shows a difference of them all', async () => {
    const page = await app.page(`${HOSTILE}/commit/${hostile.commits.changed}`);
    for (const name of ODD_NAMES) {
      expect(parseHtml(page).text).toContain(name);
    }
    expect(page).toContain('type changed');
    expect(page).toContain('The file is not text.');
  });

  it('shows links, submodules and binary files as such', async () => {
    const link = await textOf(at('blob', 'link', hostile.commits.odd));
    expect(link).toContain('/etc/passwd');
    expect(link).toMatch(/Symbolic link · \d+ B/);
    expect(await textOf(`${REPO}/blob/main/README.md`)).toMatch(/File · [\d.]+ k?B · \d+ lines/);
    expect(await textOf(at('blob', 'binary'))).toContain('This file is not text.');
    expect(await textOf(`${HOSTILE}/tree/main`)).toContain('submodule @ 1234567');
    expect((await app.request(at('blob', 'submodule'))).status).toBe(404);
  });

  it('lists the default branch first, then the newest', async () => {
    const { refs } = (await (await app.request(`${HOSTILE}/branches.json`)).json()) as {
      readonly refs: readonly { readonly name: string }[];
    };
    expect(refs.map(({ name }) => name).slice(0, 2)).toEqual(['main', 'zeta']);
  });

  it('says how far each branch is from the default one', async () => {
    const { refs, head } = JSON.parse(await app.page(`${REPO}/branches.json`));
    const store = openBrowsing(app.store);
    const folder = store.gitPlace(REPO.slice(1), false)?.folder ?? '';
    store.close();
    const page = await textOf(`${REPO}/branches`);
    for (const { name, sides } of refs.filter((ref: { readonly name: string }) => ref.name !== head)) {
      const counted = git(folder, 'rev-list', '--left-right', '--count', `${name}...${head}`);
      expect(counted.trim()).toBe(`${sides.ahead}\t${sides.behind}`);
      expect(page).toMatch(new RegExp(`${sides.ahead} ahead(?: of|, ${sides.behind} behind) ${head}`));
    }
    expect(refs.length).toBeGreaterThan(1);
    expect(await textOf(`${HOSTILE}/branches`)).toContain('the same commit as main');
  });

  it('lists branches that look like options', async () => {
    const page = await app.page(`${HOSTILE}/branches`);
    expect(page).toContain(`href="${HOSTILE}/tree/-x"`);
    expect((await app.request(`${HOSTILE}/tree/-x`)).status).toBe(200);
    expect((await app.request(`${HOSTILE}/compare/main...-x`)).status).toBe(200);
  });

  it('shows bidirectional controls by their code points', async () => {
    const page = await app.page(at('blob', '\u202etxt.exe'));
    expect(parseHtml(page).elements.filter(({ tag }) => tag === 'bdi').length).toBeGreaterThan(0);
  });
});
