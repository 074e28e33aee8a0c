import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { git, makeEmptyRepository, makeRepository } from '../../git/support/make-repository.ts';

/** A small PNG. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const HASH = '0123456789abcdef0123456789abcdef';

/** An archive of another service's exporter, as a folder. */
export interface OtherArchive {
  readonly folder: string;
  /** The id of the newest commit. */
  readonly sha: string;
}

type Records = Readonly<Record<string, readonly object[]>>;

const LAB = 'https://lab.example';
const LAB_AT = '2025-03-02T13:11:17.836Z';
const LAB_TIME = '2025-03-02 13:11:17 +0000';

/**
 * Writes an archive by the rules of gl-exporter (archive format 2.1 to 2.23): notes instead of reviews, merge requests
 * with numbers of their own, nested groups, labels after `#/`, logins with dots, and some that differ from the URL.
 */
export function writeGitlabArchive(folder: string): OtherArchive {
  const garden = `${LAB}/group/garden`;
  const shed = `${LAB}/group/tools/shed`;
  const [alice, bob] = [`${LAB}/alice`, `${LAB}/bob.o-`];
  const sha = keepRepository(folder, 'repositories/group/garden.git', (bare, id) => {
    git(bare, 'update-ref', 'refs/merge-requests/2/head', id);
    git(bare, 'update-ref', 'refs/remotes/origin/main', id);
  });
  keepRepository(folder, 'repositories/group/garden.wiki.git');
  keepRepository(folder, 'repositories/group/tools/shed.git');
  const upload = `/uploads/${HASH}/a.png`;
  writeBytes(folder, `attachments${upload}`, PICTURE);
  writeBytes(folder, 'log/gl-exporter.log', Buffer.from('done\n'));
  writeBytes(folder, 'schema.json', Buffer.from('{ "version": "1.2.0" }'));
  const template = '{scheme}://{+host}/{owner}/{repository}';
  writeBytes(
    folder,
    'urls.json',
    Buffer.from(JSON.stringify({ pull_request: `${template}/merge_requests/{pull_request}` })),
  );
  const user = (login: string) => ({
    type: 'user',
    url: `${LAB}/${login}`,
    login,
    name: login,
    company: null,
    website: '',
    location: null,
    emails: login === 'bob.o-' ? [] : [{ address: `${login}@home.example`, primary: true }],
    created_at: login === 'bob.o-' ? null : LAB_AT,
  });
  const repository = (url: string, owner: string | null, name: string) => ({
    type: 'repository',
    url,
    owner,
    name,
    description: '',
    website: null,
    private: true,
    has_issues: true,
    has_wiki: true,
    has_downloads: false,
    labels: ['New Feature', 'a/b'].map((label) => ({
      type: 'label',
      url: `${url}/labels#/${label.replaceAll(' ', '+')}`,
      name: label,
      color: 'd73a4a',
      created_at: LAB_TIME,
    })),
    collaborators: [{ user: alice, permission: 'admin' }],
    created_at: LAB_AT,
    git_url: `tarball://root/repositories/${new URL(url).pathname.slice(1)}.git`,
    default_branch: 'main',
    webhooks: [],
  });
  const issue = (repo: string, number: number, body: string, more: object = {}) => ({
    type: 'issue',
    url: `${repo}/issues/${number}`,
    repository: repo,
    user: alice,
    title: `Issue ${number}`,
    body,
    assignee: bob,
    milestone: repo === garden ? `${repo}/milestones/1` : null,
    labels: [`${repo}/labels#/New+Feature`],
    closed_at: null,
    created_at: LAB_AT,
    ...more,
  });
  const side = (ref: string) => ({ ref, sha, user: alice, repo: garden });
  const merge = (repo: string, number: number, mergedAt: string | null, body: string | null = null) => ({
    type: 'pull_request',
    url: `${repo}/merge_requests/${number}`,
    user: bob,
    repository: repo,
    title: `Merge request ${number}`,
    body,
    base: side('main'),
    head: side('side/way'),
    assignee: null,
    milestone: null,
    labels: [],
    merged_at: mergedAt,
    closed_at: mergedAt,
    created_at: LAB_AT,
  });
  const note = (id: number, parent: object, url: string, body: string) => ({
    type: 'issue_comment',
    url: `${url}#note_${id}`,
    ...parent,
    user: bob,
    body,
    formatter: 'markdown',
    created_at: LAB_AT,
  });
  writeRecords(folder, {
    users: ['alice', 'bob.o-'].map(user),
    organizations: [
      {
        type: 'organization',
        url: `${LAB}/group`,
        login: 'The-Group',
        name: 'The Group',
        description: '',
        website: null,
        location: null,
        email: null,
        members: [{ user: alice, role: 'admin', state: 'active' }],
      },
    ],
    teams: [
      {
        type: 'team',
        url: `${LAB}/group/teams/all`,
        organization: `${LAB}/group`,
        name: 'All',
        description: null,
        permissions: [{ repository: garden, access: 'write' }],
        members: [{ user: alice, role: 'member' }],
        created_at: LAB_TIME,
      },
    ],
    repositories: [repository(garden, `${LAB}/group`, 'Garden'), repository(shed, null, 'shed')],
    milestones: [
      {
        type: 'milestone',
        url: `${garden}/milestones/1`,
        repository: garden,
        user: alice,
        title: 'Spring',
        description: null,
        state: 'open',
        due_on: null,
        created_at: LAB_AT,
      },
    ],
    issues: [
      issue(
        garden,
        1,
        `See !1, #2, @alice, ${sha} and ${garden}/-/merge_requests/2#note_12.\n\n![a](${upload})\n\n[file](${upload}) [merge](${garden}/merge_requests/1) [code](${garden}/-/blob/main/first.txt#L2) [label](${garden}/-/issues?label_name=x)`,
      ),
      issue(garden, 2, 'Closed.', { closed_at: LAB_AT }),
      issue(garden, 3, 'A merge request without changes.', { url: `${garden}/merge_requests/3` }),
      issue(shed, 1, `See group/garden#1, group/garden!1 and ${shed}/issues/1.`),
    ],
    pull_requests: [
      merge(garden, 1, null, 'Does what #1 asks for.'),
      merge(garden, 2, LAB_AT),
      merge(shed, 1, null),
    ],
    issue_comments: [
      note(10, { issue: `${garden}/issues/1` }, `${garden}/issues/1`, 'mentioned in merge request !1'),
      note(11, { pull_request: `${garden}/merge_requests/1` }, `${garden}/merge_requests/1`, 'Looks good'),
      note(12, { pull_request: `${garden}/merge_requests/2` }, `${garden}/merge_requests/2`, 'merged'),
      note(13, { issue: `${shed}/issues/1` }, `${shed}/issues/1`, `![b](${garden}${upload})`),
    ],
    pull_request_review_comments: [
      {
        ...note(
          14,
          { pull_request: `${garden}/merge_requests/2` },
          `${garden}/merge_requests/2/diffs`,
          'Why?',
        ),
        type: 'pull_request_review_comment',
        diff_hunk: '@@ -0,0 +1,1 @@\n+third line of the lantern',
        path: 'third.txt',
        position: 1,
        commit_id: sha,
        state: 1,
      },
    ],
    commit_comments: [
      {
        type: 'commit_comment',
        url: `${garden}/commit/${sha}#note_15`,
        repository: garden,
        user: alice,
        body: 'Nice',
        formatter: 'markdown',
        path: null,
        position: null,
        commit_id: sha,
        created_at: LAB_AT,
      },
    ],
    attachments: [
      {
        type: 'attachment',
        url: `${garden}${upload}`,
        issue: `${garden}/issues/1`,
        user: alice,
        asset_name: 'a.png',
        asset_content_type: 'application/octet-stream',
        asset_url: `tarball://root/attachments${upload}`,
        created_date: LAB_AT,
      },
    ],
    releases: [
      {
        type: 'release',
        url: `${garden}/tags/v1.0`,
        repository: garden,
        user: alice,
        name: 'v1.0',
        tag_name: 'v1.0',
        body: 'First, see #1.',
        state: 'published',
        pending_tag: 'v1.0',
        prerelease: false,
        target_commitish: 'main',
        release_assets: [],
        published_at: LAB_AT,
        created_at: LAB_AT,
      },
    ],
    protected_branches: [protectedBranch(`${garden}/protected_branches/main`, garden, alice)],
  });
  return { folder, sha };
}

