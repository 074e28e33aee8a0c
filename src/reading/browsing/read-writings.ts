import type { Database } from '../../store/database.ts';
import { andOwned, type OwnedJson } from './owned-json.ts';

/** An issue, pull request, comment, review or release by a person. */
export interface Writing {
  readonly kind: string;
  readonly repo: string | null;
  readonly number: number | null;
  /** The title of a thread or release; null for comments and reviews. */
  readonly title: string | null;
  /** open, closed, merged or draft; of a review its verdict; null for comments and published releases. */
  readonly state: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly url: string;
  /** The beginning of the text. */
  readonly excerpt: string;
}

/** How many records of a kind a person wrote. */
export interface WritingCount {
  readonly kind: string;
  readonly count: number;
}

export interface WritingOptions {
  readonly author: string;
  readonly repos?: OwnedJson;
  /** A kind of `WRITING_TABLES`; undefined selects all. */
  readonly kind: string | undefined;
  /** Only of this month or day in UTC, `YYYY-MM` or `YYYY-MM-DD`; undefined selects all times. */
  readonly during?: string | undefined;
  /** Whether drafts of releases are left out (default: false). */
  readonly isWithoutDrafts?: boolean;
  readonly limit: number;
  /** The cursor `after` of the previous page. */
  readonly after: string | undefined;
}

export interface WritingPage {
  readonly writings: readonly Writing[];
  readonly after: string | undefined;
}

/** The tables of writings, with the columns to read. */
export const WRITING_TABLES: readonly {
  readonly kind: string;
  readonly table: string;
  /** What its author did, as charts call it. */
  readonly series: string;
  readonly title: string;
  readonly state?: string;
  readonly at: string;
  readonly number: string;
}[] = [
  {
    kind: 'issue',
    table: 'issues',
    series: 'opened',
    title: 'title',
    state: 'state',
    at: 'created_at',
    number: 'number',
  },
  {
    kind: 'pull_request',
    table: 'pull_requests',
    series: 'opened',
    title: 'title',
    state: "iif(is_draft = 1 AND state = 'open', 'draft', state)",
    at: 'created_at',
    number: 'number',
  },
  {
    kind: 'issue_comment',
    table: 'issue_comments',
    series: 'comments',
    title: 'NULL',
    at: 'created_at',
    number: 'number',
  },
  {
    kind: 'pull_request_review',
    table: 'pull_request_reviews',
    series: 'reviews',
    title: 'NULL',
    state: 'state',
    at: 'coalesce(submitted_at, created_at)',
    number: 'number',
  },
  {
    kind: 'pull_request_review_comment',
    table: 'pull_request_review_comments',
    series: 'comments',
    title: 'NULL',
    at: 'created_at',
    number: 'number',
  },
  {
    kind: 'commit_comment',
    table: 'commit_comments',
    series: 'comments',
    title: 'NULL',
    at: 'created_at',
    number: 'NULL',
  },
  {
    kind: 'discussion',
    table: 'discussions',
    series: 'opened',
    title: 'title',
    state: "'open'",
    at: 'created_at',
    number: 'number',
  },
  {
    kind: 'release',
    table: 'releases',
    series: 'releases',
    title: "coalesce(nullif(name, ''), tag_name)",
    state: "iif(state = 'draft', 'draft', NULL)",
    at: 'coalesce(published_at, created_at)',
    number: 'NULL',
  },
];

const EXCERPT_CHARACTERS = 280;

interface WritingRow extends Writing {
  readonly id: number;
}

