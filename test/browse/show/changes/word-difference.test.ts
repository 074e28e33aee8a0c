import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../src/browse/frame.ts';
import { wordDifference } from '../../../../src/browse/show/changes/word-difference.ts';
import { NO_LINKS } from '../../markdown/support/no-links.ts';

const frame: Pick<Frame, 'links'> = { links: NO_LINKS };

const shown = (before: string, after: string, isTitle = false) =>
  String(wordDifference({ before, after, isTitle }, null, frame as Frame))
    .replace(/^<div[^>]*>|<\/div>$|<\/?a\b[^>]*>/g, '')
    .replace(/&gt;/g, '>');

describe('wordDifference()', () => {
  it.each([
    ['a list', '- one\n  * two\n- [ ] three\n- [x] four', '• one\n  • two\n☐ three\n☑ four'],
    ['a quote with a note', '> [!NOTE]\n> Said **before**\n\nNow', 'NOTE:\nSaid before\n\nNow'],
    [
      'code',
      'Run `make **all**` and see <https://a.example/b>',
      'Run make **all** and see https://a.example/b',
    ],
    ['a footnote', 'So it is.[^1]\n\n[^1]: Or not.', 'So it is.[1]\n\n[1]: Or not.'],
    [
      'code between fences, as it is',
      'Look:\r\n```yaml\r\n- __all__: `x`\r\n# no title\r\n```\r\n# Title',
      'Look:\n- __all__: `x`\n# no title\nTitle',
    ],
    ['an open fence', 'Look:\n~~~\n- a', 'Look:\n- a'],
  ])('shows %s without signs', (_, written, plain) => {
    expect(shown(`${written}\nlast words here`, `${written}\nlast words there`)).toBe(
      `${plain}\nlast words <del>here</del><ins>there</ins>`,
    );
  });

  it('shows that a task was done', () => {
    expect(shown('- [ ] tests of the gate\n- [ ] docs', '- [x] tests of the gate\n- [ ] docs')).toBe(
      '<del>☐</del><ins>☑</ins> tests of the gate\n☐ docs',
    );
  });

  it('shows signs if texts differ in nothing else, and in titles', () => {
    expect(shown('a `b` c', 'a b c')).toContain('`');
    expect(shown('__init__ fails today', '__init__ fails always', true)).toBe(
      '__init__ fails <del>today</del><ins>always</ins>',
    );
  });
});
