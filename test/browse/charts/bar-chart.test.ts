import { expect, it } from 'vitest';
import { barChart } from '../../../src/browse/charts/bar-chart.ts';

it('barChart() has whole names, and bars in parts of the width with room for their numbers', async () => {
  const name = 'a-repository/with-a-name-longer-than-most';
  const drawn = String(
    await barChart({
      ...{ id: 'x', title: 'X', summary: '', labelName: 'Name', series: ['one', 'two'] },
      bars: [
        { label: name, values: [30, 10] },
        { label: 'b', values: [0, 20] },
      ],
    }),
  );
  expect(drawn).toContain(`>${name}</text>`);
  expect(drawn).not.toContain('viewBox="0 0 720');
  const ends = [...drawn.matchAll(/<rect[^>]* x="([\d.]+)%"[^>]* width="([\d.]+)%"/g)].map(
    ([, x, width]) => Number(x) + Number(width),
  );
  expect(ends).toEqual([61.5, 82, 41]);
});
