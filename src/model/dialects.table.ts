/** What a token is, as far as its prefix tells (specification 5, rule 1). */
export type TokenKind =
  | 'classic'
  | 'fine_grained'
  | 'oauth'
  | 'app_user'
  | 'app_installation'
  | 'workflow'
  | 'unknown';

export type DialectName = 'service' | 'github';

/** A variable of the environment that holds a token, and where that token may go. */
export interface TokenVariable {
  readonly name: string;
  /** `named`: where the caller says; `hosted`: the hosts of `hostedDomains`; `self-managed`: the host of `hostVariable`. */
  readonly reach: 'named' | 'hosted' | 'self-managed';
}

/** Every name of the interface that carries the brand of the service. */
export interface Dialect {
  readonly name: DialectName;
  /** What people call the service, in sentences. */
  readonly title: string;
  /** Where the hosted deployment answers; undefined where only the caller knows. */
  readonly defaultBaseUrl: string | undefined;
  /** The web address under which records of the hosted deployment live: the root of their `url`. */
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
  /** How paths name the dependency-alert tool. */
  readonly alertTool: string;
  /** Newest first; the second is what an absent header means. */
  readonly apiVersions: readonly [newest: string, standard: string];
  /** Environment variables that hold a token, in order, after Satchel's own. */
  readonly tokenVariables: readonly TokenVariable[];
  /** Hosts of the hosted deployment; with a dot in front, all below a domain. */
  readonly hostedDomains: readonly string[];
  /** Environment variable that names the host of a self-managed server, where there is one. */
  readonly hostVariable: string | undefined;
  /** Longest prefix first. A token with none of them is of unknown kind and is tried. */
  readonly tokenPrefixes: readonly { readonly prefix: string; readonly kind: TokenKind }[];
  readonly docsUrl: string;
}

/**
 * The two ways in which the one interface is spelled: `service` is the specification to the letter,
 * `github` the names of GitHub and its self-managed server. Token prefixes of the neutral dialect are ours.
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

/** Token kinds that user and organization migrations refuse (specification 4.5 and 5, rule 3). */
export const TOKEN_KINDS_REFUSED_BY_MIGRATIONS: readonly TokenKind[] = [
  'fine_grained',
  'app_user',
  'app_installation',
  'workflow',
];
