import type { IssuedTokenKind } from './caller.ts';

interface CallerLimit {
  /** Callers with the same bucket draw down one budget. */
  readonly bucket: string;
  readonly requestsPerHour: number;
}

/** Primary limits by token kind (specification 8.1). Whatever acts for the account shares the account's budget. */
export const CALLER_LIMITS = {
  classic: { bucket: 'account', requestsPerHour: 5_000 },
  fine_grained: { bucket: 'account', requestsPerHour: 5_000 },
  oauth: { bucket: 'account', requestsPerHour: 5_000 },
  app_user: { bucket: 'account', requestsPerHour: 5_000 },
  app_installation: { bucket: 'installation', requestsPerHour: 5_000 },
  workflow: { bucket: 'workflow', requestsPerHour: 1_000 },
} as const satisfies Record<IssuedTokenKind, CallerLimit>;

/** Requests an hour and origin address without a token (specification 8.1). */
export const ANONYMOUS_REQUESTS_PER_HOUR = 60;
