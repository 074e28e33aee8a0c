import { invariant } from '../../../base/failure.ts';
import type { JsonObject, JsonValue } from '../../../base/json.ts';
import type { MigrationRequest } from '../../../model/migrations.ts';
import type { RepositoryContent } from '../../world/repository-content.ts';
import type { Reaction } from '../../world/threads.ts';
import { formatWithOffset } from '../../world/timestamps.ts';
import type { Repository, World } from '../../world/world.ts';

export interface ExportedRepository {
  readonly repository: Repository;
  readonly content: RepositoryContent;
}

export type RecordWriter = (exported: ExportedRepository, context: RecordContext) => readonly JsonObject[];

export type RecordContext = ReturnType<typeof createRecordContext>;

/** Names of repositories are not case-sensitive. Throws a RangeError for one that is not in the world. */
export function createRecordContext(world: World, request: MigrationRequest, generation: Generation) {
  const urls = createUrls(world.webUrl);
  const names = request.orgMetadataOnly === true ? [] : request.repositories;
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const repositories = world.repositories.flatMap((repository, index): readonly ExportedRepository[] => {
    const isWanted = wanted.delete(`${repository.owner}/${repository.name}`.toLowerCase());
    const content = world.contents[index];
    invariant(content !== undefined, 'every repository has content');
    // What is made on demand would be made again for each file.
    return isWanted ? [{ repository, content: { ...content } }] : [];
  });
  const [missing] = wanted;
  if (missing !== undefined) {
    throw new RangeError(`Cannot export "${missing}": the world has no such repository`);
  }
  /** Logins of the people that the archive must contain, according to the records so far. */
  const participants = new Set([world.account.login]);
  return {
    world,
    generation,
    repositories,
    /** The organization is exported along with any of its repositories, or alone on request. */
    hasOrganization:
      request.orgMetadataOnly === true ||
      repositories.some(({ repository }) => repository.ownerType === 'Organization'),
    urls,
    participants,
    /** The URL of a person whom the archive must contain. */
    person(login: string): string {
      participants.add(login);
      return urls.account(login);
    },
    /** The URL of a person whom real archives leave out. */
    bystander: (login: string) => urls.account(login),
  };
}

/** The root of URLs of files in the archive, which are not percent-encoded. */
export const TARBALL_ROOT = 'tarball://root';

/** The URLs of records, which are their keys. Repositories are given as `owner/name`. */
function createUrls(webUrl: string) {
  const repository = (name: string) => `${webUrl}/${name}`;
  return {
    account: (login: string) => `${webUrl}/${login}`,
    team: (organization: string, slug: string) => `${webUrl}/orgs/${organization}/teams/${slug}`,
    repository,
    label: (name: string, label: string) => `${repository(name)}/labels/${encodeURIComponent(label)}`,
    milestone: (name: string, number: number) => `${repository(name)}/milestones/${number}`,
    thread: (kind: 'issue' | 'pull_request', name: string, number: number) =>
      `${repository(name)}/${kind === 'issue' ? 'issues' : 'pull'}/${number}`,
    issueComment: (thread: string, id: number) => `${thread}#issuecomment-${id}`,
    issueEvent: (thread: string, id: number) => `${thread}#event-${id}`,
    review: (pull: string, id: number) => `${pull}/files#pullrequestreview-${id}`,
    reviewThread: (pull: string, id: number) => `${pull}/files#pullrequestreviewthread-${id}`,
    reviewComment: (pull: string, id: number) => `${pull}/files#r${id}`,
    commitComment: (name: string, sha: string, id: number) =>
      `${repository(name)}/commit/${sha}#commitcomment-${id}`,
    project: (name: string, number: number) => `${repository(name)}/projects/${number}`,
    branch: (name: string, branch: string) => `${repository(name)}/tree/${branch}`,
    release: (name: string, slug: string) => `${repository(name)}/releases/tag/${slug}`,
    protectedBranch: (name: string, branch: string) => `${repository(name)}/settings/branches/${branch}`,
    discussion: (name: string, number: number) => `${repository(name)}/discussions/${number}`,
    discussionCategory: (name: string, category: string) =>
      `${repository(name)}/discussion_categories/${encodeURIComponent(category)}`,
  };
}

/** Fields that are not in archives of 2019. */
export function newerFields(context: RecordContext, fields: JsonObject): JsonObject {
  return context.generation === 'current' ? fields : {};
}

/**
 * Reactions in the time zone of the exporting account; people who only react are not always in the archive. The subject
 * `Issue` includes pull requests.
 */
export function reactionList(
  reactions: readonly Reaction[],
  subject: string,
  context: RecordContext,
): JsonValue {
  const { utcOffsetMinutes } = context.world;
  return reactions.map(({ login, content, createdAt }) => ({
    user: context.bystander(login),
    content,
    subject_type: subject,
    // Only reactions to releases are in UTC.
    created_at: subject === 'Release' ? createdAt : formatWithOffset(Date.parse(createdAt), utcOffsetMinutes),
  }));
}

/** The format of an archive: that of 2019, or the current one. */
export type Generation = '2019' | 'current';
