import { type Database, URL_READINGS } from '../../store/index.ts';

/** The kinds of records that have a number in their repository. */
export type NumberedKind = 'issue' | 'pull_request' | 'discussion';

/** Finds the kind of a numbered record. */
export interface NumberFinder {
  kindOf(repo: string, number: number): NumberedKind | undefined;
}

/** Creates the finder. Issues, pull requests and discussions share one sequence of numbers. */
export function createNumberFinder(db: Database): NumberFinder {
  const find = db
    .prepare<{ repo: string; number: number }, NumberedKind>(
      `SELECT 'issue' FROM issues WHERE repo = @repo AND number = @number
       UNION ALL SELECT 'pull_request' FROM pull_requests WHERE repo = @repo AND number = @number
       UNION ALL SELECT 'discussion' FROM discussions WHERE repo = @repo AND number = @number LIMIT 1`,
    )
    .pluck();
  return { kindOf: (repo, number) => find.get({ repo, number }) };
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