const BUCKET = 'https://bucket.example';
const BUCKET_AT = '2024-05-06T07:08:09Z';

/**
 * Writes an archive by the rules of bbs-exporter (archive format 2.1 to 2.23): projects and personal repositories,
 * comments with their id in the query, reviews without a body, review comments without a thread.
 */
export function writeBitbucketArchive(folder: string): OtherArchive {
  const garden = `${BUCKET}/projects/GRD/repos/garden`;
  const own = `${BUCKET}/users/alice/repos/notes`;
  const [alice, bob] = [`${BUCKET}/users/alice`, `${BUCKET}/users/bob`];
  const sha = keepRepository(folder, 'repositories/GRD/garden.git', (bare, id) => {
    git(bare, 'update-ref', 'refs/pull-requests/1/from', id);
  });
  mkdirSync(join(folder, 'repositories/alice'));
  cpSync(makeEmptyRepository(join(folder, 'repositories')), join(folder, 'repositories/alice/notes.git'), {
    recursive: true,
  });
  rmSync(join(folder, 'repositories/empty.git'), { recursive: true });
  writeBytes(folder, `attachments/${HASH}.png`, PICTURE);
  writeBytes(folder, 'schema.json', Buffer.from('{ "version": "1.2.0" }'));
  const template = '{scheme}://{+host}/{segment}/{owner}/repos/{repository}';
  writeBytes(
    folder,
    'urls.json',
    Buffer.from(JSON.stringify({ pull_request: `${template}/pull-requests/{pull_request}` })),
  );
  const repository = (url: string, owner: string, name: string) => ({
    type: 'repository',
    url,
    owner,
    name,
    description: null,
    website: null,
    private: true,
    has_issues: false,
    has_wiki: false,
    has_downloads: false,
    labels: [],
    collaborators: [],
    created_at: BUCKET_AT,
    git_url: `tarball://root/repositories/${name === 'notes' ? 'alice' : 'GRD'}/${name}.git`,
    default_branch: 'main',
    webhooks: [],
  });
  const side = (ref: string, id: string) => ({ ref, sha: id, user: alice, repo: garden });
  const pull = (number: number, more: object = {}) => ({
    type: 'pull_request',
    url: `${garden}/pull-requests/${number}`,
    user: alice,
    repository: garden,
    title: `Pull request ${number}`,
    body: `See ${garden}/pull-requests/1/overview?commentId=5, ${garden}/browse/first.txt and ![a](${garden}/attachments/7).`,
    base: side('main', git(gitFolder(folder), 'rev-parse', 'HEAD~1')),
    head: side('side/way', sha),
    assignee: null,
    milestone: null,
    labels: [],
    merged_at: null,
    closed_at: null,
    created_at: BUCKET_AT,
    ...more,
  });
  const onPull = { pull_request: `${garden}/pull-requests/1`, user: bob, created_at: BUCKET_AT };
  const codeComment = (id: number, replyTo: number | null) => ({
    ...onPull,
    type: 'pull_request_review_comment',
    url: `${garden}/pull-requests/1/overview?commentId=${id}#r${id}`,
    pull_request_review: `${garden}/pull-requests/1/files#pullrequestreview-1`,
    body: 'Why?',
    formatter: 'markdown',
    diff_hunk: '@@ -0,0 +1,1 @@\n+third line of the lantern',
    path: 'third.txt',
    position: 1,
    original_position: 1,
    commit_id: sha,
    state: 1,
    in_reply_to:
      replyTo === null ? null : `${garden}/pull-requests/1/overview?commentId=${replyTo}#r${replyTo}`,
  });
  writeRecords(folder, {
    users: [alice, bob].map((url) => ({
      type: 'user',
      url,
      login: url.slice(url.lastIndexOf('/') + 1),
      name: 'Some One',
      emails: [],
      created_at: null,
    })),
    organizations: [
      {
        type: 'organization',
        url: `${BUCKET}/projects/GRD`,
        login: 'GRD',
        name: 'Gardens',
        description: null,
        members: [{ user: alice, role: 'admin' }],
      },
    ],
    teams: [
      {
        type: 'team',
        url: `${BUCKET}/admin/groups/view?name=all#GRD`,
        organization: `${BUCKET}/projects/GRD`,
        name: 'all',
        permissions: [{ repository: garden, access: 'push' }],
        members: [{ user: alice, role: 'member' }],
        created_at: BUCKET_AT,
      },
    ],
    repositories: [repository(garden, `${BUCKET}/projects/GRD`, 'garden'), repository(own, alice, 'notes')],
    pull_requests: [pull(1), pull(2, { merged_at: BUCKET_AT, closed_at: BUCKET_AT, body: '' })],
    issue_comments: [
      {
        ...onPull,
        type: 'issue_comment',
        url: `${garden}/pull-requests/1/overview?commentId=5`,
        body: 'A remark',
        formatter: 'markdown',
      },
      {
        ...onPull,
        type: 'issue_comment',
        url: `${garden}/pull-requests/1/overview?commentId=55`,
        body: 'Another one',
        formatter: 'markdown',
      },
    ],
    issue_events: [
      {
        type: 'issue_event',
        url: `${garden}/pull-requests/2#event-9`,
        pull_request: `${garden}/pull-requests/2`,
        actor: bob,
        event: 'merged',
        commit_id: sha,
        created_at: BUCKET_AT,
      },
    ],
    pull_request_reviews: [
      {
        ...onPull,
        type: 'pull_request_review',
        url: `${garden}/pull-requests/1/files#pullrequestreview-1`,
        head_sha: sha,
        formatter: 'markdown',
        state: 40,
        submitted_at: null,
      },
    ],
    pull_request_review_comments: [codeComment(6, null), codeComment(7, 6)],
    commit_comments: [
      {
        type: 'commit_comment',
        url: `${garden}/commits/${sha}?commentId=8#commitcomment-8`,
        repository: garden,
        user: alice,
        body: 'Nice',
        formatter: 'markdown',
        path: 'third.txt',
        position: 1,
        commit_id: sha,
        created_at: BUCKET_AT,
      },
    ],
    attachments: [
      {
        type: 'attachment',
        url: `${garden}/attachments/7`,
        pull_request: `${garden}/pull-requests/1`,
        user: alice,
        asset_name: 'a.png',
        asset_content_type: 'image/png',
        asset_url: `tarball://root/attachments/${HASH}.png`,
        created_date: BUCKET_AT,
      },
    ],
    releases: [
      {
        type: 'release',
        url: `${garden}/browse?at=refs%2Ftags%2Fv1.0`,
        repository: garden,
        user: alice,
        name: 'v1.0',
        tag_name: 'v1.0',
        body: '',
        state: 'published',
        pending_tag: 'v1.0',
        prerelease: false,
        target_commitish: 'main',
        release_assets: [],
        published_at: BUCKET_AT,
        created_at: BUCKET_AT,
      },
    ],
    protected_branches: [
      protectedBranch(`${BUCKET}/plugins/servlet/branch-permissions/GRD/garden#main`, garden),
    ],
  });
  return { folder, sha };
}

