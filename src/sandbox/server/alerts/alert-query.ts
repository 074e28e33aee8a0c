import type { Alert } from '../../world/alerts/alert.ts';
import { apiError, type ErrorAnswer, validationFailed } from '../api/answer.ts';

const NUMBER = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const COMPARISON = new RegExp(`^(>=|<=|>|<|)${NUMBER}$`);
const RANGE = new RegExp(`^${NUMBER}\\.\\.${NUMBER}$`);

/**
 * Reads a filter for the EPSS percentage, in the syntax of the real service: `n`, `>n`, `<n`, `>=n`, `<=n` or an
 * inclusive `n..n`, each n from 0 to 1. Returns undefined for anything else.
 */
export function readEpssRange(text: string): ((percentage: number) => boolean) | undefined {
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const isWithin = (value: number) => value >= Number(low) && value <= Number(high);
    return isShare(low) && isShare(high) ? isWithin : undefined;
  }
  const [, sign = '', bound] = COMPARISON.exec(text) ?? [];
  return bound !== undefined && isShare(bound) ? compareBy(sign, Number(bound)) : undefined;
}

function isShare(text: string): boolean {
  return Number(text) <= 1;
}

function compareBy(sign: string, bound: number): (value: number) => boolean {
  return (value) =>
    (value === bound && sign !== '<' && sign !== '>') ||
    (value < bound && sign.startsWith('<')) ||
    (value > bound && sign.startsWith('>'));
}

/** One query parameter that filters a list of alerts. */
interface AlertFilter {
  /** The valid values, which the specification does not show; undefined for free text. */
  readonly values?: readonly string[];
  /** True for filters of an organization's list only. */
  readonly isForOrganizations?: boolean;
  /** The values of an alert, of which at least one must be wanted. */
  readonly of: (alert: Alert) => readonly (string | null)[];
  /** Replaces that rule. */
  readonly matches?: (alert: Alert, wanted: readonly string[]) => boolean;
}

/** The filters of specification 4.2, and `relationship` and `manifest` of the real service. */
const ALERT_FILTERS: Readonly<Record<string, AlertFilter>> = {
  classification: {
    values: ['general', 'malware'],
    of: ({ advisory }) => [advisory.classification],
  },
  state: { values: ['auto_dismissed', 'dismissed', 'fixed', 'open'], of: ({ state }) => [state] },
  severity: { values: ['low', 'medium', 'high', 'critical'], of: ({ advisory }) => [advisory.severity] },
  ecosystem: {
    values: ['composer', 'go', 'maven', 'npm', 'nuget', 'pip', 'pub', 'rubygems', 'rust'],
    of: ({ advisory }) => [advisory.ecosystem],
  },
  package: { of: ({ advisory }) => [advisory.packageName] },
  manifest: { of: ({ manifestPath }) => [manifestPath] },
  epss_percentage: {
    of: () => [],
    matches: ({ advisory }, wanted) =>
      wanted.every((text) => readEpssRange(text)?.(advisory.epss.percentage) === true),
  },
  has: {
    values: ['patch', 'deployment'],
    of: () => [],
    matches: ({ advisory, deployment }, wanted) =>
      (!wanted.includes('patch') || advisory.firstPatchedVersion !== null) &&
      (!wanted.includes('deployment') || deployment !== null),
  },
  assignee: {
    of: () => [],
    matches: ({ assignees }, wanted) => {
      const logins = assignees.map((login) => login.toLowerCase());
      const special = logins.length > 0 ? '*' : 'none';
      return wanted.some((login) => login === special || logins.includes(login.toLowerCase()));
    },
  },
  scope: { values: ['development', 'runtime'], of: ({ scope }) => [scope] },
  relationship: {
    values: ['unknown', 'direct', 'transitive', 'inconclusive'],
    of: ({ relationship }) => [relationship],
  },
  artifact_registry_url: {
    isForOrganizations: true,
    of: ({ deployment }) => [deployment?.registryUrl ?? null],
  },
  artifact_registry: {
    values: ['jfrog-artifactory'],
    isForOrganizations: true,
    of: ({ deployment }) => [deployment?.registry ?? null],
  },
  runtime_risk: {
    values: ['critical-resource', 'internet-exposed', 'sensitive-data', 'lateral-movement'],
    isForOrganizations: true,
    of: ({ deployment }) => deployment?.risks ?? [],
  },
};

function matchesFilter({ of, matches }: AlertFilter, alert: Alert, wanted: readonly string[]): boolean {
  return matches?.(alert, wanted) ?? of(alert).some((value) => value !== null && wanted.includes(value));
}

/** The filters and order of a list of alerts. */
export interface AlertQuery {
  readonly type: 'query';
  readonly matches: (alert: Alert) => boolean;
  readonly sort: (typeof SORTS)[number];
  readonly isAscending: boolean;
}

const SORTS = ['created', 'updated', 'epss_percentage'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** Reads the query of a list of alerts. An invalid value gives 422, and `page` 400. */
export function readAlertQuery(query: URLSearchParams, isForOrganization: boolean): AlertQuery | ErrorAnswer {
  if (query.has('page')) {
    return apiError(400, 'Pagination using the `page` parameter is not supported.');
  }
  const filters = Object.entries(ALERT_FILTERS)
    .filter(([, filter]) => isForOrganization || filter.isForOrganizations !== true)
    .map(([name, filter]) => ({ name, filter, wanted: valuesOf(query, name) }))
    .filter(({ wanted }) => wanted.length > 0);
  const sort = SORTS.find((name) => name === (query.get('sort') ?? 'created'));
  const direction = DIRECTIONS.find((name) => name === (query.get('direction') ?? 'desc'));
  const faults = [
    ...filters.flatMap(({ name, filter: { values }, wanted }) =>
      wanted.every((value) => values?.includes(value) ?? isReadable(name, value)) ? [] : [name],
    ),
    ...(sort === undefined ? ['sort'] : []),
    ...(direction === undefined ? ['direction'] : []),
  ];
  if (sort === undefined || faults.length > 0) {
    return validationFailed('Alert', faults);
  }
  return {
    type: 'query',
    matches: (alert) => filters.every(({ filter, wanted }) => matchesFilter(filter, alert, wanted)),
    sort,
    isAscending: direction === 'asc',
  };
}

/** Clients repeat a parameter, add brackets to its name, or separate its values with commas. */
function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function isReadable(name: string, value: string): boolean {
  return name !== 'epss_percentage' || readEpssRange(value) !== undefined;
}
