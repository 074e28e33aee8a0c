import stringWidth from 'string-width';
import { beforeAll, describe, expect, it } from 'vitest';
import { createRecordedContext } from '../../support/recorded-context.ts';
import { type CliBench, openSampleBench } from '../../support/run-cli.ts';

let bench: CliBench;
let db: string;

beforeAll(async () => {
  ({ db, ...bench } = await openSampleBench());
});

async function runOn(terminalColumns: number, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const context = createRecordedContext({ terminalColumns, env });
  const { status } = await bench.run(['stats', '--db', db], context);
  expect(status).toBe(0);
  return context.out();
}

const COLOUR = '\u001b[';

describe('satchel stats', () => {
  it('draws charts without colour if there is no terminal', async () => {
    const { status, out } = await bench.run(['stats', '--db', db]);
    expect(status).toBe(0);
    expect(out).toContain('Activity by month\n  issues opened              18  ▃');
    expect(out).toContain('\n                                 2023-07 to 2026-05\n');
    expect(out).toMatch(/\n {2}Sun {2}60 {2}█+\n/);
    expect(out).not.toContain(COLOUR);
  });

  it('fits the width of the terminal, without colour if NO_COLOR is set', async () => {
    for (const columns of [50, 80, 200]) {
      const out = await runOn(columns, { NO_COLOR: '1' });
      expect(out).not.toContain(COLOUR);
      for (const line of out.split('\n')) {
        expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }
    }
  });

  it('counts and shows all months at every width', async () => {
    for (const [columns, note] of [
      [50, ', each bar is 3 months'],
      [200, ''],
    ] as const) {
      const [, issues, ...lines] = (await runOn(columns, { NO_COLOR: '1' })).split('\n');
      expect(issues).toMatch(/^ {2}issues opened {14}18 {2}[▁-█]/);
      expect(lines[4]?.trim()).toBe(`2023-07 to 2026-05${note}`);
    }
  });

  it('is coloured on a terminal that can be', async () => {
    expect(await runOn(80)).toContain(COLOUR);
    expect(await runOn(80, { NO_COLOR: '' })).toContain(COLOUR);
    expect(await runOn(80, { TERM: 'dumb' })).not.toContain(COLOUR);
  });

  it('accepts a repository in any case, and none that is not in the store', async () => {
    const ask = async (repo: string) => await bench.run(['stats', '--db', db, '--repo', repo]);
    const { out } = await ask('yaryna-vitrolom/tidewatch');
    expect(out).toContain('issues opened               8');
    expect((await ask('YARYNA-vitrolom/Tidewatch')).out).toBe(out);
    const wrong = await ask('no/such');
    expect([wrong.status, wrong.out]).toEqual([10, '']);
  });

  it('gives the rows of its queries as JSON', async () => {
    const { out } = await bench.run(['stats', '--db', db, '--json']);
    const answers = JSON.parse(out);
    expect(answers['review-turnaround'][0]).toEqual({
      repo: 'northquay-works/ferrylight',
      pull_requests: 7,
      reviewed: 5,
      waiting: 1,
      median_hours: 7.5,
      longest_hours: 159.1,
    });
  });

  it('is limited to one repository', async () => {
    const { out } = await bench.run(['stats', '--db', db, '--repo', 'yaryna-vitrolom/seedbank']);
    expect(out.match(/nothing yet/g)).toHaveLength(6);
  });
});
