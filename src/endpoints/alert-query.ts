import { Failure, quoteText } from '../base/index.ts';
import { SERVICE_LIMITS } from '../model/index.ts';
import {
  ALERT_FILTERS,
  type AlertFilterName,
  type AlertFilterRow,
  type AlertFilters,
  type AlertPlaceType,
} from './alert-filters.table.ts';

type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * The query of a list of alerts (specification 4.2). Fails with `usage` for filters and values that are not supported:
 * the service would silently ignore some of them.
 */
export function alertQuery(place: AlertPlaceType, filters: AlertFilters): Query {
  const given = (Object.keys(ALERT_FILTERS) as AlertFilterName[]).flatMap((name) => {
    const values = filters[name] ?? [];
    return values.length === 0 ? [] : [[name, queryValue(place, name, values)] as const];
  });
  return { per_page: String(SERVICE_LIMITS.pages.alerts.maxPerPage), ...Object.fromEntries(given) };
}

function queryValue(
  place: AlertPlaceType,
  name: AlertFilterName,
  values: readonly string[],
): string | readonly string[] {
  const { joins, places, values: allowed, form, says }: AlertFilterRow = ALERT_FILTERS[name];
  if (places !== undefined && !places.includes(place)) {
    throw refusal(name, `alerts of ${article(place)} have no such filter`);
  }
  if (joins === undefined && values.length > 1) {
    throw refusal(name, 'it takes one value');
  }
  const wrong = values.find((value) => !(allowed?.includes(value) ?? form?.test(value) ?? value !== ''));
  if (wrong !== undefined) {
    const known = allowed === undefined ? says : `it takes ${allowed.join(', ')}`;
    throw refusal(name, `${known}, and not ${quoteText(wrong)}`);
  }
  return joins === 'repeats' ? values : values.join(',');
}

function article(place: AlertPlaceType): string {
  return place === 'repository' ? 'a repository' : `an ${place}`;
}

function refusal(name: string, found: string): Failure {
  return new Failure('usage', `Cannot filter alerts by "${name}": ${found}`);
}
