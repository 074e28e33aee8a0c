import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from '../markdown/support/parse-html.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { replaceRepository } from '../support/replace-repository.ts';

const REPO = 'northquay-works/ferrylight';

let app: OpenApp;
let commit: string;
let compare: string;

beforeAll(async () => {
  app = await openApp();
  const [first, second] = replaceRepository(app.store, REPO, [
    {
      'src/deep/down/lamp.ts': 'const a = 1;\nconst b = 2;\nconst c = 3;\n',
      'src/deep/down/moved.ts': 'x\n'.repeat(40),
      'src/spaces.ts': 'if (a) {\nb();\n}\n',
      'package-lock.json': '{}\n',
      'run.sh': 'echo\n',
    },
    {
      'src/deep/down/lamp.ts': 'const a = 1;\nconst b = 20;\nconst extra = 4;\nconst c = 3;\n',
      'src/deep/down/moved.ts': null,
      'src/elsewhere.ts': 'x\n'.repeat(40),
      'src/spaces.ts': 'if (a) {\n  b();\n}\n',
      'package-lock.json': '{"a":1}\n',
      'run.sh': 'echo 1\n',
    },
  ]);
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

  it('folds generated files', async () => {
    const page = await app.page(pathOf());
    expect(fileHead(page, 'package-lock.json')).not.toContain('open');
    expect(fileHead(page, 'run.sh')).toContain('open');
  });

  it('folds files that are marked as viewed, in any combination with the other ways', async () => {
    const page = await app.page(`${pathOf()}?diff=split&w=1`);
    const anchor = digestOf('run.sh');
    const [, address = ''] = new RegExp(`href="([^"]+)#diff-${anchor}">Mark as viewed</a>`).exec(page) ?? [];
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
