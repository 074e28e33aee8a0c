import type { Clock } from '../../base/index.ts';
import { runGuardedQuery } from '../query-guard/run-guarded-query.ts';
import { ACTIVITY_PARTS } from './activity-parts.table.ts';

/** A picture's part of the answer. */
export type ActivityPart = keyof typeof ACTIVITY_PARTS;

/** Whose activity is meant; without a name, that of everybody. */
export interface ActivityScope {
  readonly of: 'everything' | 'repo' | 'owner' | 'person';
  /** `owner/name` of a repository, else a login. */
  readonly name: string;
}

/** One number of a picture. */
export interface ActivityRow {
  /** What stands below or beside the mark: a month, a login, an hour. */
  readonly label: string;
  /** Which of the marks at that label. */
  readonly series: string;
  readonly value: number;
}

/** The rows of each picture, in the order in which they are shown. */
export type Activity = ReadonlyMap<ActivityPart, readonly ActivityRow[]>;

const CONDITIONS: Readonly<Record<ActivityScope['of'], string>> = {
  everything: ':name IS NOT NULL',
  repo: 'repo = :name',
  owner: 'repo IN (SELECT repo FROM repositories WHERE owner = :name)',
  person: 'author = :name',
};

/**
 * Counts what happened in a scope. All of it is asked in one statement and in a process of its own: on a store of a
 * million comments it takes a second or two, in which a server can go on answering.
 */
export async function readActivity(
  path: string,
  scope: ActivityScope,
  options: { readonly clock: Clock; readonly signal?: AbortSignal | undefined },
): Promise<Activity> {
  const names = activityParts(scope.of);
  const parts = names.map(
    (name) =>
      `SELECT '${name}' AS part, * FROM (${ACTIVITY_PARTS[name].replaceAll('{where}', CONDITIONS[scope.of])}\n)`,
  );
  const { batches } = await runGuardedQuery(path, parts.join('\nUNION ALL\n'), {
    ...options,
    parameters: { name: scope.name },
  });
  const found = new Map<ActivityPart, ActivityRow[]>(names.map((part) => [part, []]));
  for await (const batch of batches) {
    for (const [part, label, series, value] of batch) {
      found
        .get(String(part) as ActivityPart) // One of the names that the statement was made from.
        ?.push({ label: String(label), series: String(series), value: Number(value) });
    }
  }
  return found;
}

/** What can be told of a scope: a repository is not compared with itself, nor a person with others. */
function activityParts(of: ActivityScope['of']): readonly ActivityPart[] {
  const names = Object.keys(ACTIVITY_PARTS) as ActivityPart[]; // The keys of a constant are known.
  return names.filter(
    (name) => !(name === 'repositories' && of === 'repo') && !(name === 'contributors' && of === 'person'),
  );
}
