import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ARCHIVE_KEPT_MS,
  isArchiveKept,
  isDue,
  migrationStatus,
} from '../../../../src/sandbox/server/migrations/migration-state.ts';

const TIMES = { startedAtMs: 1_000, pendingMs: 100, exportMs: 200 };
const DONE = { status: 'done', endedAtMs: 1_050 } as const;

describe('migrationStatus()', () => {
  it.each([
    [1_000, 'pending', 1_000],
    [1_099, 'pending', 1_000],
    [1_100, 'exporting', 1_100],
    [1_299, 'exporting', 1_100],
    [1_300, 'exported', 1_300],
    [9_999, 'exported', 1_300],
  ])('at %d is %s since %d', (nowMs, state, sinceMs) => {
    expect(migrationStatus({ ...TIMES, build: DONE }, nowMs)).toEqual({ state, sinceMs });
  });

  it('is exporting while the build runs, however late it is', () => {
    const status = migrationStatus({ ...TIMES, build: { status: 'running' } }, 99_999);
    expect(status).toEqual({ state: 'exporting', sinceMs: 1_100 });
  });

  it('is exported since a late end of the build', () => {
    const build = { status: 'done', endedAtMs: 5_000 } as const;
    expect(migrationStatus({ ...TIMES, build }, 5_000)).toEqual({ state: 'exported', sinceMs: 5_000 });
  });

  it('fails when the build did, and not before its time', () => {
    const build = { status: 'failed', endedAtMs: 1_000 } as const;
    expect(migrationStatus({ ...TIMES, build }, 1_299).state).toBe('exporting');
    expect(migrationStatus({ ...TIMES, build }, 1_300).state).toBe('failed');
  });

  it('never goes back', () => {
    const order = ['pending', 'exporting', 'exported'];
    const span = fc.nat(10_000);
    fc.assert(
      fc.property(
        fc.tuple(span, span, span, span, span),
        ([pendingMs, exportMs, endedAtMs, first, later]) => {
          const at = (nowMs: number) => {
            const build =
              nowMs < endedAtMs ? ({ status: 'running' } as const) : ({ status: 'done', endedAtMs } as const);
            return order.indexOf(
              migrationStatus({ startedAtMs: 0, pendingMs, exportMs, build }, nowMs).state,
            );
          };
          expect(at(first + later)).toBeGreaterThanOrEqual(at(first));
        },
      ),
    );
  });
});

describe('isDue()', () => {
  it('is true after both periods', () => {
    expect(isDue(TIMES, 1_299)).toBe(false);
    expect(isDue(TIMES, 1_300)).toBe(true);
  });
});

describe('isArchiveKept()', () => {
  it('lasts for seven days from the export', () => {
    const status = { state: 'exported', sinceMs: 1_300 } as const;
    expect(ARCHIVE_KEPT_MS).toBe(7 * 24 * 60 * 60 * 1000);
    expect(isArchiveKept(status, 1_300 + ARCHIVE_KEPT_MS - 1)).toBe(true);
    expect(isArchiveKept(status, 1_300 + ARCHIVE_KEPT_MS)).toBe(false);
    expect(isArchiveKept({ ...status, state: 'failed' }, 1_300)).toBe(false);
  });
});
