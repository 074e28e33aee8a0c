import { type Database, URL_READINGS } from '../../store/index.ts';

/** The kinds of records that have a number in their repository. */
export type NumberedKind = 'issue' | 'pull_request' | 'discussion';

/** What a link to a numbered record shows of it. */
export interface ThreadGlance {
  readonly kind: NumberedKind;
  readonly title: string | null;
  /** open, closed, merged or draft. */
  readonly state: string;
}

/** Creates a function that finds a record by number. Issues, pull requests and discussions share one sequence. */
export function createGlance(db: Database): (repo: string, number: number) => ThreadGlance | undefined {
  const find = db.prepare<{ repo: string; number: number }, ThreadGlance>(
    `SELECT 'issue' AS kind, title, state FROM issues WHERE repo = @repo AND number = @number
     UNION ALL SELECT 'pull_request', title, iif(is_draft = 1 AND state = 'open', 'draft', state)
       FROM pull_requests WHERE repo = @repo AND number = @number
     UNION ALL SELECT 'discussion', title, 'open' FROM discussions WHERE repo = @repo AND number = @number LIMIT 1`,
  );
  return (repo, number) => find.get({ repo, number });
}

/** The repository and number that a record's url contains. */
export interface UrlPlace {
  readonly repo: string | undefined;
  readonly number: number | undefined;
}

/** Parses the repository and number out of a url of the service, with the rules of the store's columns. */
export function readUrlPlace(url: string): UrlPlace {
  return { repo: URL_READINGS.repo(url) ?? undefined, number: URL_READINGS.number(url) ?? undefined };
}
