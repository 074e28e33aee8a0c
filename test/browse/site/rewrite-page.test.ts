import { expect, it } from 'vitest';
import { rewritePage } from '../../../src/browse/site/rewrite-page.ts';

function rewrite(markup: string): string {
  return rewritePage(markup, {
    fileOf: (written) => (written === '/left' ? undefined : `file(${written})`),
    originalOf: () => undefined,
    assetOf: (name) => `asset(${name})`,
    titles: 'titles.js',
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
