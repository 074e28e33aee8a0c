import { describe, expect, it } from 'vitest';
import { CONVERSIONS, storableText } from '../../../src/store/rows/conversions.ts';

describe('storableText()', () => {
  it('changes only NUL and lone surrogates', () => {
    expect(storableText('plain 🧵 text')).toBe('plain 🧵 text');
    expect(storableText('a\u0000b\ud800c')).toBe('a\ufffdb\ufffdc');
  });
});

describe('CONVERSIONS', () => {
  it('show the states of reviews as words and restore their numbers', () => {
    const { toCell, fromCell } = CONVERSIONS.reviewState;
    expect([1, 30, 40, 50].map((code) => toCell(code, true))).toEqual([
      'commented',
      'changes_requested',
      'approved',
      null,
    ]);
    expect(fromCell('approved')).toBe(40);
    expect(fromCell('dismissed')).toBeNull();
  });

  it('leave a cell empty for a value of another type', () => {
    expect(CONVERSIONS.text.toCell(5, true)).toBeNull();
    expect(CONVERSIONS.flag.toCell('true')).toBeNull();
    expect(CONVERSIONS.integer.toCell(1.5)).toBeNull();
    expect(CONVERSIONS.integer.toCell(2 ** 53)).toBeNull();
    expect(CONVERSIONS.timestamp.toCell(['2024-01-02T03:04:05Z'])).toBeNull();
  });
});
