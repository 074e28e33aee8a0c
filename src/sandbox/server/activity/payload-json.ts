import type { JsonObject } from '../../../base/index.ts';
import type { ActivityDetail, ActivityEvent, ThreadAction } from '../../world/activity/activity-event.ts';
import type { Commit } from '../../world/git/git-history.ts';
import { accountJson } from '../json/account-json.ts';
import {
  issueJson,
  labelJson,
  type RecordPlace,
  reducedPullRequestJson,
  repositoryUrl,
  repositoryWebUrl,
} from '../json/thread-json.ts';
import { commentJson, commitCommentJson, reviewCommentJson, reviewJson } from './comment-json.ts';

/** Writes what an event tells, by its type (specification 6; the real service's list for the other types). */
export function payloadJson({ id, detail }: ActivityEvent, place: RecordPlace): JsonObject {
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
