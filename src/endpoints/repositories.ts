import { type Client, listPages } from '../client/index.ts';
import type { MigrationId, MigrationOwner } from '../model/index.ts';
import { createAnswerReader } from './answer-reader.ts';
import { countThreads, type ThreadCounts } from './count-threads.ts';
import { MAX_PER_PAGE } from './page-size.ts';
import { type RepositorySummary, readRepositorySummary } from './repository-summary.ts';

type Affiliation = 'all' | 'owned';

export interface Repositories {
  /**
   * All repositories that the owner has, as the service pages them out; with `all`, an account's list holds those of
   * others as well that it may work on.
   */
  listFor(owner: MigrationOwner, affiliation?: Affiliation): AsyncIterable<RepositorySummary>;
  /** Ids of organizations that lists left out so far, as the token is not authorised for them. */
  leftOut(): readonly string[];
  /** Ids of repositories that a list has told, in the order of the names; null where none has. */
  idsOf(names: readonly string[]): readonly (MigrationId | null)[];
  /**
   * Issues and pull requests that a repository (`owner/name`) had at a moment, in all states; undefined where this
   * dialect cannot tell.
   */
  countThreads(repository: string, beforeMs: number): Promise<ThreadCounts | undefined>;
}

/** The lists of repositories: an addition beyond the specification, for exports that name none. */
export function createRepositories(client: Client): Repositories {
  const readAnswer = createAnswerReader(client);
  const ids = new Map<string, MigrationId | undefined>();
  return {
    async *listFor(owner, affiliation = 'owned') {
      const call = listCall(owner, affiliation);
      for await (const page of listPages(client, call)) {
        for (const repository of readAnswer('repositories', page, call.action).map(readRepositorySummary)) {
          ids.set(repository.fullName.toLowerCase(), repository.id);
          yield repository;
        }
      }
    },
    leftOut: () => client.leftOut(),
    idsOf: (names) => names.map((name) => ids.get(name.toLowerCase()) ?? null),
    countThreads: async (repository, beforeMs) => await countThreads(client, repository, beforeMs),
  };
}

function listCall(owner: MigrationOwner, affiliation: Affiliation) {
  const method = 'GET' as const;
  return owner.type === 'user'
    ? {
        action: 'list the repositories of the account',
        method,
        route: '/user/repos',
        // Work shared by others is theirs to export; one repository too many spoils the whole start (422).
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
