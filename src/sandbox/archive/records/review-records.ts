import type { JsonObject } from '../../../base/index.ts';
import type { DiffPlace } from '../../world/threads.ts';
import {
  type ExportedRepository,
  type RecordContext,
  type RecordWriter,
  reactionList,
} from './record-context.ts';

/** The state of a submitted comment; archives do not contain pending ones. */
const SUBMITTED = 1;

/** The reviews of pull requests, oldest first. */
export const reviewRecords: RecordWriter = ({ content }, context) => {
  const { urls } = context;
  return content.pullRequests
    .flatMap((pull) => pull.reviews.map((review) => ({ pull, review })))
    .toSorted((a, b) => a.review.id - b.review.id)
    .map(({ pull, review }) => {
      const pullUrl = urls.pullRequest(content.repository, pull.number);
      return {
        type: 'pull_request_review',
        url: urls.review(pullUrl, review.id),
        pull_request: pullUrl,
        user: context.person(review.author),
        body: review.body,
        head_sha: review.headSha,
        formatter: 'markdown',
        state: review.state,
        reactions: reactionList(review.reactions, 'PullRequestReview', context),
        created_at: review.createdAt,
        submitted_at: review.submittedAt,
      };
    });
};

/** The review threads, oldest first. */
export const reviewThreadRecords: RecordWriter = (exported, context) => {
  const { urls } = context;
  return listReviewThreads(exported, context)
    .toSorted((a, b) => a.thread.id - b.thread.id)
    .map(({ pullUrl, thread }) => {
      const { place } = thread;
      return {
        type: 'pull_request_review_thread',
        url: urls.reviewThread(pullUrl, thread.id),
        pull_request: pullUrl,
        pull_request_review: urls.review(pullUrl, thread.reviewId),
        ...placeFields(place),
        start_line: place.startLine,
        line: place.line,
        start_side: place.startLine === null ? null : place.side,
        side: place.side,
        original_start_line: place.originalStartLine,
        original_line: place.originalLine,
        created_at: thread.createdAt,
        resolved_at: thread.resolvedAt,
        resolver: thread.resolver === null ? null : context.person(thread.resolver),
      };
    });
};

/** The comments of review threads, oldest first. */
export const reviewCommentRecords: RecordWriter = (exported, context) => {
  const { urls } = context;
  return listReviewThreads(exported, context)
    .flatMap(({ pullUrl, thread }) => thread.comments.map((comment) => ({ pullUrl, thread, comment })))
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map(({ pullUrl, thread, comment }) => ({
      type: 'pull_request_review_comment',
      url: urls.reviewComment(pullUrl, comment.id),
      pull_request: pullUrl,
      pull_request_review: urls.review(pullUrl, comment.reviewId),
      pull_request_review_thread: urls.reviewThread(pullUrl, thread.id),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      ...placeFields(thread.place),
      state: SUBMITTED,
      in_reply_to: comment.inReplyTo === null ? null : urls.reviewComment(pullUrl, comment.inReplyTo),
      reactions: reactionList(comment.reactions, 'PullRequestReviewComment', context),
      created_at: comment.createdAt,
    }));
};

function placeFields(place: DiffPlace): JsonObject {
  return {
    diff_hunk: place.diffHunk,
    path: place.path,
    position: place.position,
    original_position: place.originalPosition,
    commit_id: place.commitId,
    original_commit_id: place.originalCommitId,
  };
}

function listReviewThreads({ content }: ExportedRepository, { urls }: RecordContext) {
  return content.pullRequests.flatMap((pull) => {
    const pullUrl = urls.pullRequest(content.repository, pull.number);
    return pull.reviewThreads.map((thread) => ({ pullUrl, thread }));
  });
}
