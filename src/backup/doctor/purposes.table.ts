interface Purpose {
  /** The calls that it stands on, in the words of the `service` dialect. */
  readonly calls: (org: string | undefined) => readonly string[];
  /** Scopes beyond those that the calls name, with what needs them. */
  readonly extraScopes?: (org: string | undefined) => readonly string[];
}

/** What a token can be asked to do, by the name that `doctor --for` takes. */
export const PURPOSES = {
  backup: {
    calls: (org) => (org === undefined ? ['POST /user/migrations'] : ['POST /orgs/{org}/migrations']),
    // The reference of the service's migrations of organizations.
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

/** Scopes that include others, as the service's page on scopes has them. */
export const SCOPE_INCLUDES: Readonly<Record<string, readonly string[]>> = {
  repo: ['public_repo', 'security_events'],
  'admin:org': ['write:org', 'read:org'],
};
