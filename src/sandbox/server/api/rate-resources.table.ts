interface RateResource {
  readonly name: string;
  /** In a window of so many seconds. */
  readonly windowSeconds: number;
  readonly signedIn: number;
  readonly anonymous: number;
}

/**
 * What the service limits apart from `core` (specification 8.1 names search and graph queries without their values; the
 * others and all figures are the real service's). Nothing here draws on them.
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
