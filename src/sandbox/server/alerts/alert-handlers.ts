import type { Alert } from '../../world/alerts/create-alerts.ts';
import { fullNameOf, type Repository } from '../../world/world.ts';
import { type Answer, apiError, json, notFound, validationFailed } from '../api/answer.ts';
import { type Caller, hasScope, scopesOf } from '../api/caller.ts';
import { cursorList, cutCursorPage, linkedAnswer } from '../api/pagination.ts';
import { type ApiRequest, type Handler, type HandlerFor, routeGroup, signedIn } from '../api/route.ts';
import { hasAccess, isMember, isSecurityManager, visibleRepository } from '../api/visibility.ts';
import { repositorySummaryJson } from '../json/repository-json.ts';
import type { Service } from '../service.ts';
import { alertJson } from './alert-json.ts';
import { type AlertQuery, readAlertQuery } from './alert-query.ts';
import { alertKey, updateAlert } from './update-alert.ts';

/** Lists the alerts of organizations of the enterprise whose security the caller manages. */
const listEnterpriseAlerts: Handler = (request, service) => {
  const { caller } = request;
  const { world } = service;
  const login = loginOf(caller);
  if (!isMember(login, world)) {
    return apiError(403, 'Only members of the enterprise can see its alerts.');
  }
  const isManager = isSecurityManager(login, world);
  return alertPage(
    request,
    service,
    'enterprise',
    (repository) => isManager && repository.ownerType === 'Organization' && isInScope(caller, repository),
  );
};

/** Lists the alerts of an organization, for its owners and security managers. */
const listOrganizationAlerts: Handler = (request, service) => {
  const { caller } = request;
  const isInstallation = caller.type === 'token' && caller.kind === 'app_installation';
  if (!isInstallation && !isSecurityManager(loginOf(caller), service.world)) {
    return apiError(403, 'Only owners and security managers of the organization can see its alerts.');
  }
  return alertPage(
    request,
    service,
    'organization',
    (repository) => repository.ownerType === 'Organization' && isInScope(caller, repository),
  );
};

/** Lists the alerts of one repository like the real service; not in the specification. */
const listRepositoryAlerts = forRepository((repository, request, service) =>
  alertPage(request, service, 'repository', (candidate) => candidate.id === repository.id),
);

/** Not in the specification either. */
const getAlert = forAlert(({ alert }, { context }) => json(alertJson(alert, context)));

/** Dismisses, reopens or assigns an alert. */
const patchAlert = forAlert(({ alert, repository }, { body, caller, context }, service) => {
  const { world, clock } = service;
  const changed = updateAlert(alert, body, {
    repository,
    world,
    login: loginOf(caller),
    nowMs: clock.now(),
  });
  if ('type' in changed) {
    return changed;
  }
  service.replaceAlert(changed);
  return json(alertJson(changed, context, false));
});

const WORKING = ['security_events', 'public_repo'];
const READING = signedIn(['workflow'], WORKING, 'vulnerability_alerts=read');
const WRITING = signedIn(['workflow'], WORKING, 'vulnerability_alerts=write');
const ENTERPRISE = signedIn(
  ['fine_grained', 'app_user', 'app_installation', 'workflow'],
  ['repo', 'security_events'],
);
const SHARED = { page: '/depmonitor/alerts', hasSimpleErrors: true };
const REPOSITORY_ROOT = '/repos/{owner}/{repo}/depmonitor/alerts';

/** Specification 4.2, with the alerts of a repository as an addition. */
export const ALERT_ROUTES = [
  ...routeGroup({ ...SHARED, root: '/enterprises/{enterprise}', access: ENTERPRISE }, [
    ['GET', '/depmonitor/alerts', 'list-depmonitor-alerts-for-an-enterprise', listEnterpriseAlerts],
  ]),
  ...routeGroup({ ...SHARED, root: '/orgs/{org}', access: READING }, [
    ['GET', '/depmonitor/alerts', 'list-depmonitor-alerts-for-an-organization', listOrganizationAlerts],
  ]),
  ...routeGroup({ ...SHARED, root: REPOSITORY_ROOT, access: READING }, [
    ['GET', '', 'list-depmonitor-alerts-for-a-repository', listRepositoryAlerts],
    ['GET', '/{alert_number}', 'get-a-depmonitor-alert', getAlert],
    ['PATCH', '/{alert_number}', 'update-a-depmonitor-alert', patchAlert, { access: WRITING }],
  ]),
];

