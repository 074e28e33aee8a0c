import type { RepositoryContent } from '../repository-content.ts';
import type { PullRequest, ThreadEvent } from '../threads.ts';
import type { ActivityDetail, ActivityDraft, ThreadAction, ThreadOf } from './activity-event.ts';

/** What was done in issues and pull requests; deeds of deleted accounts are not told. */
export function threadActivity({ issues, pullRequests }: RepositoryContent): readonly ActivityDraft[] {
  const threads: readonly ThreadOf[] = [
    ...issues.map((thread) => ({ kind: 'issue', thread }) as const),
    ...pullRequests.map((thread) => ({ kind: 'pull_request', thread }) as const),
  ];
  return [
    ...threads.flatMap((thread) => [
      ...draft(thread.thread.author, thread.thread.createdAt, detailOf(thread, { name: 'opened' })),
      ...thread.thread.events.flatMap((event) => eventActivity(event, thread)),
      ...thread.thread.comments.flatMap((comment) =>
        draft(comment.author, comment.createdAt, { type: 'IssueCommentEvent', thread, comment }),
      ),
    ]),
    ...pullRequests.flatMap(reviewActivity),
  ];
}

function draft(actor: string | null, at: string, detail: ActivityDetail): readonly ActivityDraft[] {
  return actor === null ? [] : [{ actor, timeMs: Date.parse(at), detail }];
}

function detailOf({ kind, thread }: ThreadOf, action: ThreadAction): ActivityDetail {
  return kind === 'issue'
    ? { type: 'IssuesEvent', action, issue: thread }
    : { type: 'PullRequestEvent', action, pullRequest: thread };
}

function eventActivity(event: ThreadEvent, thread: ThreadOf): readonly ActivityDraft[] {
  if (event.event === 'head_ref_deleted' && thread.kind === 'pull_request') {
    const { ref } = thread.thread.head;
    return draft(event.actor, event.createdAt, { type: 'DeleteEvent', refType: 'branch', ref });
  }
  const action = actionOf(event);
  return action === undefined ? [] : draft(event.actor, event.createdAt, detailOf(thread, action));
}

function actionOf(event: ThreadEvent): ThreadAction | undefined {
  switch (event.event) {
    case 'closed':
    case 'reopened':
      return { name: event.event };
    case 'labeled':
    case 'unlabeled':
      return { name: event.event, label: event.label };
    case 'assigned':
    case 'unassigned':
      return { name: event.event, login: event.subjectLogin };
    default:
      return undefined;
  }
}

function reviewActivity(pullRequest: PullRequest): readonly ActivityDraft[] {
  return [
    ...pullRequest.reviews.flatMap((review) =>
      draft(review.author, review.submittedAt, { type: 'PullRequestReviewEvent', pullRequest, review }),
    ),
    ...pullRequest.reviewThreads.flatMap((reviewThread) =>
      reviewThread.comments.flatMap((comment) =>
        draft(comment.author, comment.createdAt, {
          type: 'PullRequestReviewCommentEvent',
          pullRequest,
          reviewThread,
          comment,
        }),
      ),
    ),
  ];
}
