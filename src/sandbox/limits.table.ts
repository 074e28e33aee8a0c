import type { IssuedTokenKind } from './server/api/caller.ts';

/** The plans of an organization, which determine some limits. */
export const PLANS = ['standard', 'enterprise_cloud'] as const;

export type Plan = (typeof PLANS)[number];

/**
 * Requests per hour by token kind and plan (specification 8.1). Callers with the same bucket and login share a limit, so
 * that all tokens which act for an account have one.
 */
export const CALLER_LIMITS = {
  classic: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  fine_grained: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  oauth: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_user: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_installation: { bucket: 'installation', standard: 5_000, enterprise_cloud: 15_000 },
  workflow: { bucket: 'workflow', standard: 1_000, enterprise_cloud: 15_000 },
} as const satisfies Record<IssuedTokenKind, Record<Plan, number> & { readonly bucket: string }>;

/** The limit of an OAuth app that reads public data with its id and secret (specification 8.1). */
export const OAUTH_APP_REQUESTS_PER_HOUR = { standard: 5_000, enterprise_cloud: 15_000 } as const;

/** Requests to Git LFS (specification 8.1), which are counted apart from all others. */
export const LFS_REQUESTS_PER_MINUTE = { anonymous: 300, signedIn: 3_000 } as const;

/** The limit per IP address without a token (specification 8.1). */
export const ANONYMOUS_REQUESTS_PER_HOUR = 60;

/** The limit of an installation outside enterprise cloud grows with repositories and users (specification 8.1). */
export const INSTALLATION_GROWTH = { free: 20, requestsEach: 50, max: 12_500 } as const;

/** Requests of one caller at the same time (specification 8.2). */
export const MAX_CONCURRENT_REQUESTS = 100;

/** A request as the secondary limits see it. */
export interface ChargedRequest {
  readonly bucket: string;
  /** Method and path template. */
  readonly endpoint: string;
  readonly isReading: boolean;
  readonly makes?: 'content' | 'token' | undefined;
}

interface SecondaryLimit {
  readonly name: 'content' | 'cpu' | 'points' | 'tokens';
  readonly window: 'hour' | 'minute';
  readonly max: number;
  readonly costOf: (request: ChargedRequest) => number;
}

/** Secondary limits (specification 8.2): points are counted per endpoint; the CPU time of the service is unknown. */
export const SECONDARY_LIMITS: readonly SecondaryLimit[] = [
  { name: 'points', window: 'minute', max: 900, costOf: ({ isReading }) => (isReading ? 1 : 5) },
  { name: 'cpu', window: 'minute', max: 90_000, costOf: ({ isReading }) => (isReading ? 25 : 100) },
  { name: 'content', window: 'minute', max: 80, costOf: ({ makes }) => (makes === 'content' ? 1 : 0) },
  { name: 'content', window: 'hour', max: 500, costOf: ({ makes }) => (makes === 'content' ? 1 : 0) },
  { name: 'tokens', window: 'hour', max: 2_000, costOf: ({ makes }) => (makes === 'token' ? 1 : 0) },
];

/**
 * Other limited resources, which nothing here uses. Specification 8.1 names search and graph queries without values; the
 * others and all values are those of the real service.
 */
export const RATE_RESOURCES = [
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
] as const;
