import { jsonFields } from '../../json-fields.ts';
import { type RecordWriter, reactionList } from './record-context.ts';

/** Enforcement levels of branch rules are numbers; those of reviews and checks are words. */
const FOR_EVERYONE = 2;

/** The milestones of a repository. */
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
  content.discussionCategories.map((category) => ({
    type: 'discussion_category',
    url: urls.discussionCategory(content.repository, category.name),
    repository: urls.repository(content.repository),
    ...jsonFields(category, 'name', 'emoji', 'description'),
  }));
