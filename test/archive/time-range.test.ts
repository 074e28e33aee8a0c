import { describe, expect, it } from 'vitest';
import { createTimeRange } from '../../src/archive/inspection.ts';

describe('createTimeRange()', () => {
  it('is undefined without a timestamp', () => {
    const times = createTimeRange();
    for (const other of [undefined, null, 7, '', 'yesterday']) {
      times.add(other);
    }
    expect(times.range()).toBeUndefined();
  });

  it('compares all shapes of timestamp in UTC', () => {
    const times = createTimeRange();
    times.add('2020-01-01T00:00:00Z');
    times.add('2019-11-13T04:22:13.000+08:00');
    times.add('2025-03-02 13:11:17 +0000');
    times.add('2024-04-16T06:27:06.836Z');
    expect(times.range()).toEqual({ from: '2019-11-12T20:22:13Z', to: '2025-03-02T13:11:17Z' });
  });
});
