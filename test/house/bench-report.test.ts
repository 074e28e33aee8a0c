import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { describePart, drawBars, readTables } from '../../bench/bench-report.ts';

const PRINTED = `archive  against                ours s   theirs s   ratio   target
M        gzip -dc                 4.10       1.41    2.91   <= 3.3
M        tar + <jq>: skipped, as jq is not installed
L        tar -xzf                12.00       6.00    2.00   <= 3.7
`;

it('converts the output of a benchmark to a table and a chart', () => {
  const tables = readTables(PRINTED);
  expect(tables).toEqual([
    {
      header: ['archive', 'against', 'ours s', 'theirs s', 'ratio', 'target'],
      rows: [
        ['M', 'gzip -dc', '4.10', '1.41', '2.91', '<= 3.3'],
        ['L', 'tar -xzf', '12.00', '6.00', '2.00', '<= 3.7'],
      ],
      remarks: ['M        tar + <jq>: skipped, as jq is not installed'],
    },
  ]);
  const part = { name: 'load', title: 'Load', about: 'About.', runs: [[]], charted: ['ratio'] };
  const machine = 'Measured with Satchel 0.3.0.';
  expect(
    describePart(part, [{ measured: machine, tables }])
      .split('\n')
      .slice(4, 11),
  ).toEqual([
    '![Load](images/bench-load.svg)',
    '',
    machine,
    '',
    '| archive | against | ours s | theirs s | ratio | target |',
    '| --- | --- | --: | --: | --: | --- |',
    '| M | gzip -dc | 4.10 | 1.41 | 2.91 | <= 3.3 |',
  ]);
  const chart = drawBars('Load', ['ratio'], tables);
  expect([...chart.matchAll(/<rect x="290".* width="(\d+)"/g)].map(([, width]) => width)).toEqual([
    '330',
    '227',
  ]);
  expect(chart).toContain('>L · tar -xzf</text>');
  expect(drawBars('Load', ['ours s', 'theirs s'], tables)).toContain('</tspan> theirs s</text>');
});

it('imports files that exist', () => {
  const bench = new URL('../../bench/', import.meta.url);
  const sources = readdirSync(bench).filter((name) => name.endsWith('.ts'));
  const named = sources.flatMap((name) =>
    [...readFileSync(new URL(name, bench), 'utf8').matchAll(/importBuilt<[^>]*>\('([^']+)'\)/g)].map(
      ([, file]) => file,
    ),
  );
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((file) => !existsSync(new URL(`../src/${file}.ts`, bench)))).toEqual([]);
});
