import { describe, expect, it } from 'vitest';
import { createLoadPace } from '../../../src/app/progress/load-pace.ts';
import { createDrivenClock } from '../../../src/base/index.ts';

const MIB = 1024 * 1024;

describe('createLoadPace()', () => {
  it('counts what comes after the reading among the time that is left', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    expect(pace.leftMs()).toBeUndefined();
    clock.advance(15_000);
    pace.observe({ doneBytes: 2 * MIB, totalBytes: 4 * MIB, records: 30_000 });
    expect(pace.leftMs()).toBe(27_000);
    expect(pace.describe()).toBe('Loading 2.00 MiB of 4.00 MiB (50 %), 2000 records/s, 27 s left');
    clock.advance(15_000);
    pace.observe({ doneBytes: 4 * MIB, totalBytes: 4 * MIB, records: 60_000 });
    expect(pace.leftMs()).toBe(12_000);
  });

  it('names the stage that follows, whose time goes on by itself, and promises no end where there is none', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    clock.advance(30_000);
    pace.observe({ doneBytes: 4 * MIB, totalBytes: 4 * MIB });
    clock.advance(4_000);
    expect(pace.describe()).toBe('Read 4.00 MiB; building indexes and writing the store, 8.0 s left');
    clock.advance(10_000);
    expect(pace.leftMs()).toBeUndefined();
    expect(pace.describe()).toBe('Read 4.00 MiB; building indexes and writing the store, 14 s so far');
  });
});
