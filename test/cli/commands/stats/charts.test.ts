import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { formatBars, formatSparkline, sumGroups } from '../../../../src/cli/commands/stats/charts.ts';

const BARS = [
  { label: 'bug', value: 8 },
  { label: '日本', value: 3 },
  { label: 'none', value: 0 },
];

describe('formatBars()', () => {
  it('draws bars in proportion to the greatest, to an eighth of a column', () => {
    expect(formatBars(BARS, { widthColumns: 17 })).toBe(
      ['bug   8  ████████', '日本  3  ███', 'none  0', ''].join('\n'),
    );
    expect(formatBars(BARS, { widthColumns: 18 }).split('\n')[1]).toBe('日本  3  ███▍');
  });

  it('shows something for what is hardly anything', () => {
    const bars = [...BARS, { label: 'rare', value: 0.001 }];
    expect(formatBars(bars, { widthColumns: 30 }).split('\n')[3]).toMatch(/▏$/);
  });

  it('cuts long labels, and takes no more columns than there are', () => {
    const bars = [
      { label: 'a label that is much too long', value: 1 },
      { label: '日本語の名前が文字化けする', value: 1_000 },
    ];
    for (const widthColumns of [20, 33, 80]) {
      for (const line of formatBars(bars, { widthColumns }).trimEnd().split('\n')) {
        expect(stringWidth(line)).toBeLessThanOrEqual(widthColumns);
      }
    }
    expect(formatBars(bars, { widthColumns: 20 })).toContain('a label…  ');
  });

  it('paints the bars only', () => {
    const paint = (bar: string) => `<${bar}>`;
    expect(formatBars([{ label: 'a', value: 1 }], { widthColumns: 10, paint })).toBe('a  1  <████>\n');
  });

  it('draws nothing of nothing', () => {
    expect(formatBars([], { widthColumns: 80 })).toBe('');
    expect(formatBars([{ label: 'a', value: 0 }], { widthColumns: 80 })).toBe('a  0\n');
  });
});

describe('formatSparkline()', () => {
  it('gives each value a height', () => {
    expect(formatSparkline([1, 2, 3, 4, 5, 6, 7, 8])).toBe('▁▂▃▄▅▆▇█');
    expect(formatSparkline([0, 100, 0, 1, 0])).toBe(' █ ▁');
    expect(formatSparkline([0, 0])).toBe('');
  });
});

describe('sumGroups()', () => {
  it('adds up values, with a whole group at the end', () => {
    expect(sumGroups([8, 1, 2, 4], 3)).toEqual([8, 7]);
    expect(sumGroups([8, 1, 2, 4], 2)).toEqual([9, 6]);
    expect(sumGroups([8, 1], 1)).toEqual([8, 1]);
    expect(sumGroups([8, 1], 5)).toEqual([9]);
    expect(sumGroups([], 3)).toEqual([]);
  });
});
