import { describe, expect, it } from 'vitest';
import { quoteText } from '../../src/base/index.ts';

describe('quoteText()', () => {
  it('quotes what is plain as it is', () => {
    expect(quoteText('issues_000001.json')).toBe('"issues_000001.json"');
    expect(quoteText('Grüße ✿.png')).toBe('"Grüße ✿.png"');
  });

  it('escapes all that a terminal would obey', () => {
    expect(quoteText('a\u001b[2J"\n\u0085\u009b\u2028\ud800')).toBe(
      '"a\\u001b[2J\\"\\n\\u0085\\u009b\\u2028\\ud800"',
    );
  });

  it('cuts what is long', () => {
    expect(quoteText('x'.repeat(1_000))).toBe(`"${'x'.repeat(200)}…"`);
  });
});
