import type { JsonValue } from '../../../base/index.ts';
import type { Alert } from '../../world/alerts/alert.ts';
import type { ErrorAnswer } from '../api/answer.ts';
import { apiError, fieldError, validationFailed } from '../api/api-error.ts';
import { ALERT_FILTERS } from './alert-filters.table.ts';
import { readEpssRange } from './epss-range.ts';

/** Which alerts are wanted, and in which order. */
export interface AlertQuery {
  readonly type: 'query';
  readonly matches: (alert: Alert) => boolean;
  readonly sort: AlertSort;
  readonly isAscending: boolean;
}

/** What alerts can be sorted by. */
export type AlertSort = (typeof SORTS)[number];

const SORTS = ['created', 'updated', 'epss_percentage'] as const;
const DIRECTIONS = ['asc', 'desc'] as const;

/** Reads the filters of a list of alerts; a value that a filter does not know gives 422, as `page` gives 400. */
export function readAlertQuery(query: URLSearchParams, isForOrganization: boolean): AlertQuery | ErrorAnswer {
  if (query.has('page')) {
    return apiError(400, 'Pagination using the `page` parameter is not supported.');
  }
  const filters = ALERT_FILTERS.filter((filter) => isForOrganization || filter.isForOrganizations !== true)
    .map((filter) => ({ filter, wanted: valuesOf(query, filter.name) }))
    .filter(({ wanted }) => wanted.length > 0);
  const sort = SORTS.find((name) => name === (query.get('sort') ?? 'created'));
  const direction = DIRECTIONS.find((name) => name === (query.get('direction') ?? 'desc'));
  const faults = [
    ...filters.flatMap(({ filter: { name, values }, wanted }) =>
      wanted.every((value) => values?.includes(value) ?? isReadable(name, value)) ? [] : [name],
    ),
    ...(sort === undefined ? ['sort'] : []),
    ...(direction === undefined ? ['direction'] : []),
  ];
  if (sort === undefined || faults.length > 0) {
    return validationFailed(faults.map((field): JsonValue => fieldError('Alert', field, 'invalid')));
  }
  return {
    type: 'query',
    matches: (alert) => filters.every(({ filter, wanted }) => filter.matches(alert, wanted)),
    sort,
    isAscending: direction === 'asc',
  };
}

/** Clients repeat a parameter, write it with brackets, or separate its values by commas. */
function valuesOf(query: URLSearchParams, name: string): readonly string[] {
  return [...query.getAll(name), ...query.getAll(`${name}[]`)]
    .flatMap((text) => text.split(','))
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function isReadable(name: string, value: string): boolean {
  return name !== 'epss_percentage' || readEpssRange(value) !== undefined;
}
