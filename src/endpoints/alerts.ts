import { type ApiCall, type ApiMethod, type Client, listPages } from '../client/index.ts';
import { type AlertChange, alertChangeBody } from './alert-change.ts';
import type { AlertFilters } from './alert-filters.table.ts';
import { alertQuery } from './alert-query.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { AlertJson } from './answer-types.ts';
import { type Cures, explainRefusal } from './budgets.ts';
import { repositoryParameters } from './repositories.ts';

/** Whose alerts are listed: the slug of an enterprise, the name of an organization, or `owner/name`. */
export interface AlertPlace {
  readonly type: 'enterprise' | 'organization' | 'repository';
  readonly name: string;
}

/** Dependency alerts (specification 4.2), as the service spells them. */
export interface Alerts {
  /** Lists alerts page by page; a list of one repository and `get` are the real service's addition. */
  list(place: AlertPlace, filters?: AlertFilters): AsyncIterable<AlertJson>;
  get(repository: string, number: number): Promise<AlertJson>;
  /** Dismisses, reopens or assigns; the answer has no repository. Fails with `usage` for what the service refuses. */
  update(repository: string, number: number, change: AlertChange): Promise<AlertJson>;
}

const PLACES = {
  enterprise: { route: '/enterprises/{enterprise}', parametersOf: (name: string) => ({ enterprise: name }) },
  organization: { route: '/orgs/{org}', parametersOf: (name: string) => ({ org: name }) },
  repository: { route: '/repos/{owner}/{repo}', parametersOf: repositoryParameters },
} as const satisfies Record<AlertPlace['type'], unknown>;

/** Who may call, and what each refusal asks for (specification 4.2). */
const CURES: Cures = {
  400: 'Cursors come from the service and go with the same filters',
  403: 'Alerts are for owners and security managers of the organization, with the scope security_events (public_repo for public repositories alone); archived repositories have none',
  409: 'Look at its state first with "satchel alerts view"; only open alerts can be dismissed, only dismissed ones reopened',
  422: 'Correct what the service complains about',
};

export function createAlerts(client: Client): Alerts {
  const readAnswer = createAnswerReader(client);
  const request = (apiCall: ApiCall) => explainRefusal(CURES, () => client.request(apiCall));
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
    async *list(place, filters = {}) {
      const action = `list the alerts of "${place.name}"`;
      const query = alertQuery(place.type, filters);
      for await (const page of listPages({ request }, { ...call('GET', place), action, query })) {
        yield* readAnswer('alerts', page, action);
      }
    },
    async get(repository, number) {
      const action = `read alert ${number} of "${repository}"`;
      const response = await request({ ...callOne('GET', repository, number), action });
      return readAnswer('alert', response, action);
    },
    async update(repository, number, change) {
      const action = `change alert ${number} of "${repository}"`;
      const body = alertChangeBody(action, change, client.dialect);
      const response = await request({ ...callOne('PATCH', repository, number), action, body });
      return readAnswer('alert', response, action);
    },
  };
}
