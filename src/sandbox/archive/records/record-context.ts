import { invariant, type JsonObject, type JsonValue } from '../../../base/index.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { Reaction } from '../../world/threads.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import type { Repository, World } from '../../world/world.ts';

/** A repository that is exported, with all that is in it. */
export interface ExportedRepository {
  readonly repository: Repository;
  readonly content: RepositoryContent;
}

/** What every record needs to know. */
export interface RecordContext {
  readonly world: World;
  readonly generation: Generation;
  readonly repositories: readonly ExportedRepository[];
  readonly urls: Urls;
  /** Logins that the records so far have named as somebody who has to be in the archive. */
  readonly participants: ReadonlySet<string>;
  /** The address of somebody who comes along into the archive. */
  person(login: string): string;
  /** The address of somebody who need not be in the archive: real ones leave such people out. */
  bystander(login: string): string;
}

/** Finds the requested repositories without regard to case; one that is not in the world is a caller's mistake. */
export function createRecordContext(
  world: World,
  names: readonly string[],
  generation: Generation,
): RecordContext {
  const urls = createUrls(world.webUrl);
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const repositories = world.repositories.flatMap((repository, index): readonly ExportedRepository[] => {
    const isWanted = wanted.delete(`${repository.owner}/${repository.name}`.toLowerCase());
    const content = world.contents[index];
    invariant(content !== undefined, 'every repository has a content');
    return isWanted ? [{ repository, content }] : [];
  });
  const [missing] = wanted;
  if (missing !== undefined) {
    throw new RangeError(`Cannot export "${missing}": the world has no such repository`);
  }
  const participants = new Set([world.account.login]);
  return {
    world,
    generation,
    repositories,
    urls,
    participants,
    person(login) {
      participants.add(login);
      return urls.account(login);
    },
    bystander: (login) => urls.account(login),
  };
}

/** Addresses of records, which are their keys. Repositories are given as `owner/name`. */
type Urls = ReturnType<typeof createUrls>;

/** Where bytes are inside the archive. Names stand there as they are, nothing is percent-encoded. */
export const TARBALL_ROOT = 'tarball://root';

/** Spells the addresses of records below one web address. */
function createUrls(webUrl: string) {
  const repository = (name: string) => `${webUrl}/${name}`;
  const issue = (name: string, number: number) => `${repository(name)}/issues/${number}`;
  const pullRequest = (name: string, number: number) => `${repository(name)}/pull/${number}`;
  return {
    account: (login: string) => `${webUrl}/${login}`,
    team: (organization: string, slug: string) => `${webUrl}/orgs/${organization}/teams/${slug}`,
    repository,
    label: (name: string, label: string) => `${repository(name)}/labels/${encodeURIComponent(label)}`,
    milestone: (name: string, number: number) => `${repository(name)}/milestones/${number}`,
    issue,
    pullRequest,
    thread: (kind: 'issue' | 'pull_request', name: string, number: number) =>
      kind === 'issue' ? issue(name, number) : pullRequest(name, number),
    issueComment: (thread: string, id: number) => `${thread}#issuecomment-${id}`,
    issueEvent: (thread: string, id: number) => `${thread}#event-${id}`,
    review: (pull: string, id: number) => `${pull}/files#pullrequestreview-${id}`,
    reviewThread: (pull: string, id: number) => `${pull}/files#pullrequestreviewthread-${id}`,
    reviewComment: (pull: string, id: number) => `${pull}/files#r${id}`,
    commitComment: (name: string, sha: string, id: number) =>
      `${repository(name)}/commit/${sha}#commitcomment-${id}`,
    release: (name: string, slug: string) => `${repository(name)}/releases/tag/${slug}`,
    protectedBranch: (name: string, branch: string) => `${repository(name)}/settings/branches/${branch}`,
    discussion: (name: string, number: number) => `${repository(name)}/discussions/${number}`,
    discussionCategory: (name: string, category: string) =>
      `${repository(name)}/discussion_categories/${encodeURIComponent(category)}`,
  };
}

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

/** Which years' fields an archive has: those of 2019, or all that are known. */
export type Generation = '2019' | 'current';
