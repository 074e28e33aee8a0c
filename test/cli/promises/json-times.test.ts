import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { openCliBench } from '../support/run-cli.ts';

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const PLAIN_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Commands that run until interrupted, or have their own test. */
const LEFT_OUT = new Set(['sandbox', 'demo']);

it('prints every time in UTC with seconds, whatever the command', async () => {
  const bench = await openCliBench();
  onTestFinished(() => bench.close());
  const { organization, repositories, base_url: baseUrl } = bench.sandbox.ready;
  const { directory } = bench;
  await mkdir(join(directory, 'out'));
  const [repository = ''] = repositories;
  const cases = casesFor({ directory, vault: join(directory, 'vault'), organization, repository });
  const odd: string[] = [];
  let times = 0;
  for (const [name, endings] of Object.entries(cases)) {
    const isAsking = ASKING.has(name.split(' ')[0] ?? '');
    for (const ending of LEFT_OUT.has(name) ? [] : endings) {
      const args = [...name.split(' '), ...ending, '--json', ...(isAsking ? ['--base-url', baseUrl] : [])];
      if (ending.includes('--help')) {
        continue;
      }
      for (const text of timesIn((await bench.run(args)).out)) {
        times += 1;
        odd.push(...(PLAIN_MOMENT.test(text) ? [] : [`${name}: ${text}`]));
      }
    }
  }
  expect(odd).toEqual([]);
  expect(times).toBeGreaterThan(100);
});

/** The times in printed JSON, which is one object per line or one object on several lines. */
function timesIn(out: string): readonly string[] {
  const found: string[] = [];
  const take = (_: string, value: unknown) => {
    if (typeof value === 'string' && MOMENT.test(value) && value.length < 40) {
      found.push(value);
    }
    return value;
  };
  try {
    JSON.parse(out, take);
  } catch {
    for (const line of out.split('\n').filter((text) => text.startsWith('{'))) {
      JSON.parse(line, take);
    }
  }
  return found;
}
