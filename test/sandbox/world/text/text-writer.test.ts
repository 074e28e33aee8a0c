import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../../../src/sandbox/world/text/text-writer.ts';

describe('fillTemplate()', () => {
  it('replaces placeholders, with a capital if the placeholder has one', () => {
    expect(fillTemplate('{Object} of the {object}', { object: 'glaze' })).toBe('Glaze of the glaze');
  });

  it('leaves other braces alone', () => {
    expect(fillTemplate('{} {1} { object }', {})).toBe('{} {1} { object }');
  });

  it('stops at a place without a match', () => {
    expect(() => fillTemplate('{nothing}', {})).toThrow(/there is a word for \{nothing\}/);
  });
});
