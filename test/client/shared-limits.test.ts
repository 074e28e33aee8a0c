import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createSystemClock } from '../../src/base/clock.ts';
import { openLimits } from '../../src/client/gate/known-limits.ts';
import type { TokenLimits } from '../../src/client/gate/token-limits.ts';
import { openSharedLimits } from '../../src/client/shared-limits.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const NAME = `token-${'a'.repeat(32)}.json`;
const OTHER = `token-${'b'.repeat(32)}.json`;
const clock = createSystemClock();
const LEFT: TokenLimits = {
  notBefore: {},
  left: { core: { requests: 3, resetMs: clock.now() + 3_000_000 } },
};

function makeMachine() {
  const directory = temporaryFolder();
  const onTrouble = expect.unreachable;
  return {
    directory,
    limits: openSharedLimits({ directory, onTrouble }),
    known: openLimits(directory, 'a'.repeat(32), { clock, onTrouble }),
  };
}

it('passes the limits of a token from one machine to another', () => {
  const [first, second] = [makeMachine(), makeMachine()];
  first.limits.add(undefined);
  first.known.add(LEFT);
  const text = first.limits.mergeInto('not JSON');
  second.limits.add(text);
  expect(second.known.read()).toEqual(LEFT);
  expect(second.limits.mergeInto(text)).toBe(text);
});

it('passes on only what a run has changed, and writes nowhere else', () => {
  const machine = makeMachine();
  machine.known.add(LEFT);
  const theirs = { version: 1, ...LEFT };
  machine.limits.add(JSON.stringify({ [OTHER]: theirs, '../outside.json': theirs, [NAME]: 1 }));
  expect(readdirSync(machine.directory).sort()).toEqual([NAME, OTHER]);
  expect(machine.limits.mergeInto(undefined)).toBe('{}\n');
});
