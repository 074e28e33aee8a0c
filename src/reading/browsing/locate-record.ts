import { type Database, URL_READINGS } from '../../store/index.ts';

/** What the number of a thread stands for. */
export type NumberedKind = 'issue' | 'pull_request' | 'discussion';

/** Finds what has a number in a repository. */
export interface NumberFinder {
  kindOf(repo: string, number: number): NumberedKind | undefined;
}

/** Prepares to tell what a number stands for: issues, pull requests and discussions share one sequence. */
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

/** What a url says of the record that it is the key of. */
export interface UrlPlace {
  readonly repo: string | undefined;
  readonly number: number | undefined;
}

/** Reads the repository and the number out of a url of the service, as the columns of the store are read. */
export function readUrlPlace(url: string): UrlPlace {
  return { repo: URL_READINGS.repo(url) ?? undefined, number: URL_READINGS.number(url) ?? undefined };
}
