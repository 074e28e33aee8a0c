import { expect, it } from 'vitest';
import { factsOfPage, textOfPage } from '../../../src/browse/site/page-texts.ts';
import { keyOf, TextIndex } from '../../../src/browse/site/text-index.ts';

it('TextIndex has each word once, by the pages that have it, and the texts', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  for (let page = 0; page < 41; page += 1) {
    const text = page % 20 === 0 ? 'Wick, wick and Öl' : '油';
    await index.add({ title: `T${page}`, file: `../p${page}.html`, text });
  }
  await index.end();
  const read = (name: string): unknown =>
    JSON.parse((files.get(name) ?? '').replace(/^.* = (?=[[{])/, '').replace(/;\n$/, ''));
  expect(read('index.js')).toMatchObject({
    pagesPerFile: 20,
    count: 41,
    segments: [{ first: 0, keyLetters: 1 }],
  });
  expect(read('0-w.js')).toEqual({ wick: '0.2 k.2 k.2' });
  expect(read('0-o.js')).toEqual({ ol: '0 k k' });
  expect(Object.keys(read(`0-${keyOf('油', 1)}.js`) as object)).toEqual(['油']);
  expect(read('pages-2.js')).toEqual([['T40', '../p40.html', 'Wick, wick and Öl', '', '', '', '']]);
  expect([...files.keys()].filter((name) => name.startsWith('pages-'))).toHaveLength(3);
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
  expect(files.get('index.js')).toContain('"codeFiles":[0]');
  expect(files.get('0-w.js')).toContain('"wick":"0 k -j"');
});

it('TextIndex says how often a page has a word, whether its title has it, and when pages were begun', async () => {
  const files = new Map<string, string>();
  const index = new TextIndex(async ({ name, content }) => {
    files.set(name, content);
  });
  const place = 'acme/wick#7'; // Its words are on all pages of a repository.
  await index.add({
    title: `Trim it · ${place}`,
    file: 'a',
    text: 'trim '.repeat(40),
    at: '1970-01-11T00:00:00Z',
  });
  await index.add({ title: `A wick · ${place}`, file: 'b', text: 'trim', at: '1970-01-03T00:00:00Z' });
  await index.end();
  expect(files.get('0-t.js')).toContain('"trim":"0.z 1"');
  expect(files.get('0-w.js')).toContain('"wick":"0.0 1.j"');
  expect(files.get('0-days.js')).toContain('"0.a 1.2"');
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
    at: '2026-05-31T11:48:00Z',
  };
  await index.add({ ...issue, title: 'A', file: 'a', text: 'wick' });
  await index.add({ ...issue, title: 'B', file: 'b', text: 'wick', state: 'closed' });
  await index.add({ ...issue, title: 'C', file: 'c', text: 'wick' });
  await index.end();
  expect(files.get('0-facts.js')).toContain(
    '{"values":["issue open ada acme/wick","issue closed ada acme/wick"],"pages":"0.0 1 1.0"}',
  );
  expect(files.get('pages-0.js')).toContain('["A","a","wick","issue","open","ada","2026-05-31"]');
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
  });
  expect(factsOfPage(head, 'wiki page')).toMatchObject({ kind: 'wiki', state: undefined, author: undefined });
  expect(factsOfPage('<time datetime="1">a</time><main>', 'issue').at).toBeUndefined();
});

it('textOfPage() is what people wrote', () => {
  const page =
    '<header>no</header><main id="main"><h1>no</h1><nav>no</nav><p>one<b>two</b></p><p>three</p><a>ada</a><span class="tag">author</span>opened, <code><span class="hljs-x">a</span>.b</code><form>no</form></main><footer>no</footer>';
  expect(textOfPage(page).text).toBe('onetwo · three · ada author opened, a.b');
});

it('textOfPage() has dots between blocks that end no sentence, and no references of footnotes', () => {
  const page =
    '<main><h2>What</h2><ul><li><p>one</p></li><li>two.</li></ul><p>H<sub>2</sub>O<sup class="footnote-ref"><a href="#fn1">[1]</a></sup></p><section class="footnotes"><ol><li>A note <a class="footnote-backref" href="#r">↩︎</a></li></ol></section></main>';
  expect(textOfPage(page).text).toBe('What · one · two. H2O · A note');
});

it('textOfPage() has neither the facts about a thread nor what happened in it', () => {
  const head = '<header class="thread-head"><h1>no</h1><p>opened by ada</p></header>';
  const event = '<div class="happened" id="e"><time>no</time><div>no<div>no</div></div></div>';
  const said =
    '<article class="said"><header class="by"><a>no</a></header><div><p>A &lt;b&gt;</p></div></article>';
  expect(textOfPage(`<main>${head}${event}${said}${event}<p>after</p></main>`).text).toBe('A <b> · after');
});

it('textOfPage() has no words of the reader itself, and says where the texts of people begin', () => {
  const opening =
    '<article class="said" id="issue-1"><div><p class="muted own-words">No text.</p></div></article>';
  const diagram =
    '<p class="source-note diagram">A Mermaid diagram.</p><pre><code>pie title Crew</code></pre>';
  const talk =
    '<details class="conversation" id="talk"><summary class="own-words">resolved by ada</summary><pre class="hunk"><span>Line 1</span></pre><article class="remark" id="remark-3"><p class="by">ada</p><p>Thanks</p></article></details>';
  const page = `<main>${opening}<article class="said" id="remark-2">${diagram}</article>${talk}</main>`;
  expect(textOfPage(page)).toEqual({
    text: 'pie title Crew · Thanks',
    anchors: [
      [0, 'remark-2'],
      [17, 'remark-3'],
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
    anchors: [
      [5, 'one'],
      [20_001, 'two'],
    ],
  });
  await index.end();
  expect(files.get('pages-0.js')).toContain('"","","",[[5,"one"]]]');
});
