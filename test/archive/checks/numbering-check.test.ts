import { describe, expect, it } from 'vitest';
import { makeIssue } from '../support/make-records.ts';
import { SCHEMA_PART } from '../support/make-tar.ts';
import { fileOf, GARDEN, makePullRequest } from '../support/trap-records.ts';
import { findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

describe('createNumberingCheck()', () => {
  it('reports the numbers of a repository that have no record, as one finding', async () => {
    const report = await verifyParts([
      SCHEMA_PART,
      fileOf('issues', makeIssue(9), makeIssue(2)),
      fileOf('pull_requests', makePullRequest()),
    ]);
    expect(messagesOf(report, 'number-gap')).toEqual([
      `6 of the numbers 1 to 9 of "${GARDEN}" have no record: 1, 4-8`,
    ]);
    expect(findingsOf(report, 'number-gap')).toMatchObject([{ severity: 'info', url: GARDEN }]);
  });

  it('shares numbers between issues, pull requests and discussions', async () => {
    const discussion = { type: 'discussion', url: `${GARDEN}/discussions/2`, repository: GARDEN, title: '' };
    const report = await verifyParts([
      SCHEMA_PART,
      fileOf('issues', makeIssue(1), makeIssue(1)),
      fileOf('pull_requests', makePullRequest()),
      fileOf('discussions', discussion),
    ]);
    expect(messagesOf(report, 'number-gap')).toEqual([]);
  });

  it.each(['merge_requests', 'pull-requests'])('numbers %s apart from issues', async (section) => {
    const merge = (number: number) => makePullRequest({ url: `${GARDEN}/${section}/${number}` });
    const report = await verifyParts([
      SCHEMA_PART,
      fileOf('issues', makeIssue(1), makeIssue(2)),
      fileOf('pull_requests', merge(1), merge(3)),
    ]);
    expect(messagesOf(report, 'number-gap')).toEqual([
      `1 of the numbers 1 to 3 of "${GARDEN}/${section}" has no record: 2`,
    ]);
  });

  it('shows the first of many gaps, and bears huge numbers', async () => {
    const issues = [3, 5, 7, 9, 11, 13, 999_999_999_999_999].map((number) => makeIssue(number));
    const report = await verifyParts([SCHEMA_PART, fileOf('issues', ...issues)]);
    expect(messagesOf(report, 'number-gap')).toEqual([
      `999999999999992 of the numbers 1 to 999999999999999 of "${GARDEN}" have no record: 1-2, 4, 6, 8, 10, …`,
    ]);
  });
});
