import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = 'northquay-works/ferrylight';

/** Ninety lines, the sixtieth of which changes. */
const LONG = Array.from({ length: 90 }, (_, index) => `let line${index + 1};`);

let app: OpenApp;
let commit: string;
let compare: string;
/** A comparison of commits without changed files. */
let changeless: string;

beforeAll(async () => {
  app = await openApp();
  const [first, second] = replaceRepository(app.store, REPO, [
    {
      'src/deep/down/lamp.ts': 'const a = 1;\nconst b = 2;\nconst c = 3;\n',
      'src/deep/down/moved.ts': 'x\n'.repeat(40),
      'src/spaces.ts': 'if (a) {\nb();\n}\n',
      'package-lock.json': '{}\n',
      'run.sh': 'echo\n',
      'src/long.ts': LONG.join('\n'),
      'lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>\n',
      'bundle.js': 'a\n',
    },
    {
      'src/deep/down/lamp.ts': 'const a = 1;\nconst b = 20;\nconst extra = 4;\nconst c = 3;\n',
      'src/deep/down/moved.ts': null,
      'src/elsewhere.ts': 'x\n'.repeat(40),
      'src/spaces.ts': 'if (a) {\n  b();\n}\n',
      'package-lock.json': '{"a":1}\n',
      'run.sh': 'echo 1\n',
      'src/long.ts': LONG.with(59, 'let changed;').join('\n'),
      'lamp.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>\n',
      'bundle.js': `${'a;'.repeat(5_000)}\n`,
    },
    {},
  ]);
  changeless = `/${REPO}/compare/${second}...main`;
  commit = `/${REPO}/commit/${second}`;
  compare = `/${REPO}/compare/${first}...main`;
});

const digestOf = (path: string) => createHash('sha256').update(path).digest('hex');
const textOf = async (path: string) => parseHtml(await app.page(path)).text;
const hrefOf = (page: string, title: string) =>
  new RegExp(`href="([^"]+)"[^>]*>${title}</a>`).exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
const fileHead = (page: string, path: string) =>
  new RegExp(`<details class="file" id="diff-${digestOf(path)}"([^>]*)>`).exec(page)?.[1];

