import { html } from 'hono/html';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../../../../src/browse/frame.ts';
import { eventQuote, eventWords } from '../../../../src/browse/pages/captures/event-words.ts';

const frame = { links: { account: () => undefined } } as unknown as Frame;
const words = (type: string, payload: unknown, isMerged = false) =>
  String(
    eventWords({ type, payload: JSON.stringify(payload), about: html`<a>it</a>`, isMerged }, frame),
  ).replace(/<[^>]+>/g, '');

describe('eventWords()', () => {
  it.each([
    ['IssuesEvent', { action: 'opened' }, 'opened this'],
    ['IssuesEvent', { action: 'labeled', label: { name: '<b>' } }, 'added the label &lt;b&gt;'],
    ['PullRequestEvent', { action: 'assigned', assignee: { login: 'mira' } }, 'assigned mira'],
    ['PullRequestEvent', { action: 'closed' }, 'closed this'],
    ['PullRequestReviewEvent', { review: { state: 'changes_requested' } }, 'asked for changes'],
    ['IssueCommentEvent', { action: 'created' }, 'commented'],
    ['IssueCommentEvent', { action: 'deleted' }, 'deleted a comment'],
    ['PushEvent', { size: 3, ref: 'refs/heads/main' }, 'pushed 3 commits to main: it'],
    ['CreateEvent', { ref_type: 'tag', ref: 'v1' }, 'created the tag it'],
    ['CreateEvent', { ref_type: 'repository', ref: null }, 'created this repository'],
    ['GollumEvent', { pages: [{ title: 'Home' }, { title: 'Tides' }] }, 'edited the wiki: Home, Tides'],
    ['WatchEvent', { action: 'started' }, 'starred this repository'],
    ['SponsorshipEvent', { action: 'pending_change' }, 'sponsorship pending change'],
  ])('says what a %s of %j is', (type, payload, expected) => {
    expect(words(type, payload)).toBe(expected);
  });

  it('says that a merged pull request was merged, not closed', () => {
    expect(words('PullRequestEvent', { action: 'closed' }, true)).toBe('merged this');
  });

  it.each([null, [], { action: 7, label: 'x', pages: 'y', size: {} }])('bears the payload %j', (payload) => {
    for (const type of ['IssuesEvent', 'GollumEvent', 'PushEvent', 'MemberEvent', 'PullRequestReviewEvent']) {
      expect(words(type, payload)).not.toBe('');
    }
  });
});

it('eventQuote() is the first line that a person wrote', () => {
  expect(eventQuote('{"comment":{"body":"\\n**Thanks**, that was it\\nMore"}}')).toBe('Thanks, that was it');
  expect(eventQuote('{"commits":[{"message":"Fix the tide\\n\\nWhy"}]}')).toBe('Fix the tide');
  expect(eventQuote('null')).toBe('');
});
