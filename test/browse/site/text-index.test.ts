import { expect, it } from 'vitest';
import { createPageMatcher } from '../../../src/browse/match-page.ts';
import { PAGES } from '../../../src/browse/pages.table.ts';
import { keyOf } from '../../../src/browse/site/engine/index-format.ts';
import { factsOfPage, readPage, textOfPage } from '../../../src/browse/site/page-texts.ts';
import { TextIndex } from '../../../src/browse/site/text-index.ts';

it('TextIndex has each word once, by the pages that have it, and the texts', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  for (let page = 0; page < 41; page += 1) {
    const text = page % 20 === 0 ? 'Wick, wick and Öl' : '油'.repeat(400);
    await index.add({ title: `T${page}`, file: `../p${page}.html`, text });
  }
  await index.end();
  const read = (name: string): unknown =>
    JSON.parse((files.get(name) ?? '').replace(/^.* = (?=[[{])/, '').replace(/;\n$/, ''));
  expect(read('index.js')).toMatchObject({
    count: 41,
    segments: [{ first: 0, keyLetters: 1 }],
  });
  expect(read('0-w.js')).toEqual({ wick: '0.2 k.2 k.2' });
  expect(read('0-o.js')).toEqual({ ol: '0 k k' });
  expect(Object.keys(read(`0-${keyOf('油', 1)}.js`) as object)).toEqual(['油']);
  expect(read('pages-1.js')).toMatchObject({ 40: ['T40', '../p40.html', 'Wick, wick and Öl', [], [], ''] });
  expect([...files.keys()].filter((name) => name.startsWith('pages-'))).toHaveLength(2);
});

it('TextIndex has texts of code in files of their own', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  await index.add({ title: 'README', file: 'a', text: 'wick of code', isCode: true });
  await index.add({ title: 'Issue', file: 'b', text: 'wick of people' });
  await index.add({ title: 'Wiki', file: 'c', text: 'wick of a wiki', isCode: true });
  await index.end();
  expect(files.get('code-0.js')).toMatch(/README.*Wiki/);
  expect(files.get('pages-1.js')).toMatch(/Issue/);
  expect(files.get('0-facts.js')).toContain('"file":"1.2 -1"');
  expect(files.get('0-w.js')).toContain('"wick":"0 1 1"');
});

it('TextIndex says how often a page has a word, whether its title has it, and when pages were begun', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  const repo = 'acme/wick'; // Its words are on all pages of a repository.
  await index.add({
    ...{ title: 'Trim it', repo, file: 'a' },
    text: 'trim '.repeat(40),
    at: '1970-01-11T00:00:00Z',
  });
  await index.add({ title: 'A wick', repo, file: 'b', text: 'trim', at: '1970-01-03T00:00:00Z' });
  await index.end();
  expect(files.get('0-t.js')).toContain('"trim":"0.z 1"');
  expect(files.get('0-w.js')).toContain('"wick":"0.0 1.j"');
  expect(files.get('0-facts.js')).toContain('"day":"a -8"');
});

