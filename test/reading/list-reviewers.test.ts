import { describe, expect, it } from 'vitest';
import { listLinked, listReviewers } from '../../src/reading/list-reviewers.ts';
import type { Thread } from '../../src/reading/thread.ts';

const review = (author: string | null, state: string, id: number) => ({
  kind: 'review',
  author,
  state,
  url: `https://a.example/a/b/pull/1#pullrequestreview-${id}`,
});

const threadOf = (timeline: readonly object[], reviewers: readonly string[] = []) =>
  ({ author: 'mira', timeline, pullRequest: { reviewers } }) as unknown as Thread;

describe('listReviewers()', () => {
  it('keeps the last verdict of each, which a comment does not take back', () => {
    const found = listReviewers(
      threadOf([
        review('ida', 'changes_requested', 1),
        review('bo', 'commented', 2),
        review('ida', 'approved', 3),
        review('ida', 'commented', 4),
      ]),
    );
    expect(found.map(({ name, verdict, url }) => [name, verdict, url?.at(-1)])).toEqual([
      ['bo', 'commented', '2'],
      ['ida', 'approved', '3'],
    ]);
  });

  it('leaves out what authors say of their own work, and deleted accounts', () => {
    expect(listReviewers(threadOf([review('mira', 'commented', 1), review(null, 'approved', 2)]))).toEqual(
      [],
    );
  });

  it('names those who were asked, and whether someone is asked again', () => {
    const team = 'https://a.example/orgs/a/teams/core';
    const found = listReviewers(threadOf([review('ida', 'approved', 1)], ['ida', team]));
    expect(found.map(({ name, verdict, isRequested }) => [name, verdict, isRequested])).toEqual([
      ['ida', 'approved', true],
      [team, null, true],
    ]);
  });
});

describe('listLinked()', () => {
  it('names what is still linked', () => {
    const event = (name: string, to: string) => ({ kind: 'event', event: name, subject_url: to });
    const timeline = [event('connected', 'a'), event('connected', 'b'), event('disconnected', 'a')];
    expect(listLinked(threadOf(timeline))).toEqual(['b']);
  });
});
