import { expect, it } from 'vitest';
import { rewritePage } from '../../../src/browse/site/rewrite-page.ts';

const PAGE = new URL('http://localhost/acme/app/issues/7?part=2');

function rewrite(markup: string): string {
  return rewritePage(markup, PAGE, {
    fileOf: ({ pathname, search, hash }) => `file(${decodeURIComponent(pathname + search)})${hash}`,
    originalOf: () => undefined,
    assetOf: (name) => `asset(${name})`,
    titles: 'titles.js',
  });
}

it.each([
  ['/acme/app/wiki/What&#39;s-new', "file(/acme/app/wiki/What's-new)"],
  ['/acme/app/blob/main/a&amp;b.txt', 'file(/acme/app/blob/main/a&b.txt)'],
  ['/acme/app/issues?q=label%3A%22a%22&amp;after=1', 'file(/acme/app/issues?q=label:"a"&after=1)'],
  ['?at=event-1#event-1', 'file(/acme/app/issues/7?at=event-1)#event-1'],
  ['?#opening', 'file(/acme/app/issues/7)#opening'],
  ['#opening', '#opening'],
  ['//else.example/x', '//else.example/x'],
  ['https://else.example/?a=1', 'https://else.example/?a=1'],
  ['/-/assets/0123/style.css', 'asset(style.css)'],
])('rewritePage() turns a link to %j into %j', (href, expected) => {
  expect(rewrite(`<a href="${href}">x</a>`)).toBe(`<a href="${expected}">x</a>`);
});

const HERE = new URL('http://localhost/acme/app');

function withPages(markup: string): string {
  return rewritePage(markup, HERE, {
    fileOf: ({ pathname }) => (pathname.startsWith('/-/') ? undefined : pathname.slice(1)),
    originalOf: () => undefined,
    assetOf: (name) => name,
    titles: 'titles.js',
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
    '<form data-titles="titles.js" hidden data-control><input></form>',
  ],
])('rewritePage() turns %j into %j', (markup, expected) => {
  expect(withPages(markup)).toBe(expected);
});
