import type { JsonObject, JsonValue } from '../../../base/index.ts';
import type { Reaction } from '../../world/reactions.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import type { RecordContext } from './record-context.ts';

/** Fields that archives have only since the years after 2019 (facts of both generations, compared field by field). */
export function newerFields(context: RecordContext, fields: JsonObject): JsonObject {
  return context.generation === 'current' ? fields : {};
}

/** What a reaction can belong to, in the archive's words; issues stand for pull requests as well. */
type ReactionSubject =
  | 'Issue'
  | 'IssueComment'
  | 'Release'
  | 'CommitComment'
  | 'Discussion'
  | 'PullRequestReview'
  | 'PullRequestReviewComment';

/** Reactions with the exporting account's local time; people who only react need not be in the archive. */
export function reactionList(
  reactions: readonly Reaction[],
  subject: ReactionSubject,
  context: RecordContext,
): JsonValue {
  return reactions.map((reaction) => ({
    user: context.bystander(reaction.login),
    content: reaction.content,
    subject_type: subject,
    created_at: localTime(reaction.createdAt, subject, context),
  }));
}

/** Reactions to releases are the only ones in UTC. */
function localTime(createdAt: string, subject: string, { world }: RecordContext): string {
  return subject === 'Release' ? createdAt : formatWithOffset(Date.parse(createdAt), world.utcOffsetMinutes);
}
