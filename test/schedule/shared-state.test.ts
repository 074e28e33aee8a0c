import { expect, it } from 'vitest';
import { createSeededRandom } from '../../src/base/random.ts';
import { openSharedState } from '../../src/schedule/shared-state.ts';
import { unitJob } from './support/unit-plan.ts';

it('openSharedState() repeats work on what another process wrote meanwhile', async () => {
  let text: string | undefined;
  let meanwhile = async (): Promise<unknown> => undefined;
  const shared = {
    read: async () => text,
    async replace(make: (current: string | undefined) => string) {
      const before = meanwhile;
      meanwhile = async () => undefined;
      await before();
      text = make(text);
    },
  };
  const open = async (seed: string) => await openSharedState(shared, createSeededRandom(seed));
  const one = await open('one');
  await one.update(() => one.openJobState(unitJob('a', []), 0));
  const other = await open('other');
  expect([other.salt, other.isShared]).toEqual([one.salt, true]);
  const countIn = async (state: typeof one) =>
    await state.update(() => {
      const counts = state.jobState('a')?.counts ?? { missed: 0 };
      counts.missed += 1;
      return counts.missed;
    });
  meanwhile = async () => {
    await countIn(other);
    await countIn(other);
  };
  expect(await countIn(one)).toBe(3);
  expect((await open('third')).jobState('a')?.counts.missed).toBe(3);
  text = '{';
  await expect(open('fourth')).rejects.toMatchObject({ code: 'vault-damaged' });
});
