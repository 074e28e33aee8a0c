import { beforeAll, describe, expect, it } from 'vitest';
import { openReadingBench, type ReadingBench, readFixture } from './support/reading-bench.ts';

let bench: ReadingBench;

beforeAll(async () => {
  bench = await openReadingBench();
});

const terminal = { terminalColumns: 80 };

describe('satchel issue list', () => {
  it('aligns columns on a terminal, and says what they show', async () => {
    const { out, err } = await bench.run(['issue', 'list', '--state', 'all'], terminal);
    expect(err).toBe('18 issues, as of 2026-06-01.\n\n');
    expect(out).toBe(await readFixture('issue-list-80.txt'));
  });

  it('writes only tab-separated values into a pipe', async () => {
    expect(await bench.run(['issue', 'list'])).toEqual({
      status: 0,
      err: '',
      out: [
        'repo\tnumber\tstate\ttitle\tlabels\tupdated_at',
        'northquay-works/ferrylight\t19\topen\tTests for the config loader\tinternal\t2026-05-16T08:30:14Z',
        'yaryna-vitrolom/tidewatch\t10\topen\tForecast cache ignores my settings on the day the clocks change\t\t2025-10-29T05:05:02Z',
        'yaryna-vitrolom/tidewatch\t3\topen\tWrong sensor readings with more than 10,000 readings\t\t2026-01-07T13:00:01Z',
        '',
      ].join('\n'),
    });
  });

  it.each([['--json=number,labels'], ['--json', 'number,labels'], ['--json', '--fields', 'number,labels']])(
    'writes chosen fields as JSON with %j',
    async (...flags) => {
      const { out } = await bench.run(['issue', 'list', '--repo', 'ferrylight', ...flags]);
      expect(JSON.parse(out)).toEqual([{ number: 19, labels: ['internal'] }]);
    },
  );

  it('writes all fields as JSON unless some are chosen', async () => {
    const [first] = JSON.parse((await bench.run(['issue', 'list', '--json'])).out);
    expect(Object.keys(first)).toEqual([
      ...['repo', 'number', 'title', 'state', 'author', 'labels', 'assignees', 'milestone', 'comments'],
      ...['created_at', 'updated_at', 'closed_at', 'url', 'body'],
    ]);
    const variable = await bench.run(['issue', 'list'], { env: { SATCHEL_JSON: '1' } });
    expect(JSON.parse(variable.out)).toHaveLength(3);
  });

  it('lists the valid fields if one is unknown', async () => {
    const { status, err, out } = await bench.run(['issue', 'list', '--json=number,titel']);
    expect(status).toBe(2);
    expect(JSON.parse(out)).toMatchObject({ message_type: 'exit_error', code: 'usage' });
    expect(err).toBe(
      'satchel: Cannot write the field "titel": there is no such field. Did you mean title? The fields are repo, ' +
        'number, title, state, author, labels, assignees, milestone, comments, created_at, updated_at, closed_at, ' +
        'url, body.\n',
    );
  });

  it('says if there are more, and if there are none', async () => {
    const more = await bench.run(['issue', 'list', '-L', '2'], terminal);
    expect(more.err).toBe('The first 2 open issues, as of 2026-06-01; --limit shows more.\n\n');
    const none = await bench.run(['issue', 'list', '-l', 'bug', '-R', 'ferrylight'], terminal);
    expect(none).toEqual({
      status: 0,
      out: '',
      err: 'There is no matching open issue in ferrylight, as of 2026-06-01; --state all also shows closed ones.\n',
    });
    expect((await bench.run(['issue', 'list', '-l', 'bug', '-R', 'ferrylight'])).out).toMatch(/^repo\t.*\n$/);
  });

  it('keeps blanks in the names of labels', async () => {
    const { out } = await bench.run([
      'issue',
      'list',
      '-s',
      'all',
      '-l',
      'good first issue',
      '--json=labels',
    ]);
    const threads = JSON.parse(out);
    expect(threads.length).toBeGreaterThan(0);
    for (const { labels } of threads) {
      expect(labels).toContain('good first issue');
    }
  });

  it.each([
    [['--state', 'merged'], 2],
    [['--limit', '0'], 2],
    [['--sort', 'newest'], 2],
    [['--search', '(a'], 2],
    [['--repo', 'acme/none'], 10],
  ])('refuses %j', async (flags, status) => {
    expect((await bench.run(['issue', 'list', ...flags])).status).toBe(status);
  });
});

describe('satchel pr list', () => {
  it('shows branches, and keeps numbers and ages whole', async () => {
    const { out } = await bench.run(['pr', 'list', '--state', 'merged'], terminal);
    expect(out).toBe(await readFixture('pr-list-80.txt'));
  });

  it('filters drafts', async () => {
    const { out } = await bench.run(['pr', 'list', '--draft', '--json=number,is_draft']);
    expect(JSON.parse(out)).toEqual([{ number: 5, is_draft: true }]);
  });
});
