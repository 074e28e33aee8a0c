import type { JsonObject } from '../../../base/index.ts';
import type { ExportedRepository, RecordContext } from './record-context.ts';
import { reactionList } from './record-parts.ts';
import { listThreads } from './thread-places.ts';

/** Writes the comments under issues and pull requests, oldest first. */
export function* issueCommentRecords(
  { content }: ExportedRepository,
  context: RecordContext,
): Generator<JsonObject> {
  const comments = listThreads(content, context)
    .flatMap(({ thread, place, url }) => thread.comments.map((comment) => ({ comment, place, url })))
    .toSorted((a, b) => a.comment.id - b.comment.id);
  for (const { comment, place, url } of comments) {
    yield {
      type: 'issue_comment',
      url: context.urls.issueComment(url, comment.id),
      ...place,
      user: context.person(comment.author),
      body: comment.body,
      formatter: comment.formatter,
      reactions: reactionList(comment.reactions, 'IssueComment', context),
      created_at: comment.createdAt,
    };
  }
}

/** Writes the comments on commits, oldest first. */
export function commitCommentRecords(
  { content }: ExportedRepository,
  context: RecordContext,
): readonly JsonObject[] {
  const { urls } = context;
  return content.commitComments
    .toSorted((a, b) => a.id - b.id)
    .map((comment) => ({
      type: 'commit_comment',
      url: urls.commitComment(content.repository, comment.commitId, comment.id),
      repository: urls.repository(content.repository),
      user: context.person(comment.author),
      body: comment.body,
      formatter: 'markdown',
      path: comment.path,
      position: comment.position,
      commit_id: comment.commitId,
      reactions: reactionList(comment.reactions, 'CommitComment', context),
      created_at: comment.createdAt,
    }));
}
