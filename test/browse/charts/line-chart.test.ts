import { describe, expect, it } from 'vitest';
import { barChart } from '../../../src/browse/charts/bar-chart.ts';
import { linearScale, lineChart, spanScale, sparkline } from '../../../src/browse/charts/line-chart.ts';

const WORDS = { id: 'a', title: 'Title', summary: 'What it shows.', labelName: 'Month' };

describe('linearScale()', () => {
  it('ends at or above the largest value, on round steps', () => {
    expect(linearScale(87, 100).ticks).toEqual([0, 50, 100]);
    expect(linearScale(3, 100).ticks).toEqual([0, 1, 2, 3]);
    expect(linearScale(87, 100).place(50)).toBe(50);
  });

  it('has an axis where everything is 0', () => {
    expect(linearScale(0, 100).ticks).toEqual([0, 1]);
  });
});

describe('spanScale()', () => {
  it('marks the spans that people think in, at even ratios', () => {
    const scale = spanScale([0.5, 80], 90);
    expect(scale.ticks).toEqual([1 / 6, 1, 6, 24, 168]);
    expect([scale.place(1 / 6), Math.round(scale.place(168)), scale.place(0), scale.place(1e9)]).toEqual([
      0, 90, 0, 90,
    ]);
    expect(scale.place(6)).toBeGreaterThan(scale.place(1));
  });
});

it('spanScale() has a line for what took no time', () => {
  const scale = spanScale([0, 80], 90);
  expect(scale.ticks[0]).toBe(1 / 60);
  expect([scale.place(0), scale.place(1 / 60)]).toEqual([0, 0]);
});

describe('lineChart()', () => {
  it('says in words and in a table what it draws', async () => {
    const series = [
      { name: 'opened', values: [100, undefined, 300] },
      { name: 'closed', values: [0, 2, 2] },
    ];
    const text = String(await lineChart({ ...WORDS, labels: ['2024-01', '2024-02', '2024-03'], series }));
    expect(text).toContain('role="img" aria-labelledby="a-title a-desc"');
    expect(text).toContain('<title id="a-title">Title</title>');
    expect(text).toContain('<th scope="row">Feb 2024<td>–<td>2<');
    expect(text).toMatch(/<path class="line-1" d="M[\d. ]+L[\d. ]+"/); // The line passes over the gap.
  });

  it('draws small numbers as bars next to each other', async () => {
    const series = [
      { name: 'opened', values: [1, 0, 3] },
      { name: 'closed', values: [0, 2, 2] },
    ];
    const text = String(await lineChart({ ...WORDS, labels: ['2024-01', '2024-02', '2024-03'], series }));
    expect(text).not.toContain('class="line-');
    expect(
      [...text.matchAll(/<path class="series-\d" d="([^"]+)"/g)].map(
        ([, bars = '']) => bars.split('M').length - 1,
      ),
    ).toEqual([2, 2]);
  });

  it('says the numbers of a month where a person points, and what a series comes to', async () => {
    const series = [
      { name: 'opened', total: '4', values: [1, 3] },
      { name: 'closed', values: [undefined, 2] },
    ];
    const text = String(await lineChart({ ...WORDS, labels: ['2024-01', '2024-02'], series }));
    const said = [...text.matchAll(/<path d="M[\d.]+ 8V196"><title>([^<]+)<\/title>/g)].map(([, one]) => one);
    expect(said).toEqual(['Jan 2024\nopened: 1\nclosed: –', 'Feb 2024\nopened: 3\nclosed: 2']);
    expect(text).toMatch(/<\/svg> opened <strong>4<\/strong><\/li>/);
  });

  it('has durations in words, labels within the picture, and leaves out on phones what would touch', async () => {
    const labels = Array.from({ length: 8 }, (_, month) => `2024-0${month + 1}`);
    const values = [0.1, 5, 30, 200, 700, 4000, 9000, 80_000];
    const text = String(
      await lineChart({
        ...{ ...WORDS, labels, series: [{ name: 'half', values }], hasSpans: true },
        tickText: (hours) => `${Math.round(hours)} hours`,
      }),
    );
    expect(text).toContain('<th scope="row">Mar 2024<td>30 hours<');
    expect(text).toMatch(/class="tick tick-end[^"]*" x="710" y="\d+">Aug 2024/);
    const narrow = [...text.matchAll(/class="tick tick-y" x="40" y="([\d.]+)"/g)].map(([, y]) => Number(y));
    expect(narrow.length).toBeGreaterThan(4);
    for (const [index, y] of narrow.slice(1).entries()) {
      expect((narrow[index] ?? 0) - y).toBeGreaterThanOrEqual(24);
    }
  });

  it('says that there is no data', async () => {
    const text = String(await lineChart({ ...WORDS, labels: [], series: [{ name: 'opened', values: [] }] }));
    expect(text).toContain('The archive has no data for this chart.');
    expect(text).not.toContain('<svg');
  });
});

describe('barChart()', () => {
  it('escapes names, and does not cut them', async () => {
    const label = `<script>${'x'.repeat(60)}`;
    const text = String(
      await barChart({ ...WORDS, series: ['one', 'two'], bars: [{ label, href: '/x?"', values: [3, 4] }] }),
    );
    expect(text).not.toContain('<script');
    expect(text).toContain(`&lt;script&gt;${'x'.repeat(60)}</a><td>3<td>4<td>7<`);
    expect(text).toContain('href="/x?&quot;"');
    expect(text).toContain(`&lt;script&gt;${'x'.repeat(60)}</a><span class="count">7</span>`);
  });
});

describe('sparkline()', () => {
  it('carries its words, and needs two values', async () => {
    expect(String(await sparkline([1, 5, 2], 'eight things in three months'))).toContain(
      'aria-label="eight things in three months"',
    );
    expect(String(await sparkline([1], 'one'))).toBe('');
  });
});
