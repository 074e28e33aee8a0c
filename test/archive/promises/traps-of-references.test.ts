import { describe, expect, it } from 'vitest';
import { makeIssue, makeUser } from '../support/make-records.ts';
import { SCHEMA_PART } from '../support/make-tar.ts';
import {
  ALICE,
  AT,
  fileOf,
  GARDEN,
  makeAttachment,
  makeComment,
  makePullRequest,
  makeRepository,
  SHA,
  WEB,
} from '../support/trap-records.ts';
import { load, witness } from '../support/witness.ts';

const LAB = 'https://lab.example/group/garden';

describe('an archive whose references go nowhere', () => {
  it('trap 1: a deleted account leaves null, and nothing is wrong with that', async () => {
    const event = { type: 'issue_event', url: `${GARDEN}/issues/1#event-1`, issue: `${GARDEN}/issues/1` };
    const parts = [
      SCHEMA_PART,
      fileOf('issues', makeIssue(1, { user: null })),
      fileOf('pull_requests', makePullRequest({ user: null })),
      fileOf('issue_comments', makeComment({ user: null })),
      fileOf('issue_events', { ...event, actor: null, event: 'closed', created_at: AT }),
    ];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, rejected: 0 });
    const { rows } = await load(parts);
    expect(rows('SELECT author FROM issues UNION ALL SELECT author FROM pull_requests')).toEqual([
      [null],
      [null],
    ]);
    expect(rows('SELECT actor FROM issue_events')).toEqual([[null]]);
  });

  it('trap 1: an empty text, which one writer uses instead of null, is not a reference', async () => {
    const head = { ref: 'fix', sha: '', user: '', repo: '' };
    const parts = [
      SCHEMA_PART,
      fileOf('issues', makeIssue(1, { user: '', assignee: '', milestone: '', closed_at: '' })),
      fileOf('pull_requests', makePullRequest({ user: '', head, merged_at: '', closed_at: '' })),
    ];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, rejected: 0 });
    expect(verified.references).toMatchObject({ checked: 4, missing: 0 });
    const { rows, values } = await load(parts);
    expect(rows('SELECT state, author FROM threads')).toEqual([
      ['open', null],
      ['open', null],
    ]);
    expect(values.get(`${GARDEN}/issues/1`)).toMatchObject({ user: '', closed_at: '' });
  });

  it('trap 2: people who react, are mentioned or push need not be in the archive, nor anybody else', async () => {
    const reaction = { user: `${WEB}/nobody`, content: 'smile', subject_type: 'Issue', created_at: AT };
    const head = { ref: 'fix', sha: SHA, user: `${WEB}/stranger`, repo: GARDEN };
    const organization = {
      type: 'organization',
      url: `${WEB}/gardeners`,
      login: 'gardeners',
      members: [{ user: `${WEB}/unseen`, role: 'admin', state: 'active' }],
    };
    const parts = [
      SCHEMA_PART,
      fileOf('issues', makeIssue(1, { reactions: [reaction] })),
      fileOf('pull_requests', makePullRequest({ head })),
      fileOf('organizations', organization),
    ];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, rejected: 0 });
    const { rows } = await load(parts);
    expect(rows('SELECT author FROM reactions')).toEqual([['nobody']]);
    expect(rows('SELECT login FROM organization_members')).toEqual([['unseen']]);
    expect(rows('SELECT head_user_url FROM pull_requests')).toEqual([[`${WEB}/stranger`]]);
  });

  it('trap 3: forks may be gone, and references may point outside the archive', async () => {
    const reference = {
      issue: `${WEB}/elsewhere/lib/issues/8`,
      issue_repository: `${WEB}/elsewhere/lib`,
      actor: ALICE,
      source: 'xref',
      created_at: AT,
    };
    const gone = makePullRequest({ head: { ref: 'fix', sha: SHA, user: ALICE, repo: null } });
    const outside = makePullRequest({
      url: `${GARDEN}/pull/4`,
      head: { ref: 'fix', sha: SHA, user: ALICE, repo: `${WEB}/bob/garden` },
      close_issue_references: [reference],
    });
    const team = {
      type: 'team',
      url: `${WEB}/orgs/gardeners/teams/mowers`,
      organization: `${WEB}/gardeners`,
      name: 'Mowers',
      permissions: [{ repository: `${WEB}/elsewhere/lib`, access: 'push', role: 'maintain' }],
    };
    const parts = [SCHEMA_PART, fileOf('pull_requests', gone, outside), fileOf('teams', team)];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, rejected: 0 });
    const { rows, values } = await load(parts);
    expect(rows('SELECT head_repository_url FROM pull_requests ORDER BY number')).toEqual([
      [null],
      [`${WEB}/bob/garden`],
    ]);
    expect(rows('SELECT issue_url FROM pull_request_closing_references')).toEqual([[reference.issue]]);
    expect(values.get(`${GARDEN}/pull/3`)).toEqual(gone);
  });

  it('trap 16: a body may be null, empty or missing', async () => {
    const review = {
      type: 'pull_request_review',
      url: `${GARDEN}/pull/3/files#pullrequestreview-1`,
      pull_request: `${GARDEN}/pull/3`,
      user: ALICE,
      state: 40,
      created_at: AT,
    };
    const empty = { ...review, url: `${review.url}1`, body: '' };
    const none = { ...review, url: `${review.url}2`, body: null };
    const parts = [SCHEMA_PART, fileOf('pull_request_reviews', review, empty, none)];
    expect((await witness(parts)).codes).toEqual([]);
    const { values } = await load(parts);
    expect([...values.values()]).toEqual([review, empty, none]);
  });

  it('trap 17: label URLs are percent-encoded or written with plus signs; the name is found in both', async () => {
    const named = [`${GARDEN}/labels/good%20first%20issue`, `${LAB}/labels#/New+Feature`];
    const parts = [SCHEMA_PART, fileOf('issues', makeIssue(1, { labels: named }))];
    expect((await witness(parts)).codes).toEqual([]);
    const { rows } = await load(parts);
    expect(rows('SELECT label_url, name FROM issue_labels ORDER BY position')).toEqual([
      [named[0], 'good first issue'],
      [named[1], 'New Feature'],
    ]);
  });

  it('trap 18: the case of a name and of its url may differ; both are kept', async () => {
    const parts = [
      SCHEMA_PART,
      fileOf('repositories', makeRepository({ url: LAB, name: 'Garden' })),
      fileOf('organizations', { type: 'organization', url: 'https://lab.example/group', login: 'The-Group' }),
    ];
    const { codes, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(inspected.repositories).toMatchObject([{ name: 'group/garden', url: LAB }]);
    const { rows } = await load(parts);
    expect(rows('SELECT name, repo FROM repositories')).toEqual([['Garden', 'group/garden']]);
    expect(rows('SELECT login, url FROM organizations')).toEqual([
      ['The-Group', 'https://lab.example/group'],
    ]);
  });

  it.each([
    ['https://code.corp.example:8443/acme/app', '/issues/7', 'acme/app'],
    ['https://acme.hosted.example/acme/app', '/pull/7', 'acme/app'],
    ['https://lab.example/group/sub/app', '/merge_requests/7', 'group/sub/app'],
    ['https://lab.example/group/sub/app', '/-/merge_requests/7', 'group/sub/app'],
    ['https://bucket.example/projects/ACME/repos/app', '/pull-requests/7', 'ACME/app'],
  ])('trap 19: records of any host are at home, as in %s%s', async (repository, below, name) => {
    const url = `${repository}${below}`;
    const comment = makeComment({ url: `${url}#note_1`, issue: undefined, pull_request: url });
    const parts = [
      SCHEMA_PART,
      fileOf('repositories', makeRepository({ url: repository })),
      fileOf('pull_requests', makePullRequest({ url, repository })),
      fileOf('issue_comments', comment),
    ];
    const { codes, inspected } = await witness(parts);
    expect(codes).toEqual([]);
    expect(inspected.repositories).toEqual([
      { name, url: repository, issueCount: 0, pullRequestCount: 1, commentCount: 1 },
    ]);
    const { rows } = await load(parts);
    expect(rows('SELECT repo, number FROM pull_requests')).toEqual([[name, 7]]);
    expect(rows('SELECT repo, number FROM issue_comments')).toEqual([[name, 7]]);
  });

  it('trap 20: issues, pull requests and discussions share numbers, with gaps', async () => {
    const discussion = {
      type: 'discussion',
      url: `${GARDEN}/discussions/12`,
      repository: GARDEN,
      title: '?',
    };
    const parts = [
      SCHEMA_PART,
      fileOf('issues', makeIssue(1), makeIssue(9)),
      fileOf('pull_requests', makePullRequest()),
      fileOf('discussions', discussion),
    ];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified.isVerified).toBe(true);
  });

  it('trap 22: an owner may be a user or an organization; both live in one space of URLs', async () => {
    const shared = `${WEB}/acme`;
    const parts = [
      SCHEMA_PART,
      fileOf('users', makeUser('acme')),
      fileOf('organizations', { type: 'organization', url: shared, login: 'acme' }),
      fileOf('repositories', makeRepository({ owner: shared })),
    ];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified.findings.map(({ code }) => code)).not.toContain('record-duplicate');
    const { rows } = await load(parts);
    expect(rows('SELECT count(*) FROM users JOIN organizations USING (url, login)')).toEqual([[1]]);
    expect(rows('SELECT owner FROM repositories')).toEqual([['acme']]);
  });

  it('trap 24: an attachment may have no parent, and an image may be linked in a text alone', async () => {
    const orphan = makeAttachment({ issue: undefined });
    const linked = makeIssue(1, { body: `![x](${WEB}/user-attachments/assets/unlisted)` });
    const parts = [SCHEMA_PART, fileOf('attachments', orphan), fileOf('issues', linked)];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified.rejected).toBe(0);
    const { rows } = await load(parts);
    expect(rows('SELECT parent_url, name FROM attachments')).toEqual([[null, 'a.png']]);
  });

  it('trap 25: of two records with one url the later one is used, and this is reported', async () => {
    const again = makeUser('alice', { name: 'Alice the second' });
    const parts = [SCHEMA_PART, fileOf('users', makeUser('alice'), makeUser('bob'), again)];
    const { codes, verified } = await witness(parts);
    expect(codes).toEqual([]);
    expect(verified).toMatchObject({ isVerified: true, records: { user: 3 } });
    const duplicates = verified.findings.filter(({ code }) => code === 'record-duplicate');
    expect(duplicates).toMatchObject([
      { code: 'record-duplicate', count: 1, examples: [{ url: ALICE, recordIndex: 2 }] },
    ]);
    const { rows } = await load(parts);
    expect(rows('SELECT login, name FROM users ORDER BY login')).toEqual([
      ['alice', 'Alice the second'],
      ['bob', null],
    ]);
  });

  it('trap 26: URLs of a repository that was renamed or moved stay as they were', async () => {
    const transferred = {
      type: 'issue_event',
      url: `${GARDEN}/issues/1#event-1`,
      issue: `${GARDEN}/issues/1`,
      actor: ALICE,
      event: 'transferred',
      subject: `${WEB}/alice/old-garden`,
      created_at: AT,
    };
    const issue = makeIssue(1, { body: `See ${WEB}/alice/old-garden/issues/1` });
    const parts = [SCHEMA_PART, fileOf('issue_events', transferred), fileOf('issues', issue)];
    expect((await witness(parts)).codes).toEqual([]);
    const { rows, values } = await load(parts);
    expect(rows('SELECT subject_url FROM issue_events')).toEqual([[`${WEB}/alice/old-garden`]]);
    expect(values.get(`${GARDEN}/issues/1`)).toEqual(issue);
  });
});
