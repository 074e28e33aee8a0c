import { brotliCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { yearCalendar } from '../../../src/browse/charts/year-calendar.ts';

/** A calendar whose days all have numbers takes this much at most, as it is sent, with its key. */
const MAX_BYTES = 3_050;

const drawn = (year: number, counts: readonly (readonly [string, number])[]) =>
  String(yearCalendar({ year, counts: new Map(counts), pathOf: (date) => `/-/people/mira?when=${date}` }));

const dashes = (svg: string, level: number) =>
  [
    ...(new RegExp(`<g class="level-${level}">(.*?)</g>`).exec(svg)?.[1] ?? '').matchAll(/M(\d+) (\d+)h10/g),
  ].map(([, x, y]) => [Number(x), Number(y)]);

describe('yearCalendar()', () => {
  it('draws each day in the column of its week and the row of its weekday', () => {
    // 1 January 2024 was a Monday, 31 December 2024 a Tuesday.
    const svg = drawn(2024, [
      ['2024-01-01', 1],
      ['2024-12-31', 1],
    ]);
    expect(dashes(svg, 4)).toEqual([
      [32, 21],
      [32 + 52 * 12, 33],
    ]);
  });

  it('shows a year that begins in the middle of a week', () => {
    expect(dashes(drawn(2023, [['2023-01-01', 1]]), 4)).toEqual([[32, 21 + 6 * 12]]); // A Sunday.
    expect(drawn(2023, [])).toContain(`M${32 + 12} 21H`); // The first Monday is in the second column.
  });

  it('has four levels, of which the greatest count has the last', () => {
    const svg = drawn(2024, [
      ['2024-05-01', 1],
      ['2024-05-02', 100],
    ]);
    expect([1, 2, 3, 4].map((level) => dashes(svg, level).length)).toEqual([1, 0, 0, 1]);
  });

  it('has a key from less to more, with a shade for each level', () => {
    expect(drawn(2024, [])).toMatch(/Less<.*class="level-1".*class="level-4".*>More</s);
  });

  it('says the number of a day where a person points', () => {
    expect(drawn(2024, [['2024-05-01', 1_200]])).toContain('<title>1 May 2024: 1,200</title>');
  });

  it('leads to what was done on a day', () => {
    expect(drawn(2024, [['2024-05-01', 1]])).toContain(
      '<a href="/-/people/mira?when=2024-05-01" tabindex="-1"><path',
    );
  });

  it('is small', () => {
    const days = Array.from({ length: 366 }, (_, index) => {
      const day = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10);
      return [day, 1 + ((index * 37) % 101)] as const;
    });
    expect(brotliCompressSync(drawn(2024, days)).length).toBeLessThan(MAX_BYTES);
  });
});
