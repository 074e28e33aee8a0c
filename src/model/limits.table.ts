const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A limit on the sum of something over any stretch of time of this length. */
export interface WindowLimit {
  readonly windowMs: number;
  readonly max: number;
  /** What is counted, to follow the number in a sentence. */
  readonly title: string;
}

/**
 * The numbers of specification 8, row by row. CPU time cannot be seen from outside; the time that a response takes
 * bounds it from above. What is no row there names its source.
 */
export const SERVICE_LIMITS = {
  /** 8.1: requests an hour by caller, and whose requests are counted together. */
  primary: {
    anonymous: { requestsPerHour: 60, countedPer: 'address' },
    /** Personal tokens, and apps or OAuth apps acting for the user, combined; app user tokens follow it. */
    user: { requestsPerHour: 5_000, countedPer: 'account' },
    /** An app of an enterprise-cloud organization acting for a member, an OAuth app that it owns or approved. */
    enterpriseApp: { requestsPerHour: 15_000, countedPer: 'account' },
    /** The minimum: `installationRequestsPerHour()` adds what its size brings. */
    installation: { requestsPerHour: 5_000, countedPer: 'installation' },
    enterpriseInstallation: { requestsPerHour: 15_000, countedPer: 'installation' },
    /** An OAuth app with its client id and secret, for public data. */
    application: { requestsPerHour: 5_000, countedPer: 'application' },
    enterpriseApplication: { requestsPerHour: 15_000, countedPer: 'application' },
    /** The built-in token of a workflow. */
    workflow: { requestsPerHour: 1_000, countedPer: 'repository' },
    enterpriseWorkflow: { requestsPerHour: 15_000, countedPer: 'repository' },
  },
  /** 8.1: what raises the limit of an installation outside an enterprise-cloud organization. */
  installationGrowth: {
    /** Repositories, and users of an organization, up to which the minimum holds. */
    included: 20,
    requestsPerRepository: 50,
    requestsPerUser: 50,
    maxRequestsPerHour: 12_500,
  },
  /** 8.1: buckets of their own for large files; by default one batch request handles so many objects. */
  largeFiles: { anonymousPerMinute: 300, authenticatedPerMinute: 3_000, objectsPerRequest: 100 },
  /** 8.2, rule 1: requests at a time, REST and graph API together. */
  concurrentRequests: 100,
  /** 8.2, rules 2, 3, 5 and 6. */
  secondary: {
    points: { windowMs: MINUTE_MS, max: 900, title: 'points a minute for one endpoint' },
    graphPoints: { windowMs: MINUTE_MS, max: 2_000, title: 'points a minute for the graph API' },
    cpuMs: { windowMs: MINUTE_MS, max: 90_000, title: 'milliseconds of CPU time a minute' },
    graphCpuMs: { windowMs: MINUTE_MS, max: 60_000, title: 'of them for the graph API' },
    contentPerMinute: { windowMs: MINUTE_MS, max: 80, title: 'content-creating requests a minute' },
    contentPerHour: { windowMs: HOUR_MS, max: 500, title: 'content-creating requests an hour' },
    oauthTokens: { windowMs: HOUR_MS, max: 2_000, title: 'OAuth access-token requests an hour' },
  },
  /** 8.2: what a REST request costs its endpoint. */
  points: { GET: 1, HEAD: 1, OPTIONS: 1, POST: 5, PATCH: 5, PUT: 5, DELETE: 5 },
  /** 8.2: what a request of the graph API costs. */
  graphPoints: { query: 1, mutation: 5 },
  /** How far apart writes of one token are (the service's page of best practices for its REST API). */
  writeSpacingMs: 1_000,
  /** The service gives up on a request after so long (its page on troubleshooting the REST API). */
  requestDeadlineMs: 10_000,
  /** 8.3: page sizes by list; standard ones that it leaves open are those of the service's reference. */
  pages: {
    budgets: { maxPerPage: 100, perPage: 10 },
    alerts: { maxPerPage: 100, perPage: 30 },
    notifications: { maxPerPage: 50, perPage: 50 },
    repositoryNotifications: { maxPerPage: 100, perPage: 30 },
    events: { maxPerPage: 100, perPage: 30 },
    migrations: { maxPerPage: 100, perPage: 30 },
  },
  /** 8.3: an event feed holds no more events, and none older. */
  eventFeed: { maxEvents: 300, maxAgeDays: 30 },
  /** 8.3: seconds between polls where the service names none. */
  pollSeconds: 60,
} as const satisfies Readonly<Record<string, unknown>> & {
  readonly secondary: Readonly<Record<string, WindowLimit>>;
};

export type SecondaryLimit = keyof typeof SERVICE_LIMITS.secondary;
