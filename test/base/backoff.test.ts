import { describe, expect, it } from 'vitest';
import { backoffMs, withRetries } from '../../src/base/backoff.ts';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSeededRandom } from '../../src/base/random.ts';

describe('backoffMs()', () => {
  it('doubles with each try, up to a limit', () => {
    const delaysMs = [1, 2, 3, 4, 99].map((tryNumber) => backoffMs(tryNumber, { firstMs: 100, maxMs: 500 }));
    expect(delaysMs).toEqual([100, 200, 400, 500, 500]);
  });

  it('can grow otherwise', () => {
    const delaysMs = [1, 2, 3].map((tryNumber) =>
      backoffMs(tryNumber, { firstMs: 4, maxMs: 8, growth: 1.5 }),
    );
    expect(delaysMs).toEqual([4, 6, 8]);
  });

  it('spreads each wait over its upper half', () => {
    const random = createSeededRandom('backoff');
    const delaysMs = Array.from({ length: 200 }, () => backoffMs(2, { firstMs: 100, maxMs: 500, random }));
    expect(Math.min(...delaysMs)).toBeGreaterThanOrEqual(100);
    expect(Math.max(...delaysMs)).toBeLessThanOrEqual(200);
    expect(new Set(delaysMs).size).toBeGreaterThan(20);
  });
});

describe('withRetries()', () => {
  const clock = createDrivenClock(0, { skipSleeps: true });
  const { signal } = new AbortController();

  it.each([
    ['succeeds at last', 2, 3, 300],
    ['fails after the last attempt', 9, 4, 700],
  ])('%s', async (_, failures, attempts, waitedMs) => {
    const beganMs = clock.now();
    let made = 0;
    let troubles = 0;
    const work = async () => {
      made += 1;
      if (made <= failures) {
        throw new Error(`attempt ${made}`);
      }
      return 'done';
    };
    const options = { firstMs: 100, maxMs: 9_000, clock, signal, maxAttempts: 4 };
    const result = await withRetries(work, {
      ...options,
      mayPass: () => true,
      onTrouble() {
        troubles += 1;
      },
    }).catch((error) => error.message);
    expect(result).toBe(failures < 4 ? 'done' : 'attempt 4');
    expect([made, troubles, clock.now() - beganMs]).toEqual([attempts, attempts - 1, waitedMs]);
  });

  it('does not repeat what cannot succeed, or what was aborted', async () => {
    const options = { firstMs: 100, maxMs: 900, clock };
    const refuse = async () => await Promise.reject(new Error('refused'));
    await expect(withRetries(refuse, { ...options, signal, mayPass: () => false })).rejects.toThrow(
      'refused',
    );
    const aborted = AbortSignal.abort(new Error('stopped'));
    await expect(withRetries(refuse, { ...options, signal: aborted, mayPass: () => true })).rejects.toThrow(
      'stopped',
    );
  });
});
