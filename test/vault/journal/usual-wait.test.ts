import { describe, expect, it } from 'vitest';
import type { JournalLine } from '../../../src/model/index.ts';
import { findUsualWait } from '../../../src/vault/index.ts';

const MINUTE_MS = 60_000;

/** A migration that took so long, as the journal has it; another run may be the one that saw it exported. */
function migration(migrationId: number, minutes: number, seenBy = 'a'): readonly JournalLine[] {
  const at = (timeMs: number) => new Date(Date.UTC(2026, 5, 1) + timeMs).toISOString();
  return [
    {
      type: 'migration-known',
      part: '1',
      migrationId,
      guid: 'g',
      createdAt: '',
      origin: 'started',
      run: 'a',
      at: at(0),
    },
    { type: 'state-seen', migrationId, state: 'exporting', run: 'a', at: at(1) },
    { type: 'state-seen', migrationId, state: 'exported', run: seenBy, at: at(minutes * MINUTE_MS) },
  ];
}

describe('findUsualWait()', () => {
  it('is the median of the latest migrations', () => {
    const lines = [90, 10, 12, 11, 600, 13].flatMap((minutes, index) => migration(index, minutes));
    expect(findUsualWait(lines)).toBe(12 * MINUTE_MS);
  });

  it('says nothing without a migration that one run saw from its start to its end', () => {
    expect(findUsualWait([])).toBeUndefined();
    expect(findUsualWait(migration(1, 10, 'b'))).toBeUndefined();
    const [started, pending, exported] = migration(1, 10);
    const again = {
      type: 'run-begun',
      command: '',
      satchelVersion: '',
      baseUrl: '',
      owner: { type: 'user' },
    };
    const lines = [started, pending, { ...again, run: 'a', at: '' }, exported] as readonly JournalLine[];
    expect(findUsualWait(lines)).toBeUndefined();
  });
});
