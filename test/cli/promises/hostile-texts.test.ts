import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeHostileSample } from '../commands/reading/support/hostile-sample.ts';
import { openReadingBench, type ReadingBench } from '../commands/reading/support/reading-bench.ts';
import { OBEYED } from '../support/hostile-texts.ts';

let bench: ReadingBench;
let hostile: string;

beforeAll(async () => {
  bench = await openReadingBench();
  hostile = await writeHostileSample(bench.db, bench.directory);
});

afterAll(async () => await bench.close());

const VIEWS = [
  ['issue', 'view', 'ferrylight#7', '--comments'],
  ['issue', 'view', 'ferrylight#13', '--comments'],
  ['pr', 'view', 'tidewatch#2', '--comments'],
  ['pr', 'view', 'tidewatch#9', '--comments'],
  ['release', 'view', 'ferrylight'],
  ['repo', 'view', 'ferrylight'],
];

const LISTS = [
  ['issue', 'list', '--state', 'all'],
  ['pr', 'list', '--state', 'all'],
  ['release', 'list'],
  ['repo', 'list'],
];

describe('hostile texts', () => {
  it.each([...VIEWS, ...LISTS])('never reach the terminal or a pipe: satchel %s %s %s', async (...args) => {
    for (const more of [[], ['--json']]) {
      for (const options of [{ terminalColumns: 80 }, { terminalColumns: 40 }, {}]) {
        const { out, err, status } = await bench.run([...args, ...more, '--db', hostile], options);
        expect(status).toBe(0);
        expect(out).toMatch(/evil|\ufffd/);
        const shown = args[1] === 'list' ? out.replaceAll('\t', ' ') : out;
        expect(`${shown}${err}`).not.toMatch(OBEYED);
      }
    }
  });

  it.each(LISTS)('never reach a terminal in any format of rows: satchel %s %s', async (...args) => {
    for (const format of ['--csv', '--tsv', '--markdown', '--ndjson']) {
      const { out } = await bench.run([...args, format, '--db', hostile], { terminalColumns: 80 });
      expect(out.replaceAll('\t', ' ').replaceAll('\r\n', '\n')).not.toMatch(OBEYED);
    }
  });

  it.each([...VIEWS.slice(0, 5)])('never reach a terminal as Markdown: satchel %s %s %s', async (...args) => {
    const plain = args.filter((arg) => arg !== '--comments');
    const { out } = await bench.run([...plain, '--markdown', '--db', hostile], { terminalColumns: 80 });
    expect(out).not.toMatch(OBEYED);
  });
});
