import type { Database } from '../../store/database.ts';
import { createListedReader, type ListedThread } from '../list-threads.ts';
import { createReactionReader } from '../read-reactions.ts';
import type { Remark, Thread } from '../thread.ts';

export interface Milestone {
  readonly number: number | null;
  readonly title: string | null;
  readonly state: string | null;
  readonly description: string | null;
  readonly author: string | null;
  readonly dueOn: string | null;
  readonly createdAt: string | null;
  readonly closedAt: string | null;
  readonly openCount: number;
  readonly closedCount: number;
  /** How many of them are pull requests. */
  readonly openPullRequestCount: number;
  readonly closedPullRequestCount: number;
  /** How many of the closed ones were merged. */
  readonly mergedPullRequestCount: number;
  readonly url: string;
}

export interface OfferedLabel {
  readonly name: string;
  readonly color: string | null;
  readonly description: string | null;
}

/** How many threads of a repository have a label. */
export interface LabelUse {
  readonly issueCount: number;
  readonly pullRequestCount: number;
}

/** The threads of a repository by milestone and state, from the indexes that lists read. */
const threadsByMilestone = (kind: Thread['kind']) =>
  `SELECT milestone_url, '${kind}' AS kind, state, count(*) AS threads
   FROM ${kind}s WHERE repo = @repo GROUP BY milestone_url, state`;

const countThreads = (condition: string) => `coalesce(sum(threads) FILTER (WHERE ${condition}), 0)`;
const IS_OPEN = "own.state = 'open'";
const IS_CLOSED = "own.state <> 'open'";
const IS_PULL = "own.kind = 'pull_request'";

/** The milestones of a repository: open ones first by due date, then closed ones, the most recently closed first. */
export function listMilestones(db: Database, repo: string): readonly Milestone[] {
  return db
    .prepare<{ readonly repo: string }, Milestone>(
      `WITH own AS MATERIALIZED (${threadsByMilestone('issue')} UNION ALL ${threadsByMilestone('pull_request')})
       SELECT m.number, m.title, m.state, m.description, m.author, m.due_on AS dueOn, m.created_at AS createdAt,
              m.closed_at AS closedAt, m.url,
              ${countThreads(IS_OPEN)} AS openCount, ${countThreads(IS_CLOSED)} AS closedCount,
              ${countThreads(`${IS_OPEN} AND ${IS_PULL}`)} AS openPullRequestCount,
              ${countThreads(`${IS_CLOSED} AND ${IS_PULL}`)} AS closedPullRequestCount,
              ${countThreads(`own.state = 'merged' AND ${IS_PULL}`)} AS mergedPullRequestCount
       FROM milestones AS m LEFT JOIN own ON own.milestone_url = m.url WHERE m.repo = @repo GROUP BY m.id
       ORDER BY m.state DESC, CASE WHEN m.state = 'open' THEN coalesce(m.due_on, '9999') END, m.closed_at DESC, m.number DESC`,
    )
    .all({ repo });
}

export interface InMilestone {
  readonly isOpen: boolean;
  readonly limit: number;
}

/** Lists what is open in a milestone of a repository, or closed: the most recent first. */
export function createMilestoneReader(db: Database) {
  const inTable = (kind: Thread['kind']) =>
    `SELECT '${kind}' AS kind, id, number, closed_at FROM ${kind}s WHERE milestone_url = @url AND (state = 'open') = @isOpen`;
  const readers = {
    issue: createListedReader(db, 'issue', { hasBodies: false }),
    pull_request: createListedReader(db, 'pull_request', { hasBodies: false }),
  };
  const find = db.prepare<Record<string, unknown>, { readonly kind: Thread['kind']; readonly id: number }>(
    `SELECT kind, id FROM (${inTable('issue')} UNION ALL ${inTable('pull_request')}) ORDER BY closed_at DESC, number DESC LIMIT @limit`,
  );
  return (_repo: string, url: string, { isOpen, limit }: InMilestone): readonly ListedThread[] =>
    find.all({ url, isOpen: Number(isOpen), limit }).flatMap(({ kind, id }) => readers[kind](id) ?? []);
}

/** The newest pull request from each branch of a repository itself, and not of a fork. */
export function listPullsByBranch(db: Database, repo: string): ReadonlyMap<string, number> {
  const rows = db
    .prepare<[string], readonly [branch: string, number: number]>(
      `SELECT head_ref, max(number) FROM pull_requests
       WHERE repo = ? AND head_ref IS NOT NULL AND number IS NOT NULL AND head_repository_url IS repository_url GROUP BY head_ref`,
    )
    .raw()
    .all(repo);
  return new Map(rows);
}

