import { describe, expect, it } from 'vitest';
import { fillMonths } from '../../src/base/fill-months.ts';

describe('fillMonths()', () => {
  it('adds the months in between', () => {
    expect(fillMonths(['2025-11', '2026-02'])).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
    expect(fillMonths(['2026-02'])).toEqual(['2026-02']);
    expect(fillMonths([])).toEqual([]);
  });

  it('terminates for any input', () => {
    expect(fillMonths(['null', 'zzz'])).toEqual(['null']);
    expect(fillMonths(['9998-12', '9999-12'])).toHaveLength(2);
    expect(fillMonths(['2026-02', '2025-01'])).toEqual([]);
  });
});
