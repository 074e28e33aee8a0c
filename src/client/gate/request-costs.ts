import { SERVICE_LIMITS, type SecondaryLimit } from '../../model/index.ts';
import type { ApiMethod, ApiRequest } from '../send.ts';
import type { GateState, Lease } from './gate-state.ts';

export type GatedRequest = Pick<ApiRequest, 'action' | 'method' | 'route'>;

const READING: ReadonlySet<ApiMethod> = new Set(['GET', 'HEAD']);

/**
 * Requests that may create content. The service does not document which ones it counts, so all candidates are counted:
 * exceeding a limit costs more than not using it up.
 */
const CREATING: ReadonlySet<ApiMethod> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * The minimum CPU time of a response, in milliseconds. Short times are measured inaccurately, and a proxy may answer
 * before the service has counted the request.
 */
const LEAST_CPU_MS = { reading: 25, writing: 100 } as const;

/** Where OAuth apps and apps request access tokens. */
const TOKEN_ROUTES: ReadonlySet<string> = new Set([
  '/login/oauth/access_token',
  '/app/installations/{installation_id}/access_tokens',
]);

/** Requesting the state of the limits does not count against the primary limit (specification 4.6). */
const FREE_ROUTES: ReadonlySet<string> = new Set(['/rate_limit']);

/** Points are counted by method and path template (specification 8.2, rule 2). */
export function endpointOf({ method, route }: GatedRequest): string {
  return `${method} ${route}`;
}

/** True for requests that need spacing. */
export function isWrite({ method }: GatedRequest): boolean {
  return !READING.has(method);
}

/** The resource that a request counts against, `core` until a response says otherwise; null if it is free. */
export function resourceOf(request: GatedRequest, { resources }: GateState): string | null {
  return FREE_ROUTES.has(request.route) ? null : (resources[endpointOf(request)] ?? 'core');
}

/**
 * The costs of a request by key: the name of a secondary limit, with the endpoint if each has its own limit. The
 * expected CPU time is that of slow responses of this endpoint, or the maximum that the service allows if none is
 * known.
 */
export function costsOf(request: GatedRequest, { pacesMs }: GateState): Readonly<Record<string, number>> {
  const endpoint = endpointOf(request);
  const isCreating = CREATING.has(request.method);
  return {
    [`points ${endpoint}`]: SERVICE_LIMITS.points[request.method],
    cpuMs: Math.min(pacesMs[endpoint] ?? Number.POSITIVE_INFINITY, SERVICE_LIMITS.requestDeadlineMs),
    ...(isCreating ? { contentPerMinute: 1, contentPerHour: 1 } : {}),
    ...(TOKEN_ROUTES.has(request.route) ? { oauthTokens: 1 } : {}),
  };
}

/** How long a response has taken so far: the maximum CPU time that it can have cost within one window. */
export function timeOfAnswer(lease: Pick<Lease, 'sentMs' | 'isWrite'>, nowMs: number): number {
  const leastMs = lease.isWrite ? LEAST_CPU_MS.writing : LEAST_CPU_MS.reading;
  return Math.min(Math.max(leastMs, nowMs - lease.sentMs), SERVICE_LIMITS.secondary.cpuMs.windowMs);
}

/** The limit that a key of costs belongs to. */
export function limitOfKey(key: string): (typeof SERVICE_LIMITS.secondary)[SecondaryLimit] {
  const [name = ''] = key.split(' ');
  return SERVICE_LIMITS.secondary[name as SecondaryLimit] ?? SERVICE_LIMITS.secondary.points; // Keys come from above.
}
