import { describe, expect, it } from 'vitest';
import type { Links } from '../../../src/browse/frame.ts';
import type { MarkdownPlace } from '../../../src/browse/markdown/resolve-address.ts';
import { createRenderer } from '../../../src/browse/rendering/create-renderer.ts';
import { renderHere } from '../../../src/browse/rendering/render-here.ts';
import { MAX_MARKDOWN_CHARS } from '../../../src/model/create-markdown-parser.ts';
import { sampled } from '../../house/long-only.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { AMPLIFIERS } from '../markdown/amplifiers.table.ts';
import { HOSTILE_BODIES } from '../markdown/hostile-bodies.table.ts';
import { parseHtml } from '../markdown/support/parse-html.ts';

const SERVICE = 'https://service.example';
const KEPT = `${SERVICE}/user-attachments/assets/1`;

const links: Links = {
  local: (url) => (url.startsWith(`${SERVICE}/`) ? url.slice(SERVICE.length) : undefined),
  thread: (repo, number) => (number < 1000 ? `/${repo}/issues/${number}` : undefined),
  glance: (repo, number) =>
    number < 1000
      ? {
          kind: 'issue',
          title: 'A "leak"',
          state: 'closed',
          updatedAt: null,
          path: `/${repo}/issues/${number}`,
        }
      : undefined,
  author: () => undefined,
  team: () => undefined,
  fullName: () => undefined,
  picture: () => undefined,
  home: (repo) => `${SERVICE}/${repo}`,
  milestone: () => undefined,
  account: (login) => (login === 'mira' ? '/mira' : undefined),
  commit: (repo, sha) => (repo.startsWith('acme/') ? `/${repo}/commit/${sha}` : undefined),
  repository: (repo) => (repo.startsWith('acme/') ? `/${repo}` : undefined),
  attachment: (url) =>
    url.startsWith(KEPT) || url.startsWith('tarball://root/')
      ? {
          path: '/-/upload/1',
          contentType: url.endsWith('.svg') ? 'image/svg+xml' : 'image/png',
          page: '/-/attachments/1?a&b',
        }
      : undefined,
};
const COMMENT: MarkdownPlace = { repo: 'acme/app', links, state: 'one' };
const README: MarkdownPlace = { ...COMMENT, file: { ref: 'main', path: 'docs/guide/README.md' } };
/** Longer than the limit of a text, which a busy machine reaches. */
const MAX_RENDER_MS = 120_000;
const renderer = createRenderer(renderHere(links, MAX_RENDER_MS));
const PAGE = {};
const CITED = '<a class="cited cited-issue-closed" title="A &quot;leak&quot; (closed issue)"';

async function render(text: string, place: MarkdownPlace = COMMENT): Promise<string> {
  return String(await renderer.markdown(text, place, PAGE));
}

