/** The kind of a token, by its prefix (specification 5, rule 1). */
export type TokenKind =
  | 'classic'
  | 'fine_grained'
  | 'oauth'
  | 'app_user'
  | 'app_installation'
  | 'workflow'
  | 'unknown';

/** A variant of the API: `service` is that of the specification, `github` that of GitHub's own documentation. */
export type DialectName = 'service' | 'github';

/** An environment variable with a token, and the hosts that it may be sent to. */
export interface TokenVariable {
  readonly name: string;
  /** `named`: an explicit base URL; `hosted`: the hosts of `hostedDomains`; `self-managed`: the host of `hostVariable`. */
  readonly reach: 'named' | 'hosted' | 'self-managed';
}

/** All names in the API that contain the brand of the service. */
export interface Dialect {
  readonly name: DialectName;
  /** The name of the service, for people. */
  readonly title: string;
  /** The API of the hosted deployment; undefined if there is none. */
  readonly defaultBaseUrl: string | undefined;
  /** The web address of the hosted deployment: the root of the `url` of its records. */
  readonly webUrl: string;
  readonly mediaType: string;
  readonly versionHeader: string;
  readonly versionSelectedHeader: string;
  readonly mediaTypeHeader: string;
  readonly requestIdHeader: string;
  readonly singleSignOnHeader: string;
  readonly acceptedPermissionsHeader: string;
  readonly tokenExpirationHeader: string;
  /** Field of an account that holds its avatar hash. */
  readonly avatarIdField: string;
  /** The name of the dependency-alert tool in paths. */
  readonly alertTool: string;
  /** Newest first; the second is the default of the service. */
  readonly apiVersions: readonly [newest: string, standard: string];
  /** Environment variables that hold a token, in order, after Satchel's own. */
  readonly tokenVariables: readonly TokenVariable[];
  /** Hosts of the hosted deployment; with a dot in front, all below a domain. */
  readonly hostedDomains: readonly string[];
  /** Environment variable with the host of a self-managed server, if any. */
  readonly hostVariable: string | undefined;
  /** Longest prefix first. A token without a known prefix is tried. */
  readonly tokenPrefixes: readonly { readonly prefix: string; readonly kind: TokenKind }[];
  readonly docsUrl: string;
}

/**
 * The two dialects of the API: `service` follows the specification literally, `github` uses the names of GitHub and its
 * self-managed server. The token prefixes of `service` are our own.
 */
export const DIALECTS = {
  service: {
    name: 'service',
    title: 'the service',
    defaultBaseUrl: undefined,
    webUrl: 'https://service.example',
    mediaType: 'application/vnd.service+json',
    versionHeader: 'X-Service-Api-Version',
    versionSelectedHeader: 'X-Service-Api-Version-Selected',
    mediaTypeHeader: 'X-Service-Media-Type',
    requestIdHeader: 'X-Service-Request-Id',
    singleSignOnHeader: 'X-Service-SSO',
    acceptedPermissionsHeader: 'X-Accepted-Service-Permissions',
    tokenExpirationHeader: 'Service-Authentication-Token-Expiration',
    avatarIdField: 'avatar_id',
    alertTool: 'depmonitor',
    apiVersions: ['2026-03-10', '2022-11-28'],
    tokenVariables: [{ name: 'SERVICE_TOKEN', reach: 'named' }],
    hostedDomains: [],
    hostVariable: undefined,
    tokenPrefixes: [
      { prefix: 'service_pat_', kind: 'fine_grained' },
      { prefix: 'svp_', kind: 'classic' },
      { prefix: 'svo_', kind: 'oauth' },
      { prefix: 'svu_', kind: 'app_user' },
      { prefix: 'svs_', kind: 'app_installation' },
      { prefix: 'svw_', kind: 'workflow' },
    ],
    docsUrl: 'https://docs.service.example/rest',
  },
  github: {
    name: 'github',
    title: 'GitHub',
    defaultBaseUrl: 'https://api.github.com',
    webUrl: 'https://github.com',
    mediaType: 'application/vnd.github+json',
    versionHeader: 'X-GitHub-Api-Version',
    versionSelectedHeader: 'X-GitHub-Api-Version-Selected',
    mediaTypeHeader: 'X-GitHub-Media-Type',
    requestIdHeader: 'X-GitHub-Request-Id',
    singleSignOnHeader: 'X-GitHub-SSO',
    acceptedPermissionsHeader: 'X-Accepted-GitHub-Permissions',
    tokenExpirationHeader: 'GitHub-Authentication-Token-Expiration',
    avatarIdField: 'gravatar_id',
    alertTool: 'dependabot',
    apiVersions: ['2026-03-10', '2022-11-28'],
    // What the GitHub CLI reads, for the hosts that it reads them for (cli.github.com/manual/gh_help_environment).
    tokenVariables: [
      { name: 'GH_TOKEN', reach: 'hosted' },
      { name: 'GITHUB_TOKEN', reach: 'hosted' },
      { name: 'GH_ENTERPRISE_TOKEN', reach: 'self-managed' },
      { name: 'GITHUB_ENTERPRISE_TOKEN', reach: 'self-managed' },
    ],
    hostedDomains: ['github.com', '.github.com', '.ghe.com'],
    hostVariable: 'GH_HOST',
    tokenPrefixes: [
      { prefix: 'github_pat_', kind: 'fine_grained' },
      { prefix: 'ghp_', kind: 'classic' },
      { prefix: 'gho_', kind: 'oauth' },
      { prefix: 'ghu_', kind: 'app_user' },
      { prefix: 'ghs_', kind: 'app_installation' },
    ],
    docsUrl: 'https://docs.github.com/rest',
  },
} as const satisfies Record<DialectName, Dialect>;

/** Token kinds that user and organization migrations reject (specification 4.5 and 5, rule 3). */
export const TOKEN_KINDS_REFUSED_BY_MIGRATIONS: readonly TokenKind[] = [
  'fine_grained',
  'app_user',
  'app_installation',
  'workflow',
];
