import type { Database } from '../../store/database.ts';
import { andOwned, type OwnedJson } from './owned-json.ts';
import { WRITING_TABLES, type Writing } from './read-writings.ts';

/** How much a person wrote on a day. */
export interface DayCount {
  /** `YYYY-MM-DD`, in UTC. */
  readonly day: string;
  readonly count: number;
}

/** The days on which a person wrote something, oldest first. */
export function countDays(
  db: Database,
  { author, repos }: { readonly author: string; readonly repos: OwnedJson },
): readonly DayCount[] {
  const parts = WRITING_TABLES.map(
    ({ table, at }) =>
      `SELECT substr(${at}, 1, 10) AS day FROM ${table} WHERE author = @author${andOwned(repos)}`,
  );
  return db
    .prepare<Record<string, unknown>, DayCount>(
      `SELECT day, count(*) AS count FROM (${parts.join(' UNION ALL ')}) WHERE day IS NOT NULL GROUP BY day ORDER BY day`,
    )
    .all({ author, repos });
}

/** Something that happened on a day of the year. */
interface DayEvent extends Pick<Writing, 'author' | 'number' | 'repo' | 'title' | 'url'> {
  readonly what: 'opened' | 'closed' | 'merged' | 'published';
  readonly kind: 'issue' | 'pull_request' | 'discussion' | 'release';
  readonly at: string;
}

/** What happened on a day, in all years. */
export interface DayOfYear {
  /** Newest first. */
  readonly events: readonly DayEvent[];
  readonly comments: readonly { readonly year: string; readonly count: number }[];
  /** Of a day without anything: the nearest days of the year with events, `MM-DD`, the earlier one first. */
  readonly nearest: readonly string[];
}

const MAX_EVENTS = 300;

const EVENTS = [
  { what: 'opened', kind: 'issue', table: 'issues', at: 'created_at' },
  { what: 'closed', kind: 'issue', table: 'issues', at: 'closed_at' },
  { what: 'opened', kind: 'pull_request', table: 'pull_requests', at: 'created_at' },
  { what: 'merged', kind: 'pull_request', table: 'pull_requests', at: 'merged_at' },
  { what: 'opened', kind: 'discussion', table: 'discussions', at: 'created_at' },
  {
    what: 'published',
    kind: 'release',
    table: 'releases',
    at: "iif(state = 'draft', NULL, coalesce(published_at, created_at))",
  },
] as const;

interface DayOptions {
  /** `MM-DD`, in UTC. */
  readonly day: string;
  readonly repos: OwnedJson;
}

/** Reads what happened on a day of the year. */
export function readDayOfYear(db: Database, options: DayOptions): DayOfYear {
  const events = readEvents(db, options);
  const comments = countComments(db, options);
  return { events, comments, nearest: events.length + comments.length > 0 ? [] : findNearest(db, options) };
}

function readEvents(db: Database, { day, repos }: DayOptions): readonly DayEvent[] {
  const parts = EVENTS.map(({ what, kind, table, at }) => {
    const [title, number] =
      kind === 'release' ? ["coalesce(nullif(name, ''), tag_name)", 'NULL'] : ['title', 'number'];
    return `SELECT '${what}' AS what, '${kind}' AS kind, repo, ${number} AS number, ${title} AS title, author,
      ${at} AS at, url FROM ${table} WHERE substr(${at}, 6, 5) = @day${andOwned(repos)}`;
  });
  return db
    .prepare<Record<string, unknown>, DayEvent>(
      `SELECT * FROM (${parts.join(' UNION ALL ')}) ORDER BY at DESC, url LIMIT ${MAX_EVENTS}`,
    )
    .all({ day, repos });
}

function countComments(db: Database, { day, repos }: DayOptions): DayOfYear['comments'] {
  return db
    .prepare<Record<string, unknown>, DayOfYear['comments'][number]>(
      // A search in the index for each year: a scan of a million comments takes a hundred times as long.
      `WITH RECURSIVE years (year) AS (
         SELECT CAST(substr((SELECT min(created_at) FROM issue_comments), 1, 4) AS INTEGER)
         UNION ALL
         SELECT year + 1 FROM years
         WHERE year < CAST(substr((SELECT max(created_at) FROM issue_comments), 1, 4) AS INTEGER)),
       days (year, day) AS (SELECT printf('%04d', year), printf('%04d-%s', year, @day) FROM years)
       SELECT year, (SELECT count(*) FROM issue_comments WHERE created_at >= day AND created_at < day || '~'${andOwned(repos)}) AS count
       FROM days WHERE count > 0 ORDER BY year DESC`,
    )
    .all({ day, repos });
}

/** The year is a circle: before its first day with events is its last one. */
function findNearest(db: Database, { day, repos }: DayOptions): readonly string[] {
  const parts = EVENTS.map(
    ({ table, at }) =>
      `SELECT substr(${at}, 6, 5) AS day FROM ${table} WHERE ${at} IS NOT NULL${andOwned(repos)}`,
  );
  const nearest = db
    .prepare<Record<string, unknown>, Record<'earlier' | 'later', string | null>>(
      `SELECT coalesce(max(iif(day < @day, day, NULL)), max(day)) AS earlier,
              coalesce(min(iif(day > @day, day, NULL)), min(day)) AS later
       FROM (${parts.join(' UNION ALL ')})`,
    )
    .get({ day, repos });
  return [...new Set([nearest?.earlier, nearest?.later])].filter((one) => typeof one === 'string');
}
