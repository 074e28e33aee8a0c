import type { JsonObject } from '../../../base/index.ts';
import { jsonFields } from '../../json-fields.ts';
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
export const reviewRecords: RecordWriter = ({ content }, context) =>
  content.pullRequests
    .flatMap(({ number, reviews }) => {
      const pullUrl = context.urls.thread('pull_request', content.repository, number);
      return reviews.map((review) => ({ pullUrl, review }));
    })
    .toSorted((a, b) => a.review.id - b.review.id)
    .map(({ pullUrl, review }) => ({
      type: 'pull_request_review',
      url: context.urls.review(pullUrl, review.id),
      pull_request: pullUrl,
      user: context.person(review.author),
      ...jsonFields(review, 'body', 'headSha'),
      formatter: 'markdown',
      state: review.state,
      reactions: reactionList(review.reactions, 'PullRequestReview', context),
      ...jsonFields(review, 'createdAt', 'submittedAt'),
    }));

/** The review threads, oldest first. */
export const reviewThreadRecords: RecordWriter = (exported, context) =>
  listReviewThreads(exported, context)
    .toSorted((a, b) => a.thread.id - b.thread.id)
    .map(({ pullUrl, thread }) => ({
      type: 'pull_request_review_thread',
      url: context.urls.reviewThread(pullUrl, thread.id),
      pull_request: pullUrl,
      pull_request_review: context.urls.review(pullUrl, thread.reviewId),
      ...placeFields(thread.place),
      ...jsonFields(thread.place, 'startLine', 'line'),
      start_side: thread.place.startLine === null ? null : thread.place.side,
      ...jsonFields(thread.place, 'side', 'originalStartLine', 'originalLine'),
      ...jsonFields(thread, 'createdAt', 'resolvedAt'),
      resolver: thread.resolver === null ? null : context.person(thread.resolver),
    }));

/** The comments of review threads, oldest first. */
export const reviewCommentRecords: RecordWriter = (exported, context) =>
  listReviewThreads(exported, context)
    .flatMap(({ pullUrl, thread }) => thread.comments.map((comment) => ({ pullUrl, thread, comment })))
    .toSorted((a, b) => a.comment.id - b.comment.id)
    .map(({ pullUrl, thread, comment }) => ({
      type: 'pull_request_review_comment',
      url: context.urls.reviewComment(pullUrl, comment.id),
      pull_request: pullUrl,
      pull_request_review: context.urls.review(pullUrl, comment.reviewId),
      pull_request_review_thread: context.urls.reviewThread(pullUrl, thread.id),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      ...placeFields(thread.place),
      state: SUBMITTED,
      in_reply_to: comment.inReplyTo === null ? null : context.urls.reviewComment(pullUrl, comment.inReplyTo),
      reactions: reactionList(comment.reactions, 'PullRequestReviewComment', context),
      created_at: comment.createdAt,
    }));

function placeFields(place: DiffPlace): JsonObject {
  return {
    ...jsonFields(place, 'diffHunk', 'path', 'position', 'originalPosition'),
    ...jsonFields(place, 'commitId', 'originalCommitId'),
  };
}

function listReviewThreads({ content }: ExportedRepository, { urls }: RecordContext) {
  return content.pullRequests.flatMap((pull) => {
    const pullUrl = urls.thread('pull_request', content.repository, pull.number);
    return pull.reviewThreads.map((thread) => ({ pullUrl, thread }));
  });
}
