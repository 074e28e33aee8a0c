import type { RecordKind } from '../../model/record-kinds.table.ts';

/**
 * What becomes of a member in a public copy. Members without a rule are left out, and so are values of another form.
 * - `text`: text that people wrote, without secrets, names of private repositories and private mail addresses.
 * - `code`: the same, of lines of code.
 * - `branch`: the name of a branch or commit.
 * - `login`: the login of an account.
 * - `value`: a number, a flag or a short text; secrets in addresses are removed.
 * - `account`: the url of a person or organization.
 * - `reference`: the url of something in a repository; null if that is not public.
 * - `place`: the same, of what it belongs to: if that is not public, the whole object is left out.
 * - `subject`: an account or a place.
 */
export type PublicRule =
  | 'text'
  | 'code'
  | 'value'
  | 'branch'
  | 'login'
  | 'account'
  | 'reference'
  | 'place'
  | 'subject'
  | { readonly items: PublicRule }
  | PublicMembers;

export interface PublicMembers {
  readonly members: Readonly<Record<string, PublicRule>>;
}

const REACTIONS: PublicRule = {
  items: { members: { user: 'account', content: 'value', subject_type: 'value', created_at: 'value' } },
};

const BRANCH: PublicRule = { members: { ref: 'branch', sha: 'value', user: 'account', repo: 'reference' } };

/** Where a line of code is that a conversation is about. */
const LINES = {
  diff_hunk: 'code',
  path: 'value',
  position: 'value',
  original_position: 'value',
  commit_id: 'value',
  original_commit_id: 'value',
  subject_type: 'value',
} as const;

const THREAD = {
  url: 'place',
  repository: 'place',
  user: 'account',
  title: 'text',
  body: 'text',
  labels: { items: 'reference' },
  reactions: REACTIONS,
  created_at: 'value',
  updated_at: 'value',
} as const;

const ASSIGNED_THREAD = {
  ...THREAD,
  assignee: 'account',
  assignees: { items: 'account' },
  milestone: 'reference',
  closed_at: 'value',
} as const;

/** People and organizations: only those that something public refers to are published. */
export const PUBLIC_ACCOUNTS = {
  user: {
    url: 'value',
    avatar_url: 'value',
    login: 'login',
    name: 'text',
    bio: 'text',
    company: 'text',
    website: 'value',
    location: 'text',
    created_at: 'value',
  },
  organization: {
    url: 'value',
    login: 'login',
    name: 'text',
    description: 'text',
    website: 'value',
    location: 'text',
    created_at: 'value',
  },
} as const satisfies Partial<Record<RecordKind, PublicMembers['members']>>;

/** What is left of people who have pseudonyms: all else could tell who they are. */
const PSEUDONYMOUS_PERSON = { url: 'value', login: 'login' } as const;

/**
 * The other kinds of records that are published, with their members (archive format 2). A kind without a row is private:
 * teams, rules for branches, projects, and all kinds that are not known.
 */
