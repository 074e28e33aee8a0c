import type { JsonObject } from '../../../base/json.ts';
import { jsonFields } from '../../json-fields.ts';
import type { Attachment, RepositoryContent, Upload } from '../../world/repository-content.ts';
import { DISCUSSION_CATEGORIES } from '../../world/text/phrases.table.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import {
  type ExportedRepository,
  newerFields,
  type RecordContext,
  type RecordWriter,
  reactionList,
  TARBALL_ROOT,
} from './record-context.ts';

export const repositoryRecords: RecordWriter = (exported, context) => [repositoryRecord(exported, context)];

/** The record of a repository. `git_url` is present even if git data are excluded. */
function repositoryRecord(exported: ExportedRepository, context: RecordContext): JsonObject {
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

/** Enforcement levels of branch rules are numbers; those of reviews and checks are words. */
const FOR_EVERYONE = 2;

export const milestoneRecords: RecordWriter = ({ content }, { urls, person }) =>
  content.milestones.map((milestone) => ({
    type: 'milestone',
    url: urls.milestone(content.repository, milestone.number),
    repository: urls.repository(content.repository),
    user: person(milestone.creator),
    ...jsonFields(milestone, 'title', 'description', 'state', 'dueOn', 'createdAt', 'updatedAt', 'closedAt'),
  }));

/** The rules of protected branches; their references end in `_url`, unlike all others. */
export const protectedBranchRecords: RecordWriter = ({ content, repository }, { urls, person }) =>
  content.protectedBranches.map((branch) => ({
    type: 'protected_branch',
    name: branch.name,
    url: urls.protectedBranch(content.repository, branch.name),
    creator_url: person(branch.creator),
    repository_url: urls.repository(content.repository),
    admin_enforced: branch.isEnforcedForAdmins,
    block_deletions_enforcement_level: FOR_EVERYONE,
    block_force_pushes_enforcement_level: FOR_EVERYONE,
    dismiss_stale_reviews_on_push: branch.dismissesStaleReviews,
    pull_request_reviews_enforcement_level: 'non_admins',
    require_code_owner_review: false,
    required_status_checks_enforcement_level: branch.requiredChecks.length > 0 ? 'everyone' : 'off',
    strict_required_status_checks_policy: false,
    authorized_actors_only: branch.authorizedTeams.length > 0,
    authorized_user_urls: [],
    authorized_team_urls: branch.authorizedTeams.map((slug) => urls.team(repository.owner, slug)),
    dismissal_restricted_user_urls: [],
    dismissal_restricted_team_urls: [],
    required_status_checks: branch.requiredChecks,
    requires_approving_reviews: true,
    requires_commit_signatures: false,
    requires_linear_history: false,
    allows_force_pushes: false,
    allows_deletions: false,
    requires_status_checks: branch.requiredChecks.length > 0,
    restricts_review_dismissals: false,
    required_approving_review_count: branch.requiredApprovals,
  }));

/** The discussions; no known archive contains their answers. */
export const discussionRecords: RecordWriter = ({ content }, context) =>
  content.discussions.map((discussion) => ({
    type: 'discussion',
    url: context.urls.discussion(content.repository, discussion.number),
    repository: context.urls.repository(content.repository),
    user: context.person(discussion.author),
    ...jsonFields(discussion, 'title', 'body'),
    labels: discussion.labels.map((label) => context.urls.label(content.repository, label)),
    reactions: reactionList(discussion.reactions, 'Discussion', context),
    ...jsonFields(discussion, 'createdAt', 'updatedAt'),
    discussion_category: context.urls.discussionCategory(content.repository, discussion.category),
  }));

/** The discussion categories, which every repository has even if discussions are off. */
export const discussionCategoryRecords: RecordWriter = ({ content }, { urls }) =>
  DISCUSSION_CATEGORIES.map((category) => ({
    type: 'discussion_category',
    url: urls.discussionCategory(content.repository, category.name),
    repository: urls.repository(content.repository),
    ...jsonFields(category, 'name', 'emoji', 'description'),
  }));

/** The uploaded pictures. */
export const attachmentRecords: RecordWriter = ({ content }, context) =>
  content.attachments.map((attachment) => ({
    type: 'attachment',
    url: attachment.url,
    ...newerFields(context, { legacy_url: null }),
    ...parentField(attachment, content, context),
    ...uploadFields(attachment, 'asset', context),
  }));

/** The uploads that are not pictures; only the text of bodies refers to them. */
export const repositoryFileRecords: RecordWriter = ({ content }, context) =>
  content.files
    .toSorted((a, b) => a.id - b.id)
    .map((file) => ({
      type: 'repository_file',
      url: file.url,
      repository: context.urls.repository(content.repository),
      ...uploadFields(file, 'file', context),
    }));

/** The releases. The format of their assets is known from importers only. */
export const releaseRecords: RecordWriter = ({ content }, context) =>
  content.releases.map((release) => ({
    type: 'release',
    url: context.urls.release(content.repository, release.slug),
    repository: context.urls.repository(content.repository),
    user: context.person(release.author),
    ...jsonFields(release, 'name', 'tagName', 'body', 'state'),
    pending_tag: release.tagName,
    prerelease: release.isPrerelease,
    target_commitish: release.target,
    release_assets: release.assets.map((asset) => uploadFields(asset, 'asset', context)),
    ...newerFields(context, { reactions: reactionList(release.reactions, 'Release', context) }),
    ...jsonFields(release, 'publishedAt', 'createdAt'),
  }));

function uploadFields(upload: Upload, prefix: 'asset' | 'file', { person }: RecordContext): JsonObject {
  return {
    user: person(upload.author),
    [`${prefix}_name`]: upload.name,
    [`${prefix}_content_type`]: upload.contentType,
    [`${prefix}_url`]: `${TARBALL_ROOT}/${upload.path}`,
    created_at: upload.createdAt,
  };
}

function parentField(
  { parent: { type, number, commentId } }: Attachment,
  { repository }: RepositoryContent,
  { urls }: RecordContext,
): JsonObject {
  const thread = urls.thread(type, repository, number);
  return commentId === undefined
    ? { [type]: thread }
    : { issue_comment: urls.issueComment(thread, commentId) };
}