describe('render() of GitHub-flavoured Markdown', () => {
  it.each([
    ['~~gone~~', '<s>gone</s>'],
    ['<pre>code</pre>', '<pre tabindex="0">code</pre>'],
    ['<pre tabindex="5">code</pre>', '<pre tabindex="0">code</pre>'],
    ['<div tabindex="5">text</div>', '<div>text</div>'],
    ['|a|\n|-|\n|b|', '<div class="table-scroll" tabindex="0"><table>'],
    [
      '<table><tr><td><table><tr><td>a</td></tr></table></td></tr></table>b',
      '<div class="table-scroll" tabindex="0"><table><tr><td><table><tr><td>a</td></tr></table></td></tr></table></div>b',
    ],
    ['$a$', '<span class="math-inline"><math>'],
    ['$\\hspace{9em}a$', '<span class="math-inline" tabindex="0"><math>'],
    [`$${'a+'.repeat(20)}b$`, '<span class="math-inline" tabindex="0"><math>'],
    ['- [x] done\n- [ ] open', '<input type="checkbox" disabled checked aria-label="Done" />'],
    ['> [!WARNING]\n> Mind the gap', '<div class="alert alert-warning">'],
    ['> [!WARNING]\n> Mind the gap', '<p class="alert-title">Warning</p>'],
    ['> [!WARNING] not alone', '<blockquote>'],
    ['one\ntwo', 'one<br />'],
    [':tada:', '🎉'],
    ['|a|b|\n|-|-:|\n|1|2|', '<td align="right">2</td>'],
    ['```js\nconst a = 1;\n```', '<span class="hljs-keyword">const</span>'],
    ['```suggestion\nbetter\n```', 'Suggested change'],
    ['a[^1]\n\n[^1]: note', 'class="footnote-item"'],
    ['<kbd>Ctrl</kbd>', '<kbd>Ctrl</kbd>'],
    ['H<sub>2</sub>O', 'H<sub>2</sub>O'],
    ['<details><summary>more</summary>\n\n*inner*\n\n</details>', '<em>inner</em>'],
    ['a <textarea> *b*\n\nc', '<p>a &lt;textarea&gt; <em>b</em></p>\n<p>c</p>'],
    ['a <option> b', '<p>a  b</p>'],
    ['a <title> b <xmp>\n\nc', '<p>a &lt;title&gt; b &lt;xmp&gt;</p>\n<p>c</p>'],
    ['[file](tarball://root/attachments/1/a.png)', '<a href="/-/attachments/1?a&amp;b">file</a>'],
    ['![file](tarball://root/attachments/1/a.png)', '<img src="/-/upload/1" alt="file"'],
    ['# שלום\n\nabc', '<h2 class="level-1" dir="auto">שלום</h2>\n<p dir="auto">abc</p>'],
    ['- مرحبا\n\n  - a', '<ul dir="auto">\n<li>\n<p>مرحبا</p>\n<ul>'],
    [
      'a@e.example',
      '<a class="bare-address" href="mailto:a@e.example" rel="noreferrer noopener nofollow">a@e.example</a>',
    ],
    ['\ufeff# a', '<h2 class="level-1">a</h2>'],
  ])('converts %j to %j', async (text, expected) => {
    expect(await render(text)).toContain(expected);
  });

  it.each([
    ['@mira and @nobody', '<a class="mention" href="/mira">@mira</a>'],
    ['@mira and @nobody', '<strong class="mention">@nobody</strong>'],
    ['see #12.', `${CITED} href="/acme/app/issues/12">#12</a>`],
    ['see GH-12', `${CITED} href="/acme/app/issues/12">GH-12</a>`],
    ['acme/other#3', `${CITED} href="/acme/other/issues/3">acme/other#3</a>`],
    ['#1000 is not here', '#1000 is not here'],
    [
      '0123456789abcdef0123456789abcdef01234567',
      '<a href="/acme/app/commit/0123456789abcdef0123456789abcdef01234567"><code>0123456</code></a>',
    ],
    ['fixed in 1a2b3c4', '/commit/1a2b3c4"'],
    ['acme/lib@1a2b3c4', '<a href="/acme/lib/commit/1a2b3c4">'],
    [`${SERVICE}/acme/app/issues/5`, `${CITED} href="/acme/app/issues/5">#5</a>`],
    [`${SERVICE}/acme/lib/pull/5#issuecomment-1`, '>acme/lib#5 (comment)</a>'],
    [`[words](${SERVICE}/acme/app/issues/5)`, '<a href="/acme/app/issues/5">words</a>'],
    [
      'https://else.example/x',
      '<a class="bare-address" href="https://else.example/x" rel="noreferrer noopener nofollow">',
    ],
    [
      `![shot](${KEPT})`,
      '<a href="/-/attachments/1?a&amp;b"><img src="/-/upload/1" alt="shot" loading="lazy" /></a>',
    ],
    [`![](${KEPT})`, '<a href="/-/attachments/1?a&amp;b" aria-label="Image"><img'],
    [
      `[![shot](${KEPT})](https://else.example/x)`,
      'nofollow"><img src="/-/upload/1" alt="shot" loading="lazy" /></a>',
    ],
    [`<img src="${KEPT}" width="300" alt="shot">`, 'width="300"'],
    [`![vector](${KEPT}.svg)`, '<img src="/-/upload/1" alt="vector" loading="lazy" />'],
    ['![far](https://else.example/x.png)', '<a class="remote-image" href="https://else.example/x.png"'],
    ['[file](src/a.ts)', '<a href="/acme/app/blob/HEAD/src/a.ts">'],
    ['[file](../blob/main/src/a.ts#L3)', '<a href="/acme/app/blob/main/src/a.ts#L3">'],
    ['[file](blob/main/src/a.ts)', '<a href="/acme/app/blob/main/src/a.ts">'],
    ['[issue](../issues/5)', '<a href="/acme/app/issues/5">'],
    [
      'see www.else.example/x.',
      '<a class="bare-address" href="http://www.else.example/x" rel="noreferrer noopener nofollow">',
    ],
    ['### Small', '<h2 class="level-3">Small</h2>'],
    [
      '<p>see #12 &amp; @mira</p>',
      `see ${CITED} href="/acme/app/issues/12">#12</a> &amp; <a class="mention"`,
    ],
    ['<details><summary>#12</summary>\n1a2b3c4\n</details>', '<summary><a class="cited'],
    ['<details><summary>#12</summary>\n1a2b3c4\n</details>', '/commit/1a2b3c4"><code>1a2b3c4</code></a>'],
    ['<table><tr><td>@mira :tada:</td></tr></table>', '>@mira</a> 🎉</td>'],
  ])('redirects %j to %j', async (text, expected) => {
    expect(await render(text)).toContain(expected);
  });

  it.each([
    'a[^1] and b[^2] and again[^1]\n\n[^1]: note\n[^2]: note',
    '[to](#part)\n\n<a name="part"></a>',
    '[to](#part)\n\n<a id="part">here</a>',
    '[to](#user-content-part)\n\n<h2 id="part">here</h2>',
  ])('leads each link within %j to its anchor, and marks both as of this text', async (text) => {
    const { elements } = parseHtml(await render(text));
    const ids = elements.flatMap(({ attributes: { id } }) => id ?? []);
    const targets = elements.flatMap(({ attributes: { href } }) => href?.slice(1) ?? []);
    expect(targets.length).toBeGreaterThan(0);
    expect(targets.filter((target) => !ids.includes(target))).toEqual([]);
    expect(ids.filter((id) => !/^u-.{8}-/.test(id))).toEqual([]);
  });

  it('leads to other comments of the thread', async () => {
    expect(await render('[above](#issuecomment-12)')).toContain('href="#issuecomment-12"');
    expect(await render('[above](#discussion_r12)')).toContain('href="#discussion_r12"');
    expect(await render('<p id="issuecomment-12">')).not.toContain('"issuecomment-12"');
  });

  it.each([
    '`@mira #12`',
    '[@x #12](https://else.example)',
    'mail@mira.example',
    'a#12',
    'defaced facade',
    '1234567',
    '    @mira #12',
    '<a href="/x">#12</a>',
    '<code>@mira #12</code>',
    'a</a> <tt>1a2b3c4 #12</tt>',
    '<p><code>#12 <b>@mira</b></code></p>',
    '<pre>\n#12\n@mira</pre>',
    '<div><tt>1a2b3c4</tt></div>',
    '<p><a href="/x" title="@mira #12">#12 <b>@mira</b></a></p>',
    '<!-- @mira #12 -->',
    '<p>&#12; &#35;12</p>',
    '<p title="\n@mira #12\n">x</p>',
  ])('makes no reference within %j', async (text) => {
    expect(await render(text)).not.toMatch(/mention|issues\/12|\/commit\//);
  });

  it.each([
    ['[up](../x.md)', '/acme/app/blob/main/docs/x.md"'],
    ['[beside](y.md#part)', '/acme/app/blob/main/docs/guide/y.md#part"'],
    ['[issue](../../../../issues/5)', '/acme/app/issues/5"'],
    ['[top](/LICENSE)', '/acme/app/blob/main/LICENSE"'],
    ['[out](../../../../../../../etc/passwd)', '/acme/app/etc/passwd"'],
    ['![pic](img/a.png)', '<img src="/acme/app/raw/main/docs/guide/img/a.png"'],
    ['![vector](a.svg)', '<img src="/acme/app/raw/main/docs/guide/a.svg"'],
    ['# A Title, here!\n\n[go](#a-title-here)', '<h2 class="level-1" id="a-title-here">'],
    ['# A Title, here!\n\n[go](#a-title-here)', '<a href="#a-title-here">'],
    ['[go](#user-content-part)', '<a href="#part">'],
    ['<a name="part"></a>', '<a id="part"></a>'],
    ['# Search\n\n[go](#search)', '<h2 class="level-1" id="user-content-search">'],
    ['# Search\n\n[go](#search)', '<a href="#user-content-search">'],
    ['one\ntwo', 'one\ntwo'],
    ['see #12', `${CITED} href="/acme/app/issues/12">#12</a>`],
    ['acme/lib#3', 'href="/acme/lib/issues/3">acme/lib#3</a>'],
    ['by @mira and @some/team', '<a class="mention" href="/mira">@mira</a> and @some/team'],
    ['in 1a2b3c4', '<a href="/acme/app/commit/1a2b3c4">1a2b3c4</a>'],
    [
      `${SERVICE}/acme/app/issues/5`,
      `${CITED.replace('cited-issue-closed', 'cited-issue-closed bare-address')} href="/acme/app/issues/5">${SERVICE}/acme/app/issues/5</a>`,
    ],
    ['[own](satchel-page:0)', '<a>own</a>'],
    ['# :tada: A 🎉', 'id="tada-a-"'],
    ['# ![logo](a.png) A', 'id="-a"'],
    ['# <a name="b"></a>A <b>c</b>', 'id="a-c"'],
    ['<h2>A &amp; <b>B</b> :tada:</h2>', '<h2 class="level-2" id="a--b-tada">A &amp; <b>B</b> 🎉</h2>'],
    ['# A\n\n<h2>A</h2>\n\n# A', 'id="a-1"'],
    ['# A\n\n<h2>A</h2>\n\n# A', 'id="a-2"'],
    ['<h1 align="center">\n\n  ![logo](a.png) The *name*\n\n</h1>', 'id="-the-name"'],
    ['<h3 id="own">A</h3>', '<h2 class="level-3" id="own"><a id="a"></a>A</h2>'],
    ['<a name="b"><h2>A</h2></a>', '<a id="b"><h2 class="level-2" id="a">A</h2></a>'],
  ])('reads %j of a file as %j', async (text, expected) => {
    expect(await render(text, README)).toContain(expected);
  });

  it.each([
    ['[[Getting Started]]', '<a href="/acme/app/wiki/Getting-Started">Getting Started</a>'],
    ['[[words|Home]]', '<a href="/acme/app/wiki/Home">words</a>'],
    ['![pic](images/a.png)', '<img src="/acme/app/wiki/images/a.png" alt="pic"'],
    ['[[images/a.png|alt=a "pic"]]', '<img src="/acme/app/wiki/images/a.png" alt="a &quot;pic&quot;"'],
    ['see #12', `${CITED} href="/acme/app/issues/12">#12</a>`],
    ['[[javascript:alert(1)]]', '<a href="/acme/app/wiki/javascript%3Aalert(1)">'],
  ])('converts %j in a wiki to %j', async (text, expected) => {
    expect(
      await render(text, { ...COMMENT, file: { ref: 'HEAD', path: 'Home.md', isWiki: true } }),
    ).toContain(expected);
    expect(await render(text)).not.toContain('/wiki/');
  });

  it('gives ids of one text a beginning that no other text has', async () => {
    const ids = async (text: string) =>
      [...(await render(text)).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const [one, other] = [await ids('a[^1]\n\n[^1]: note'), await ids('b[^1]\n\n[^1]: note')];
    expect(one).toHaveLength(2);
    expect(one.some((id) => other.includes(id))).toBe(false);
  });

  it('shows a text beyond the limit as it is', async () => {
    const text = `# x <b>\n${'y'.repeat(MAX_MARKDOWN_CHARS)}`;
    expect(await render(text)).toContain('# x &lt;b&gt;');
  });

  it('shows the source of a text whose HTML has more than 8 Mi characters', async () => {
    const shown = async (chars: number, place = COMMENT) =>
      String(await createRenderer(async () => 'x'.repeat(chars) as never).markdown('*a*', place, PAGE));
    expect((await shown(8_388_608)).length).toBeGreaterThan(8_388_608);
    const longer = await shown(8_388_609);
    expect(longer).toContain('too long when it is rendered');
    expect(longer).toContain('*a*');
    expect(await shown(8_388_609, { ...COMMENT, isInline: true })).toBe('*a*');
  });

  it('shows the source of a text that takes too long, and tries again on the next request', async () => {
    const answers = [undefined, undefined, '<p>late</p>'];
    const seen: string[] = [];
    const busy = createRenderer(async () => answers.shift() as never);
    for (const text of ['one', 'one', 'one', 'two', 'two']) {
      seen.push(String(await busy.markdown(text, COMMENT, PAGE)));
    }
    expect(seen.map((text) => text.includes('takes too long'))).toEqual([true, true, true, false, false]);
    const never = createRenderer(async () => undefined);
    const inline = await never.markdown('`a` <b>', { ...COMMENT, isInline: true }, PAGE);
    expect(String(inline)).toBe('`a` &lt;b&gt;');
  });

  it('renders inline on request', async () => {
    const inline = String(await renderer.markdown('*a* #12', { ...COMMENT, isInline: true }, PAGE));
    expect(inline).toBe(`<em>a</em> ${CITED} href="/acme/app/issues/12">#12</a>`);
  });
});

describe('render() of hostile bodies', () => {
  it('has at least 60 of them', () => {
    expect(HOSTILE_BODIES.length).toBeGreaterThanOrEqual(60);
    expect(new Set(HOSTILE_BODIES.map(({ name }) => name)).size).toBe(HOSTILE_BODIES.length);
  });

  it.each(
    HOSTILE_BODIES.flatMap((row) => [
      { ...row, place: COMMENT },
      // The largest, which are slow, differ from comments in nothing that small ones do not show.
      ...(IS_LONG || row.body.length < 15_000
        ? [{ ...row, name: `${row.name} in a file`, place: README }]
        : []),
    ]),
  )('lets $name change nothing but its own text', async ({ body, keeps, place }) => {
    const { elements, text, isBalanced } = parseHtml(await render(body, place));
    expect(isBalanced).toBe(true);
    for (const { tag, attributes } of elements) {
      expect(FORBIDDEN_TAGS).not.toContain(tag);
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).not.toMatch(
          /^on|^style$|^srcset$|^srcdoc$|^target$|^ping$|^name$|^data-|^hidden|^accesskey|^contenteditable/,
        );
        if (name === 'id') {
          expect(value).toMatch(place === README ? FREE_ID : /^u-[\w-]{8}-/);
        }
        if (name === 'src') {
          expect(value).toMatch(/^\/(?![\\/])/);
        }
        if (name === 'href') {
          expect(value).toMatch(/^(?:\/(?![\\/])|#|https?:\/\/|mailto:)/);
        }
        if (name === 'class') {
          expect(value).not.toMatch(/\b(?:top|skip|unseen|comfort-help)\b/);
        }
      }
    }
    if (keeps !== undefined) {
      expect(text).toContain(keeps);
    }
  });
});

/** Ids that pages do not use themselves. */
const FREE_ID =
  /^(?!(?:main|search|filter|find|sql|suggestions|opening|satchel.*|(?:comfort|table|diff)-.*|L\d.*)$)/;

const FORBIDDEN_TAGS = [
  'script',
  'style',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'form',
  'button',
  'base',
  'meta',
  'link',
  'template',
  'noscript',
  'audio',
  'source',
  'picture',
  'textarea',
  'select',
  'body',
  'html',
  'head',
  'main',
  'footer',
  'article',
];

it.each([
  ...AMPLIFIERS.filter(({ isCut }) => isCut),
  ...sampled(
    AMPLIFIERS.filter(({ isCut }) => !isCut),
    4,
  ),
])('shows $name of bounded length, and says what is cut', async ({ body, isCut = false }) => {
  const html = await render(body);
  expect(html.length).toBeLessThan(9 * 1024 * 1024);
  expect(/as written|too long|cannot be drawn/.test(html)).toBe(isCut);
});

it.each(['> ', '- ', '1. ', '> - '])('shows what is nested too deeply in "%s"', async (marker) => {
  const html = await render(`${marker.repeat(200)}inner\n\nafter`);
  expect(html).toContain('inner');
  expect(html).toContain('<p>after</p>');
});

it('shows a text as written that takes too long', async () => {
  const slow = createRenderer(renderHere(links, 1));
  const html = String(await slow.markdown(`\`\`\`csharp\n${'a\n'.repeat(60_000)}\`\`\``, COMMENT, PAGE));
  expect(html).toContain('This text takes too long to render.');
});
