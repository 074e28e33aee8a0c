import { describe, expect, it } from 'vitest';
import { makeIssue, makeUser } from '../support/make-records.ts';
import { SCHEMA_PART, type TarPart } from '../support/make-tar.ts';
import {
  ALICE,
  AT,
  fileOf,
  GARDEN,
  makeAttachment,
  makePullRequest,
  makeRepository,
} from '../support/trap-records.ts';
import { load, witness } from '../support/witness.ts';

const ISSUE = `${GARDEN}/issues/1`;

function issueWithBody(body: string): readonly TarPart[] {
  return [SCHEMA_PART, fileOf('issues', makeIssue(1, { body }))];
}

/** A record file whose one issue has these bytes between the quotes of its body. */
function issueWithRawBody(body: Uint8Array): readonly TarPart[] {
  const [before = '', after = ''] = JSON.stringify([makeIssue(1, { body: '@' })]).split('"@"');
  const bytes = Buffer.concat([Buffer.from(`${before}"`), body, Buffer.from(`"${after}`)]);
  return [SCHEMA_PART, { name: './issues_000001.json', body: bytes }];
}

describe('an archive with unusual texts', () => {
  it('trap 4: the type of a record counts, not the prefix of its file', async () => {
    const bot = makeUser('mower[bot]');
    const parts = [SCHEMA_PART, fileOf('bots', bot), fileOf('users', { ...makeIssue(1) })];
    const { codes, records, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(records.map(({ kind, entryName }) => [kind, entryName])).toEqual([
      ['user', 'bots_000001.json'],
      ['issue', 'users_000001.json'],
    ]);
    expect(inspected.kinds.map(({ kind, recordCount }) => [kind, recordCount])).toEqual([
      ['issue', 1],
      ['user', 1],
    ]);
    const { rows } = await load(parts);
    expect(rows('SELECT login, is_bot FROM users')).toEqual([['mower[bot]', 1]]);
  });

  it('trap 4: a record without a type has the kind of its file', async () => {
    const parts = [SCHEMA_PART, fileOf('issues', makeIssue(1, { type: undefined }))];
    const { codes, records } = await witness(parts);
    expect(codes).toEqual([]);
    expect(records.map(({ kind }) => kind)).toEqual(['issue']);
  });

  it('trap 5: unknown kinds and fields are kept and counted', async () => {
    const novelty = { type: 'novelty', url: `${GARDEN}/novelties/1`, shape: [1, { two: 2.5e300 }] };
    const parts = [
      SCHEMA_PART,
      fileOf('novelties', novelty, { ...novelty, url: `${GARDEN}/novelties/2` }),
      fileOf('bases', { url: `${GARDEN}/bases/1`, tip: 'main' }),
      fileOf('issues', makeIssue(1, { mood: 'calm' }), makeIssue(2, { mood: 'grim' })),
    ];
    const { codes, findings, verified } = await witness(parts);
    expect([...codes].sort()).toEqual(['field-unknown', 'field-unknown', 'kind-unknown']);
    expect(findings.map(({ severity }) => severity)).toEqual(['info', 'info', 'info']);
    expect(findings.find(({ pointer }) => pointer === '/mood')).toMatchObject({
      code: 'field-unknown',
      message: expect.stringMatching(/in 2 records$/),
    });
    expect(verified).toMatchObject({ isVerified: true, rejected: 0, records: { novelty: 2, issue: 2 } });
    const { values } = await load(parts);
    expect(values.get(novelty.url)).toEqual(novelty);
    expect(values.get(`${GARDEN}/bases/1`)).toEqual({ url: `${GARDEN}/bases/1`, tip: 'main' });
    expect(values.get(ISSUE)).toMatchObject({ mood: 'calm' });
  });

  it.each([
    ['2025-03-02T13:11:17Z', '2025-03-02T13:11:17Z'],
    ['2025-03-02T21:11:17.000+08:00', '2025-03-02T13:11:17Z'],
    ['2025-03-02T13:11:17.836Z', '2025-03-02T13:11:17.836Z'],
    ['2025-03-02 13:11:17 +0000', '2025-03-02T13:11:17Z'],
    [null, null],
    ['', null],
  ])('trap 9: the time %s is known as %s', async (written, known) => {
    const user = makeUser('alice', { created_at: written });
    const parts = [SCHEMA_PART, fileOf('users', user)];
    const { codes, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(inspected.created?.from).toBe(known?.replace('.836', ''));
    const { rows, values } = await load(parts);
    expect(rows('SELECT created_at FROM users')).toEqual([[known]]);
    expect(values.get(ALICE)).toEqual(user);
  });

  it('trap 10: created_date is read as created_at, and restored as created_date', async () => {
    const { created_at: _, ...attachment } = { created_at: '', ...makeAttachment() };
    const file = { type: 'repository_file', url: `${GARDEN}/files/1/a`, file_url: 'tarball://root/a' };
    const dated = { ...attachment, created_date: '2021-01-02T03:04:05Z' };
    const parts = [
      SCHEMA_PART,
      fileOf('attachments', dated),
      fileOf('repository_files', { ...file, created_date: '2022-01-02T03:04:05Z' }),
    ];
    const { codes, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(inspected.created).toEqual({ from: '2021-01-02T03:04:05Z', to: '2022-01-02T03:04:05Z' });
    const { rows, values } = await load(parts);
    expect(rows('SELECT created_at FROM attachments')).toEqual([['2021-01-02T03:04:05Z']]);
    expect(rows('SELECT created_at FROM repository_files')).toEqual([['2022-01-02T03:04:05Z']]);
    expect([...values.values()]).toContainEqual(dated);
  });

  it('trap 10: what one writer omits is read from another field', async () => {
    const { assignees: _, ...issue } = { assignees: [], ...makeIssue(1, { assignee: ALICE }) };
    const change = {
      type: 'pull_request_review_comment',
      url: `${GARDEN}/pull/3/files#r1`,
      pull_request: `${GARDEN}/pull/3`,
      body: '?',
      commit_id: 'abc',
      created_at: AT,
    };
    const milestoned = {
      type: 'issue_event',
      url: `${ISSUE}#event-1`,
      issue: ISSUE,
      event: 'milestoned',
      milestone: 'Spring',
      created_at: AT,
    };
    const parts = [
      SCHEMA_PART,
      fileOf('issues', issue),
      fileOf('pull_request_review_comments', change),
      fileOf('issue_events', milestoned),
    ];
    const { rows, values } = await load(parts);
    expect(rows('SELECT login FROM issue_assignees')).toEqual([['alice']]);
    expect(rows('SELECT original_commit_id FROM pull_request_review_comments')).toEqual([['abc']]);
    expect(rows('SELECT milestone_title FROM issue_events')).toEqual([['Spring']]);
    expect(values.get(ISSUE)).toEqual(issue);
    expect(values.get(change.url)).toEqual(change);
    expect(values.get(milestoned.url)).toEqual(milestoned);
  });

  it.each([
    ['CRLF', 'one\r\ntwo'],
    ['LF', 'one\ntwo'],
    ['mixed newlines', 'one\r\ntwo\nthree\rfour'],
  ])('trap 11: %s in bodies stay as they are', async (_, body) => {
    const { rows, values } = await load(issueWithBody(body));
    expect((await witness(issueWithBody(body))).codes).toEqual([]);
    expect(rows('SELECT body FROM issues')).toEqual([[body]]);
    expect(values.get(ISSUE)).toMatchObject({ body });
  });

  it('trap 12: bodies of 188,814 characters and files of megabytes are read', async () => {
    const body = 'x'.repeat(188_814);
    const issues = Array.from({ length: 12 }, (_, index) => makeIssue(index + 1, { body }));
    const { codes, records } = await witness([SCHEMA_PART, fileOf('issues', ...issues)]);
    expect(codes).toEqual([]);
    expect(records.map(({ value }) => value)).toEqual(issues);
  });

  it('trap 13: an escaped NUL is valid, is U+FFFD in columns, and is restored', async () => {
    const body = 'before\u0000after';
    expect((await witness(issueWithBody(body))).codes).toEqual([]);
    const { rows, values } = await load(issueWithBody(body));
    expect(rows('SELECT body FROM issues')).toEqual([['before\ufffdafter']]);
    expect(values.get(ISSUE)).toMatchObject({ body });
  });

  it('trap 14: lone surrogates are restored; invalid UTF-8 and raw control characters are reported', async () => {
    const surrogate = issueWithRawBody(Buffer.from('a\\ud83db'));
    expect((await witness(surrogate)).codes).toEqual([]);
    expect((await load(surrogate)).values.get(ISSUE)).toMatchObject({ body: 'a\ud83db' });

    const broken = issueWithRawBody(Buffer.from([0x61, 0xc3, 0x28]));
    const { codes, verified } = await witness(broken);
    expect(codes).toEqual(['text-invalid-utf8']);
    expect(verified).toMatchObject({ isVerified: true, rejected: 0 });
    expect((await load(broken)).values.get(ISSUE)).toMatchObject({ body: 'a\ufffd(' });

    const raw = issueWithRawBody(Buffer.from('a\tb\u0001'));
    expect((await witness(raw)).codes).toEqual(['json-control-character']);
    expect((await load(raw)).values.get(ISSUE)).toMatchObject({ body: 'a\tb\u0001' });
  });

  it('trap 15: emoji are raw UTF-8, wherever a chunk ends', async () => {
    const parts = issueWithBody('🌻 𝒢arden 👩‍🌾');
    expect((await witness(parts)).codes).toEqual([]);
    expect((await load(parts)).rows('SELECT body FROM issues')).toEqual([['🌻 𝒢arden 👩‍🌾']]);
  });

  it('trap 21: states are words here and numbers there', async () => {
    const milestone = { type: 'milestone', url: `${GARDEN}/milestones/1`, repository: GARDEN, title: 'm' };
    const review = { type: 'pull_request_review', pull_request: `${GARDEN}/pull/3`, created_at: AT };
    const branch = {
      type: 'protected_branch',
      url: `${GARDEN}/settings/branches/main`,
      name: 'main',
      repository_url: GARDEN,
      block_deletions_enforcement_level: 2,
      pull_request_reviews_enforcement_level: 'non_admins',
    };
    const parts = [
      SCHEMA_PART,
      fileOf('milestones', { ...milestone, state: 'closed' }),
      fileOf(
        'pull_request_reviews',
        { ...review, url: `${GARDEN}/pull/3/files#pullrequestreview-1`, state: 40 },
        { ...review, url: `${GARDEN}/pull/3/files#pullrequestreview-2`, state: '30' },
      ),
      fileOf('protected_branches', branch),
    ];
    expect((await witness(parts)).codes).toEqual([]);
    const { rows, values } = await load(parts);
    expect(rows('SELECT state FROM milestones')).toEqual([['closed']]);
    expect(rows('SELECT state FROM pull_request_reviews ORDER BY url')).toEqual([['approved'], [null]]);
    expect(values.get(`${GARDEN}/pull/3/files#pullrequestreview-2`)).toMatchObject({ state: '30' });
    expect(values.get(branch.url)).toEqual(branch);
  });

  it('trap 27: secrets and addresses are restored from the store, but are in no finding', async () => {
    const secret = 'https://hooks.example/s3cr3t-token';
    const webhooks = [{ payload_url: secret, content_type: 'json', event_types: ['*'], active: true }];
    const whole = [SCHEMA_PART, fileOf('repositories', makeRepository({ webhooks }))];
    expect((await load(whole)).values.get(GARDEN)).toMatchObject({ webhooks });
    const wrong = makeRepository({ webhooks: [{ payload_url: [secret] }, secret] });
    const user = makeUser('alice', { emails: [{ address: ['private@home.example'] }] });
    const broken = `[{"type":"issue","body":"${secret}",}]`;
    const { findings, verified } = await witness([
      SCHEMA_PART,
      fileOf('repositories', wrong),
      fileOf('users', user),
      { name: './issues_000001.json', body: broken },
    ]);
    expect(findings).toHaveLength(4);
    const told = JSON.stringify([findings, verified]);
    expect(told).not.toContain('s3cr3t');
    expect(told).not.toContain('private@home');
  });

  it('trap 38: names that a writer shortened to end in dots are names like others', async () => {
    const shortened = makePullRequest({ title: `${'Mow the lawn '.repeat(20)}...` });
    const parts = [
      SCHEMA_PART,
      fileOf('pull_requests', shortened),
      fileOf(
        'attachments',
        makeAttachment({ asset_name: 'lawn...', asset_url: 'tarball://root/attachments/1/lawn...' }),
      ),
      { name: './attachments/1/lawn...', body: '0' },
    ];
    const { codes, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(inspected.attachments.fileCount).toBe(1);
    expect((await load(parts)).values.get(`${GARDEN}/pull/3`)).toEqual(shortened);
  });
});