it('TextIndex has the facts of pages, by which searches choose them, and the signs of their states', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  const issue = {
    kind: 'issue',
    state: 'open',
    author: 'ada',
    repo: 'acme/wick',
    number: 7,
    at: '2026-05-31T11:48:00Z',
    assignees: ['bo'],
  };
  await index.add({ ...issue, title: 'A', file: 'a', text: 'wick' });
  await index.add({ ...issue, title: 'B', file: 'b', text: 'wick', state: 'closed' });
  await index.add({ ...issue, title: 'C', file: 'c', text: 'wick', labels: [['bug', 'd73a4a']] });
  await index.end();
  expect(files.get('0-facts.js')).toContain(
    '{"kinds":["issue open","issue closed"],"authors":["ada"],"repos":["acme/wick"],"kind":"0 1 -1","author":"0.3","repo":"0.3","number":"7 0.2",',
  );
  expect(files.get('0-marks.js')).toContain(
    '{"label":{"bug":"2"},"assignee":{"bo":"0 1 1"},"milestone":{},"colors":{"bug":"d73a4a"}}',
  );
  expect(files.get('index.js')).toMatch(/"signs":\{"issue open":"<span class=\\"state state-open\\">/);
  expect(files.get('0-a.js')).toContain('"ada":"0 1 1"');
});

it('factsOfPage() are the state, the author and the first time of its main part', () => {
  const head =
    '<time datetime="1">a</time><main><p><span class="state state-merged">m</span><a class="who f1" data-face="A" href="/ada">ada</a><time datetime="2">b</time>';
  expect(factsOfPage(head, 'pull request')).toEqual({
    kind: 'pull_request',
    state: 'merged',
    author: 'ada',
    at: '2',
    labels: [],
    assignees: [],
    milestone: undefined,
  });
  expect(factsOfPage(head, 'wiki page')).toMatchObject({ kind: 'wiki', state: undefined, author: undefined });
  const marks = '<main><header><span class="tag">draft</span></header>';
  expect(factsOfPage(marks, 'release').state).toBe('draft');
  expect(factsOfPage(marks.replace('<header>', '<header></header>'), 'release').state).toBeUndefined();
  expect(factsOfPage('<time datetime="1">a</time><main>', 'issue').at).toBeUndefined();
});

it('factsOfPage() are also what is said beside a thread', () => {
  const aside =
    '</main><aside><h2>Labels</h2><span class="labels"><a class="label" href="#"><svg><circle fill="#d73a4a"/></svg>a &amp; b</a><span class="label">plain</span></span><h2>Assigned to</h2><ul><li><a class="who" href="/bo"><img class="face" src="/b">bo</a></li></ul><h2>Milestone</h2><a href="/m"><bdi>1.0</bdi></a><h2>Participants</h2><a class="who">no</a></aside>';
  expect(factsOfPage(`<main>${aside}`, 'issue')).toMatchObject({
    labels: [
      ['a & b', 'd73a4a'],
      ['plain', ''],
    ],
    assignees: ['bo'],
    milestone: '1.0',
  });
});

it('readPage() has the login of a person, and what the profile says', () => {
  const matched = createPageMatcher(PAGES)('/mira');
  const page = `<title>Mira Pérelac · Satchel</title><main><h1><span class="who f3" data-face="MP">Mira Pérelac</span></h1>
<p>Grows trees</p><ul class="plain values"><li><span>Login</span> mira</li><li><span>Location</span> 京都</li></ul><section><h2>no</h2></section></main>`;
  expect(readPage(page, matched)).toMatchObject({
    ...{ kind: 'user', author: 'mira', title: 'Mira Pérelac', face: 'f3 MP' },
    text: 'Grows trees\nLocation 京都',
  });
});

it('textOfPage() is what people wrote', () => {
  const page =
    '<header>no</header><main id="main"><h1>no</h1><nav>no</nav><p>one<b>two</b></p><p>three</p><a>ada</a><span class="tag">author</span>opened, <code><span class="hljs-x">a</span>.b</code><form>no</form></main><footer>no</footer>';
  expect(textOfPage(page).text).toBe('onetwo\nthree\nada author opened, a.b');
});

it('textOfPage() has a line for each block, a mark for headings, and no references of footnotes', () => {
  const page =
    '<main><h2>What</h2><ul><li><p>one</p></li><li>two.</li></ul><p>H<sub>2</sub>O<sup class="footnote-ref"><a href="#fn1">[1]</a></sup></p><section class="footnotes"><ol><li>A note <a class="footnote-backref" href="#r">↩︎</a></li></ol></section></main>';
  expect(textOfPage(page).text).toBe('# What\none\ntwo.\nH2O\nA note');
});

it('textOfPage() has neither the facts about a thread nor what happened in it', () => {
  const head = '<header class="thread-head"><h1>no</h1><p>opened by ada</p></header>';
  const event = '<div class="happened" id="e"><time>no</time><div>no<div>no</div></div></div>';
  const said =
    '<article class="said"><header class="by"><a>no</a></header><div><p>A &lt;b&gt;</p></div></article>';
  expect(textOfPage(`<main>${head}${event}${said}${event}<p>after</p></main>`).text).toBe('A <b>\nafter');
});

it('textOfPage() has no words of the reader itself, and says where the texts of people begin', () => {
  const opening =
    '<article class="said" id="issue-1"><div><p class="muted own-words">No text.</p></div></article>';
  const diagram =
    '<p class="source-note diagram">A Mermaid diagram.</p><pre><code>pie title Crew</code></pre>';
  const talk =
    '<details class="conversation" id="talk"><summary class="own-words">resolved by ada</summary><pre class="hunk"><span>Line 1</span></pre><article class="remark" id="remark-3" aria-label="Comment by ada, 1 May 2026"><p class="by">ada</p><p>Thanks</p></article></details>';
  const page = `<main>${opening}<article class="said" id="remark-2">${diagram}</article>${talk}</main>`;
  expect(textOfPage(page)).toEqual({
    text: 'pie title Crew\nThanks',
    passages: [
      [0, 'remark-2', ''],
      [15, 'remark-3', 'ada'],
    ],
  });
});

it('TextIndex has the anchors of the texts that are shown', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  const text = `${'wick '.repeat(3_999)}wick. oil`;
  await index.add({
    title: 'A',
    file: 'a',
    text,
    passages: [
      [5, 'one', 'ada'],
      [20_001, 'two', 'ada'],
    ],
  });
  await index.end();
  expect(files.get('pages-0.js')).toContain('[[5,"one","ada"]],[],""]');
});
