import { Failure } from '../../base/index.ts';
import { type GuardedQueryOptions, runGuardedQuery } from '../query-guard/run-guarded-query.ts';
import { ACTIVITY_PARTS, HOURLY, HOURLY_PARTS } from './activity-parts.table.ts';

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
 * Counts what happened in a scope, in processes of its own: on a store of a million comments it takes a second, in which
 * a server can go on answering. Fails with `query-stopped` where the answer was cut short: a part would be drawn
 * as the whole.
 */
export async function readActivity(
  path: string,
  scope: ActivityScope,
  options: Pick<GuardedQueryOptions, 'clock' | 'signal' | 'maxRows'>,
): Promise<Activity> {
  const names = activityParts(scope.of);
  const found = new Map<ActivityPart, ActivityRow[]>(names.map((part) => [part, []]));
  await Promise.all(
    shareOut(names, scope.of).map(async (share) => {
      const sql = selectParts(share).replaceAll('{where}', CONDITIONS[scope.of]);
      const { batches, cut } = await runGuardedQuery(path, sql, {
        ...options,
        parameters: { name: scope.name },
      });
      for await (const batch of batches) {
        for (const [part, label, series, value] of batch) {
          found
            .get(String(part) as ActivityPart) // One of the names that the statement was made from.
            ?.push({ label: String(label), series: String(series), value: Number(value) });
        }
      }
      if (cut() !== undefined) {
        throw new Failure(
          'query-stopped',
          'Cannot draw what happened: there is too much to count in one go',
          {
            hint: 'Look at one repository or one person',
          },
        );
      }
    }),
  );
  return found;
}

/** What one statement counts; a person has written so little that another process would start for longer than it works. */
function shareOut(
  names: readonly ActivityPart[],
  of: ActivityScope['of'],
): readonly (readonly ActivityPart[])[] {
  const isHourly = (name: ActivityPart) => HOURLY_PARTS.has(name);
  return of === 'person' ? [names] : [names.filter(isHourly), names.filter((name) => !isHourly(name))];
}

function selectParts(names: readonly ActivityPart[]): string {
  const parts = names.map((name) => `SELECT '${name}' AS part, * FROM (${ACTIVITY_PARTS[name]}\n)`);
  return `WITH hourly AS MATERIALIZED (${HOURLY}\n)\n${parts.join('\nUNION ALL\n')}`;
}

/** What can be told of a scope: a repository is not compared with itself, nor a person with others. */
function activityParts(of: ActivityScope['of']): readonly ActivityPart[] {
  const names = Object.keys(ACTIVITY_PARTS) as ActivityPart[]; // The keys of a constant are known.
  return names.filter(
    (name) => !(name === 'repositories' && of === 'repo') && !(name === 'contributors' && of === 'person'),
  );
}
