import { describe, expect, it } from 'vitest';
import type { JournalFact, JournalLine } from '../../src/model/journal.ts';
import { findUsualWait, summarizeRuns } from '../../src/vault/summarize-runs.ts';

const MINUTE_MS = 60_000;

function linesOf(run: string, minute: number, ...facts: readonly JournalFact[]): readonly JournalLine[] {
  return facts.map((fact, index) => ({
    ...fact,
    run,
    at: `2026-06-01T12:${String(minute).padStart(2, '0')}:0${index}.000Z`,
  }));
}

const BEGUN = {
  type: 'run-begun',
  command: 'satchel backup',
  satchelVersion: '1.0.0',
  baseUrl: 'https://code.example.org/',
  owner: { type: 'user' },
} as const satisfies JournalFact;

describe('summarizeRuns()', () => {
  it('distinguishes two runs of one backup, the first of which was interrupted', () => {
    const lines = [
      ...linesOf(
        'a',
        0,
        BEGUN,
        { type: 'account-known', account: 'mira' },
        {
          type: 'backup-begun',
          backup: 'a',
          account: 'mira',
          wish: '{}',
          request: { repositories: ['mira/x'] },
        },
        { type: 'start-intended', part: '1' },
        {
          type: 'migration-known',
          part: '1',
          migrationId: 7,
          guid: 'g',
          createdAt: '2026-06-01T12:00:00Z',
          origin: 'started',
        },
        { type: 'unlock-owed', migrationId: 7, repositories: ['mira/x'] },
      ),
      ...linesOf(
        'b',
        1,
        BEGUN,
        { type: 'account-known', account: 'mira' },
        { type: 'backup-resumed', backup: 'a' },
        { type: 'trouble', message: 'The storage answered 503' },
        { type: 'waited', reason: 'rate limit', durationMs: 1_000 },
        { type: 'waited', reason: 'rate limit', durationMs: 500 },
        { type: 'downloaded', migrationId: 7, archive: 'x.tar.gz', sizeBytes: 12, sha256: 'ab' },
        { type: 'run-ended', exit: 'warnings', reason: 'one repository is missing' },
      ),
    ];
    const common = { command: 'satchel backup', baseUrl: BEGUN.baseUrl, owner: BEGUN.owner, account: 'mira' };
    const owes = [
      {
        baseUrl: BEGUN.baseUrl,
        owner: BEGUN.owner,
        account: 'mira',
        unlocks: [{ migrationId: 7, repository: 'mira/x' }],
        deletions: [],
      },
    ];
    expect(summarizeRuns(lines)).toEqual([
      {
        ...common,
        run: 'a',
        backup: 'a',
        beganAt: '2026-06-01T12:00:00.000Z',
        endedAt: undefined,
        exit: undefined,
        reason: undefined,
        migrationIds: [7],
        archives: [],
        downloadedBytes: 0,
        waits: { count: 0, totalMs: 0 },
        troubles: 0,
        owes,
      },
      {
        ...common,
        run: 'b',
        backup: 'a',
        beganAt: '2026-06-01T12:01:00.000Z',
        endedAt: '2026-06-01T12:01:07.000Z',
        exit: 'warnings',
        reason: 'one repository is missing',
        migrationIds: [7],
        archives: ['x.tar.gz'],
        downloadedBytes: 12,
        waits: { count: 2, totalMs: 1_500 },
        troubles: 1,
        owes,
      },
    ]);
  });

  it('groups the attempts of one run, which ends with the last one', () => {
    const failed = linesOf('a', 0, BEGUN, { type: 'run-ended', exit: 'temporary', reason: 'limits' });
    const again = linesOf('a', 5, BEGUN, { type: 'account-known', account: 'mira' });
    expect(summarizeRuns([...failed, ...again])).toMatchObject([
      { run: 'a', beganAt: failed[0]?.at, endedAt: undefined, exit: undefined, account: 'mira' },
    ]);
    const ended = linesOf('a', 6, { type: 'run-ended', exit: 'done' });
    expect(summarizeRuns([...failed, ...again, ...ended])).toMatchObject([
      { run: 'a', beganAt: failed[0]?.at, endedAt: ended[0]?.at, exit: 'done', reason: undefined },
    ]);
  });

  it('leaves out lines of a run whose beginning is damaged', () => {
    expect(summarizeRuns(linesOf('a', 0, { type: 'start-intended', part: '1' }))).toEqual([]);
  });
});

/** The journal lines of a migration with this duration; another run may have seen it exported. */
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
