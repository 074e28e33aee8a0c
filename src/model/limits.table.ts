const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

interface WindowLimit {
  readonly windowMs: number;
  readonly max: number;
}

/** The numbers of specification 8, row by row; others name their source. */
export const SERVICE_LIMITS = {
  /** 8.1: requests per hour by caller, and what they are counted by. */
  primary: {
    anonymous: { requestsPerHour: 60, countedPer: 'address' },
    /** Personal tokens, and apps or OAuth apps acting for the user, combined; also applies to app user tokens. */
    user: { requestsPerHour: 5_000, countedPer: 'account' },
    /** An app of an enterprise-cloud organization acting for a member, an OAuth app that it owns or approved. */
    enterpriseApp: { requestsPerHour: 15_000, countedPer: 'account' },
    /** The minimum: `installationRequestsPerHour()` adds more by size. */
    installation: { requestsPerHour: 5_000, countedPer: 'installation' },
    enterpriseInstallation: { requestsPerHour: 15_000, countedPer: 'installation' },
    /** An OAuth app with its client id and secret, for public data. */
    application: { requestsPerHour: 5_000, countedPer: 'application' },
    enterpriseApplication: { requestsPerHour: 15_000, countedPer: 'application' },
    /** The built-in token of a workflow. */
    workflow: { requestsPerHour: 1_000, countedPer: 'repository' },
    enterpriseWorkflow: { requestsPerHour: 15_000, countedPer: 'repository' },
  },
  /** 8.1: how the limit of an installation outside of an enterprise-cloud organization grows. */
  installationGrowth: {
    /** Repositories, and users of an organization, that the minimum includes. */
    included: 20,
    requestsPerRepository: 50,
    requestsPerUser: 50,
    maxRequestsPerHour: 12_500,
  },
  /** 8.1: separate limits for large files; `objectsPerRequest` is the default of a batch request. */
  largeFiles: { anonymousPerMinute: 300, authenticatedPerMinute: 3_000, objectsPerRequest: 100 },
  /** 8.2, rule 1: REST and graph API together. */
  concurrentRequests: 100,
  /** 8.2, rules 2, 3, 5 and 6. */
  secondary: {
    points: { windowMs: MINUTE_MS, max: 900 },
    graphPoints: { windowMs: MINUTE_MS, max: 2_000 },
    cpuMs: { windowMs: MINUTE_MS, max: 90_000 },
    graphCpuMs: { windowMs: MINUTE_MS, max: 60_000 },
    contentPerMinute: { windowMs: MINUTE_MS, max: 80 },
    contentPerHour: { windowMs: HOUR_MS, max: 500 },
    oauthTokens: { windowMs: HOUR_MS, max: 2_000 },
  },
  /** 8.2: what a REST request costs its endpoint. */
  points: { GET: 1, HEAD: 1, OPTIONS: 1, POST: 5, PATCH: 5, PUT: 5, DELETE: 5 },
  /** 8.2: what a request of the graph API costs. */
  graphPoints: { query: 1, mutation: 5 },
  /** The minimum time between writes of one token (the service's best practices for its REST API). */
  writeSpacingMs: 1_000,
  /** 8.3: page sizes by list; defaults that it does not mention are from the service's reference. */
  pages: {
    budgets: { maxPerPage: 100, perPage: 10 },
    alerts: { maxPerPage: 100, perPage: 30 },
    notifications: { maxPerPage: 50, perPage: 50 },
    repositoryNotifications: { maxPerPage: 100, perPage: 30 },
    events: { maxPerPage: 100, perPage: 30 },
    migrations: { maxPerPage: 100, perPage: 30 },
  },
  /** 8.3: the maximum number and age of events in a feed. */
  eventFeed: { maxEvents: 300, maxAgeDays: 30 },
  /** 8.3: the default poll interval. */
  pollSeconds: 60,
} as const satisfies Readonly<Record<string, unknown>> & {
  readonly secondary: Readonly<Record<string, WindowLimit>>;
};
