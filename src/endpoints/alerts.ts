import { quoteText } from '../base/terminal-text.ts';
import type { Client } from '../client/create-client.ts';
import { listPages } from '../client/list-pages.ts';
import type { ApiCall, ApiMethod } from '../client/send.ts';
import { type CallOptions, withSignal } from '../client/with-signal.ts';
import { Failure } from '../model/failure.ts';
import { SERVICE_LIMITS } from '../model/limits.table.ts';
import { type AlertChange, alertChangeBody } from './alert-change.ts';
import {
  ALERT_FILTERS,
  type AlertFilterName,
  type AlertFilterRow,
  type AlertFilters,
  type AlertPlaceType,
} from './alert-filters.table.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { AlertJson } from './answer-types.ts';
import { type Cures, explainRefusal } from './budgets.ts';
import { repositoryParameters } from './repositories.ts';

/** The scope of a list of alerts. */
export interface AlertPlace {
  readonly type: AlertPlaceType;
  /** The slug of an enterprise, the name of an organization, or `owner/name`. */
  readonly name: string;
}

/** Dependency alerts (https://docs.github.com/rest/dependabot/alerts), with the service's field names. */
export interface Alerts {
  /** Lists the alerts of an enterprise, an organization or a repository. Throws `usage` for filters that it does not have. */
  list(place: AlertPlace, filters?: AlertFilters, options?: CallOptions): AsyncIterable<AlertJson>;
  get(repository: string, number: number, options?: CallOptions): Promise<AlertJson>;
  /** Dismisses, reopens or assigns an alert; the response has no repository. Throws `usage` for invalid changes. */
  update(repository: string, number: number, change: AlertChange, options?: CallOptions): Promise<AlertJson>;
}

const PLACES = {
  enterprise: { route: '/enterprises/{enterprise}', parametersOf: (name: string) => ({ enterprise: name }) },
  organization: { route: '/orgs/{org}', parametersOf: (name: string) => ({ org: name }) },
  repository: { route: '/repos/{owner}/{repo}', parametersOf: repositoryParameters },
} as const satisfies Record<AlertPlaceType, unknown>;

/** Hints by status (specification 4.2). */
const CURES: Cures = {
  400: 'Use a cursor that the service sent, with the same filters',
  403: 'Only owners and security managers of the organization can see alerts, with the scope security_events (or public_repo for public repositories); archived repositories have none',
  409: 'Check its state: only open alerts can be dismissed, and only dismissed ones can be reopened',
  422: 'Correct what the service complains about',
};

/** Dependency alerts (specification 4.2), with the service's field names. */
export function createAlerts(client: Client): Alerts {
  const readAnswer = createAnswerReader(client);
  const requestWith = (options?: CallOptions) => {
    const bound = withSignal(client, options);
    return (apiCall: ApiCall) => explainRefusal(CURES, () => bound.request(apiCall));
  };
  const call = (method: ApiMethod, { type, name }: AlertPlace, tail = ''): Omit<ApiCall, 'action'> => ({
    method,
    route: `${PLACES[type].route}/${client.dialect.alertTool}/alerts${tail}`,
    parameters: PLACES[type].parametersOf(name),
  });
  const callOne = (method: ApiMethod, repository: string, number: number): Omit<ApiCall, 'action'> => {
    const one = call(method, { type: 'repository', name: repository }, '/{alert_number}');
    return { ...one, parameters: { ...one.parameters, alert_number: number } };
  };
  return {
    async *list(
      place: AlertPlace,
      filters: AlertFilters = {},
      options?: CallOptions,
    ): AsyncGenerator<AlertJson, void, undefined> {
      const request = requestWith(options);
      const action = `list the alerts of "${place.name}"`;
      const listCall = { ...call('GET', place), action, query: alertQuery(place.type, filters) };
      // The links of a page before a cursor lead past it again: only those to earlier pages are followed.
      const isBackward = filters.before !== undefined;
      const earlier: (readonly AlertJson[])[] = [];
      for await (const page of listPages({ request }, listCall, { relation: isBackward ? 'prev' : 'next' })) {
        const alerts = readAnswer('alerts', page, action);
        if (isBackward) {
          earlier.unshift(alerts);
        } else {
          yield* alerts;
        }
      }
      yield* earlier.flat();
    },
    async get(repository: string, number: number, options?: CallOptions): Promise<AlertJson> {
      const action = `read alert ${number} of "${repository}"`;
      const response = await requestWith(options)({ ...callOne('GET', repository, number), action });
      return readAnswer('alert', response, action);
    },
    async update(
      repository: string,
      number: number,
      change: AlertChange,
      options?: CallOptions,
    ): Promise<AlertJson> {
      const action = `change alert ${number} of "${repository}"`;
      const body = alertChangeBody(action, change, client.dialect);
      const response = await requestWith(options)({ ...callOne('PATCH', repository, number), action, body });
      return readAnswer('alert', response, action);
    },
  };
}

type Query = Readonly<Record<string, string | readonly string[]>>;

/**
 * The query of a list of alerts (specification 4.2). Fails with `usage` for filters and values that are not supported:
 * the service would silently ignore some of them.
 */
function alertQuery(place: AlertPlaceType, filters: AlertFilters): Query {
  const unknown = Object.keys(filters).find((name) => !Object.hasOwn(ALERT_FILTERS, name));
  if (unknown !== undefined) {
    throw refusal(unknown, 'there is no such filter');
  }
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
