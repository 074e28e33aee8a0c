import { invariant } from '../base/failure.ts';
import { type Database, eachRow } from '../store/database.ts';
import { IS_PRIVATE } from '../store/record-facts.ts';
import {
  type KnownNames,
  ownedAsJson,
  REPOSITORIES_WITH_GIT,
  REPOSITORY_TABLES,
  requireRepository,
} from './read-names.ts';

/** A repository of a store; times are in ISO 8601 and UTC. */
export interface Repository {
  /** `owner/name`. */
  readonly repo: string;
  readonly description: string | null;
  readonly website: string | null;
  readonly defaultBranch: string | null;
  /** Null if the archive does not contain it. */
  readonly isPrivate: boolean | null;
  readonly isArchived: boolean;
  readonly topics: readonly string[];
  readonly createdAt: string | null;
  /** The last time that a thread or release changed. */
  readonly updatedAt: string | null;
  /** The time of the newest archive that contains it; null if no archive contained its record. */
  readonly lastSeenAt: string | null;
  /** Whether the newest archive with repositories of its owner contains it. It lacks deleted and renamed ones. */
  readonly isInNewest: boolean;
  readonly counts: RepositoryCounts;
  readonly url: string | null;
}

/** The number of records by kind and state. */
export interface RepositoryCounts {
  readonly openIssues: number;
  readonly closedIssues: number;
  readonly openPullRequests: number;
  readonly mergedPullRequests: number;
  readonly closedPullRequests: number;
  /** With drafts. */
  readonly releases: number;
  readonly draftReleases: number;
  readonly discussions: number;
  readonly milestones: number;
  readonly openMilestones: number;
  readonly labels: number;
  readonly collaborators: number;
}

/** Selects repositories; absent properties match all. */
export interface RepositoryFilter {
  readonly owner?: string | undefined;
  /** Only repositories of these accounts; empty for all. */
  readonly accounts?: readonly string[] | undefined;
  readonly limit: number;
  /** How many of the first ones to leave out; default: none. */
  readonly offset?: number | undefined;
  readonly sort: RepositorySort;
}

/** How repositories are sorted. */
export type RepositorySort = 'name' | 'updated' | 'created';

type CopiedField = 'createdAt' | 'description' | 'lastSeenAt' | 'repo' | 'updatedAt' | 'url' | 'website';

interface RepositoryRow extends RepositoryCounts, Pick<Repository, CopiedField> {
  readonly default_branch: string | null;
  readonly is_private: number | null;
  readonly is_archived: number | null;
  readonly topics: string;
  readonly isInNewest: number;
}

const count = (from: string) => `(SELECT count(*) FROM ${from})`;
const ofRepo = (table: string, state?: string) =>
  count(`${table} AS c WHERE c.repo = n.repo${state === undefined ? '' : ` AND c.state = '${state}'`}`);

const ALL_NAMES = [
  ...REPOSITORY_TABLES.map((table) => `SELECT repo FROM ${table}`),
  REPOSITORIES_WITH_GIT,
].join(' UNION ');

const OWNER = "substr(n.repo, 1, instr(n.repo, '/') - 1)";

const UPDATED = `
         nullif(max(
           coalesce((SELECT max(coalesce(updated_at, closed_at, created_at)) FROM issues WHERE repo = n.repo), ''),
           coalesce((SELECT max(coalesce(updated_at, closed_at, created_at)) FROM pull_requests
                     WHERE repo = n.repo), ''),
           coalesce((SELECT max(coalesce(published_at, created_at)) FROM releases WHERE repo = n.repo), '')
         ), '') AS updatedAt`;

