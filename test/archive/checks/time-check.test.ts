import { expect, it } from 'vitest';
import { makeIssue } from '../support/make-records.ts';
import { SCHEMA_PART } from '../support/make-tar.ts';
import { fileOf, GARDEN } from '../support/trap-records.ts';
import { findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

it('createTimeCheck() reports each time that cannot be read, but none that can, is absent, or violates the schema', async () => {
  const reactions = [{ created_at: '2020-01-02T03:04:05Z' }, { created_at: '2020-01-02T03:04:05 EST' }].map(
    (one) => ({ user: 'https://service.example/mira', content: 'heart', ...one }),
  );
  const report = await verifyParts([
    SCHEMA_PART,
    fileOf(
      'issues',
      makeIssue(1, { created_at: '2020-02-30T03:04:05.000Z', closed_at: '2020-01-02 03:04:05 +0000 UTC' }),
      makeIssue(2, { created_at: '2020-01-02T03:04:05+02:00', closed_at: '', updated_at: 'yesterday' }),
      makeIssue(3, { created_at: '2020-01-02T25:04:05.000Z', reactions }),
    ),
  ]);
  expect(messagesOf(report, 'time-unreadable')).toEqual([
    `"${GARDEN}/issues/1" has a time at /created_at that cannot be read: "2020-02-30T03:04:05.000Z"`,
    `"${GARDEN}/issues/3" has a time at /created_at that cannot be read: "2020-01-02T25:04:05.000Z"`,
    `"${GARDEN}/issues/3" has a time at /reactions/1/created_at that cannot be read: "2020-01-02T03:04:05 EST"`,
  ]);
  expect(findingsOf(report, 'time-unreadable')[0]).toMatchObject({
    severity: 'warning',
    url: `${GARDEN}/issues/1`,
    pointer: '/created_at',
  });
  expect(messagesOf(report, 'value-set-aside')).toHaveLength(1);
});
