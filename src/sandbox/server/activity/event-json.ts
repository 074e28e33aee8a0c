import type { JsonObject } from '../../../base/index.ts';
import type {
  ActivityDetail,
  ActivityEvent,
  ThreadAction,
  ThreadOf,
} from '../../world/activity/activity-event.ts';
import type { Commit } from '../../world/git/git-history.ts';
import type { CommitComment } from '../../world/repository-content.ts';
import { type Comment, type PullRequest, REVIEW_STATES, type Review } from '../../world/threads.ts';
import { formatSeconds } from '../../world/timestamps.ts';
import { fullNameOf } from '../../world/world.ts';
import { accountJson, nodeIdOf } from '../json/account-json.ts';
import {
  issueJson,
  labelJson,
  type RecordPlace,
  reducedPullRequestJson,
  repositoryUrl,
  repositoryWebUrl,
} from '../json/thread-json.ts';

/** Writes one item of a feed (specification 2.5). */
export function eventJson(event: ActivityEvent, form: Omit<RecordPlace, 'repository'>): JsonObject {
  const { repository } = event;
  const place: RecordPlace = { ...form, repository };
  return {
    id: String(event.id),
    type: event.detail.type,
    actor: {
      ...reducedAccountJson(event.actor, place),
      display_login: event.actor.replace(/\[bot\]$/, ''),
    },
    repo: { id: repository.id, name: fullNameOf(repository), url: repositoryUrl(place) },
    payload: payloadJson(event, place),
    public: !repository.isPrivate,
    created_at: formatSeconds(event.timeMs),
    ...(repository.ownerType === 'Organization' ? { org: reducedAccountJson(repository.owner, place) } : {}),
  };
}

function reducedAccountJson(login: string, { context }: RecordPlace): JsonObject {
  const { id, avatar_url: avatarUrl = '', url = '', type } = accountJson(login, context);
  return {
    id: id ?? 0,
    login,
    [context.dialect.avatarIdField]: '',
    url: type === 'Organization' ? `${context.baseUrl}/orgs/${login}` : url,
    avatar_url: avatarUrl,
  };
}

/** Writes the payload of an event by its type (specification 6; the real service's list for the other types). */
function payloadJson({ id, detail }: ActivityEvent, place: RecordPlace): JsonObject {
  switch (detail.type) {
    case 'WatchEvent':
      return { action: 'started' };
    case 'PushEvent':
      return pushJson(id, detail, place);
    case 'CreateEvent':
    case 'DeleteEvent':
      return refJson(detail, place);
    case 'IssuesEvent':
      return {
        ...actionJson(detail.action, place),
        issue: issueJson({ kind: 'issue', thread: detail.issue }, place),
      };
    case 'PullRequestEvent':
      return {
        ...actionJson(detail.action, place),
        number: detail.pullRequest.number,
        pull_request: reducedPullRequestJson(detail.pullRequest, place),
      };
    case 'ReleaseEvent':
      return { action: 'published', release: releaseJson(detail, place) };
    case 'DiscussionEvent':
      return { action: 'created', discussion: discussionJson(detail, place) };
    default:
      return saidJson(detail, place);
  }
}

type DetailOf<Type extends ActivityDetail['type']> = Extract<ActivityDetail, { readonly type: Type }>;

/** The hosted service no longer sends the commits of a push; the specification shows them. */
function pushJson(
  id: number,
  { ref, before, commits }: DetailOf<'PushEvent'>,
  place: RecordPlace,
): JsonObject {
  const head = commits.at(-1)?.sha ?? before;
  return {
    repository_id: place.repository.id,
    push_id: id,
    ...(place.context.dialect.name === 'service'
      ? { size: commits.length, distinct_size: commits.length }
      : {}),
    ref,
    head,
    before,
    ...(place.context.dialect.name === 'service'
      ? { commits: commits.map((commit) => commitJson(commit, place)) }
      : {}),
  };
}

function commitJson({ sha, author, message }: Commit, place: RecordPlace): JsonObject {
  return {
    sha,
    author: { email: author.email, name: author.name },
    message: message.trimEnd(),
    distinct: true,
    url: `${repositoryUrl(place)}/commits/${sha}`,
  };
}

function refJson(
  detail: DetailOf<'CreateEvent' | 'DeleteEvent'>,
  { repository, context }: RecordPlace,
): JsonObject {
  const { ref, refType } = detail;
  const isGithub = context.dialect.name === 'github';
  return {
    ref,
    ref_type: refType,
    ...(isGithub && ref !== null ? { full_ref: `refs/${refType === 'tag' ? 'tags' : 'heads'}/${ref}` } : {}),
    ...(detail.type === 'CreateEvent'
      ? { master_branch: repository.defaultBranch, description: repository.description }
      : {}),
    pusher_type: 'user',
  };
}

function actionJson(action: ThreadAction, place: RecordPlace): JsonObject {
  if ('label' in action) {
    return { action: action.name, label: labelJson(action.label, place) };
  }
  return 'login' in action
    ? { action: action.name, assignee: accountJson(action.login, place.context) }
    : { action: action.name };
}

