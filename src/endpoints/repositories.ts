import type { Open } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import type { MigrationId, MigrationOwner } from '../model/migrations.ts';
import { parseRepositoryName } from '../model/repository-name.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { RepositoryJson } from './answer-types.ts';
import { countThreads, type ThreadCounts } from './count-threads.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { exactId } from './read-migration.ts';

/** Migrations with their repositories can have megabytes each. */
export const MIGRATIONS_PER_PAGE = 5;

/** Only the repositories that the account owns, or also those of others that it has access to. */
export type Affiliation = 'all' | 'owned';

/** The repositories of accounts and organizations. */
export interface Repositories {
  /** All repositories of the owner; for an account with `all`, also those of others that it has access to. */
  listFor(
    owner: MigrationOwner,
    affiliation?: Affiliation,
    options?: CallOptions,
  ): AsyncIterable<RepositorySummary>;
  /** Ids of organizations that lists omitted because the token is not authorized for them. */
  leftOut(): readonly string[];
  /** Whether a list lacked what the token is not authorized for, or what could not be read. */
  isPartial(): boolean;
  /** The ids of repositories, in the order of the names; null if no list contained them so far. */
  idsOf(names: readonly string[]): readonly (MigrationId | null)[];
  /** Issues and pull requests that a repository had at a given time; undefined if the dialect does not support it. */
  countThreads(
    repository: string,
    beforeMs: number,
    options?: CallOptions,
  ): Promise<ThreadCounts | undefined>;
}

/** Lists of repositories, for exports that do not name any. They are not in the specification. */
export function createRepositories(client: Client): Repositories {
  const readAnswer = createAnswerReader(client);
  const ids = new Map<string, MigrationId | undefined>();
  let hasUnreadable = false;
  return {
    async *listFor(owner, affiliation = 'owned', options) {
      const call = listCall(owner, affiliation);
      for await (const page of listPages(withSignal(client, options), call)) {
        const read = readAnswer('repositories', page, call.action).map(readRepositorySummary);
        hasUnreadable ||= Array.isArray(page.body) && page.body.length > read.length;
        for (const repository of read) {
          ids.set(repository.fullName.toLowerCase(), repository.id);
          yield repository;
        }
      }
    },
    leftOut: () => client.leftOut(),
    isPartial: () => hasUnreadable || client.leftOut().length > 0,
    idsOf: (names) => names.map((name) => ids.get(name.toLowerCase()) ?? null),
    countThreads: async (repository, beforeMs, options) =>
      await countThreads(withSignal(client, options), repository, beforeMs),
  };
}

function listCall(owner: MigrationOwner, affiliation: Affiliation) {
  const method = 'GET' as const;
  return owner.type === 'user'
    ? {
        action: 'list the repositories of the account',
        method,
        route: '/user/repos',
        // A repository of others may not be exportable, and then the whole start fails (422).
        query: { affiliation: AFFILIATIONS[affiliation], per_page: MAX_PER_PAGE },
      }
    : {
        action: `list the repositories of "${owner.name}"`,
        method,
        route: '/orgs/{org}/repos',
        parameters: { org: owner.name },
        query: { type: 'all', per_page: MAX_PER_PAGE },
      };
}

const AFFILIATIONS = { owned: 'owner', all: 'owner,collaborator,organization_member' } as const;

/** The path parameters of the repository `owner/name`, without a trailing `.git` (specification 4.0). */
export function repositoryParameters(fullName: string): { readonly owner: string; readonly repo: string } {
  const [owner = '', repo = ''] = parseRepositoryName(fullName).split('/');
  return { owner, repo };
}

/** The properties of a repository that selections depend on. Newer API versions omit some of them. */
export interface RepositorySummary {
  readonly id: MigrationId | undefined;
  /** `owner/name`. */
  readonly fullName: string;
  readonly isPrivate: boolean | undefined;
  readonly isFork: boolean | undefined;
  readonly isArchived: boolean | undefined;
  readonly visibility: Open<'public' | 'private' | 'internal'> | undefined;
  /** Undefined if the service does not say, or knows of none. */
  readonly language: string | undefined;
  readonly topics: readonly string[];
  /** The size of its Git data in KiB. */
  readonly sizeKib: number | undefined;
  readonly stars: number | undefined;
  /** ISO 8601. */
  readonly pushedAt: string | undefined;
}

export function readRepositorySummary(json: RepositoryJson): RepositorySummary {
  return {
    id: json.id === undefined || json.id === null ? undefined : exactId(json.id),
    fullName: json.full_name,
    isPrivate: json.private ?? undefined,
    isFork: json.fork ?? undefined,
    isArchived: json.archived ?? undefined,
    visibility: json.visibility ?? undefined,
    language: json.language ?? undefined,
    topics: json.topics ?? [],
    sizeKib: json.size ?? undefined,
    stars: json.stargazers_count ?? undefined,
    pushedAt: json.pushed_at ?? undefined,
  };
}
