import type { JsonObject } from '../../../base/index.ts';
import { jsonFields } from '../../json-fields.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import { type ExportedRepository, newerFields, type RecordContext, TARBALL_ROOT } from './record-context.ts';

/** The record of a repository. `git_url` is present even if git data are excluded. */
export function repositoryRecord(exported: ExportedRepository, context: RecordContext): JsonObject {
  const { repository, content } = exported;
  const { urls } = context;
  const name = content.repository;
  const isOwnedByPerson = repository.ownerType === 'User';
  return {
    type: 'repository',
    url: urls.repository(name),
    owner: isOwnedByPerson ? context.person(repository.owner) : urls.account(repository.owner),
    ...jsonFields(repository, 'name', 'description'),
    website: repository.homepage,
    private: repository.isPrivate,
    has_issues: true,
    has_wiki: true,
    has_downloads: true,
    ...newerFields(context, { is_archived: repository.isArchived }),
    labels: content.labels.map((label) => ({
      url: urls.label(name, label.name),
      ...jsonFields(label, 'name', 'color', 'description', 'createdAt'),
    })),
    collaborators: content.collaborators.map(({ login, permission }) => ({
      user: context.person(login),
      permission,
    })),
    created_at: repository.createdAt,
    git_url: `${TARBALL_ROOT}/repositories/${name}.git`,
    default_branch: repository.defaultBranch,
    webhooks: content.webhooks,
    ...newerFields(context, { page: pageOf(exported) }),
    public_keys: content.deployKeys,
    ...newerFields(context, newerSettings(exported, context)),
    ...(content.wiki === undefined ? {} : { wiki_url: `${TARBALL_ROOT}/repositories/${name}.wiki.git` }),
  };
}

function pageOf({ repository }: ExportedRepository): JsonObject | null {
  if (repository.homepage === null || repository.homepage === '') {
    return null;
  }
  return {
    cname: null,
    https_redirect: true,
    source: null,
    source_ref_name: 'gh-pages',
    source_subdir: '/',
    is_public: true,
    subdomain: null,
    parent_domain: null,
    theme: null,
    build_type: 'legacy',
  };
}

function newerSettings({ repository, content }: ExportedRepository, context: RecordContext): JsonObject {
  const createdAt = formatWithOffset(Date.parse(repository.createdAt), context.world.utcOffsetMinutes);
  return {
    repository_topics: repository.topics.map((topic) => ({
      topic_url: null,
      topic_name: topic,
      repository: context.urls.repository(content.repository),
      creator: context.bystander(context.world.account.login),
      state: 'created',
      created_at: createdAt,
      updated_at: createdAt,
    })),
    security_and_analysis: {
      dependency_graph: true,
      vulnerability_alerts: true,
      vulnerability_updates: false,
      advanced_security: false,
      token_scanning: !repository.isPrivate,
      token_scanning_push_protection: false,
    },
    autolinks: [],
    general_settings: {
      template: false,
      allow_forking: true,
      sponsorships: false,
      projects: true,
      discussions: content.hasDiscussions,
      merge_commit: true,
      squash_merge: true,
      rebase_merge: false,
      auto_merge: false,
      delete_branch_heads: true,
      update_branch: false,
      git_lfs_in_archives: false,
    },
    actions_general_settings: ACTIONS_SETTINGS,
  };
}

const ACTIONS_SETTINGS = {
  actions_disabled: false,
  allows_all_actions: true,
  allows_local_actions_only: false,
  allows_github_owned_actions: false,
  allows_verified_actions: false,
  allows_specific_actions_patterns: false,
  patterns: [],
} as const;
