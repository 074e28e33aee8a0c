import { stripVTControlCharacters } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { openReadingBench, type ReadingBench, readFixture } from './support/reading-bench.ts';

let bench: ReadingBench;

beforeAll(async () => {
  bench = await openReadingBench();
});

const COMMENT = 'https://service.example/northquay-works/ferrylight/issues/7';

describe('satchel issue view', () => {
  it('writes an issue as people read it', async () => {
    const { out, err, status } = await bench.run(['issue', 'view', 'northquay-works/ferrylight#7'], {
      terminalColumns: 80,
    });
    expect([status, err]).toEqual([0, '']);
    expect(out).toBe(await readFixture('issue-80.txt'));
  });

  it('breaks no lines in a pipe', async () => {
    const piped = (await bench.run(['issue', 'view', 'ferrylight', '7'])).out;
    const shown = (await bench.run(['issue', 'view', 'ferrylight', '7'], { terminalColumns: 80 })).out;
    expect(piped.split('\n').length).toBeLessThan(shown.split('\n').length);
    expect(piped.replace(/\s+/g, '')).toBe(shown.replace(/\s+/g, ''));
  });

  it('marks the comment that a pasted address points to', async () => {
    const { out: json } = await bench.run(['issue', 'view', COMMENT, '--json']);
    const comments = JSON.parse(json).timeline.filter(({ kind }: { kind: string }) => kind === 'comment');
    const { out, err } = await bench.run(['issue', 'view', comments[1].url]);
    expect(err).toBe('');
    expect(out.match(/^→ .*$/gm)).toEqual([
      `→ ${comments[1].author} commented on ${comments[1].created_at.slice(0, 16).replace('T', ' ')} UTC`,
    ]);
  });

  it('says if a pasted address points to something that is not here', async () => {
    const { status, err } = await bench.run(['issue', 'view', `${COMMENT}#issuecomment-1`]);
    expect([status, err]).toEqual([0, 'issuecomment-1 is not in the store; this is the whole thread.\n']);
    const quiet = await bench.run(['issue', 'view', `${COMMENT}#issuecomment-1`, '--quiet']);
    expect(quiet.err).toBe('');
  });

  it('writes the Markdown as it was written', async () => {
    const { out } = await bench.run(['issue', 'view', 'ferrylight#2', '--markdown']);
    expect(out).toMatch(/^---\ntitle: "Config loader: 日本語の名前が文字化けする"\n/);
    expect(out).toContain('\n---\n');
  });

  it('paints on a terminal unless NO_COLOR is set', async () => {
    const args = ['issue', 'view', 'ferrylight#7'];
    const painted = await bench.run(args, { terminalColumns: 80, env: { NO_COLOR: '' } });
    const plain = await bench.run(args, { terminalColumns: 80 });
    expect(painted.out).toContain('\u001b[1m');
    expect(stripVTControlCharacters(painted.out)).toBe(plain.out);
    expect((await bench.run(args, { env: { NO_COLOR: '' } })).out).not.toContain('\u001b');
  });

  it('shows text through the pager on a terminal', async () => {
    const args = ['issue', 'view', 'ferrylight#7'];
    const env = { PATH: process.env['PATH'] ?? '', PAGER: 'sed "s/^/P:/"' };
    const paged = await bench.run(args, { terminalColumns: 80, env });
    expect(paged.out).toMatch(/^P:How can I correct webhooks/);
    const failing = { ...env, PAGER: `${env.PAGER}; exit 1` };
    expect((await bench.run(args, { terminalColumns: 80, env: failing })).out).toBe(paged.out);
    expect((await bench.run([...args, '--no-pager'], { terminalColumns: 80, env })).out).toMatch(/^How/);
    expect((await bench.run(args, { env })).out).toMatch(/^How/);
  });

  it.each([
    [
      ['ferrylight#99'],
      10,
      'Cannot find northquay-works/ferrylight#99: no issue or pull request has this number.',
    ],
    [['ferylight#7'], 10, 'Did you mean northquay-works/ferrylight?'],
    [['7'], 2, 'Cannot choose a repository: the store has 3.'],
    [['seven'], 2, 'Cannot read "seven": it is not an issue or a pull request.'],
  ])('refuses %j in one sentence', async (words, status, text) => {
    const result = await bench.run(['issue', 'view', ...words]);
    expect([result.status, result.out]).toEqual([status, '']);
    expect(result.err).toContain(text);
    expect(result.err.trimEnd()).not.toContain('\n');
  });
});

describe('satchel issue view --json=FIELDS and --web', () => {
  it('writes these fields only, and names those that exist', async () => {
    const { out } = await bench.run(['issue', 'view', 'ferrylight#7', '--json=number,title,state']);
    expect(Object.keys(JSON.parse(out))).toEqual(['number', 'title', 'state']);
    const whole = JSON.parse((await bench.run(['issue', 'view', 'ferrylight#7', '--json'])).out);
    expect(JSON.parse(out)).toEqual({ number: 7, title: whole.title, state: whole.state });
    const { status, err } = await bench.run(['issue', 'view', 'ferrylight#7', '--json=tittle']);
    expect([status, err]).toEqual([2, expect.stringContaining('Did you mean title?')]);
  });

  it('prints the address at the service, which a browser is asked to open', async () => {
    const { url } = JSON.parse((await bench.run(['issue', 'view', 'ferrylight#7', '--json=url'])).out);
    const path = process.env['PATH'];
    process.env['PATH'] = ''; // No browser is there to be started.
    const { status, out } = await bench.run(['issue', 'view', 'ferrylight#7', '--web']);
    process.env['PATH'] = path;
    expect([status, out]).toEqual([0, `${url}\n`]);
  });
});

describe('satchel pr view', () => {
  it('writes a pull request with its reviews', async () => {
    const { out } = await bench.run(['pr', 'view', '2', '--repo', 'tidewatch'], { terminalColumns: 80 });
    expect(out).toBe(await readFixture('pull-request-80.txt'));
  });

  it('shows the last ten comments unless all are asked for', async () => {
    const few = (await bench.run(['pr', 'view', 'tidewatch#9'])).out;
    const all = (await bench.run(['pr', 'view', 'tidewatch#9', '--comments'])).out;
    expect(few).toContain('──── 2 earlier comments and 2 events not shown; --comments shows all ────');
    expect(all).not.toContain('not shown');
    expect(few.match(/^(?!•).* on \d{4}-\d\d-\d\d \d\d:\d\d UTC:?$/gm)).toHaveLength(10);
  });

  it('writes everything as JSON', async () => {
    const thread = JSON.parse((await bench.run(['pr', 'view', 'tidewatch#9', '--json'])).out);
    expect(thread).toMatchObject({
      kind: 'pull_request',
      repo: 'yaryna-vitrolom/tidewatch',
      number: 9,
      labels: [{ name: 'enhancement' }],
      pull_request: { base_ref: 'main', is_draft: false, merge_commit_sha: null },
    });
    expect(thread.timeline).toHaveLength(16);
  });
});
