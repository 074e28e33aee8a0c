import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COMPILED } from '../house/packed-program.ts';

/** Keeps millions of objects for a while each, and prints how far the young generation has grown for them, in MiB. */
const GROW = `
  import { getHeapSpaceStatistics } from 'node:v8';
  import { setImmediate } from 'node:timers/promises';
  let kept = [];
  for (let round = 0; round < 60; round += 1) {
    kept = [...kept.slice(-200_000), ...Array.from({ length: 20_000 }, (_, at) => ({ at, round }))];
    await setImmediate();
  }
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space');
  console.log(young.space_size / 1024 / 1024);
`;

async function growYoungGeneration(preparation: string): Promise<number> {
  const script = `${preparation}\n${GROW}`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return Number(stdout);
}

describe('tuneCollection()', () => {
  it('lets the young generation grow to 16 MiB only', async () => {
    const tuned = `
      import { tuneCollection } from '${new URL('base/garbage.js', COMPILED).href}';
      tuneCollection();
    `;
    expect(await growYoungGeneration('')).toBeGreaterThan(24);
    expect(await growYoungGeneration(tuned)).toBeLessThan(20);
  });
});
