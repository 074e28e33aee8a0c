import type { JsonObject } from '../../../base/index.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { Issue, PullRequest } from '../../world/threads.ts';
import type { RecordContext } from './record-context.ts';

/** A thread with the one field by which records say that they belong to it. */
export interface ThreadPlace {
  readonly thread: Issue | PullRequest;
  readonly url: string;
  /** `{ issue }` or `{ pull_request }`, never both. */
  readonly place: JsonObject;
}

/** All issues and pull requests of a repository. */
export function listThreads(content: RepositoryContent, { urls }: RecordContext): readonly ThreadPlace[] {
  const issues = content.issues.map((thread): ThreadPlace => {
    const url = urls.issue(content.repository, thread.number);
    return { thread, url, place: { issue: url } };
  });
  const pulls = content.pullRequests.map((thread): ThreadPlace => {
    const url = urls.pullRequest(content.repository, thread.number);
    return { thread, url, place: { pull_request: url } };
  });
  return [...issues, ...pulls];
}
