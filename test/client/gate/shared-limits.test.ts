import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createSeededRandom } from '../../../src/base/index.ts';
import { openGateMemory } from '../../../src/client/gate/open-gate-memory.ts';
import { openSharedLimits } from '../../../src/client/index.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const DIGEST = 'a'.repeat(32);

function makeMachine() {
  const directory = temporaryFolder();
  const common = { directory, random: createSeededRandom(directory), onTrouble: expect.unreachable };
  return {
    directory,
    limits: openSharedLimits(common),
    gate: openGateMemory({ ...common, callerDigest: DIGEST }),
  };
}

it('passes the limits of a token from one machine to another', async () => {
  const [first, second] = [makeMachine(), makeMachine()];
  await first.limits.add(undefined);
  await first.gate.update((state) => ({
    state: {
      ...state,
      buckets: { core: { remaining: 3, resetMs: 99 } },
      leases: [
        { id: 1, pid: 1, sentMs: 5, endpoint: 'GET /user', resource: 'core', isWrite: false, costs: {} },
      ],
    },
    result: undefined,
  }));
  const text = first.limits.mergeInto('not JSON');
  await second.limits.add(text);
  const known = await second.gate.update((state) => ({ state, result: state }));
  expect(known.buckets).toEqual({ core: { remaining: 3, resetMs: 99 } });
  expect(known.leases).toEqual([]);
});

it('passes on only what a run has changed, and writes nowhere else', async () => {
  const machine = makeMachine();
  await machine.gate.update((state) => ({ state: { ...state, lastWriteMs: 7 }, result: undefined }));
  const other = `gate-1-${'b'.repeat(32)}.json`;
  const theirs = JSON.parse(readFileSync(join(machine.directory, `gate-1-${DIGEST}.json`), 'utf8'));
  await machine.limits.add(
    JSON.stringify({ [other]: theirs, '../outside.json': theirs, [`gate-1-${DIGEST}.json`]: 1 }),
  );
  expect(readdirSync(machine.directory).sort()).toEqual([`gate-1-${DIGEST}.json`, other]);
  expect(machine.limits.mergeInto(undefined)).toBe('{}\n');
});
