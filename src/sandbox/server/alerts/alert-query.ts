import type { Alert } from '../../world/alerts/create-alerts.ts';
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
  /** True for the valid values, which the specification does not show; undefined for free text. */
  readonly isValid?: (value: string) => boolean;
  /** True for filters of an organization's list only. */
  readonly isForOrganizations?: boolean;
  readonly matches: (alert: Alert, wanted: readonly string[]) => boolean;
}

/** A filter by values of an alert, of which at least one must be wanted. */
function byValue(of: (alert: Alert) => readonly unknown[], values?: readonly string[]): AlertFilter {
  return {
    ...(values === undefined ? {} : { isValid: (value) => values.includes(value) }),
    matches: (alert, wanted) => wanted.some((value) => of(alert).includes(value)),
  };
}

const RISKS = ['critical-resource', 'internet-exposed', 'sensitive-data', 'lateral-movement'];
const ECOSYSTEMS = ['composer', 'go', 'maven', 'npm', 'nuget', 'pip', 'pub', 'rubygems', 'rust'];

/** The filters of specification 4.2, and `relationship` and `manifest` of the real service. */
const ALERT_FILTERS: Readonly<Record<string, AlertFilter>> = {
  classification: byValue(({ advisory }) => [advisory.classification], ['general', 'malware']),
  state: byValue(({ state }) => [state], ['auto_dismissed', 'dismissed', 'fixed', 'open']),
  severity: byValue(({ advisory }) => [advisory.severity], ['low', 'medium', 'high', 'critical']),
  ecosystem: byValue(({ advisory }) => [advisory.ecosystem], ECOSYSTEMS),
  package: byValue(({ advisory }) => [advisory.packageName]),
  manifest: byValue(({ manifestPath }) => [manifestPath]),
  epss_percentage: {
    isValid: (value) => readEpssRange(value) !== undefined,
    matches: ({ advisory }, wanted) =>
      wanted.every((text) => readEpssRange(text)?.(advisory.epss.percentage) === true),
  },
  has: {
    isValid: (value) => value === 'patch' || value === 'deployment',
    matches: ({ advisory, deployment }, wanted) =>
      (!wanted.includes('patch') || advisory.firstPatchedVersion !== null) &&
      (!wanted.includes('deployment') || deployment !== null),
  },
  assignee: {
    matches: ({ assignees }, wanted) => {
      const logins = assignees.map((login) => login.toLowerCase());
      const special = logins.length > 0 ? '*' : 'none';
      return wanted.some((login) => login === special || logins.includes(login.toLowerCase()));
    },
  },
  scope: byValue(({ scope }) => [scope], ['development', 'runtime']),
  relationship: byValue(
    ({ relationship }) => [relationship],
    ['unknown', 'direct', 'transitive', 'inconclusive'],
  ),
  artifact_registry_url: {
    ...byValue(({ deployment }) => [deployment?.registryUrl]),
    isForOrganizations: true,
  },
  artifact_registry: {
    ...byValue(({ deployment }) => [deployment?.registry], ['jfrog-artifactory']),
    isForOrganizations: true,
  },
  runtime_risk: {
    ...byValue(({ deployment }) => deployment?.risks ?? [], RISKS),
    isForOrganizations: true,
  },
};

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
    ...filters.flatMap(({ name, filter: { isValid = () => true }, wanted }) =>
      wanted.every(isValid) ? [] : [name],
    ),
    ...(sort === undefined ? ['sort'] : []),
    ...(direction === undefined ? ['direction'] : []),
  ];
  if (sort === undefined || faults.length > 0) {
    return validationFailed('Alert', faults);
  }
  return {
    type: 'query',
    matches: (alert) => filters.every(({ filter, wanted }) => filter.matches(alert, wanted)),
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