export function listLabels(db: Database, repo: string): readonly OfferedLabel[] {
  return db
    .prepare<[string], OfferedLabel>(
      `SELECT l.name, l.color, l.description
       FROM repository_labels AS l JOIN repositories AS r ON r.id = l.repository_id
       WHERE r.repo = ? AND l.name IS NOT NULL ORDER BY l.name COLLATE NOCASE`,
    )
    .all(repo);
}

/** By the name of the label. Reads the labels of all threads of the repository. */
export function countLabelUses(db: Database, repo: string): ReadonlyMap<string, LabelUse> {
  const usesOf = (kind: Thread['kind']) =>
    new Map(
      db
        .prepare<[string], readonly [name: string, count: number]>(
          `SELECT u.name, count(*) FROM ${kind}s AS own CROSS JOIN ${kind}_labels AS u ON u.${kind}_id = own.id
           WHERE own.repo = ? AND u.name IS NOT NULL GROUP BY u.name`,
        )
        .raw()
        .all(repo),
    );
  const [issues, pulls] = [usesOf('issue'), usesOf('pull_request')];
  return new Map(
    [...issues.keys(), ...pulls.keys()].map((name) => [
      name,
      { issueCount: issues.get(name) ?? 0, pullRequestCount: pulls.get(name) ?? 0 },
    ]),
  );
}

/** A label or a topic by its name. */
export interface SharedName {
  readonly name: string;
  /** The repositories that have it. */
  readonly repos: readonly string[];
}

/** The names of labels or topics in some repositories, or in all: those that most of them have come first. */
export function listSharedNames(
  db: Database,
  { of, repos }: { readonly of: 'labels' | 'topics'; readonly repos: string | undefined },
): readonly SharedName[] {
  return db
    .prepare<[{ repos: string | null }], { name: string; repos: string }>(
      `SELECT min(o.name) AS name, json_group_array(DISTINCT r.repo) AS repos
       FROM repository_${of} AS o JOIN repositories AS r ON r.id = o.repository_id
       WHERE o.name <> '' AND r.repo IS NOT NULL
         AND (@repos IS NULL OR r.repo IN (SELECT value FROM json_each(@repos)))
       GROUP BY o.name COLLATE NOCASE ORDER BY count(DISTINCT r.repo) DESC, 1 COLLATE NOCASE`,
    )
    .all({ repos: repos ?? null })
    .map((row) => ({ ...row, repos: JSON.parse(row.repos) }));
}

/** A record of a kind without a table, as it was in the archive. */
export interface OtherRecord {
  readonly kind: string;
  readonly url: string | null;
  readonly json: string;
}

const MAX_OTHERS = 500;

/** The first 500 records of a kind without a table in a repository, or outside of any if `repo` is null. */
export function listOtherRecords(db: Database, kind: string, repo: string | null): readonly OtherRecord[] {
  return db
    .prepare<[string, string | null, number], OtherRecord>(
      'SELECT kind, url, json FROM other_records WHERE kind = ? AND repo IS ? ORDER BY id LIMIT ?',
    )
    .all(kind, repo, MAX_OTHERS);
}

export interface BranchRule {
  readonly name: string | null;
  readonly creator: string | null;
  readonly facts: Readonly<Record<string, string | number | null>>;
}

export function listBranchRules(db: Database, repo: string): readonly BranchRule[] {
  return db
    .prepare<[string], Record<string, string | number | null>>(
      'SELECT * FROM protected_branches WHERE repo = ? ORDER BY name',
    )
    .all(repo)
    .map(({ name, creator, ...facts }) => ({ name: textOf(name), creator: textOf(creator), facts }));
}

function textOf(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}

export interface CommitComment extends Remark {
  /** The commented file; null for the whole commit. */
  readonly path: string | null;
  /** The line of the file's diff, counted as at the service; null for the whole file or commit. */
  readonly position: number | null;
}

/** The comments on commits of a repository whose ids start with `sha`, oldest first. */
export function listCommitComments(db: Database, repo: string, sha: string): readonly CommitComment[] {
  const reactionsTo = createReactionReader(db);
  return db
    .prepare<Record<string, unknown>, Omit<CommitComment, 'reactions'>>(
      `SELECT id, url, author, created_at AS createdAt, path, position, coalesce(body, '') AS body FROM commit_comments
       WHERE repo = @repo AND substr(commit_id, 1, length(@sha)) = @sha ORDER BY created_at, id`,
    )
    .all({ repo, sha })
    .map((row) => ({ ...row, reactions: reactionsTo(row.id) }));
}
