import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showForeignText } from '../../src/client/service-error.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';

describe('showForeignText()', () => {
  it('makes one short, printable line of any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: ANY_CHARACTER, maxLength: 2_000 }), (text) => {
        const shown = showForeignText(text, 50);
        expect(shown.length).toBeLessThanOrEqual(50);
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      }),
    );
  });

  it('redacts secrets even if the text is truncated', () => {
    expect(showForeignText(`${'x'.repeat(20)} ghp_abcdefghijkl`, 30)).toBe(`${'x'.repeat(20)} [redacte…`);
  });
});
