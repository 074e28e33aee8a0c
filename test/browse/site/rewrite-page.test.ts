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
