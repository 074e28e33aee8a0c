import { describe, expect, it } from 'vitest';
import {
  ALL,
  joinLimits,
  MAX_WINDOW_MS,
  NO_LIMITS,
  type Rest,
  type TokenLimits,
  waitFor,
} from '../../../src/client/gate/token-limits.ts';
import type { Wait } from '../../../src/client/send.ts';
import { START_MS } from '../support/test-client.ts';

const MINUTE_MS = 60_000;

function left(requests: number, minutes: number, resource = 'core'): TokenLimits {
  const rest: Rest = { requests, resetMs: START_MS + minutes * MINUTE_MS };
  return { ...NO_LIMITS, left: { [resource]: rest } };
}

function pause(minutes: number, reason: string, resource = ALL): TokenLimits {
  const wait: Wait = { reason, untilMs: START_MS + minutes * MINUTE_MS };
  return { ...NO_LIMITS, notBefore: { [resource]: wait } };
}

/** What all of them say together. */
function join(...limits: readonly TokenLimits[]): TokenLimits {
  return limits.reduce((known, news) => joinLimits(known, news, START_MS), NO_LIMITS);
}

describe('joinLimits()', () => {
  it.each([
    ['answers that overtake each other', [left(5, 1), left(7, 1)], 5],
    ['a new window', [left(0, 1), left(4_999, 61)], 4_999],
    ['a late answer of the old window', [left(4_999, 61), left(0, 1)], 4_999],
  ])('knows what is left after %s', (_, news, requests) => {
    expect(join(...news).left['core']?.requests).toBe(requests);
    expect(join(...news.toReversed()).left['core']?.requests).toBe(requests);
  });

  it('takes two ends of a window that differ by a second for one', () => {
    const later = { ...NO_LIMITS, left: { core: { requests: 9, resetMs: START_MS + MINUTE_MS + 1_000 } } };
    expect(join(left(5, 1), later).left).toEqual({
      core: { requests: 5, resetMs: START_MS + MINUTE_MS + 1_000 },
    });
  });

  it('keeps resources apart', () => {
    expect(Object.keys(join(left(5, 1), left(7, 1, 'search')).left)).toEqual(['core', 'search']);
  });

  it('keeps the longest pause, and forgets one that has ended', () => {
    expect(join(pause(1, 'a'), pause(5, 'b'), pause(2, 'c')).notBefore[ALL]?.reason).toBe('b');
    expect(joinLimits(pause(1, 'a'), left(5, 1), START_MS + MINUTE_MS)).toEqual(NO_LIMITS);
  });

  it('ignores what is further away than any window: a clock was set back, or the service is wrong', () => {
    expect(join(left(0, 90), pause(90, 'a'))).toEqual(NO_LIMITS);
    const longest = MAX_WINDOW_MS / MINUTE_MS;
    expect(join(left(0, longest), pause(longest, 'a')).notBefore).not.toEqual({});
  });
});

describe('waitFor()', () => {
  it('waits for the reset of a used-up resource, and of no other', () => {
    const limits = join(left(0, 5, 'search'), left(1, 5));
    expect(waitFor(limits, 'search')).toEqual({
      reason: 'the hourly request limit is used up',
      untilMs: START_MS + 5 * MINUTE_MS,
    });
    expect(waitFor(limits, 'core')).toBeUndefined();
    expect(waitFor(limits, null)).toBeUndefined();
  });

  it('obeys a refusal whatever other answers say is left', () => {
    const limits = join(left(9, 50), pause(1, 'refused', 'core'), left(7, 50));
    expect(waitFor(limits, 'core')?.reason).toBe('refused');
    expect(waitFor(limits, 'search')).toBeUndefined();
  });

  it('names the longest of several waits, and a pause of the token for all requests', () => {
    const limits = join(left(0, 5), pause(10, 'all'));
    expect(waitFor(limits, 'core')?.reason).toBe('all');
    expect(waitFor(limits, null)?.reason).toBe('all');
    expect(waitFor(join(left(0, 5), pause(1, 'all')), 'core')?.untilMs).toBe(START_MS + 5 * MINUTE_MS);
  });
});