function saidJson(
  detail: DetailOf<
    'CommitCommentEvent' | 'IssueCommentEvent' | 'PullRequestReviewCommentEvent' | 'PullRequestReviewEvent'
  >,
  place: RecordPlace,
): JsonObject {
  switch (detail.type) {
    case 'IssueCommentEvent':
      return {
        action: 'created',
        issue: issueJson(detail.thread, place),
        comment: commentJson(detail.comment, detail.thread, place),
      };
    case 'CommitCommentEvent':
      return { action: 'created', comment: commitCommentJson(detail.comment, place) };
    case 'PullRequestReviewEvent':
      return {
        action: 'created',
        review: reviewJson(detail.review, detail.pullRequest, place),
        pull_request: reducedPullRequestJson(detail.pullRequest, place),
      };
    case 'PullRequestReviewCommentEvent':
      return {
        action: 'created',
        comment: reviewCommentJson(detail, place),
        pull_request: reducedPullRequestJson(detail.pullRequest, place),
      };
  }
}

function releaseJson({ release }: DetailOf<'ReleaseEvent'>, place: RecordPlace): JsonObject {
  return {
    url: `${repositoryUrl(place)}/releases/tags/${release.tagName}`,
    html_url: `${repositoryWebUrl(place)}/releases/tag/${release.slug}`,
    tag_name: release.tagName,
    target_commitish: release.target,
    name: release.name,
    body: release.body,
    draft: false,
    prerelease: release.isPrerelease,
    author: accountJson(release.author, place.context),
    created_at: release.createdAt,
    published_at: release.publishedAt,
  };
}

function discussionJson({ discussion }: DetailOf<'DiscussionEvent'>, place: RecordPlace): JsonObject {
  return {
    number: discussion.number,
    title: discussion.title,
    body: discussion.body,
    html_url: `${repositoryWebUrl(place)}/discussions/${discussion.number}`,
    category: { name: discussion.category },
    user: accountJson(discussion.author, place.context),
    created_at: discussion.createdAt,
    updated_at: discussion.updatedAt,
  };
}

/** Writes a comment under an issue or pull request. */
function commentJson(comment: Comment, { kind, thread }: ThreadOf, place: RecordPlace): JsonObject {
  const page = `${repositoryWebUrl(place)}/${kind === 'issue' ? 'issues' : 'pull'}/${thread.number}`;
  return {
    ...saidBy(comment, place),
    node_id: nodeIdOf('IssueComment', comment.id),
    url: `${repositoryUrl(place)}/issues/comments/${comment.id}`,
    html_url: `${page}#issuecomment-${comment.id}`,
    issue_url: `${repositoryUrl(place)}/issues/${thread.number}`,
  };
}

/** Writes a comment under a commit. */
function commitCommentJson(comment: CommitComment, place: RecordPlace): JsonObject {
  return {
    ...saidBy(comment, place),
    node_id: nodeIdOf('CommitComment', comment.id),
    url: `${repositoryUrl(place)}/comments/${comment.id}`,
    html_url: `${repositoryWebUrl(place)}/commit/${comment.commitId}#commitcomment-${comment.id}`,
    commit_id: comment.commitId,
    path: comment.path,
    position: comment.position,
  };
}

/** Writes a verdict on a pull request. */
function reviewJson(review: Review, { number }: PullRequest, place: RecordPlace): JsonObject {
  return {
    id: review.id,
    node_id: nodeIdOf('PullRequestReview', review.id),
    user: accountJson(review.author, place.context),
    body: review.body,
    commit_id: review.headSha,
    submitted_at: review.submittedAt,
    state: STATE_NAMES[review.state],
    html_url: `${repositoryWebUrl(place)}/pull/${number}#pullrequestreview-${review.id}`,
    pull_request_url: `${repositoryUrl(place)}/pulls/${number}`,
  };
}

const STATE_NAMES = {
  [REVIEW_STATES.commented]: 'commented',
  [REVIEW_STATES.changesRequested]: 'changes_requested',
  [REVIEW_STATES.approved]: 'approved',
} as const;

type ReviewCommentDetail = Extract<ActivityDetail, { readonly type: 'PullRequestReviewCommentEvent' }>;

/** Writes a comment at a place of a diff. */
function reviewCommentJson(
  { comment, reviewThread, pullRequest }: ReviewCommentDetail,
  place: RecordPlace,
): JsonObject {
  const { diffHunk, path, position, commitId, originalCommitId } = reviewThread.place;
  return {
    ...saidBy(comment, place),
    node_id: nodeIdOf('PullRequestReviewComment', comment.id),
    url: `${repositoryUrl(place)}/pulls/comments/${comment.id}`,
    html_url: `${repositoryWebUrl(place)}/pull/${pullRequest.number}#discussion_r${comment.id}`,
    pull_request_url: `${repositoryUrl(place)}/pulls/${pullRequest.number}`,
    pull_request_review_id: comment.reviewId,
    diff_hunk: diffHunk,
    path,
    position,
    commit_id: commitId,
    original_commit_id: originalCommitId,
  };
}

interface Said {
  readonly id: number;
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
}

function saidBy({ id, author, body, createdAt }: Said, { context }: RecordPlace): JsonObject {
  return {
    id,
    user: accountJson(author, context),
    body,
    created_at: createdAt,
    updated_at: createdAt,
  };
}
