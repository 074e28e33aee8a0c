import { describe, expect, it } from 'vitest';
import { MAX_POLLS, planPoll, validatorsOf } from '../../../src/client/answers/plan-poll.ts';
import type { StoredAnswer } from '../../../src/client/answers/stored-answer.ts';
import { START_MS } from '../support/test-client.ts';

const ANSWER = {
  url: 'https://service.example/events',
  status: 200,
  headers: [['etag', 'W/"1"']],
  text: '[]',
} as const;
const STORED: StoredAnswer = {
  format: 3,
  askedMs: START_MS,
  answeredMs: START_MS,
  pollIntervalMs: 60_000,
  polls: 0,
  answer: ANSWER,
};
const SOON = { nowMs: START_MS + 1_000, writtenMs: 0 };
const LATER = { nowMs: START_MS + 60_000, writtenMs: 0 };

const KNOWN = { answeredMs: START_MS, nextPollMs: START_MS + 60_000 };

describe('planPoll()', () => {
  it('gives the last answer, however old, to those who want no wait, and waits for those who want that', () => {
    const polling = { onKnown: () => expect.unreachable('the plan reports it') };
    const afterWrite = { ...SOON, writtenMs: START_MS + 500 };
    const given = { outcome: 'answer', answer: ANSWER, known: KNOWN };
    expect(planPoll(STORED, { ...afterWrite, polling })).toEqual(given);
    expect(planPoll(STORED, { ...LATER, polling })).toMatchObject({ outcome: 'ask' });
    const failedLater = { ...STORED, askedMs: START_MS + 900 };
    expect(planPoll(failedLater, { ...SOON, polling })).toEqual({
      ...given,
      known: { answeredMs: START_MS, nextPollMs: START_MS + 60_900 },
    });
    expect(planPoll(STORED, { ...SOON, polling: 'wait' })).toMatchObject({
      outcome: 'ask',
      notBeforeMs: START_MS + 60_000,
      headers: { 'if-none-match': 'W/"1"' },
    });
  });

  it('asks in full if nothing is stored', () => {
    expect(planPoll(undefined, SOON)).toEqual({
      outcome: 'ask',
      notBeforeMs: 0,
      headers: {},
      known: undefined,
    });
  });

  it('answers from memory before the service allows the next poll, and asks with validators after it', () => {
    expect(planPoll(STORED, SOON)).toEqual({ outcome: 'answer', answer: ANSWER, known: KNOWN });
    expect(planPoll(STORED, LATER)).toMatchObject({ outcome: 'ask', headers: { 'if-none-match': 'W/"1"' } });
  });

  it('waits if there is no cached answer', () => {
    expect(planPoll({ ...STORED, answer: null }, SOON)).toMatchObject({
      outcome: 'ask',
      notBeforeMs: START_MS + 60_000,
      headers: {},
    });
  });

  it('trusts no answer from before a write, and keeps its poll interval', () => {
    expect(planPoll(STORED, { ...SOON, writtenMs: START_MS })).toMatchObject({
      outcome: 'ask',
      notBeforeMs: START_MS + 60_000,
      headers: {},
    });
  });

  it('asks in full for a fresh answer, when the service allows it', () => {
    expect(planPoll(STORED, { ...SOON, isFresh: true })).toEqual({
      outcome: 'ask',
      notBeforeMs: START_MS + 60_000,
      headers: {},
      known: undefined,
    });
  });

  it('asks in full now and then, because validators stick at times', () => {
    expect(planPoll({ ...STORED, polls: MAX_POLLS }, LATER)).toMatchObject({ headers: {}, known: undefined });
  });

  describe('for the last page of a list', () => {
    const plan = (count: number, stored: Partial<StoredAnswer> = {}, link = '</x?page=1>; rel="first"') => {
      const url = 'https://service.example/user/repos?per_page=7&page=2';
      const headers = [...ANSWER.headers, ['link', link] as const];
      const answer = { ...ANSWER, url, headers, text: JSON.stringify(Array(count).fill({})) };
      return planPoll({ ...STORED, pollIntervalMs: 0, answer, ...stored }, LATER);
    };

    it.each([
      ['as many items as were asked for', 7],
      ['more of them', 8],
      ['a round number, as if the service had reduced it', 5],
    ])('asks in full if it has %s: one more may follow unseen', (_, count) => {
      expect(plan(count)).toMatchObject({ headers: {}, known: undefined });
    });

    it.each<[string, number, Partial<StoredAnswer>?, string?]>([
      ['it has room for more', 6],
      ['it is empty', 0],
      ['another one follows', 7, {}, '</x?page=3>; rel="next"'],
      ['it is of a feed, which begins with what is new', 7, { pollIntervalMs: 60_000 }],
    ])('asks with validators if %s', (_, ...page) => {
      expect(plan(...page)).toMatchObject({ headers: { 'if-none-match': 'W/"1"' } });
    });
  });

  it('trusts nothing from the future: a clock was set back', () => {
    expect(planPoll(STORED, { nowMs: START_MS - 1, writtenMs: 0 })).toMatchObject({
      outcome: 'ask',
      notBeforeMs: 0,
      headers: {},
    });
  });
});

describe('validatorsOf()', () => {
  it.each([
    [[['etag', '"a b"']], { 'if-none-match': '"a b"' }],
    [
      [
        ['etag', 'W/""'],
        ['last-modified', 'Mon, 04 May 2026 10:00:00 GMT'],
      ],
      { 'if-modified-since': 'Mon, 04 May 2026 10:00:00 GMT' },
    ],
    [[['etag', '""']], {}],
    [[], {}],
  ] as const)('of %j is %j', (headers, expected) => {
    expect(validatorsOf({ headers })).toEqual(expected);
  });
});
