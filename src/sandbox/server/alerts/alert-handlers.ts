import type { JsonObject } from '../../../base/index.ts';
import type { Alert } from '../../world/alerts/alert.ts';
import { findRepository, fullNameOf, isOrganization, type Repository } from '../../world/world.ts';
import {
  type Answer,
  apiError,
  fieldError,
  json,
  jsonPage,
  notFound,
  validationFailed,
} from '../api/answer.ts';
import { type Caller, hasScope, scopesOf } from '../api/caller.ts';
import { cutCursorPage } from '../api/pagination.ts';
import type { ApiRequest, Handler } from '../api/route.ts';
import { canSee, hasAccess, isMember, isSecurityManager } from '../api/sight.ts';
import { repositorySummaryJson } from '../json/repository-json.ts';
import type { Service } from '../service.ts';
import { alertJson } from './alert-json.ts';
import { updateAlert as changeAlert } from './alert-order.ts';
import { type AlertQuery, readAlertQuery } from './alert-query.ts';

const PAGE_SIZES = { defaultPerPage: 30, maxPerPage: 100 } as const;

/** What private repositories ask of tokens without scopes. */
const PERMISSION = 'vulnerability_alerts=read';

/** Lists the alerts of those organizations of the enterprise that the caller answers for. */
export const listEnterpriseAlerts: Handler = (request, service) => {
  const { parameters, caller } = request;
  const { world } = service;
  if (parameters['enterprise']?.toLowerCase() !== world.enterprise.toLowerCase()) {
    return notFound();
  }
  const login = loginOf(caller);
  if (!isMember(login, world)) {
    return apiError(403, 'Only members of the enterprise can see its alerts.');
  }
  const isInCharge = isSecurityManager(login, world);
  return alertPage(request, service, {
    isForOrganization: false,
    includes: (repository) =>
      isInCharge && repository.ownerType === 'Organization' && isInScope(caller, repository),
  });
};

/** Lists the alerts of an organization, for its owners and security managers. */
export const listOrganizationAlerts: Handler = (request, service) => {
  const { parameters, caller } = request;
  if (!isOrganization(service.world, parameters['org'])) {
    return notFound();
  }
  const isInstallation = caller.type === 'token' && caller.kind === 'app_installation';
  if (!isInstallation && !isSecurityManager(loginOf(caller), service.world)) {
    return apiError(403, 'Only owners and security managers of the organization can see its alerts.');
  }
  return alertPage(request, service, {
    isForOrganization: true,
    includes: (repository) => repository.ownerType === 'Organization' && isInScope(caller, repository),
  });
};

/** Lists the alerts of one repository; not in the specification, as the real service has it. */
export const listRepositoryAlerts: Handler = forRepository((repository, request, service) =>
  alertPage(request, service, {
    isForOrganization: false,
    isOneRepository: true,
    includes: (candidate) => candidate.id === repository.id,
  }),
);

/** Shows one alert of a repository; not in the specification either. */
export const getAlert: Handler = forAlert((alert, _repository, { context, version }) =>
  json(alertJson(alert, { context, version, hasEpss: true })),
);

/** Dismisses or reopens an alert, or says who takes care of it. */
export const updateAlert: Handler = forAlert((alert, repository, request, service) => {
  const { body, caller, context, version } = request;
  const { world, clock, alerts } = service;
  const order = { repository, world, login: loginOf(caller), nowMs: clock.now() };
  const changed = changeAlert(alert, body, order);
  if ('type' in changed) {
    return changed;
  }
  alerts.replace(changed);
  return json(alertJson(changed, { context, version, hasEpss: false }));
});

interface AlertList {
  readonly isForOrganization: boolean;
  readonly isOneRepository?: boolean;
  readonly includes: (repository: Repository) => boolean;
}

function alertPage(request: ApiRequest, { alerts, world }: Service, list: AlertList): Answer {
  const { url } = request;
  const query = readAlertQuery(url.searchParams, list.isForOrganization);
  if (query.type === 'error') {
    return query;
  }
  const included = new Map(
    world.repositories.filter(list.includes).map((repository) => [fullNameOf(repository), repository]),
  );
  const listed = alerts
    .list()
    .filter((alert) => included.has(alert.repository) && query.matches(alert))
    .toSorted(comparisonOf(query));
  const page = cutCursorPage(listed, (alert) => `${alert.repository}#${alert.number}`, {
    url,
    ...PAGE_SIZES,
  });
  if (page === undefined) {
    return validationFailed([fieldError('Alert', 'cursor', 'invalid')]);
  }
  const items = page.items.map((alert) => {
    const repository = list.isOneRepository === true ? undefined : included.get(alert.repository);
    return listedAlertJson(alert, repository, request);
  });
  return jsonPage(items, page.link, lastModifiedOf(listed));
}

/** Ties are ordered by repository and number. */
function comparisonOf({ sort, isAscending }: AlertQuery): (a: Alert, b: Alert) => number {
  const sign = isAscending ? 1 : -1;
  const sortKeyOf = {
    created: (alert: Alert) => alert.createdAt,
    updated: (alert: Alert) => alert.updatedAt,
    epss_percentage: (alert: Alert) => alert.advisory.epss.percentage.toFixed(5),
  }[sort];
  const textOf = (alert: Alert) =>
    [sortKeyOf(alert), alert.repository, String(alert.number).padStart(9, '0')].join('\0');
  return (a, b) => (textOf(a) < textOf(b) ? -sign : sign);
}

function listedAlertJson(
  alert: Alert,
  repository: Repository | undefined,
  { context, version }: ApiRequest,
): JsonObject {
  const written = alertJson(alert, { context, version, hasEpss: true });
  return repository === undefined
    ? written
    : { ...written, repository: repositorySummaryJson(repository, context) };
}

function lastModifiedOf(alerts: readonly Alert[]): Readonly<Record<string, string>> {
  const newest = alerts
    .map((alert) => alert.updatedAt)
    .toSorted()
    .at(-1);
  return newest === undefined ? {} : { 'last-modified': new Date(newest).toUTCString() };
}

/** A token with `public_repo` alone reaches the alerts of public repositories (specification 4.2). */
function isInScope(caller: Caller, repository: Repository): boolean {
  const isScoped = caller.type === 'token' && scopesOf(caller) !== undefined;
  return !isScoped || !repository.isPrivate || hasScope(caller, ['security_events']);
}

function forRepository(
  handle: (repository: Repository, request: ApiRequest, service: Service) => Answer,
): Handler {
  return (request, service) => {
    const { parameters, caller } = request;
    const { world } = service;
    const repository = findRepository(world, parameters['owner'] ?? '', parameters['repo'] ?? '');
    if (repository === undefined || !canSee(caller, repository, { world, permission: PERMISSION })) {
      return notFound();
    }
    if (!hasAccess(loginOf(caller), repository, world) || !isInScope(caller, repository)) {
      return apiError(403, 'Only those who work on the repository can see its alerts.');
    }
    return repository.isArchived
      ? apiError(403, 'Alerts are not available for archived repositories.')
      : handle(repository, request, service);
  };
}

function forAlert(
  handle: (alert: Alert, repository: Repository, request: ApiRequest, service: Service) => Answer,
): Handler {
  return forRepository((repository, request, service) => {
    const text = request.parameters['alert_number'] ?? '';
    const alert = /^\d{1,9}$/.test(text)
      ? service.alerts.find(fullNameOf(repository), Number(text))
      : undefined;
    return alert === undefined ? notFound() : handle(alert, repository, request, service);
  });
}

function loginOf(caller: Caller): string {
  return caller.type === 'token' ? caller.login : '';
}
