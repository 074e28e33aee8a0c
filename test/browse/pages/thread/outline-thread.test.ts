import { describe, expect, it } from 'vitest';
import type { ShownCommit } from '../../../../src/browse/pages/code/code-place.ts';
import {
  lastTimeIn,
  type OutlinedEntry,
  outlineThread,
} from '../../../../src/browse/pages/thread/outline-thread.ts';
import type { Thread, ThreadEvent } from '../../../../src/reading/thread.ts';

const MERGE = 'a'.repeat(40);

function happened(event: string, createdAt: string, commit: string | null = null): ThreadEvent {
  return {
    kind: 'event',
    id: 1,
    url: `https://x.example/acme/app/pull/1#event-${event}`,
    createdAt,
    event,
    actor: 'mira',
    label_name: null,
    milestone_title: null,
    title_was: null,
    title_is: null,
    commit_id: commit,
    subject_url: null,
    before_commit_oid: null,
    after_commit_oid: null,
    ref: null,
  };
}

const shownOf = (timeline: readonly ThreadEvent[]) =>
  outlineThread({ timeline } as unknown as Thread, { vanished: [] }).entries.flatMap(
    ({ entry, others = [] }) =>
      [entry, ...others].map((one) => (one?.kind === 'event' ? one.event : undefined)),
  );

it('outlineThread() leaves out what says again that a pull request was merged', () => {
  expect(
    shownOf([
      happened('referenced', '2026-05-01T10:00:00Z', 'b'.repeat(40)),
      happened('closed', '2026-05-01T11:00:00Z'),
      happened('reopened', '2026-05-01T12:00:00Z'),
      happened('referenced', '2026-05-02T10:00:00Z', MERGE),
      happened('merged', '2026-05-02T10:00:01Z', MERGE),
      happened('closed', '2026-05-02T10:00:01Z'),
      happened('head_ref_deleted', '2026-05-02T10:01:00Z'),
    ]),
  ).toEqual(['referenced', 'closed', 'reopened', 'merged', 'head_ref_deleted']);
});

it('outlineThread() shows how a pull request was closed without merging', () => {
  expect(shownOf([happened('closed', '2026-05-01T11:00:00Z')])).toEqual(['closed']);
});

it('outlineThread() joins what one person did within an hour, unless something came in between', () => {
  const entriesOf = (...timeline: readonly ThreadEvent[]) =>
    outlineThread({ timeline } as unknown as Thread, { vanished: [] }).entries.length;
  const [first, soon, later] = ['10:00:00', '10:30:00', '11:31:00'].map((time) =>
    happened('labeled', `2026-05-01T${time}Z`),
  );
  if (first === undefined || soon === undefined || later === undefined) {
    throw new Error('there are three events');
  }
  expect(entriesOf(first, soon)).toBe(1);
  expect(entriesOf(first, later)).toBe(2);
  expect(entriesOf(first, { ...soon, actor: 'another' })).toBe(2);
});

it('outlineThread() shows commits that came one after the other together, in the order of time', () => {
  const commit = (committedAt: string) => ({ committedAt }) as unknown as ShownCommit;
  const { entries } = outlineThread(
    { timeline: [happened('labeled', '2026-05-01T10:30:00Z')] } as unknown as Thread,
    {
      vanished: [],
      commits: [
        commit('2026-05-01T10:00:00Z'),
        commit('2026-05-01T10:10:00Z'),
        commit('2026-05-01T11:00:00Z'),
      ],
    },
  );
  expect(entries.map(({ commits }) => commits?.length)).toEqual([2, undefined, 1]);
});

describe('lastTimeIn()', () => {
  const at = '2026-05-05T10:00:00Z';
  const conversation = (...times: readonly string[]) =>
    ({
      at,
      entry: { kind: 'conversation', createdAt: at, comments: times.map((createdAt) => ({ createdAt })) },
    }) as unknown as OutlinedEntry;

  it('is the time of the last comment of a conversation, so that what follows is not taken for its day', () => {
    expect(lastTimeIn(conversation(at, '2026-05-05T21:00:00Z'))).toBe('2026-05-05T21:00:00Z');
    expect(lastTimeIn(conversation(at, '2026-05-13T21:00:00Z'))).toBe('');
  });

  it('is the time of the last of several commits', () => {
    const commits = ['2026-05-05T10:00:00Z', '2026-05-06T10:00:00Z'].map((committedAt) => ({ committedAt }));
    expect(lastTimeIn({ at, commits } as unknown as OutlinedEntry)).toBe('');
  });

  it('is its own for an event', () => {
    expect(lastTimeIn({ at, entry: happened('closed', at) })).toBe(at);
  });
});
