import { describe, expect, it } from 'vitest';
import { chooseRowFormat } from '../../../src/cli/render/row-format-flags.ts';

describe('chooseRowFormat()', () => {
  it('is a table for people unless one format was asked for', () => {
    expect(chooseRowFormat({})).toBe('table');
    expect(chooseRowFormat({ csv: true })).toBe('csv');
    expect(chooseRowFormat({ raw: true })).toBe('raw');
  });

  it('refuses two at once', () => {
    expect(() => chooseRowFormat({ csv: true, json: true })).toThrow(
      'Cannot write rows as --json and --csv at once',
    );
  });
});
