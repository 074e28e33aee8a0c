import { expect, it } from 'vitest';
import { rewritePage } from '../../../src/browse/site/rewrite-page.ts';

function rewrite(markup: string): string {
  return rewritePage(markup, {
    fileOf: (written) => (written === '/left' ? undefined : `file(${written})`),
    originalOf: () => undefined,
    assetOf: (name) => `asset(${name})`,
    titles: 'titles.js',
    texts: 'texts/index.js',
    search: 'search.html',
  });
}

it.each([
  ['/acme/app/wiki/What&#39;s-new', 'file(/acme/app/wiki/What&#39;s-new)'],
  ['?at=event-1#event-1', 'file(?at=event-1#event-1)'],
  ['#opening', '#opening'],
  ['//else.example/x', '//else.example/x'],
  ['https://else.example/?a=1', 'https://else.example/?a=1'],
  ['/-/assets/0123/style.css', 'asset(style.css)'],
])('rewritePage() turns a link to %j into %j', (href, expected) => {
  expect(rewrite(`<a href="${href}">x</a>`)).toBe(`<a href="${expected}">x</a>`);
});

it('rewritePage() turns a link that leads nowhere into a text, and no other', () => {
  expect(rewrite('<a href="/left"><b>x</b></a> <a id="y">z</a> <a href="/-/assets/0/a.css">c</a>')).toBe(
    '<span><b>x</b></span> <a id="y">z</a> <a href="asset(a.css)">c</a>',
  );
});

function withPages(markup: string): string {
  return rewritePage(markup, {
    fileOf: (written) => (written.startsWith('/-/') ? undefined : written.slice(1)),
    originalOf: () => undefined,
    assetOf: (name) => name,
    titles: 'titles.js',
    texts: 'texts/index.js',
    search: 'search.html',
  });
}

it.each([
  ['<ul data-control><li data-control><a href="/-/a">a</a></li></ul>', ''],
  [
    '<li data-control><a href="/-/a">a</a></li><li data-control><a href="/b">b</a></li>',
    '<li data-control><a href="b">b</a></li>',
  ],
  [
    '<div data-control><h2>A</h2><div><a href="/b">b</a></div> <a href="/-/a">a</a></div>',
    '<div data-control><h2>A</h2><div><a href="b">b</a></div> <span>a</span></div>',
  ],
  // What leads to the page itself does nothing, but says where one is.
  [
    '<ul data-control><li><a href="/b" aria-current="page">b</a></li><li data-control><a href="/-/a">a</a></li></ul>',
    '',
  ],
  [
    '<li data-control><a href="/b" aria-current="page">b</a></li>',
    '<li data-control><a href="b" aria-current="page">b</a></li>',
  ],
  ['<form action="/b" data-control><input name="q"><button>Find</button></form><p>x</p>', '<p>x</p>'],
  ['<a class="button" href="/-/a" data-control>a</a>x', 'x'],
  [
    '<div data-control><label><input type="checkbox"> a</label></div>',
    '<div data-control><label><input type="checkbox"> a</label></div>',
  ],
  ['<p><a href="/-/a" data-key="g a" data-key-name="A">a</a></p>', '<p><span>a</span></p>'],
  [
    '<form action="/-/a" data-suggest="/-/b" data-control><input></form>',
    '<form action="search.html" data-titles="titles.js" data-texts="texts/index.js" method="get" hidden data-control><input></form>',
  ],
])('rewritePage() turns %j into %j', (markup, expected) => {
  expect(withPages(markup)).toBe(expected);
});

it('leads to the service where the archive lacks something, with the address escaped', () => {
  const links = {
    fileOf: () => undefined,
    assetOf: (name: string) => name,
    ...{ titles: 'titles.js', texts: 'texts/index.js', search: 'search.html' },
  };
  const originalOf = () => 'https://service.example/acme/app/compare?a=1&copy=2';
  expect(rewritePage('<a class="x" href="/acme/app/compare">there</a>', { ...links, originalOf })).toBe(
    '<a class="x" href="https://service.example/acme/app/compare?a=1&amp;copy=2" rel="noreferrer noopener nofollow" data-away="service.example">there<span class="unseen"> on service.example</span></a>',
  );
  const menu = '<li data-control><a href="/acme/app/tree/other">other</a></li><a href="#x">x</a>';
  expect(rewritePage(menu, { ...links, originalOf })).toBe('<a href="#x">x</a>');
});