describe.each([
  ['a commit', () => commit],
  ['a comparison', () => compare],
])('%s', (_, pathOf) => {
  it('has a tree of its files, with folders of one folder joined', async () => {
    const page = await app.page(pathOf());
    expect(page).toContain('<summary><bdi>deep/down</bdi></summary>');
    expect(page).toContain(
      `<a href="#diff-${digestOf('src/deep/down/lamp.ts')}" title="src/deep/down/lamp.ts"><bdi>lamp.ts</bdi></a>`,
    );
  });

  it('is shown side by side at a separate address', async () => {
    const address = hrefOf(await app.page(pathOf()), 'Split');
    expect(address).toBe(`${pathOf()}?diff=split`);
    const page = await app.page(address);
    const file = `diff-${digestOf('src/deep/down/lamp.ts')}`;
    const row = page.split('<tr>').find((one) => one.includes(`id="${file}L2"`)) ?? '';
    expect(row).toContain(`id="${file}R2"`);
    expect(row).toContain('<td class="c removed">');
    expect(page).toContain('<colgroup><col class="n"><col><col class="n"><col></colgroup>');
    expect(row).toContain('<td class="c added">');
    const added = page.split('<tr>').find((one) => one.includes(`id="${file}R3"`)) ?? '';
    expect(added).toContain('<td class="n none"></td>');
    expect(hrefOf(page, 'Unified')).toBe(pathOf());
  });

  it('hides changes of whitespace at a separate address, and shows the other files unchanged', async () => {
    const whole = await app.page(pathOf());
    expect(whole).toMatch(new RegExp(`id="diff-${digestOf('src/spaces.ts')}R2"`));
    const address = hrefOf(whole, 'Hide whitespace');
    expect(address).toBe(`${pathOf()}?w=1`);
    const page = await app.page(address);
    expect(page).not.toContain(`id="diff-${digestOf('src/spaces.ts')}R2"`);
    expect(await textOf(address)).toContain('Only whitespace differs.');
    expect(page).toContain(`id="diff-${digestOf('src/deep/down/lamp.ts')}R3"`);
    expect(page).toContain(`id="diff-${digestOf('run.sh')}R1"`);
    expect(await textOf(address)).toContain('The content is unchanged.');
  });

  it('fills the gap above a change at a separate address, step by step to the end of the file', async () => {
    const key = digestOf('src/long.ts').slice(0, 8);
    const file = `diff-${digestOf('src/long.ts')}`;
    const page = await app.page(pathOf());
    expect(page).not.toContain(`id="${file}R1"`);
    expect(page).toContain(
      `?context=${key}-57#${file}" data-context data-control>Show 56 more lines above</a>`,
    );
    const filled = await app.page(`${pathOf()}?context=${key}-57.${key}-end`);
    expect(filled).toContain(`id="${file}R1"`);
    expect(filled).toContain(`id="${file}R90"`);
    expect(filled.split(`id="${file}"`)[1]?.split('</details>')[0]).not.toContain('data-context');
  });

  it('marks what was added, removed and renamed in the tree, which has the order of the files', async () => {
    const page = await app.page(pathOf());
    expect(page).toContain('<abbr class="status renamed" title="renamed">R</abbr>');
    const anchors = (pattern: RegExp) => [...page.matchAll(pattern)].map(([, anchor]) => anchor);
    expect(anchors(/<a href="#(diff-[0-9a-f]{64})"[^>]* title=/g)).toEqual(
      anchors(/<details class="file" id="([^"]+)"/g),
    );
  });

  it('shows a picture before and after', async () => {
    const page = await app.page(pathOf());
    expect(page).toMatch(/<figcaption>Before<\/figcaption><img src="[^"]+\/raw\/[0-9a-f]{40}\/lamp\.svg"/);
    expect(page).toMatch(/<figcaption>After<\/figcaption><img src="[^"]+\/raw\/[0-9a-f]{40}\/lamp\.svg"/);
  });

  it('folds generated and minified files, and says why', async () => {
    const page = await app.page(pathOf());
    expect(fileHead(page, 'package-lock.json')).not.toContain('open');
    expect(fileHead(page, 'bundle.js')).not.toContain('open');
    expect(page).toContain('<span class="tag">minified</span>');
    expect(fileHead(page, 'run.sh')).toContain('open');
  });

  it('folds files that are marked as viewed, in any combination with the other ways', async () => {
    const page = await app.page(`${pathOf()}?diff=split&w=1`);
    const anchor = digestOf('run.sh');
    const [, address = ''] =
      new RegExp(`href="([^"]+)#diff-${anchor}"[^>]*>Mark as viewed</a>`).exec(page) ?? [];
    const viewed = address.replaceAll('&amp;', '&');
    expect(viewed).toBe(`${pathOf()}?diff=split&w=1&viewed=${anchor.slice(0, 8)}`);
    const after = await app.page(viewed);
    expect(fileHead(after, 'run.sh')).not.toContain('open');
    expect(hrefOf(after, 'Forget 1 viewed file')).toBe(`${pathOf()}?diff=split&w=1`);
    expect(fileHead(await app.page(`${pathOf()}?viewed=%22%3E.zz`), 'run.sh')).toContain('open');
  });
});

describe('a pull request', () => {
  it('shows what was said at its lines on both sides of a split view', async () => {
    const path = '/yaryna-vitrolom/tidewatch/pull/9/files';
    const conversations = (page: string) => page.match(/<details class="conversation"/g)?.length;
    const unified = await app.page(path);
    expect(conversations(await app.page(`${path}?diff=split`))).toBe(conversations(unified));
    expect(conversations(await app.page(`${path}?w=1`))).toBe(conversations(unified));
  });
});

describe('a comparison of commits that change no file', () => {
  it('lists them, and does not offer the other direction instead', async () => {
    const page = await app.page(changeless);
    expect(page).toContain('has 1 commit that');
    expect(page).toContain('Swap the two</a></p>');
  });
});
