import type { JsonObject } from '../../base/json.ts';
import { RATE_RESOURCES } from '../limits.table.ts';
import { json } from './api/answer.ts';
import type { Quota } from './api/rate-limit.ts';
import { everybody, type Handler, routeGroup } from './api/route.ts';
import { hasSpecifiedShapes } from './json/account-json.ts';

/** The root document with the main URLs, by which clients recognize the service. */
const showRoot: Handler = ({ context: { baseUrl } }) =>
  json({
    current_user_url: `${baseUrl}/user`,
    current_user_repositories_url: `${baseUrl}/user/repos{?type,page,per_page,sort}`,
    events_url: `${baseUrl}/events`,
    notifications_url: `${baseUrl}/notifications`,
    organization_url: `${baseUrl}/orgs/{org}`,
    organization_repositories_url: `${baseUrl}/orgs/{org}/repos{?type,page,per_page,sort}`,
    rate_limit_url: `${baseUrl}/rate_limit`,
    repository_url: `${baseUrl}/repos/{owner}/{repo}`,
    user_url: `${baseUrl}/users/{user}`,
    user_repositories_url: `${baseUrl}/users/{user}/repos{?type,page,per_page,sort}`,
  });

/** Lists the API versions, newest first. */
const listVersions: Handler = (_request, { dialect }) => json([...dialect.apiVersions]);

/** The primary limits of the caller (specification 4.6). Only `core` is ever used here. */
const showRateLimit: Handler = ({ caller, context }, { limiter, clock }) => {
  const nowSeconds = Math.ceil(clock.now() / 1000);
  const core = quotaJson(limiter.peek(caller));
  const others = RATE_RESOURCES.map(({ name, windowSeconds, signedIn, anonymous }) => {
    const limit = caller.type === 'token' ? signedIn : anonymous;
    const resetAtSeconds = nowSeconds + windowSeconds;
    return [name, quotaJson({ limit, used: 0, remaining: limit, resetAtSeconds })] as const;
  });
  const resources = { core, ...Object.fromEntries(others) };
  return json(hasSpecifiedShapes(context) ? { resources, rate: core } : { resources });
};

function quotaJson(quota: Omit<Quota, 'isExceeded'>): JsonObject {
  const { limit, used, remaining, resetAtSeconds } = quota;
  return { limit, used, remaining, reset: resetAtSeconds };
}

/** Specification 4.6, and additions: root and versions. */
export const SERVICE_ROUTES = [
  ...routeGroup({ page: '/rate-limit/rate-limit', access: everybody(), isFree: true }, [
    ['GET', '/rate_limit', 'get-rate-limit-status-for-the-authenticated-user', showRateLimit],
  ]),
  ...routeGroup({ page: '/meta/meta', access: everybody() }, [
    ['GET', '/', 'api-root', showRoot],
    ['GET', '/versions', 'get-all-api-versions', listVersions],
  ]),
];
