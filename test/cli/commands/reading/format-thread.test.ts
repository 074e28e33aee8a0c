import { describe, expect, it } from 'vitest';
import { pickEntries, readableEntries } from '../../../../src/cli/commands/reading/format-thread.ts';
import type { ThreadEvent, TimelineEntry } from '../../../../src/reading/thread.ts';

function comment(id: number): TimelineEntry {
  const url = `https://service.example/acme/app/issues/1#issuecomment-${id}`;
  return { kind: 'comment', id, url, author: 'mira', createdAt: null, body: '', reactions: [] };
}

function event(name: string, createdAt: string | null = null): ThreadEvent {
  const empty = { label_name: null, milestone_title: null, title_was: null, title_is: null, ref: null };
  const hashes = { subject_url: null, commit_id: null, before_commit_oid: null, after_commit_oid: null };
  return { kind: 'event', id: 0, url: 'x', createdAt, event: name, actor: 'mira', ...empty, ...hashes };
}

const timeline = Array.from({ length: 30 }, (_, index) => [comment(index), event('labeled')]).flat();
const idsOf = (entries: readonly TimelineEntry[]) =>
  entries.flatMap(({ kind, id }) => (kind === 'comment' ? [id] : []));

describe('pickEntries()', () => {
  it('shows the last ten texts and what happened between them', () => {
    const { before, entries, after } = pickEntries(timeline, { hasAll: false, anchorUrl: undefined });
    expect(idsOf(entries)).toEqual([20, 21, 22, 23, 24, 25, 26, 27, 28, 29]);
    expect([...before, ...entries, ...after]).toEqual(timeline);
    expect(after).toEqual([]);
  });

  it.each([
    [0, 0],
    [1, 0],
    [15, 13],
    [29, 20],
  ])('shows comment %i and its neighbours from %i on if an address points to it', (id, first) => {
    const { before, entries, after } = pickEntries(timeline, { hasAll: false, anchorUrl: comment(id).url });
    expect(idsOf(entries)[0]).toBe(first);
    expect(idsOf(entries)).toHaveLength(10);
    expect(idsOf(entries)).toContain(id);
    expect([...before, ...entries, ...after]).toEqual(timeline);
  });

  it('shows everything on request, or if there is little', () => {
    expect(pickEntries(timeline, { hasAll: true, anchorUrl: undefined }).entries).toEqual(timeline);
    const few = timeline.slice(0, 20);
    expect(pickEntries(few, { hasAll: false, anchorUrl: undefined }).entries).toEqual(few);
  });
});

describe('readableEntries()', () => {
  it('leaves out mailboxes, and the closing that is a merge', () => {
    const at = '2026-01-01T00:00:00Z';
    const entries = [event('subscribed'), event('mentioned'), event('merged', at), event('closed', at)];
    expect(
      readableEntries([...entries, event('reopened')]).map((entry) => entry.kind === 'event' && entry.event),
    ).toEqual(['merged', 'reopened']);
    expect(readableEntries([event('closed', at)])).toHaveLength(1);
  });
});
