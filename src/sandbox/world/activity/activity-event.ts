import type { Commit } from '../git/git-history.ts';
import type { CommitComment, Discussion, Release, RepositoryContent } from '../repository-content.ts';
import type { Comment, Issue, PullRequest, Review, ReviewComment, ReviewThread } from '../threads.ts';
import type { Repository } from '../world.ts';

/** Something that somebody did, as the service's feeds show it. */
export interface ActivityEvent {
  readonly id: number;
  readonly timeMs: number;
  /** Login. */
  readonly actor: string;
  readonly repository: Repository;
  readonly detail: ActivityDetail;
}

/** What was done; the types are those of the service (specification 6, and its own list for the others). */
export type ActivityDetail =
  | { readonly type: 'WatchEvent' }
  | {
      readonly type: 'PushEvent';
      readonly ref: string;
      readonly before: string;
      readonly commits: readonly Commit[];
    }
  | {
      readonly type: 'CreateEvent';
      readonly refType: 'branch' | 'repository' | 'tag';
      readonly ref: string | null;
    }
  | { readonly type: 'DeleteEvent'; readonly refType: 'branch' | 'tag'; readonly ref: string }
  | { readonly type: 'IssuesEvent'; readonly action: ThreadAction; readonly issue: Issue }
  | { readonly type: 'PullRequestEvent'; readonly action: ThreadAction; readonly pullRequest: PullRequest }
  | { readonly type: 'IssueCommentEvent'; readonly thread: ThreadOf; readonly comment: Comment }
  | {
      readonly type: 'PullRequestReviewEvent';
      readonly pullRequest: PullRequest;
      readonly review: Review;
    }
  | {
      readonly type: 'PullRequestReviewCommentEvent';
      readonly pullRequest: PullRequest;
      readonly reviewThread: ReviewThread;
      readonly comment: ReviewComment;
    }
  | { readonly type: 'CommitCommentEvent'; readonly comment: CommitComment }
  | { readonly type: 'ReleaseEvent'; readonly release: Release }
  | { readonly type: 'DiscussionEvent'; readonly discussion: Discussion };

/** An issue or pull request, and which of them it is. */
export type ThreadOf =
  | { readonly kind: 'issue'; readonly thread: Issue }
  | { readonly kind: 'pull_request'; readonly thread: PullRequest };

/** What can be done to a thread; with the label or login that it was done with. */
export type ThreadAction =
  | { readonly name: 'closed' | 'opened' | 'reopened' }
  | { readonly name: 'labeled' | 'unlabeled'; readonly label: string }
  | { readonly name: 'assigned' | 'unassigned'; readonly login: string };

/** All issues and pull requests of a repository, issues first. */
export function threadsOf({ issues, pullRequests }: RepositoryContent): readonly ThreadOf[] {
  return [
    ...issues.map((thread) => ({ kind: 'issue', thread }) as const),
    ...pullRequests.map((thread) => ({ kind: 'pull_request', thread }) as const),
  ];
}
