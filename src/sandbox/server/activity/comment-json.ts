import type { JsonObject } from '../../../base/index.ts';
import type { ActivityDetail, ThreadOf } from '../../world/activity/activity-event.ts';
import type { CommitComment } from '../../world/repository-content.ts';
import { REVIEW_STATES, type Review } from '../../world/reviews.ts';
import type { Comment, PullRequest } from '../../world/threads.ts';
import { accountJson } from '../json/account-json.ts';
import { nodeIdOf } from '../json/node-id.ts';
import { type RecordPlace, repositoryUrl, repositoryWebUrl } from '../json/thread-json.ts';

/** Writes a comment under an issue or pull request. */
export function commentJson(comment: Comment, { kind, thread }: ThreadOf, place: RecordPlace): JsonObject {
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
export function commitCommentJson(comment: CommitComment, place: RecordPlace): JsonObject {
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
export function reviewJson(review: Review, { number }: PullRequest, place: RecordPlace): JsonObject {
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
export function reviewCommentJson(
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
