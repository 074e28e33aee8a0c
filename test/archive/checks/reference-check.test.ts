import { describe, expect, it } from 'vitest';
import { fullRecordOf } from '../schemas/record-promises.ts';
import { makeIssue, makeUser } from '../support/make-records.ts';
import { recordFile, SCHEMA_PART } from '../support/make-tar.ts';
import {
  ALICE,
  AT,
  fileOf,
  GARDEN,
  makeAttachment,
  makeComment,
  makePullRequest,
  makeRepository,
  WEB,
} from '../support/trap-records.ts';
import { codesOf, countsOf, findingsOf, messagesOf, verifyParts } from '../support/verify-parts.ts';

const LABEL = { url: `${GARDEN}/labels/good%20first%20issue`, name: 'good first issue', color: '7057ff' };
const ALICE_FILE = fileOf('users', makeUser('alice'));
const GARDEN_FILE = fileOf('repositories', makeRepository({ labels: [LABEL] }));
const MILESTONE = {
  type: 'milestone',
  url: `${GARDEN}/milestones/1`,
  repository: GARDEN,
  title: 'm',
  description: null,
  state: 'open',
  due_on: null,
};

describe('createReferenceCheck()', () => {
  it('finds everything in an archive that is whole, in any order of its files', async () => {
    const issue = makeIssue(1, { labels: [LABEL.url], milestone: MILESTONE.url, assignees: [ALICE] });
    const parts = [
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('issues', issue),
      fileOf('issue_comments', makeComment()),
      fileOf('milestones', MILESTONE),
    ];
    for (const ordered of [parts, parts.toReversed()]) {
      const report = await verifyParts([SCHEMA_PART, ...ordered]);
      expect(report.references).toEqual({ checked: 9, inside: 9, outside: 0, missing: 0 });
      expect(Object.keys(countsOf(report)).filter((code) => code.startsWith('reference'))).toEqual([]);
    }
  });

  it('reports what is missing from the archive, with the first record that refers to it', async () => {
    const comments = [4, 5].map((number) =>
      makeComment({ url: `${GARDEN}/issues/8#issuecomment-${number}`, issue: `${GARDEN}/issues/8` }),
    );
    const report = await verifyParts([
      SCHEMA_PART,
      fileOf('issue_comments', makeComment(), ...comments),
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('issues', makeIssue(1)),
    ]);
    expect(report.references).toMatchObject({ outside: 0, missing: 2 });
    expect(codesOf(report, 'warning', 'error')).toEqual(['reference-missing']);
    expect(findingsOf(report, 'reference-missing')).toMatchObject([
      {
        message: `The issue_comment "${GARDEN}/issues/8#issuecomment-4" refers to an issue, which is not in the archive: "${GARDEN}/issues/8", as another reference does`,
        entryName: 'issue_comments_000001.json',
        recordIndex: 1,
        pointer: '/issue',
      },
    ]);
  });

  it.each<[string, object]>([
    ['a label', makeIssue(1, { labels: [LABEL.url, `${GARDEN}/labels/gone`] })],
    ['a milestone', makeIssue(1, { milestone: `${GARDEN}/milestones/7` })],
    ['a repository', makeIssue(1, { repository: `${WEB}/alice/attic` })],
  ])('tells %s that is missing', async (words, issue) => {
    const report = await verifyParts([
      SCHEMA_PART,
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('milestones', MILESTONE),
      fileOf('issues', issue),
    ]);
    expect(report.references.missing).toBe(1);
    expect(messagesOf(report, 'reference-missing')[0]).toContain(` refers to ${words}, which is not in`);
  });

  it.each([
    ['issue_comment', 'commit_comment'],
    ['issue_comment', 'discussion'],
    ['pull_request_review', 'pull_request_review_comment'],
    ['release', 'discussion'],
    ['issue', 'pull_request'],
    ['pull_request', 'issue'],
  ])('finds the %s that a file was uploaded to among records of the kind %s', async (member, kind) => {
    const record = fullRecordOf(kind);
    const attachment = makeAttachment({ issue: null, user: null, [member]: record['url'] });
    const files = [SCHEMA_PART, fileOf(`${kind}s`, record), fileOf('attachments', attachment)];
    const [alone, both] = [await verifyParts(files.slice(0, 2)), await verifyParts(files)];
    expect(both.references).toEqual({
      ...alone.references,
      checked: alone.references.checked + 1,
      inside: alone.references.inside + 1,
    });
  });

  it('counts accounts, forks and other repositories as outside', async () => {
    const side = { ref: 'x', sha: '0'.repeat(40) };
    const pull = makePullRequest({
      head: { ...side, user: `${WEB}/bob`, repo: `${WEB}/bob/garden` },
      assignees: [`${WEB}/carol`],
      close_issue_references: [
        {
          issue: `${WEB}/elsewhere/lib/issues/8`,
          issue_repository: `${WEB}/elsewhere/lib`,
          actor: ALICE,
          source: 'xref',
          created_at: AT,
        },
      ],
    });
    const report = await verifyParts([
      SCHEMA_PART,
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('pull_requests', pull),
      fileOf('issues', makeIssue(1)),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual([]);
    expect(report.references).toMatchObject({ outside: 5, missing: 0 });
    expect(countsOf(report)['reference-outside']).toBe(5);
  });

  it('warns of each kind without any file that records refer to, and counts nothing of it as missing', async () => {
    const report = await verifyParts([
      SCHEMA_PART,
      GARDEN_FILE,
      fileOf('issue_comments', makeComment()),
      fileOf('pull_requests', makePullRequest({ milestone: MILESTONE.url })),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual(['record-kind-missing']);
    expect(messagesOf(report, 'record-kind-missing').toSorted()).toEqual([
      'The archive has no record file "issues", but a reference points to its records',
      'The archive has no record file "milestones", but a reference points to its records',
      expect.stringMatching(
        /^The archive has no record file "users", but \d references point to its records$/,
      ),
    ]);
    expect(report.references.missing).toBe(0);
  });

  it.each([
    'users',
    'repositories',
    'milestones',
    'issues',
    'pull_requests',
    'pull_request_reviews',
    'pull_request_review_threads',
    'issue_comments',
  ])('warns if every file of %s is gone', async (prefix) => {
    const pull = `${GARDEN}/pull/3`;
    const review = {
      type: 'pull_request_review',
      url: `${pull}/files#pullrequestreview-1`,
      pull_request: pull,
    };
    const thread = {
      type: 'pull_request_review_thread',
      url: `${pull}/files#pullrequestreviewthread-1`,
      pull_request: pull,
      pull_request_review: review.url,
    };
    const reply = {
      ...fullRecordOf('pull_request_review_comment'),
      url: `${pull}/files#r1`,
      pull_request: pull,
      pull_request_review: review.url,
      pull_request_review_thread: thread.url,
    };
    const comment = { ...makeComment(), url: `${GARDEN}/issues/1#issuecomment-9` };
    const parts = [
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('milestones', MILESTONE),
      fileOf('issues', makeIssue(1, { milestone: MILESTONE.url })),
      fileOf('issue_comments', comment),
      fileOf('pull_requests', makePullRequest()),
      fileOf('pull_request_reviews', review),
      fileOf('pull_request_review_threads', thread),
      fileOf('pull_request_review_comments', reply),
      fileOf('attachments', makeAttachment({ issue: undefined, issue_comment: comment.url })),
    ];
    const rest = parts.filter(({ name }) => !name.includes(`${prefix}_0`));
    expect(codesOf(await verifyParts([SCHEMA_PART, ...parts]), 'warning')).not.toContain(
      'record-kind-missing',
    );
    const report = await verifyParts([SCHEMA_PART, ...rest]);
    expect(messagesOf(report, 'record-kind-missing')).toContainEqual(expect.stringContaining(`"${prefix}"`));
  });

  it('warns if the files of a kind are empty', async () => {
    const parts = [
      SCHEMA_PART,
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('issues'),
      fileOf('issue_comments', makeComment()),
    ];
    const report = await verifyParts(parts);
    expect(messagesOf(report, 'record-kind-missing')).toEqual([
      'The archive has an empty record file "issues", but a reference points to its records',
    ]);
    expect(codesOf(await verifyParts(parts.slice(0, 4)), 'warning')).toEqual([]);
  });

  it('counts parts of repositories that are not in the archive as outside', async () => {
    const attic = `${WEB}/alice/attic`;
    const comment = makeComment({ url: `${attic}/issues/3#issuecomment-1`, issue: `${attic}/issues/3` });
    const report = await verifyParts([
      SCHEMA_PART,
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('issues', makeIssue(1)),
      fileOf('issue_comments', comment),
    ]);
    expect(codesOf(report, 'warning', 'error')).toEqual([]);
  });

  it.each([
    ['by its address', LABEL.url],
    ['by its name, plain', `${GARDEN}/labels/good first issue`],
    ['by its name, after #/', `${GARDEN}/labels#/good+first+issue`],
  ])('finds a label %s', async (_, url) => {
    const issue = fileOf('issues', makeIssue(1, { labels: [url] }));
    const report = await verifyParts([SCHEMA_PART, issue, GARDEN_FILE, ALICE_FILE]);
    expect(report.references).toMatchObject({ outside: 0, missing: 0 });
  });

  it('resolves references to a rejected record: it is there, and its fault is reported', async () => {
    const broken = makeIssue(1, { title: 7 });
    const parts = [GARDEN_FILE, ALICE_FILE, fileOf('issue_comments', makeComment())];
    const report = await verifyParts([SCHEMA_PART, ...parts, fileOf('issues', broken)]);
    expect(codesOf(report, 'warning', 'error')).toEqual(['record-invalid']);
  });

  it('reports the same when everything goes through the disk', async () => {
    const parts = [
      SCHEMA_PART,
      fileOf('issue_comments', makeComment(), makeComment({ url: 'c', issue: `${GARDEN}/issues/8` })),
      recordFile('./issues_000001.json', [makeIssue(1, { labels: [LABEL.url, `${GARDEN}/labels/x`] })]),
      recordFile('./issues_000002.json', [makeIssue(2, { user: `${WEB}/bob` }), makeIssue(2)]),
      GARDEN_FILE,
      ALICE_FILE,
    ];
    const whole = await verifyParts(parts);
    expect(whole.references).toMatchObject({ outside: 1, missing: 2 });
    for (const maxFingerprintsInMemory of [1, 8, 16]) {
      const spilled = await verifyParts(parts, { maxFingerprintsInMemory });
      expect(spilled.references).toEqual(whole.references);
      expect(messagesOf(spilled, 'reference-missing')).toEqual(messagesOf(whole, 'reference-missing'));
      expect(countsOf(spilled)).toEqual(countsOf(whole));
    }
  });

  it('counts what exceeds the number of reported examples', async () => {
    const comments = Array.from({ length: 15_000 }, (_, number) =>
      makeComment({ url: `c${number}`, issue: `${GARDEN}/issues/${number + 2}` }),
    );
    const report = await verifyParts([
      SCHEMA_PART,
      fileOf('issue_comments', ...comments),
      GARDEN_FILE,
      ALICE_FILE,
      fileOf('issues', makeIssue(1)),
    ]);
    expect(report.references.missing).toBe(15_000);
    expect(countsOf(report)['reference-missing']).toBe(15_000);
    expect(messagesOf(report, 'reference-missing').every((message) => message.includes('/issues/'))).toBe(
      true,
    );
  });
});
