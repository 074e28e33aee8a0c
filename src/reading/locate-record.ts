import { NUMBERED_SECTIONS } from '../model/url-sections.table.ts';
import type { Database } from '../store/database.ts';
import { URL_READINGS } from '../store/url-readings.ts';

/** The kinds of records that have a number in their repository. */
export type NumberedKind = 'issue' | 'pull_request' | 'discussion';

/** What a link to a numbered record shows of it. */
export interface ThreadGlance {
  readonly kind: NumberedKind;
  readonly title: string | null;
  /** open, closed, merged or draft. */
  readonly state: string;
  readonly updatedAt: string | null;
}

/**
 * Finds a record by number. Issues, pull requests and discussions of the service share one sequence; other services
 * number merge requests separately, so the kind that the caller expects decides if there are several.
 */
export type FindGlance = (repo: string, number: number, expected?: NumberedKind) => ThreadGlance | undefined;

export function createGlance(db: Database): FindGlance {
  const find = db.prepare<{ repo: string; number: number; expected: NumberedKind | null }, ThreadGlance>(
    `SELECT * FROM (SELECT 'issue' AS kind, title, state, updated_at AS updatedAt FROM issues
       WHERE repo = @repo AND number = @number
     UNION ALL SELECT 'pull_request', title, iif(is_draft = 1 AND state = 'open', 'draft', state), updated_at
       FROM pull_requests WHERE repo = @repo AND number = @number
     UNION ALL SELECT 'discussion', title, 'open', updated_at FROM discussions WHERE repo = @repo AND number = @number)
     ORDER BY kind = @expected DESC LIMIT 1`,
  );
  return (repo, number, expected) => find.get({ repo, number, expected: expected ?? null });
}

/** The repository and number that a record's url contains. */
export interface UrlPlace {
  readonly repo: string | undefined;
  readonly number: number | undefined;
  readonly kind: NumberedKind | undefined;
}

/** Parses the repository and number out of a url of the service, with the rules of the store's columns. */
export function readUrlPlace(url: string): UrlPlace {
  return {
    repo: URL_READINGS.repo(url) ?? undefined,
    number: URL_READINGS.number(url) ?? undefined,
    kind: readNumberedKind(url),
  };
}

const NUMBERED_KINDS = ['issue', 'pull_request', 'discussion'] as const satisfies readonly NumberedKind[];

/** The kind of the numbered record that a url or a path refers to. */
export function readNumberedKind(url: string): NumberedKind | undefined {
  const section = /^.*\/([\w-]+)\/\d+(?:[/#?]|$)/s.exec(url)?.[1];
  return NUMBERED_KINDS.find((kind) => NUMBERED_SECTIONS[kind].some((word) => word === section));
}

/** The origins of the repositories' urls, or of people's if there are no repositories. */
export function findOrigins(db: Database): readonly string[] {
  const urls = db
    .prepare<[], string>(
      'SELECT url FROM repositories UNION ALL SELECT url FROM (SELECT url FROM users LIMIT 100)',
    )
    .pluck()
    .all();
  return [...new Set(urls.flatMap((url) => /^https?:\/\/[^/]+/.exec(url)?.[0] ?? []))];
}
