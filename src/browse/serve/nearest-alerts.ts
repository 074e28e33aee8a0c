import type { PageView, Place } from '../page.ts';
import { ALERTS_PATH, alertPath, alertsPath } from '../pages/captures/captured-subjects.ts';
import { isWebAddress } from '../show/links.ts';
import type { Sources } from '../sources.ts';
import { lines } from './nearest-code.ts';

const MAX_NEAREST = 3;

/** Alerts that are compared: more than a repository has. */
const MAX_ALERTS = 10_000;

/** What the page of a missing alert says, and where it is; undefined for other addresses. */
export interface MissingAlert {
  readonly place: Place | undefined;
  readonly nearest: PageView['main'] | undefined;
  /** Its address at the service, as those of others are. */
  readonly original: string | undefined;
}

/** The alerts of its repository with the nearest numbers, and all of them. */
export function missingAlert(
  { pathname, searchParams }: URL,
  { store }: Pick<Sources, 'store'>,
): MissingAlert | undefined {
  const [named, typed] = [searchParams.get('repo'), searchParams.get('alert')];
  if (pathname !== ALERTS_PATH || named === null || typed === null) {
    return undefined;
  }
  const known = store.repositoryName(named);
  const repo = known ?? named;
  const rows = store.captured({ kind: 'alerts', repo, offset: 0, limit: MAX_ALERTS });
  const farness = ({ number }: (typeof rows)[number]) => Math.abs(Number(number) - Number(typed));
  const near = /^\d+$/.test(typed) ? rows.toSorted((one, other) => farness(one) - farness(other)) : [];
  const original = near.flatMap((row) => row['html_url']?.toString() ?? [])[0]?.replace(/\d+$/, typed);
  return {
    place:
      known === undefined
        ? undefined
        : { repo, list: { title: 'Alerts', path: alertsPath(repo) }, file: `Alert #${typed}` },
    nearest: lines(
      ...near
        .slice(0, MAX_NEAREST)
        .map((row) => [alertPath(row), `#${row['number']} ${row['summary']}`] as const),
      rows.length === 0 ? [ALERTS_PATH, 'all alerts'] : [alertsPath(repo), `the alerts of ${repo}`],
    ),
    original: isWebAddress(original) ? original : undefined,
  };
}
