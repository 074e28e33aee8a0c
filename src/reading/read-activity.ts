import type { Database } from '../store/database.ts';
import { ACTIVITY_PARTS } from './activity/activity-parts.table.ts';

export { MAX_NAMES } from './activity/activity-parts.table.ts';

export type ActivityPart = keyof typeof ACTIVITY_PARTS;

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
  /** The label on the axis: a month, `all` months together, a login, a label. */
  readonly label: string;
  /** Distinguishes the data points of one label. */
  readonly series: string;
  readonly value: number;
}

export type ActivityCounts = readonly (readonly [ActivityPart, readonly ActivityRow[]])[];

export interface ActivityOptions {
  readonly scope: ActivityScope;
  readonly parts: readonly ActivityPart[];
}

const CONDITIONS: Readonly<Record<ActivityScope['of'], string>> = {
  everything: ':name IS NOT NULL',
  repo: 'repo = :name',
  owner: 'repo IN (SELECT value FROM json_each(:name))',
  person: 'author = :name',
};

/** Counts the activity of a scope: with a million comments it takes a second. */
export function countActivity(db: Database, { scope, parts }: ActivityOptions): ActivityCounts {
  const name = scope.of === 'owner' ? JSON.stringify(scope.repos) : scope.name;
  return parts.map((part) => {
    const sql = ACTIVITY_PARTS[part](CONDITIONS[scope.of]);
    return [part, db.prepare<{ readonly name: string }, ActivityRow>(sql).all({ name })];
  });
}

/**
 * The charts that make sense for a scope (a repository is not compared with itself, nor a person with others) in shares
 * that can be counted at once. A person's activity is so little that a second process would take longer to start.
 */
export function shareActivity({ of }: ActivityScope): readonly (readonly ActivityPart[])[] {
  const names = Object.keys(ACTIVITY_PARTS) as ActivityPart[]; // The keys of a constant are known.
  const parts = names.filter(
    (name) => !(name === 'repositories' && of === 'repo') && !(name === 'contributors' && of === 'person'),
  );
  return of === 'person' ? [parts] : [parts.filter((name) => name !== 'months'), ['months']];
}