const selectOf = (names: string) => `
  WITH names (repo) AS (${names})
  SELECT n.repo, r.description, r.website, r.default_branch, ${IS_PRIVATE} AS is_private, r.is_archived, r.url,
         r.created_at AS createdAt,
         (SELECT json_group_array(name) FROM (
            SELECT name FROM repository_topics WHERE repository_id = r.id AND name IS NOT NULL ORDER BY position)
         ) AS topics,${UPDATED},
         (SELECT max(taken_at) FROM snapshot_repositories AS s JOIN snapshots ON snapshots.id = s.snapshot_id
          WHERE s.repo = n.repo) AS lastSeenAt,
         (SELECT seen.position IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM snapshots AS later CROSS JOIN snapshot_repositories AS other
            ON other.snapshot_id = later.id AND other.repo BETWEEN ${OWNER} || '/' AND ${OWNER} || '0'
            WHERE later.position > seen.position)
          FROM (SELECT max(position) AS position FROM snapshot_repositories AS s
                JOIN snapshots ON snapshots.id = s.snapshot_id WHERE s.repo = n.repo) AS seen) AS isInNewest,
         ${ofRepo('issues', 'open')} AS openIssues,
         ${ofRepo('issues', 'closed')} AS closedIssues,
         ${ofRepo('pull_requests', 'open')} AS openPullRequests,
         ${ofRepo('pull_requests', 'merged')} AS mergedPullRequests,
         ${ofRepo('pull_requests', 'closed')} AS closedPullRequests,
         ${ofRepo('releases')} AS releases,
         ${ofRepo('releases', 'draft')} AS draftReleases,
         ${ofRepo('discussions')} AS discussions,
         ${ofRepo('milestones')} AS milestones,
         ${count("milestones AS c WHERE c.repo = n.repo AND c.state IS NOT 'closed'")} AS openMilestones,
         ${count('repository_labels WHERE repository_id = r.id')} AS labels,
         ${count('repository_collaborators WHERE repository_id = r.id')} AS collaborators
  FROM names AS n LEFT JOIN repositories AS r ON r.repo = n.repo
  WHERE n.repo IS NOT NULL`;

const ORDERS = {
  name: 'n.repo COLLATE NOCASE',
  updated: 'updatedAt DESC, n.repo',
  created: 'createdAt DESC, n.repo',
} as const satisfies Record<RepositorySort, string>;

/** Lists repositories, read while they are iterated. Fails at once with `absent` for an unknown account. */
export function listRepositories(
  db: Database,
  known: KnownNames,
  { owner, accounts, limit, offset = 0, sort }: RepositoryFilter,
): Iterable<Repository> {
  const owned = ownedAsJson(known, accounts);
  const listing = db.prepare<[Record<string, unknown>], RepositoryRow>(
    `${selectOf(ALL_NAMES)} AND (@owner IS NULL OR ${OWNER} = @owner COLLATE NOCASE)
       AND (@owned IS NULL OR n.repo IN (SELECT value FROM json_each(@owned)))
     GROUP BY n.repo ORDER BY ${ORDERS[sort]} LIMIT @limit OFFSET @offset`,
  );
  return eachRow(listing, { owner: owner ?? null, owned, limit, offset }, toRepository);
}

/** The names of all repositories, in an order that depends on their records. */
export function orderRepositories(db: Database, sort: Exclude<RepositorySort, 'name'>): readonly string[] {
  return db
    .prepare<[], string>(
      `WITH names (repo) AS (${ALL_NAMES})
       SELECT n.repo, r.created_at AS createdAt,${UPDATED}
       FROM names AS n LEFT JOIN repositories AS r ON r.repo = n.repo
       WHERE n.repo IS NOT NULL GROUP BY n.repo ORDER BY ${ORDERS[sort]}`,
    )
    .pluck()
    .all();
}

/** The repository with this name, or the only one. Fails with `absent`, or with `usage` if it is ambiguous. */
export function findRepository(db: Database, known: KnownNames, name: string | undefined): Repository {
  return createRepositoryReader(db)(requireRepository(known, name, null));
}

/** Prepares a reader of repositories by names that the store contains. */
export function createRepositoryReader(db: Database): (repo: string) => Repository {
  const find = db.prepare<[string], RepositoryRow>(`${selectOf('SELECT ?')} GROUP BY n.repo`);
  return (repo) => {
    const row = find.get(repo);
    invariant(row !== undefined, 'a repository that has a name can be read');
    return toRepository(row);
  };
}

function toRepository(row: RepositoryRow): Repository {
  const topics: readonly string[] = JSON.parse(row.topics);
  return {
    repo: row.repo,
    description: row.description,
    website: row.website === '' ? null : row.website,
    defaultBranch: row.default_branch,
    isPrivate: row.is_private === null ? null : row.is_private === 1,
    isArchived: row.is_archived === 1,
    topics,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    lastSeenAt: row.lastSeenAt,
    isInNewest: row.isInNewest === 1,
    counts: {
      openIssues: row.openIssues,
      closedIssues: row.closedIssues,
      openPullRequests: row.openPullRequests,
      mergedPullRequests: row.mergedPullRequests,
      closedPullRequests: row.closedPullRequests,
      releases: row.releases,
      draftReleases: row.draftReleases,
      discussions: row.discussions,
      milestones: row.milestones,
      openMilestones: row.openMilestones,
      labels: row.labels,
      collaborators: row.collaborators,
    },
    url: row.url,
  };
}
