import { expect, it } from 'vitest';
import { keyOf, TextIndex, textOfPage, timeOfPage } from '../../../src/browse/site/text-index.ts';

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
  expect(read('pages-2.js')).toEqual([['T40', '../p40.html', 'Wick, wick and Öl']]);
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
  expect(files.get('0-w.js')).toContain('"wick":"0 1.k"');
  expect(files.get('0-days.js')).toContain('"0.a 1.2"');
});

it('timeOfPage() is the first time of its main part', () => {
  expect(timeOfPage('<time datetime="1">a</time><main><p><time datetime="2">b</time>')).toBe('2');
  expect(timeOfPage('<time datetime="1">a</time><main>')).toBeUndefined();
});

it('textOfPage() is what people read', () => {
  const page =
    '<header>no</header><main id="main"><h1>no</h1><nav>no</nav><p>one<b>two</b></p><p>three</p><a>ada</a><span class="tag">author</span>opened, <code><span class="hljs-x">a</span>.b</code><form>no</form></main><footer>no</footer>';
  expect(textOfPage(page)).toBe('onetwo three ada author opened, a.b');
});

it('textOfPage() has the facts about a thread after what people wrote', () => {
  const head = '<header class="thread-head"><h1>no</h1><p>opened by ada</p></header>';
  expect(textOfPage(`<main>${head}<p>A &lt;b&gt;</p></main>`)).toBe('A <b> opened by ada');
});