export const PUBLIC_RECORDS = {
  repository: {
    url: 'place',
    owner: 'account',
    name: 'value',
    slug: 'value',
    description: 'text',
    website: 'value',
    private: 'value',
    has_issues: 'value',
    has_wiki: 'value',
    has_downloads: 'value',
    is_archived: 'value',
    labels: {
      items: {
        members: {
          type: 'value',
          url: 'place',
          name: 'value',
          color: 'value',
          description: 'text',
          created_at: 'value',
        },
      },
    },
    repository_topics: { items: { members: { topic_name: 'value', state: 'value', created_at: 'value' } } },
    created_at: 'value',
    git_url: 'value',
    wiki_url: 'value',
    default_branch: 'branch',
  },
  milestone: {
    url: 'place',
    repository: 'place',
    user: 'account',
    title: 'text',
    description: 'text',
    state: 'value',
    due_on: 'value',
    created_at: 'value',
    updated_at: 'value',
    closed_at: 'value',
  },
  issue: ASSIGNED_THREAD,
  pull_request: {
    ...ASSIGNED_THREAD,
    base: BRANCH,
    head: BRANCH,
    review_requests: { items: { members: { user: 'account', reviewer: 'account' } } },
    close_issue_references: {
      items: {
        members: {
          issue: 'place',
          issue_repository: 'place',
          actor: 'account',
          source: 'value',
          created_at: 'value',
        },
      },
    },
    work_in_progress: 'value',
    merged_at: 'value',
    merge_commit_sha: 'value',
  },
  pull_request_review: {
    url: 'place',
    pull_request: 'place',
    user: 'account',
    body: 'text',
    head_sha: 'value',
    formatter: 'value',
    state: 'value',
    reactions: REACTIONS,
    created_at: 'value',
    submitted_at: 'value',
  },
  pull_request_review_thread: {
    ...LINES,
    url: 'place',
    pull_request: 'place',
    pull_request_review: 'place',
    start_line: 'value',
    line: 'value',
    start_side: 'value',
    side: 'value',
    original_start_line: 'value',
    original_line: 'value',
    start_position_offset: 'value',
    blob_position: 'value',
    outdated: 'value',
    created_at: 'value',
    resolved_at: 'value',
    resolver: 'account',
  },
  pull_request_review_comment: {
    ...LINES,
    url: 'place',
    pull_request: 'place',
    pull_request_review: 'place',
    pull_request_review_thread: 'reference',
    user: 'account',
    body: 'text',
    formatter: 'value',
    state: 'value',
    in_reply_to: 'reference',
    reactions: REACTIONS,
    created_at: 'value',
    updated_at: 'value',
  },
  issue_comment: {
    url: 'place',
    issue: 'place',
    pull_request: 'place',
    user: 'account',
    body: 'text',
    formatter: 'value',
    reactions: REACTIONS,
    created_at: 'value',
    updated_at: 'value',
  },
  commit_comment: {
    url: 'place',
    repository: 'place',
    user: 'account',
    body: 'text',
    formatter: 'value',
    path: 'value',
    position: 'value',
    commit_id: 'value',
    reactions: REACTIONS,
    created_at: 'value',
  },
  issue_event: {
    url: 'place',
    issue: 'place',
    pull_request: 'place',
    actor: 'account',
    event: 'value',
    label: 'reference',
    label_name: 'value',
    label_color: 'value',
    label_text_color: 'value',
    milestone: 'reference',
    milestone_title: 'text',
    title_was: 'text',
    title_is: 'text',
    subject: 'subject',
    commit_id: 'value',
    commit_repository: 'place',
    ref: 'branch',
    before_commit_oid: 'value',
    after_commit_oid: 'value',
    created_at: 'value',
  },
  attachment: {
    url: 'value', // Uploads have addresses outside of repositories.
    legacy_url: 'value',
    issue: 'place',
    issue_comment: 'place',
    pull_request: 'place',
    pull_request_review: 'place',
    pull_request_review_comment: 'place',
    commit_comment: 'place',
    release: 'place',
    discussion: 'place',
    milestone: 'place',
    repository: 'place',
    user: 'account',
    asset_name: 'value',
    asset_content_type: 'value',
    asset_url: 'value',
    created_at: 'value',
    created_date: 'value',
  },
  repository_file: {
    url: 'value',
    repository: 'place',
    user: 'account',
    file_name: 'value',
    file_content_type: 'value',
    file_url: 'value',
    created_at: 'value',
    created_date: 'value',
  },
  release: {
    url: 'place',
    repository: 'place',
    user: 'account',
    name: 'text',
    tag_name: 'value',
    body: 'text',
    state: 'value',
    prerelease: 'value',
    target_commitish: 'branch',
    release_assets: {
      items: {
        members: {
          type: 'value',
          url: 'value',
          user: 'account',
          asset_name: 'value',
          asset_content_type: 'value',
          asset_url: 'value',
          created_at: 'value',
        },
      },
    },
    reactions: REACTIONS,
    published_at: 'value',
    created_at: 'value',
  },
  discussion: { ...THREAD, discussion_category: 'reference' },
  discussion_category: {
    url: 'place',
    repository: 'place',
    name: 'text',
    emoji: 'value',
    description: 'text',
  },
} as const satisfies Partial<Record<RecordKind, PublicMembers['members']>>;

/** The same where people have pseudonyms: nothing that describes them, no uploads, and no addresses of their own sites. */
export const PSEUDONYMOUS_ACCOUNTS = { ...PUBLIC_ACCOUNTS, user: PSEUDONYMOUS_PERSON };
export const PSEUDONYMOUS_RECORDS: Readonly<Record<string, PublicMembers['members']>> = {
  ...without<PublicMembers['members']>(PUBLIC_RECORDS, ['attachment', 'repository_file']),
  repository: without(PUBLIC_RECORDS.repository, ['website']),
  release: without(PUBLIC_RECORDS.release, ['release_assets']),
};

function without<Value>(
  rules: Readonly<Record<string, Value>>,
  names: readonly string[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(rules).filter(([name]) => !names.includes(name)));
}
