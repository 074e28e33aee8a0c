import { Failure } from '../../base/index.ts';
import { type GuardedQueryOptions, runGuardedQuery } from '../query-guard/run-guarded-query.ts';
import { ACTIVITY_PARTS } from './activity-parts.table.ts';

/** The name of an activity chart. */
export type ActivityPart = keyof typeof ACTIVITY_PARTS;

/** Whose activity to count. */
export type ActivityScope =
  | {
      readonly of: 'everything' | 'repo' | 'person';
      /** `owner/name` of a repository, otherwise a login; any text for `everything`. */
      readonly name: string;
    }
  /** The repositories of an owner. */
  | { readonly of: 'owner'; readonly name: string; readonly repos: readonly string[] };

/** One data point of a chart. */
export interface ActivityRow {
  /** The label on the axis: a month, a login, a label. */
  readonly label: string;
  /** Distinguishes the data points of one label. */
  readonly series: string;
  readonly value: number;
}

/** The rows of each chart, in display order. */
export type Activity = ReadonlyMap<ActivityPart, readonly ActivityRow[]>;

const CONDITIONS: Readonly<Record<ActivityScope['of'], string>> = {
  everything: ':name IS NOT NULL',
  repo: 'repo = :name',
  owner: 'repo IN (SELECT value FROM json_each(:name))',
  person: 'author = :name',
};

/**
 * Counts the activity of a scope in child processes: with a million comments it takes a second, during which a server
 * has to keep answering. Fails with `query-stopped` if a limit cuts the result short, since a partial chart would pass
 * for a complete one.
 */
export async function readActivity(
  path: string,
  scope: ActivityScope,
  options: Pick<GuardedQueryOptions, 'clock' | 'signal' | 'maxRows'>,
): Promise<Activity> {
  const names = activityParts(scope.of);
  const found = new Map<ActivityPart, ActivityRow[]>(names.map((part) => [part, []]));
  await Promise.all(
    groupByStatement(names, scope.of).map(async (share) => {
      const sql = selectParts(share).replaceAll('{where}', CONDITIONS[scope.of]);
      const { batches, cut } = await runGuardedQuery(path, sql, {
        ...options,
        parameters: { name: scope.of === 'owner' ? JSON.stringify(scope.repos) : scope.name },
      });
      for await (const batch of batches) {
        for (const [part, label, series, value] of batch) {
          found
            .get(String(part) as ActivityPart) // One of the names in the statement.
            ?.push({ label: String(label), series: String(series), value: Number(value) });
        }
      }
      if (cut() !== undefined) {
        throw new Failure(
          'query-stopped',
          'Cannot draw the charts: there is too much data to count at once',
          {
            hint: 'Choose one repository or one person',
          },
        );
      }
    }),
  );
  return found;
}

/**
 * Groups the charts by statement, each of which runs in its own process. A person's activity is so little that starting
 * a second process would take longer than the query.
 */
function groupByStatement(
  names: readonly ActivityPart[],
  of: ActivityScope['of'],
): readonly (readonly ActivityPart[])[] {
  return of === 'person' ? [names] : [names.filter((name) => name !== 'months'), ['months']];
}

function selectParts(names: readonly ActivityPart[]): string {
  return names.map((name) => `SELECT '${name}' AS part, * FROM (${ACTIVITY_PARTS[name]}\n)`).join('\nUNION ALL\n');
}

/** The charts that make sense for a scope: a repository is not compared with itself, nor a person with others. */
function activityParts(of: ActivityScope['of']): readonly ActivityPart[] {
  const names = Object.keys(ACTIVITY_PARTS) as ActivityPart[]; // The keys of a constant are known.
  return names.filter(
    (name) => !(name === 'repositories' && of === 'repo') && !(name === 'contributors' && of === 'person'),
  );
}
