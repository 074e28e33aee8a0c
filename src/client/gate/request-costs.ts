import { SERVICE_LIMITS, type SecondaryLimit } from '../../model/index.ts';
import type { ApiMethod, ApiRequest } from '../send.ts';
import type { GateState, Lease } from './gate-state.ts';

/** What the gate must know of a request. */
export type GatedRequest = Pick<ApiRequest, 'action' | 'method' | 'route'>;

const READING: ReadonlySet<ApiMethod> = new Set(['GET', 'HEAD']);

/**
 * Requests that may create content. Which ones the service means is not told: all that put something there are
 * counted, because a limit that is met costs more than one that is left unused.
 */
const CREATING: ReadonlySet<ApiMethod> = new Set(['POST', 'PUT', 'PATCH']);

/**
 * What an answer costs of CPU time at least, in milliseconds. Short times are measured badly, and something on the way
 * may answer sooner than the service counts.
 */
const LEAST_CPU_MS = { reading: 25, writing: 100 } as const;

/** Where OAuth apps and apps ask for access tokens. */
const TOKEN_ROUTES: ReadonlySet<string> = new Set([
  '/login/oauth/access_token',
  '/app/installations/{installation_id}/access_tokens',
]);

/** Asking for the state of the limits is free of the primary one (specification 4.6). */
const FREE_ROUTES: ReadonlySet<string> = new Set(['/rate_limit']);

/** Points are counted by method and path template (specification 8.2, rule 2). */
export function endpointOf({ method, route }: GatedRequest): string {
  return `${method} ${route}`;
}

/** True for requests that are kept apart from each other. */
export function isWrite({ method }: GatedRequest): boolean {
  return !READING.has(method);
}

/** The resource that a request will count against, `core` until an answer said otherwise; null where it is free. */
export function resourceOf(request: GatedRequest, { resources }: GateState): string | null {
  return FREE_ROUTES.has(request.route) ? null : (resources[endpointOf(request)] ?? 'core');
}

/**
 * What a request costs, by key: the name of a secondary limit, and the endpoint where each has its own. CPU time is
 * expected to be what slower answers of this endpoint took, and as much as the service allows where none is known.
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

/** How long an answer takes so far: the CPU time that it can have cost within one window, at most. */
export function timeOfAnswer(lease: Pick<Lease, 'sentMs' | 'isWrite'>, nowMs: number): number {
  const leastMs = lease.isWrite ? LEAST_CPU_MS.writing : LEAST_CPU_MS.reading;
  return Math.min(Math.max(leastMs, nowMs - lease.sentMs), SERVICE_LIMITS.secondary.cpuMs.windowMs);
}

/** The limit that a key of costs belongs to. */
export function limitOfKey(key: string): (typeof SERVICE_LIMITS.secondary)[SecondaryLimit] {
  const [name = ''] = key.split(' ');
  return SERVICE_LIMITS.secondary[name as SecondaryLimit] ?? SERVICE_LIMITS.secondary.points; // Keys come from above.
}
