import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sanitizeMarkup } from '../../../src/browse/markdown/sanitize-markup.ts';
import { NO_LINKS } from './support/no-links.ts';

function sanitize(html: string): string {
  return sanitizeMarkup(html, { repo: null, links: NO_LINKS, state: '' }, 'u-1-');
}

/** An element that is kept as it is, and sends all behind it through the sanitizer. */
const MARK = '<i></i>';

const PIECES = ['<p>', '</p>\n', '</p>', '<br>', '\n', ' ', 'a', "'", '"', '/', '=', ']]>', '--', '\u00a0'];
const OTHERS = [
  '&quot;',
  '&amp;',
  '&lt;',
  '&gt;',
  '&#39;',
  '&',
  ';',
  '<strong>',
  '</strong>',
  '<em>',
  '</em>',
];
const MORE = [
  '<code>',
  '</code>',
  '<script>',
  '</script>',
  '<a href="javascript:x">',
  '</a>',
  '\ud800',
  '😀',
];

it('sanitizeMarkup() changes simple texts as the sanitizer does', () => {
  const piece = fc.oneof(fc.constantFrom(...PIECES, ...OTHERS, ...MORE), fc.string({ maxLength: 3 }));
  const inner = fc.array(piece, { maxLength: 8 }).map((all) => all.join(''));
  const paragraphs = fc
    .array(inner, { maxLength: 4 })
    .map((all) => all.map((one) => `<p>${one}</p>\n`).join(''));
  fc.assert(
    fc.property(fc.oneof(inner, paragraphs), (html) => {
      expect(MARK + sanitize(html)).toBe(sanitize(MARK + html));
    }),
    { numRuns: 3_000 },
  );
});