function protectedBranch(url: string, repository: string, creator?: string): object {
  return {
    type: 'protected_branch',
    name: 'main',
    url,
    repository_url: repository,
    ...(creator === undefined ? {} : { creator_url: creator }),
    admin_enforced: true,
    block_deletions_enforcement_level: 2,
    block_force_pushes_enforcement_level: 2,
    dismiss_stale_reviews_on_push: false,
    pull_request_reviews_enforcement_level: 'off',
    require_code_owner_review: false,
    required_status_checks_enforcement_level: 'off',
    strict_required_status_checks_policy: false,
    authorized_actors_only: false,
    authorized_user_urls: [],
    authorized_team_urls: [],
    dismissal_restricted_user_urls: [],
    dismissal_restricted_team_urls: [],
    required_status_checks: [],
  };
}

function gitFolder(folder: string): string {
  return join(folder, 'repositories/GRD/garden.git');
}

/** Creates a repository at a path of the archive and returns the id of its newest commit. */
function keepRepository(
  folder: string,
  path: string,
  edit: (bare: string, id: string) => void = () => undefined,
): string {
  const target = join(folder, path);
  mkdirSync(`${target}.root`, { recursive: true });
  const bare = makeRepository(`${target}.root`, { isLoose: true });
  const id = git(bare, 'rev-parse', 'HEAD');
  edit(bare, id);
  git(folder, 'clone', '-q', '--mirror', bare, target);
  rmSync(`${target}.root`, { recursive: true });
  return id;
}

function writeRecords(folder: string, records: Records): void {
  for (const [prefix, all] of Object.entries(records)) {
    writeBytes(folder, `${prefix}_000001.json`, Buffer.from(JSON.stringify(all, null, 2)));
  }
}

function writeBytes(folder: string, path: string, bytes: Uint8Array): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, bytes);
}
