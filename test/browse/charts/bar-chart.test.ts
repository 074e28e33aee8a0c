import { expect, it } from 'vitest';
import { barChart } from '../../../src/browse/charts/bar-chart.ts';

it('barChart() has whole names as text, and bars whose parts say their numbers', async () => {
  const name = 'a-repository/with-a-name-longer-than-most';
  const drawn = String(
    await barChart({
      ...{ id: 'x', title: 'X', summary: '', labelName: 'Name', series: ['one', 'two'] },
      bars: [
        { label: name, href: '/page', values: [30, 10] },
        { label: 'b', values: [0, 2_000] },
      ],
    }),
  );
  expect(drawn).toContain(`<li><a href="/page">${name}</a><span class="count">40</span>`);
  expect(drawn).toContain('<li><span>b</span><span class="count">2,000</span>');
  expect(drawn).toContain('two <strong>2,010</strong>');
  expect([...drawn.matchAll(/<rect[^>]*%[^>]*><title>([^<]+)</g)].map(([, said]) => said)).toEqual([
    'one: 30',
    'two: 10',
    'two: 2,000',
  ]);
  const ends = [...drawn.matchAll(/<rect[^>]* x="([\d.]+)%"[^>]* width="([\d.]+)%"/g)].map(([, x, width]) =>
    Math.round(Number(x) + Number(width)),
  );
  expect(ends).toEqual([2, 2, 100]);
});
