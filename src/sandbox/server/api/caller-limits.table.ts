import type { IssuedTokenKind } from './caller.ts';

/** What the organization pays for: it decides some limits. */
export const PLANS = ['standard', 'enterprise_cloud'] as const;

/** One of them. */
export type Plan = (typeof PLANS)[number];

interface CallerLimit {
  /** Callers with the same bucket and name draw down one budget. */
  readonly bucket: 'account' | 'installation' | 'workflow';
  /** Requests an hour. */
  readonly standard: number;
  readonly enterprise_cloud: number;
}

/** Primary limits by token kind (specification 8.1). Whatever acts for an account shares the account's budget. */
export const CALLER_LIMITS = {
  classic: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  fine_grained: { bucket: 'account', standard: 5_000, enterprise_cloud: 5_000 },
  oauth: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_user: { bucket: 'account', standard: 5_000, enterprise_cloud: 15_000 },
  app_installation: { bucket: 'installation', standard: 5_000, enterprise_cloud: 15_000 },
  workflow: { bucket: 'workflow', standard: 1_000, enterprise_cloud: 15_000 },
} as const satisfies Record<IssuedTokenKind, CallerLimit>;

/** Requests an hour of an OAuth app that reads public data with its id and secret (specification 8.1). */
export const OAUTH_APP_REQUESTS_PER_HOUR = { standard: 5_000, enterprise_cloud: 15_000 } as const;

/** Requests an hour and origin address without a token (specification 8.1). */
export const ANONYMOUS_REQUESTS_PER_HOUR = 60;

/** How the limit of an installation outside enterprise cloud grows with what it is installed on (specification 8.1). */
export const INSTALLATION_GROWTH = { free: 20, requestsEach: 50, max: 12_500 } as const;
