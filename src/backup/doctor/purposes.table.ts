interface Purpose {
  /** The requests that it depends on, in the notation of the `service` dialect. */
  readonly calls: (org: string | undefined) => readonly string[];
  /** Scopes in addition to those of the requests. */
  readonly extraScopes?: (org: string | undefined) => readonly string[];
}

/** What a token can be used for, by the name that `doctor --for` accepts. */
export const PURPOSES = {
  backup: {
    calls: (org) => (org === undefined ? ['POST /user/migrations'] : ['POST /orgs/{org}/migrations']),
    // Source: the service's reference of organization migrations.
    extraScopes: (org) => (org === undefined ? [] : ['admin:org']),
  },
  events: {
    calls: (org) => (org === undefined ? ['GET /users/{username}/events'] : ['GET /orgs/{org}/events']),
  },
  notifications: { calls: () => ['GET /notifications'] },
  alerts: { calls: () => ['GET /orgs/{org}/depmonitor/alerts'] },
  budgets: { calls: () => ['GET /organizations/{org}/settings/billing/budgets'] },
} as const satisfies Record<string, Purpose>;

export type PurposeName = keyof typeof PURPOSES;

/** Scopes that include others, according to the service's page on scopes. */
export const SCOPE_INCLUDES: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'security_events'],
  'admin:org': ['write:org', 'read:org'],
};
