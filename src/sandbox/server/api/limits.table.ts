import type { IssuedTokenKind } from './caller.ts';

/** The plans of an organization, which determine some limits. */
export const PLANS = ['standard', 'enterprise_cloud'] as const;

export type Plan = (typeof PLANS)[number];

interface CallerLimit {
  /** Callers with the same bucket and login share a limit. */
  readonly bucket: 'account' | 'installation' | 'workflow';
  /** Requests per hour. */
  readonly standard: number;
  readonly enterprise_cloud: number;
}

/** Primary limits by token kind (specification 8.1). Tokens that act for an account share its limit. */
export const CALLER_LIMITS = {
  classic: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  fine_grained: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  oauth: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_user: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_installation: { bucket: 'installation', standard: 5_000, enterprise_cloud: 15_000 },
  workflow: { bucket: 'workflow', standard: 1_000, enterprise_cloud: 15_000 },
} as const satisfies Record<IssuedTokenKind, CallerLimit>;

/** The limit of an OAuth app that reads public data with its id and secret (specification 8.1). */
export const OAUTH_APP_REQUESTS_PER_HOUR = { standard: 5_000, enterprise_cloud: 15_000 } as const;

/** The limit per IP address without a token (specification 8.1). */
export const ANONYMOUS_REQUESTS_PER_HOUR = 60;

/** The limit of an installation outside enterprise cloud grows with repositories and users (specification 8.1). */
export const INSTALLATION_GROWTH = { free: 20, requestsEach: 50, max: 12_500 } as const;

/** Secondary limits (specification 8.2). */
export const SECONDARY_LIMITS = {
  concurrentRequests: 100,
  pointsPerMinute: 900,
  cpuMsPerMinute: 90_000,
  contentPerMinute: 80,
  contentPerHour: 500,
  tokenRequestsPerHour: 2_000,
} as const;

/** The cost of a request (specification 8.2): points as documented; the CPU time of the service is unknown. */
export const REQUEST_COSTS = {
  reading: { points: 1, cpuMs: 25 },
  writing: { points: 5, cpuMs: 100 },
} as const;

interface RateResource {
  readonly name: string;
  /** Length of the window. */
  readonly windowSeconds: number;
  readonly signedIn: number;
  readonly anonymous: number;
}

/**
 * Other limited resources, which nothing here uses. Specification 8.1 names search and graph queries without values; the
 * others and all values are those of the real service.
 */
export const RATE_RESOURCES: readonly RateResource[] = [
  { name: 'search', windowSeconds: 60, signedIn: 30, anonymous: 10 },
  { name: 'graphql', windowSeconds: 3_600, signedIn: 5_000, anonymous: 0 },
  { name: 'integration_manifest', windowSeconds: 3_600, signedIn: 5_000, anonymous: 5_000 },
  { name: 'source_import', windowSeconds: 60, signedIn: 100, anonymous: 5 },
  { name: 'code_search', windowSeconds: 60, signedIn: 10, anonymous: 0 },
  { name: 'code_scanning_upload', windowSeconds: 3_600, signedIn: 1_000, anonymous: 60 },
  { name: 'actions_runner_registration', windowSeconds: 3_600, signedIn: 10_000, anonymous: 60 },
  { name: 'scim', windowSeconds: 3_600, signedIn: 15_000, anonymous: 60 },
  { name: 'dependency_snapshots', windowSeconds: 60, signedIn: 100, anonymous: 60 },
  { name: 'dependency_sbom', windowSeconds: 60, signedIn: 100, anonymous: 60 },
  { name: 'audit_log', windowSeconds: 3_600, signedIn: 1_750, anonymous: 60 },
  { name: 'audit_log_streaming', windowSeconds: 3_600, signedIn: 15, anonymous: 15 },
];
