import { LINK_TABLES } from '../../links.table.ts';
import { flag, integer, link, type RecordTable, read, text, timestamp } from '../../table-spec.ts';

/** Archive format 2.4. */
export const REPOSITORIES = {
  kind: 'repository',
  table: 'repositories',
  fields: {
    owner: text('owner_url'),
    name: text('name'),
    description: text('description'),
    website: text('website'),
    private: flag('is_private'),
    is_archived: flag('is_archived'),
    has_issues: flag('has_issues'),
    has_wiki: flag('has_wiki'),
    has_downloads: flag('has_downloads'),
    labels: link(LINK_TABLES.repositoryLabels),
    collaborators: link(LINK_TABLES.repositoryCollaborators),
    repository_topics: link(LINK_TABLES.repositoryTopics),
    created_at: timestamp('created_at'),
    git_url: text('git_url'),
    wiki_url: text('wiki_url'),
    default_branch: text('default_branch'),
  },
  derived: { repo: read('repo', 'url'), owner: read('login', 'owner') },
} as const satisfies RecordTable;

/** Archive format 2.18. */
export const PROTECTED_BRANCHES = {
  kind: 'protected_branch',
  table: 'protected_branches',
  fields: {
    name: text('name'),
    creator_url: text('creator_url'),
    repository_url: text('repository_url'),
    admin_enforced: flag('admin_enforced'),
    dismiss_stale_reviews_on_push: flag('dismiss_stale_reviews_on_push'),
    require_code_owner_review: flag('require_code_owner_review'),
    strict_required_status_checks_policy: flag('strict_required_status_checks_policy'),
    authorized_actors_only: flag('authorized_actors_only'),
    requires_approving_reviews: flag('requires_approving_reviews'),
    requires_commit_signatures: flag('requires_commit_signatures'),
    requires_linear_history: flag('requires_linear_history'),
    requires_status_checks: flag('requires_status_checks'),
    restricts_review_dismissals: flag('restricts_review_dismissals'),
    allows_force_pushes: flag('allows_force_pushes'),
    allows_deletions: flag('allows_deletions'),
    required_approving_review_count: integer('required_approving_review_count'),
    block_deletions_enforcement_level: integer('block_deletions_enforcement_level'),
    block_force_pushes_enforcement_level: integer('block_force_pushes_enforcement_level'),
    pull_request_reviews_enforcement_level: text('pull_request_reviews_enforcement_level'),
    required_status_checks_enforcement_level: text('required_status_checks_enforcement_level'),
  },
  derived: { repo: read('repo', 'repository_url', 'url'), creator: read('login', 'creator_url') },
} as const satisfies RecordTable;

/** Archive format 2.5. */
export const MILESTONES = {
  kind: 'milestone',
  table: 'milestones',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    title: text('title'),
    description: text('description'),
    state: text('state'),
    due_on: timestamp('due_on'),
    created_at: timestamp('created_at'),
    updated_at: timestamp('updated_at'),
    closed_at: timestamp('closed_at'),
  },
  derived: {
    repo: read('repo', 'repository', 'url'),
    number: read('number', 'url'),
    author: read('login', 'user'),
  },
} as const satisfies RecordTable;

/** Archive format 2.17. */
export const RELEASES = {
  kind: 'release',
  table: 'releases',
  fields: {
    repository: text('repository_url'),
    user: text('author_url'),
    name: text('name'),
    tag_name: text('tag_name'),
    body: text('body'),
    state: text('state'),
    pending_tag: text('pending_tag'),
    prerelease: flag('is_prerelease'),
    target_commitish: text('target_commitish'),
    release_assets: link(LINK_TABLES.releaseAssets),
    reactions: link(LINK_TABLES.reactions),
    published_at: timestamp('published_at'),
    created_at: timestamp('created_at'),
  },
  derived: { repo: read('repo', 'repository', 'url'), author: read('login', 'user') },
} as const satisfies RecordTable;