/** A person's writings, newest first, then those without a time. */
export function pageWritings(
  db: Database,
  { author, repos, kind, during, isWithoutDrafts = false, limit, after }: WritingOptions,
): WritingPage {
  const [, key = '', id] = /^(.*)~(\d+)$/.exec(after ?? '') ?? [];
  const tables = WRITING_TABLES.filter((table) => kind === undefined || table.kind === kind);
  // Rows are chosen before their texts are read: sorting a person's thousand issues with theirs took 12 ms.
  const parts = tables.flatMap(({ kind: name, table, title, state = 'NULL', at, number }) =>
    continuations(at, key, id).map(
      (continuation) => `
      SELECT * FROM (
        SELECT '${name}' AS kind, id, repo, ${number} AS number, ${title} AS title, ${state} AS state, author, ${at} AS createdAt, url,
               substr(coalesce(body, ''), 1, ${EXCERPT_CHARACTERS}) AS excerpt
        FROM ${table} WHERE id IN (
          SELECT id FROM ${table}
          WHERE author = @author${andOwned(repos)}${andDuring(at, during)}${isWithoutDrafts ? withoutDrafts(name) : ''}${continuation}
          ORDER BY ${at} DESC, id DESC LIMIT @limit))`,
    ),
  );
  const rows = db
    .prepare<Record<string, unknown>, WritingRow>(
      `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY createdAt DESC, id DESC LIMIT @limit`,
    )
    .all({ author, repos, during, key, id: Number(id ?? 0), limit: limit + 1 });
  const last = rows[limit - 1];
  return {
    writings: rows.slice(0, limit).map(({ id: _, ...writing }) => writing),
    after: rows.length > limit && last !== undefined ? `${last.createdAt ?? ''}~${last.id}` : undefined,
  };
}

/** A range of texts that begin with the month or day, which an index can find. */
function andDuring(at: string, during: string | undefined): string {
  return during === undefined ? '' : ` AND ${at} >= @during AND ${at} < @during || '~'`;
}

function withoutDrafts(kind: string): string {
  return kind === 'release' ? " AND state IS NOT 'draft'" : '';
}

/** What follows after a cursor, in conditions that an index of authors and times can begin at. Rows without a time are last. */
function continuations(at: string, key: string, id: string | undefined): readonly string[] {
  return id === undefined
    ? ['']
    : key === ''
      ? [` AND ${at} IS NULL AND id < @id`]
      : [` AND ${at} <= @key AND (${at} < @key OR id < @id)`, ` AND ${at} IS NULL`];
}

/** Counts a person's writings by kind, without kinds that have none. */
export function countWritings(
  db: Database,
  { author, repos, during }: Pick<WritingOptions, 'author' | 'repos' | 'during'>,
): readonly WritingCount[] {
  const parts = WRITING_TABLES.map(
    ({ kind, table, at }) =>
      `SELECT '${kind}' AS kind, count(*) AS count FROM ${table} WHERE author = @author${andOwned(repos)}${andDuring(at, during)}`,
  );
  return db
    .prepare<Record<string, unknown>, WritingCount>(parts.join(' UNION ALL '))
    .all({ author, repos, during })
    .filter(({ count }) => count > 0);
}

/** Selects the newest writings. */
export interface LatestOptions {
  /** Undefined for all. */
  readonly repos: readonly string[] | undefined;
  readonly limit: number;
}

/** More repositories are not asked one by one: SQLite joins 500 queries at most. */
const MAX_EACH = 60;

/** The newest threads, discussions and published releases of these repositories. */
export function listLatest(db: Database, { repos, limit }: LatestOptions): readonly Writing[] {
  const each = repos !== undefined && repos.length <= MAX_EACH ? repos : undefined;
  const ofAll = repos === undefined ? 'repo IS NOT NULL' : '+repo IN (SELECT value FROM json_each(@repos))';
  const conditions = each?.map((_, index) => `repo = @repo${index}`) ?? [ofAll];
  const parts = conditions.flatMap((condition) =>
    WRITING_TABLES.filter(({ kind }) => LATEST.has(kind)).map(
      ({ kind, table, title, state = 'NULL', at, number }) => `
      SELECT * FROM (
        SELECT '${kind}' AS kind, id, repo, ${number} AS number, ${title} AS title, ${state} AS state, author, ${at} AS createdAt, url,
               substr(coalesce(body, ''), 1, ${EXCERPT_CHARACTERS}) AS excerpt
        FROM ${table} WHERE ${condition}${withoutDrafts(kind)}
        ORDER BY ${each === undefined || number === 'NULL' ? at : 'number'} DESC LIMIT @limit)`,
    ),
  );
  return parts.length === 0
    ? []
    : db
        .prepare<Record<string, unknown>, WritingRow>(
          `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY coalesce(createdAt, '') DESC, id DESC LIMIT @limit`,
        )
        .all({
          ...{ limit, repos: JSON.stringify(repos ?? []) },
          ...Object.fromEntries((each ?? []).map((repo, index) => [`repo${index}`, repo])),
        })
        .map(({ id: _, ...writing }) => writing);
}

const LATEST: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion', 'release']);