/** Answers with a page of the alerts of some repositories; the filters depend on whose list it is. */
function alertPage(
  { url, context, caller }: ApiRequest,
  service: Service,
  owner: 'enterprise' | 'organization' | 'repository',
  includes: (repository: Repository) => boolean,
): Answer {
  const query = readAlertQuery(url.searchParams, owner === 'organization');
  if (query.type === 'error') {
    return query;
  }
  const { world, keptLists } = service;
  const alerts = service.alerts();
  const { included, list, headers } = keptLists.take(url, caller, {
    paging: ['after', 'before', 'per_page'],
    of: [alerts, world],
    make() {
      const found = world.repositories.filter(includes);
      const repositories = new Map(found.map((repository) => [fullNameOf(repository), repository]));
      const listed = sortAlerts(
        [...alerts.values()].filter((alert) => repositories.has(alert.repository) && query.matches(alert)),
        query,
      );
      return { included: repositories, list: cursorList(listed, alertKey), headers: lastModifiedOf(listed) };
    },
  });
  const page = cutCursorPage(list, { url });
  if (page === undefined) {
    return validationFailed('Alert', ['cursor']);
  }
  const items = page.items.map((alert) => {
    const written = alertJson(alert, context);
    const repository = included.get(alert.repository);
    return owner === 'repository' || repository === undefined
      ? written
      : { ...written, repository: repositorySummaryJson(repository, context) };
  });
  return linkedAnswer(items, page.link, headers);
}

/** Ties are ordered by repository and number. */
function sortAlerts(alerts: readonly Alert[], { sort, isAscending }: AlertQuery): readonly Alert[] {
  const sign = isAscending ? 1 : -1;
  const sortKeyOf = {
    created: (alert: Alert) => alert.createdAt,
    updated: (alert: Alert) => alert.updatedAt,
    epss_percentage: (alert: Alert) => alert.advisory.epss.percentage.toFixed(5),
  }[sort];
  const textOf = (alert: Alert) =>
    [sortKeyOf(alert), alert.repository, String(alert.number).padStart(9, '0')].join('\0');
  return alerts
    .map((alert) => ({ alert, text: textOf(alert) }))
    .toSorted((a, b) => (a.text < b.text ? -sign : sign))
    .map(({ alert }) => alert);
}

function lastModifiedOf(alerts: readonly Alert[]): Readonly<Record<string, string>> {
  const newestMs = alerts.reduce((latest, { updatedAt }) => Math.max(latest, Date.parse(updatedAt)), -1);
  return newestMs < 0 ? {} : { 'last-modified': new Date(newestMs).toUTCString() };
}

/** A token with `public_repo` alone has access to the alerts of public repositories (specification 4.2). */
function isInScope(caller: Caller, repository: Repository): boolean {
  const isScoped = caller.type === 'token' && scopesOf(caller) !== undefined;
  return !isScoped || !repository.isPrivate || hasScope(caller, ['security_events']);
}

/** The scope that lists the alerts of private repositories is enough to change them. */
const ALERT_NEEDS = { scopes: ['repo', 'security_events'], permission: 'vulnerability_alerts=read' };

function forRepository(handle: HandlerFor<Repository>): Handler {
  return (request, service) => {
    const { caller } = request;
    const { world, dialect } = service;
    const repository = visibleRepository(request, world, ALERT_NEEDS);
    if (repository === undefined) {
      return notFound();
    }
    if (!hasAccess(loginOf(caller), repository, world) || !isInScope(caller, repository)) {
      return apiError(403, 'Only those who work on the repository can see its alerts.');
    }
    return repository.isArchived && dialect.name === 'github'
      ? apiError(403, 'Alerts are not available for archived repositories.')
      : handle(repository, request, service);
  };
}

function forAlert(handle: HandlerFor<{ readonly alert: Alert; readonly repository: Repository }>): Handler {
  return forRepository((repository, request, service) => {
    const text = request.parameters['alert_number'] ?? '';
    const alert = /^\d{1,9}$/.test(text)
      ? service.alerts().get(alertKey({ repository: fullNameOf(repository), number: Number(text) }))
      : undefined;
    return alert === undefined ? notFound() : handle({ alert, repository }, request, service);
  });
}

function loginOf(caller: Caller): string {
  return caller.type === 'token' ? caller.login : '';
}
