import type { JsonObject } from '../../../base/json.ts';
import { createSeededRandom } from '../../../base/random.ts';
import { jsonFields } from '../../json-fields.ts';
import { findContent, fullNameOf, type Repository } from '../../world/world.ts';
import { administers, hasAccess } from '../api/visibility.ts';
import { accountJson, hasSpecifiedShapes, type JsonContext, nodeIdOf } from './account-json.ts';

const TEMP_CLONE_TOKEN_LENGTH = 29;

/** A repository inside a migration: full, or in the newest version of the real service a summary. */
export function migratedRepositoryJson(repository: Repository, context: JsonContext): JsonObject {
  return hasSpecifiedShapes(context)
    ? repositoryJson(repository, context)
    : repositorySummaryJson(repository, context);
}

/** A repository summary (specification 2.2, first half). */
export function repositorySummaryJson(repository: Repository, context: JsonContext): JsonObject {
  const fullName = fullNameOf(repository);
  const url = `${context.baseUrl}/repos/${fullName}`;
  const urls = Object.entries(REPOSITORY_URLS).map(([field, path]) => [field, `${url}${path}`]);
  return {
    id: repository.id,
    node_id: nodeIdOf('Repository', repository.id),
    name: repository.name,
    full_name: fullName,
    owner: accountJson(repository.owner, context),
    private: repository.isPrivate,
    html_url: `${context.world.webUrl}/${fullName}`,
    description: repository.description,
    fork: repository.isFork,
    url,
    ...Object.fromEntries(urls),
  };
}

/** A full repository record (specification 2.2, second half). */
export function repositoryJson(repository: Repository, context: JsonContext): JsonObject {
  const summary = repositorySummaryJson(repository, context);
  return {
    ...summary,
    clone_url: `${summary['html_url']}.git`,
    ...gitAddresses(repository, context),
    svn_url: summary['html_url'] ?? null,
    ...FIXED_FIELDS,
    size: repository.sizeKilobytes,
    open_issues: repository.openIssues,
    open_issues_count: repository.openIssues,
    stargazers_count: repository.stars,
    watchers: repository.stars,
    watchers_count: repository.stars,
    has_discussions: findContent(context.world, repository)?.hasDiscussions === true,
    has_pages: (repository.homepage ?? '') !== '',
    // The real service dropped it (breaking changes of 2026-03-10).
    ...(hasSpecifiedShapes(context) ? { has_downloads: true } : {}),
    ...jsonFields(repository, 'homepage', 'language', 'defaultBranch', 'topics'),
    ...jsonFields(repository, 'createdAt', 'updatedAt', 'pushedAt'),
    visibility: repository.isPrivate ? 'private' : 'public',
    archived: repository.isArchived,
    permissions: permissionsOf(repository, context),
    temp_clone_token: repository.isPrivate ? tempCloneToken(repository, context) : '',
    license: repository.isPrivate ? null : license(context),
    security_and_analysis: {
      advanced_security: { status: 'disabled' },
      secret_scanning: { status: repository.isPrivate ? 'disabled' : 'enabled' },
      secret_scanning_push_protection: { status: 'disabled' },
      secret_scanning_non_provider_patterns: { status: 'disabled' },
    },
  };
}

function permissionsOf(repository: Repository, { viewer = '', world }: JsonContext): JsonObject {
  const push = hasAccess(viewer, repository, world);
  return { admin: administers(viewer, repository, world), push, pull: true };
}

/** The addresses for git, which notifications have as well. */
export function gitAddresses(repository: Repository, { world }: JsonContext) {
  const { host } = new URL(world.webUrl);
  const path = `${fullNameOf(repository)}.git`;
  return { git_url: `git://${host}/${path}`, ssh_url: `git@${host}:${path}` };
}

/** The enabled features are the same in the archive. */
const FIXED_FIELDS = {
  mirror_url: null,
  forks: 0,
  forks_count: 0,
  network_count: 0,
  subscribers_count: 1,
  is_template: false,
  has_issues: true,
  has_projects: true,
  has_wiki: true,
  allow_auto_merge: false,
  allow_merge_commit: true,
  allow_rebase_merge: false,
  allow_squash_merge: true,
  delete_branch_on_merge: true,
  disabled: false,
  template_repository: null,
} as const;

/** A secret, so that tests can detect when a client leaks it. */
function tempCloneToken(repository: Repository, { world }: JsonContext): string {
  const random = createSeededRandom(`${world.seed}/clone token/${repository.id}`);
  return random.hex(TEMP_CLONE_TOKEN_LENGTH).toUpperCase();
}

function license({ baseUrl, world }: JsonContext): JsonObject {
  return {
    key: 'mit',
    name: 'MIT License',
    spdx_id: 'MIT',
    url: `${baseUrl}/licenses/mit`,
    node_id: nodeIdOf('License', 13),
    html_url: `${world.webUrl}/licenses/mit`,
  };
}

/** The URL fields of a repository, relative to its `url` (specification 2.2). */
const REPOSITORY_URLS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;
