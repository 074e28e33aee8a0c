import { describe, expect, it } from 'vitest';
import { whatHappened } from '../../src/reading/what-happened.ts';

const changed = (before: object, after: object) =>
  whatHappened({
    kind: 'issue',
    url: 'https://a.example/a/b/issues/1',
    repo: 'a/b',
    change: 'changed',
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });

const came = (kind: string, record: object, isGone = false) =>
  whatHappened({
    kind,
    url: 'https://a.example/a/b/issues/1#x',
    repo: 'a/b',
    change: isGone ? 'vanished' : 'added',
    before: isGone ? JSON.stringify(record) : undefined,
    after: isGone ? undefined : JSON.stringify(record),
  });

describe('whatHappened()', () => {
  it.each([
    [{ body: 'a' }, { body: 'b' }, ['edited']],
    [
      { title: 'a', closed_at: null },
      { title: 'b', closed_at: '2026-01-01T00:00:00Z' },
      ['edited', 'closed'],
    ],
    [{ closed_at: '2026-01-01T00:00:00Z' }, { closed_at: null }, ['reopened']],
    [{ merged_at: null }, { merged_at: '2026-01-01T00:00:00Z' }, ['closed']],
    [{ labels: [] }, { labels: ['x'] }, ['labelled']],
    [{ assignees: [] }, { assignees: ['x'] }, ['other']],
    [{ updated_at: '2026-01-01T00:00:00Z' }, { updated_at: '2026-01-02T00:00:00Z' }, []],
  ])('says what the change of %o to %o means', (before, after, happenings) => {
    expect(changed(before, after).happenings).toEqual(happenings);
  });

  it.each([
    ['issue_comment', {}, false, 'new'],
    ['issue_comment', {}, true, 'deleted'],
    ['issue_event', { event: 'closed' }, false, 'closed'],
    ['issue_event', { event: 'reopened' }, false, 'reopened'],
    ['issue_event', { event: 'labeled' }, false, 'labelled'],
    ['issue_event', { event: 'closed' }, true, 'other'],
    ['pull_request_review_thread', {}, false, 'other'],
  ])('%s %o (gone: %s) is %s', (kind, record, isGone, happening) => {
    expect(came(kind, record, isGone).happenings).toEqual([happening]);
  });
});
