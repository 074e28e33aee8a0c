import type { TokenKind } from './dialects.table.ts';

/** One row: calls are `METHOD,METHOD /path` with the prefix `under`, in the words of the `service` dialect. */
type TabledPermission = readonly [
  permission: string,
  access: 'read' | 'write',
  under: string,
  calls: readonly string[],
  /** `multi` is the note "(multi)" of the table; `app_user` marks a row for user access tokens only. */
  note?: 'multi' | 'app_user',
];

/** A table of specification 5.1. */
export interface PermissionTable {
  readonly audience: 'fine_grained' | 'app';
  readonly level: 'organization' | 'repository' | 'user';
  readonly rows: readonly TabledPermission[];
}

const ORG = '/orgs/{org}';
const ORGANIZATION = '/organizations/{org}';
const REPO = '/repos/{owner}/{repo}';

/** Categories that the specification mentions without rows ("not shown"), by table. */
// biome-ignore format: a row takes as few lines as it fits in.
export const UNLISTED_PERMISSIONS = {
  organization: [
    'API Insights', 'Administration', 'Agent secrets', 'Agent variables', 'Assistant Spaces',
    'Assistant agent settings', 'Custom organization roles', 'Custom properties', 'Custom repository roles',
    'Assistant Business', 'Hosted runner custom images', 'Members', 'Network configurations',
    'Organization assistant metrics', 'Organization bypass requests for secret scanning',
    'Organization devenv secrets', 'Organization devenv', 'Organization depmonitor secrets',
    'Organization dismissal requests for dependency alerts',
    'Organization dismissal requests for code scanning', 'Organization private registries', 'Projects',
    'Secret scanning alert dismissal requests', 'Secrets', 'Self-hosted runners', 'Variables', 'Webhooks',
  ],
  repository: [
    'Actions', 'Administration', 'Agent secrets', 'Agent variables', 'Artifact metadata', 'Attestations',
    'Code scanning alerts', 'Devenv lifecycle admin', 'Devenv secrets', 'Devenv', 'Contents',
    'Dependency alerts', 'Dependency secrets', 'Deployments', 'Environments', 'Issues', 'Metadata', 'Pages',
    'Pull requests', 'Repository security advisories', 'Secret scanning alert dismissal requests',
    'Secret scanning alerts', 'Secret scanning push protection bypass requests', 'Secrets', 'Variables',
    'Webhooks', 'Workflows',
  ],
  user: ['Devenv user secrets', 'Private repository invitations', 'Starring'],
} as const;

// biome-ignore format: a row takes as few lines as it fits in.
const FINE_GRAINED_ORGANIZATION = [
  ['Blocking users', 'write', ORG, ['PUT,DELETE /blocks/{username}']],
  ['Blocking users', 'read', ORG, ['GET /blocks', 'GET /blocks/{username}']],
  ['Campaigns', 'write', ORG, ['POST /campaigns', 'PATCH,DELETE /campaigns/{campaign_number}']],
  ['Campaigns', 'read', ORG, ['GET /campaigns', 'GET /campaigns/{campaign_number}']],
  ['Assistant content exclusion', 'write', ORG, ['PUT /assistant/content_exclusion']],
  ['Assistant content exclusion', 'read', ORG, ['GET /assistant/content_exclusion']],
  ['Custom properties for organizations', 'write', ORGANIZATION, ['PATCH /org-properties/values']],
  ['Custom properties for organizations', 'read', ORGANIZATION, ['GET /org-properties/values']],
  ['Events', 'read', '', ['GET /users/{username}/events/orgs/{org}']],
  ['Issue Fields', 'write', ORG, ['POST /issue-fields', 'PATCH,DELETE /issue-fields/{issue_field_id}']],
  ['Issue Fields', 'read', ORG, ['GET /issue-fields']],
  ['Issue Types', 'write', ORG, ['POST /issue-types', 'PUT,DELETE /issue-types/{issue_type_id}']],
  ['Issue Types', 'read', ORG, ['GET /issue-types']],
  ['Organization announcement banners', 'write', ORG, ['PATCH,DELETE /announcement']],
  ['Organization announcement banners', 'read', ORG, ['GET /announcement']],
  ['Organization devenv settings', 'write', ORG, [
    'PUT /devenv/access', 'POST,DELETE /devenv/access/selected_users']],
] as const;

// biome-ignore format: a row takes as few lines as it fits in.
const FINE_GRAINED_REPOSITORY = [
  ['Code quality', 'read', REPO, [
    'GET /code-quality/findings', 'GET /code-quality/findings/{finding_number}']],
  ['Devenv metadata', 'read', '', [
    'GET /repos/{owner}/{repo}/devenv/devcontainers', 'GET /repos/{owner}/{repo}/devenv/machines',
    'GET /user/devenv/{name}/machines']],
  ['Commit statuses', 'write', REPO, ['POST /statuses/{sha}']],
  ['Commit statuses', 'read', REPO, ['GET /commits/{ref}/status', 'GET /commits/{ref}/statuses']],
  ['Assistant agent settings', 'read', REPO, ['GET /assistant/cloud-agent/configuration']],
  ['Custom properties', 'write', REPO, ['PATCH /properties/values']],
  // From section 4, not from the tables.
  ['Metadata', 'read', REPO, ['GET /events']],
  ['Dependency alerts', 'read', '', ['GET /orgs/{org}/depmonitor/alerts']],
] as const;

// biome-ignore format: a row takes as few lines as it fits in.
const FINE_GRAINED_USER = [
  ['Block another user', 'write', '/user', ['PUT,DELETE /blocks/{username}']],
  ['Block another user', 'read', '/user', ['GET /blocks', 'GET /blocks/{username}']],
  ['Email addresses', 'write', '/user', ['PATCH /email/visibility', 'POST,DELETE /emails']],
  ['Email addresses', 'read', '/user', ['GET /emails', 'GET /public_emails']],
  ['Events', 'read', '', ['GET /users/{username}/events']],
  ['Followers', 'write', '/user', ['PUT,DELETE /following/{username}']],
  ['Followers', 'read', '/user', ['GET /followers', 'GET /following', 'GET /following/{username}']],
  ['GPG keys', 'write', '/user', ['POST /gpg_keys', 'DELETE /gpg_keys/{gpg_key_id}']],
  ['GPG keys', 'read', '/user', ['GET /gpg_keys', 'GET /gpg_keys/{gpg_key_id}']],
  ['Gists', 'write', '/gists', [
    'POST ', 'PATCH,DELETE /{gist_id}', 'POST /{gist_id}/comments',
    'PATCH,DELETE /{gist_id}/comments/{comment_id}', 'POST /{gist_id}/forks', 'PUT,DELETE /{gist_id}/star']],
  ['Git SSH keys', 'write', '/user', ['POST /keys', 'DELETE /keys/{key_id}']],
  ['Git SSH keys', 'read', '', ['GET /user/keys', 'GET /user/keys/{key_id}', 'GET /users/{username}/keys']],
  ['Interaction limits', 'write', '/user', ['PUT,DELETE /interaction-limits']],
  ['Interaction limits', 'read', '/user', ['GET /interaction-limits']],
  ['Profile', 'write', '/user', ['PATCH ', 'POST,DELETE /social_accounts']],
  ['SSH signing keys', 'write', '/user', [
    'POST /ssh_signing_keys', 'DELETE /ssh_signing_keys/{ssh_signing_key_id}']],
  ['SSH signing keys', 'read', '/user', [
    'GET /ssh_signing_keys', 'GET /ssh_signing_keys/{ssh_signing_key_id}']],
  ['Watching', 'read', '', ['GET /user/subscriptions', 'GET /users/{username}/subscriptions']],
] as const;

// biome-ignore format: a row takes as few lines as it fits in.
const ACTIONS_PERMISSION_PATHS = [
  '/actions/permissions', '/actions/permissions/artifact-and-log-retention',
  '/actions/permissions/fork-pr-contributor-approval', '/actions/permissions/fork-pr-workflows-private-repos',
  '/actions/permissions/repositories', '/actions/permissions/selected-actions',
  '/actions/permissions/self-hosted-runners', '/actions/permissions/self-hosted-runners/repositories',
  '/actions/permissions/workflow',
] as const;

/** Rows for both kinds of app tokens. */
// biome-ignore format: a row takes as few lines as it fits in.
const APP_ORGANIZATION = [
  ['Administration', 'write', ORGANIZATION, [
    'PATCH /depmonitor/repository-access', 'PUT /depmonitor/repository-access/default-level']],
  ['Administration', 'read', ORGANIZATION, ['GET /depmonitor/repository-access']],
  ['Administration', 'write', ORGANIZATION, [
    'PUT /actions/cache/retention-limit', 'PUT /actions/cache/storage-limit',
    'POST /settings/billing/budgets', 'PATCH,DELETE /settings/billing/budgets/{budget_id}']],
  ['Administration', 'write', ORG, [
    'PATCH,DELETE ', 'POST /actions/hosted-runners',
    'PATCH,DELETE /actions/hosted-runners/{hosted_runner_id}',
    'POST /actions/oidc/customization/properties/repo',
    'DELETE /actions/oidc/customization/properties/repo/{custom_property_name}',
    'PUT /actions/oidc/customization/sub', ...ACTIONS_PERMISSION_PATHS.map((path) => `PUT ${path}`),
    'POST /code-security/configurations', 'PATCH,DELETE /code-security/configurations/{configuration_id}',
    'DELETE /code-security/configurations/detach',
    'POST /code-security/configurations/{configuration_id}/attach',
    'PUT /code-security/configurations/{configuration_id}/defaults', 'PUT,DELETE /interaction-limits',
    'PATCH /interaction-limits/pulls/creation-cap', 'GET,POST /rulesets', 'GET /rulesets/rule-suites',
    'GET /rulesets/rule-suites/{rule_suite_id}', 'GET,PUT,DELETE /rulesets/{ruleset_id}',
    'GET /rulesets/{ruleset_id}/history', 'GET /rulesets/{ruleset_id}/history/{version_id}',
    'POST /secret-scanning/custom-patterns', 'DELETE /secret-scanning/custom-patterns',
    'PATCH /secret-scanning/custom-patterns/{pattern_id}', 'PATCH /secret-scanning/pattern-configurations',
    'PUT,DELETE /security-managers/teams/{team_slug}', 'PUT /settings/immutable-releases',
    'POST /{security_product}/{enablement}']],
  ['Administration', 'write', ORG, [
    'PUT,DELETE /actions/permissions/repositories/{repository_id}',
    'PUT,DELETE /actions/permissions/self-hosted-runners/repositories/{repository_id}',
    'POST,DELETE /assistant/billing/selected_teams', 'POST,DELETE /assistant/billing/selected_users',
    'PUT /settings/immutable-releases/repositories',
    'PUT,DELETE /settings/immutable-releases/repositories/{repository_id}'], 'multi'],
  ['Administration', 'read', ORGANIZATION, [
    'GET /actions/cache/retention-limit', 'GET /actions/cache/storage-limit',
    'GET /settings/billing/ai_credit/usage', 'GET /settings/billing/budgets',
    'GET /settings/billing/budgets/{budget_id}', 'GET /settings/billing/premium_request/usage',
    'GET /settings/billing/usage', 'GET /settings/billing/usage/summary']],
  ['Administration', 'read', ORG, [
    'GET /actions/cache/usage', 'GET /actions/cache/usage-by-repository', 'GET /actions/hosted-runners',
    'GET /actions/hosted-runners/images/service-owned', 'GET /actions/hosted-runners/images/partner',
    'GET /actions/hosted-runners/limits', 'GET /actions/hosted-runners/machine-sizes',
    'GET /actions/hosted-runners/platforms', 'GET /actions/hosted-runners/{hosted_runner_id}',
    'GET /actions/oidc/customization/properties/repo', 'GET /actions/oidc/customization/sub',
    ...ACTIONS_PERMISSION_PATHS.map((path) => `GET ${path}`), 'GET /code-security/configurations',
    'GET /code-security/configurations/defaults', 'GET /code-security/configurations/{configuration_id}',
    'GET /code-security/configurations/{configuration_id}/repositories', 'GET /installations',
    'GET /interaction-limits', 'GET /secret-scanning/custom-patterns',
    'GET /secret-scanning/pattern-configurations', 'GET /security-managers',
    'GET /settings/immutable-releases', 'GET /settings/immutable-releases/repositories']],
  ['Administration', 'read', ORG, [
    'GET /assistant/billing', 'GET /assistant/billing/seats', 'GET /members/{username}/assistant'], 'multi'],
  ['Assistant Business', 'write', ORG, [
    'POST /assistant-spaces/{space_number}/collaborators',
    'PUT,DELETE /assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}']],
  ['Assistant Business', 'write', ORG, [
    'POST,DELETE /assistant/billing/selected_teams',
    'POST,DELETE /assistant/billing/selected_users'], 'multi'],
  ['Assistant Business', 'read', ORG, ['GET /assistant-spaces/{space_number}/collaborators']],
  ['Assistant Business', 'read', ORG, [
    'GET /assistant/billing', 'GET /assistant/billing/seats', 'GET /members/{username}/assistant'], 'multi'],
  ['Members', 'write', '', [
    'POST /orgs/{org}/invitations', 'DELETE /orgs/{org}/invitations/{invitation_id}',
    'DELETE /orgs/{org}/members/{username}', 'PUT,DELETE /orgs/{org}/memberships/{username}',
    'DELETE /orgs/{org}/organization-roles/teams/{team_slug}',
    'PUT,DELETE /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}',
    'DELETE /orgs/{org}/organization-roles/users/{username}',
    'PUT,DELETE /orgs/{org}/organization-roles/users/{username}/{role_id}',
    'PUT,DELETE /orgs/{org}/outside_collaborators/{username}', 'POST /orgs/{org}/teams',
    'PATCH,DELETE /orgs/{org}/teams/{team_slug}',
    'PUT,DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}', 'PATCH,DELETE /teams/{team_id}',
    'PUT,DELETE /teams/{team_id}/members/{username}', 'PUT,DELETE /teams/{team_id}/memberships/{username}']],
  ['Members', 'write', '', [
    'PUT,DELETE /orgs/{org}/public_members/{username}', 'PATCH /user/memberships/orgs/{org}'], 'app_user'],
  ['Members', 'read', '', [
    'GET /orgs/{org}/failed_invitations', 'GET /orgs/{org}/invitations',
    'GET /orgs/{org}/invitations/{invitation_id}/teams', 'GET /orgs/{org}/members',
    'GET /orgs/{org}/members/{username}', 'GET /orgs/{org}/memberships/{username}',
    'GET /orgs/{org}/organization-roles/{role_id}/teams',
    'GET /orgs/{org}/organization-roles/{role_id}/users', 'GET /orgs/{org}/outside_collaborators',
    'GET /orgs/{org}/public_members', 'GET /orgs/{org}/public_members/{username}', 'GET /orgs/{org}/teams',
    'GET /orgs/{org}/teams/{team_slug}', 'GET /orgs/{org}/teams/{team_slug}/invitations',
    'GET /orgs/{org}/teams/{team_slug}/members', 'GET /orgs/{org}/teams/{team_slug}/memberships/{username}',
    'GET /orgs/{org}/teams/{team_slug}/repos', 'GET /orgs/{org}/teams/{team_slug}/teams',
    'GET /teams/{team_id}', 'GET /teams/{team_id}/invitations', 'GET /teams/{team_id}/members',
    'GET /teams/{team_id}/members/{username}', 'GET /teams/{team_id}/memberships/{username}',
    'GET /teams/{team_id}/repos', 'GET /teams/{team_id}/teams']],
  ['Members', 'read', '', [
    'GET,PUT,DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    'GET,PUT,DELETE /teams/{team_id}/repos/{owner}/{repo}'], 'multi'],
  ['Members', 'read', '', ['GET /user/memberships/orgs/{org}'], 'app_user'],
  ['Self-hosted runners', 'write', '/orgs/{org}/actions', [
    'POST /runner-groups', 'PATCH,DELETE /runner-groups/{runner_group_id}',
    'PUT /runner-groups/{runner_group_id}/repositories', 'PUT /runner-groups/{runner_group_id}/runners',
    'PUT,DELETE /runner-groups/{runner_group_id}/runners/{runner_id}', 'POST /runners/generate-jitconfig',
    'POST /runners/registration-token', 'POST /runners/remove-token', 'DELETE /runners/{runner_id}',
    'POST,PUT,DELETE /runners/{runner_id}/labels', 'DELETE /runners/{runner_id}/labels/{name}']],
  ['Self-hosted runners', 'write', '/orgs/{org}/actions', [
    'PUT,DELETE /runner-groups/{runner_group_id}/repositories/{repository_id}'], 'multi'],
  ['Self-hosted runners', 'read', '/orgs/{org}/actions', [
    'GET /runner-groups', 'GET /runner-groups/{runner_group_id}',
    'GET /runner-groups/{runner_group_id}/hosted-runners',
    'GET /runner-groups/{runner_group_id}/repositories', 'GET /runner-groups/{runner_group_id}/runners',
    'GET /runners', 'GET /runners/downloads', 'GET /runners/{runner_id}', 'GET /runners/{runner_id}/labels']],
] as const;

const BRANCH = '/branches/{branch}/protection';

/** Repository rows for both kinds of app tokens; groups of endpoints in the specification are expanded. */
// biome-ignore format: a row takes as few lines as it fits in.
const APP_REPOSITORY = [
  ['Actions', 'write', '/repos/{owner}/{repo}/actions', [
    'DELETE /artifacts/{artifact_id}', 'DELETE /caches', 'DELETE /caches/{cache_id}',
    'POST /jobs/{job_id}/rerun', 'PUT /oidc/customization/sub', 'DELETE /runs/{run_id}',
    'DELETE /runs/{run_id}/logs', 'POST /runs/{run_id}/approve', 'POST /runs/{run_id}/cancel',
    'POST /runs/{run_id}/force-cancel', 'POST /runs/{run_id}/rerun', 'POST /runs/{run_id}/rerun-failed-jobs',
    'PUT /workflows/{workflow_id}/disable', 'PUT /workflows/{workflow_id}/enable',
    'POST /workflows/{workflow_id}/dispatches']],
  ['Actions', 'read', REPO, [
    'GET /actions/artifacts', 'GET /actions/artifacts/{artifact_id}',
    'GET /actions/artifacts/{artifact_id}/{archive_format}', 'GET /actions/cache/storage-limit',
    'GET /actions/cache/usage', 'GET /actions/caches', 'GET /actions/concurrency_groups',
    'GET /actions/concurrency_groups/{concurrency_group_name}', 'GET /actions/jobs/{job_id}',
    'GET /actions/jobs/{job_id}/logs', 'GET /actions/oidc/customization/sub', 'GET /actions/runs',
    'GET /actions/runs/{run_id}', 'GET /actions/runs/{run_id}/approvals',
    'GET /actions/runs/{run_id}/artifacts', 'GET /actions/runs/{run_id}/attempts/{attempt_number}',
    'GET /actions/runs/{run_id}/attempts/{attempt_number}/jobs',
    'GET /actions/runs/{run_id}/attempts/{attempt_number}/logs',
    'GET /actions/runs/{run_id}/concurrency_groups', 'GET /actions/runs/{run_id}/jobs',
    'GET /actions/runs/{run_id}/logs', 'GET /actions/runs/{run_id}/pending_deployments',
    'GET /actions/runs/{run_id}/timing', 'GET /actions/workflows', 'GET /actions/workflows/{workflow_id}',
    'GET /actions/workflows/{workflow_id}/runs', 'GET /actions/workflows/{workflow_id}/timing',
    'GET /environments', 'GET /environments/{environment_name}',
    'GET /environments/{environment_name}/deployment-branch-policies',
    'GET /environments/{environment_name}/deployment_protection_rules']],
  ['Administration', 'write', '', ['POST /orgs/{org}/repos', 'PATCH,DELETE /repos/{owner}/{repo}']],
  ['Administration', 'write', REPO, [
    'PUT /actions/cache/storage-limit', 'PUT /actions/cache/retention-limit', 'PUT /actions/permissions',
    'PUT /actions/permissions/access', 'PUT /actions/permissions/artifact-and-log-retention',
    'PUT /actions/permissions/fork-pr-contributor-approval',
    'PUT /actions/permissions/fork-pr-workflows-private-repos', 'PUT /actions/permissions/selected-actions',
    'PUT /actions/permissions/workflow', 'POST /actions/runners/generate-jitconfig',
    'POST /actions/runners/registration-token', 'POST /actions/runners/remove-token',
    'DELETE /actions/runners/{runner_id}', 'POST,PUT,DELETE /actions/runners/{runner_id}/labels',
    'DELETE /actions/runners/{runner_id}/labels/{name}', 'POST /autolinks', 'DELETE /autolinks/{autolink_id}',
    'PUT,DELETE /automated-security-fixes', `PUT,DELETE ${BRANCH}`, `POST,DELETE ${BRANCH}/enforce_admins`,
    `PATCH,DELETE ${BRANCH}/required_pull_request_reviews`, `POST,DELETE ${BRANCH}/required_signatures`,
    `PATCH,DELETE ${BRANCH}/required_status_checks`,
    `POST,PUT,DELETE ${BRANCH}/required_status_checks/contexts`, `DELETE ${BRANCH}/restrictions`,
    `POST,PUT,DELETE ${BRANCH}/restrictions/apps`, `POST,PUT,DELETE ${BRANCH}/restrictions/teams`,
    `POST,PUT,DELETE ${BRANCH}/restrictions/users`, 'GET,PATCH /code-quality/setup',
    'PATCH /code-scanning/default-setup', 'PUT,DELETE /collaborators/{username}',
    'PUT,DELETE /environments/{environment_name}',
    'POST /environments/{environment_name}/deployment-branch-policies',
    'PUT,DELETE /environments/{environment_name}/deployment-branch-policies/{branch_policy_id}',
    'POST /environments/{environment_name}/deployment_protection_rules',
    'DELETE /environments/{environment_name}/deployment_protection_rules/{protection_rule_id}',
    'PUT,DELETE /immutable-releases', 'PUT,DELETE /interaction-limits',
    'GET,PUT,DELETE /interaction-limits/pulls/bypass-list', 'PATCH /interaction-limits/pulls/creation-cap',
    'PATCH,DELETE /invitations/{invitation_id}', 'POST /keys', 'DELETE /keys/{key_id}',
    'PUT,DELETE /private-vulnerability-reporting', 'POST /rulesets', 'PUT,DELETE /rulesets/{ruleset_id}',
    'GET /rulesets/{ruleset_id}/history', 'GET /rulesets/{ruleset_id}/history/{version_id}']],
  ['Administration', 'write', '', [
    'POST /repos/{owner}/{repo}/forks', 'POST,PUT,DELETE /repos/{owner}/{repo}/pages',
    'GET /repos/{owner}/{repo}/pages/health',
    'POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/forks',
    'PUT,DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo}',
    'PUT,DELETE /teams/{team_id}/repos/{owner}/{repo}'], 'multi'],
] as const;

/** For budgets, fine-grained tokens need the same permission as apps (specification 4.1). */
// biome-ignore format: a row takes as few lines as it fits in.
const FINE_GRAINED_BUDGETS = [
  ['Administration', 'read', ORGANIZATION, [
    'GET /settings/billing/budgets', 'GET /settings/billing/budgets/{budget_id}']],
  ['Administration', 'write', ORGANIZATION, [
    'POST /settings/billing/budgets', 'PATCH,DELETE /settings/billing/budgets/{budget_id}']],
] as const;

/** The permission tables (specification 5.1), with the permissions that section 4 mentions. */
export const PERMISSION_TABLES: readonly PermissionTable[] = [
  { audience: 'fine_grained', level: 'organization', rows: FINE_GRAINED_ORGANIZATION },
  { audience: 'fine_grained', level: 'organization', rows: FINE_GRAINED_BUDGETS },
  { audience: 'fine_grained', level: 'repository', rows: FINE_GRAINED_REPOSITORY },
  { audience: 'fine_grained', level: 'user', rows: FINE_GRAINED_USER },
  { audience: 'app', level: 'organization', rows: APP_ORGANIZATION },
  { audience: 'app', level: 'repository', rows: APP_REPOSITORY },
];

/** The tokens that endpoints of section 4 accept, and the scopes that classic ones need. */
export interface EndpointAccess {
  /** As `METHOD,METHOD /path`, in the words of the `service` dialect. */
  readonly calls: readonly string[];
  readonly tokens: readonly TokenKind[];
  /** Scopes of classic and OAuth tokens, any one of which is enough; empty if none is needed. */
  readonly scopes: readonly string[];
  /** True if public data is available without a token. */
  readonly isOpen: boolean;
  /** More from section 4 or 5. */
  readonly note?: string;
}

const ALL_TOKENS = ['classic', 'oauth', 'fine_grained', 'app_user', 'app_installation', 'workflow'] as const;
const PUBLIC_ONLY = 'the scope public_repo reaches public repositories only';
const CLASSIC_TOKENS = ['classic', 'oauth'] as const;

/**
 * Token kinds by endpoint (specification 4.1 to 4.6, and 5, rules 3 and 4; scopes of migrations: the service's
 * reference).
 */
// biome-ignore format: a row takes as few lines as it fits in.
export const ENDPOINT_ACCESS: readonly EndpointAccess[] = [
  {
    calls: [
      'GET,POST /organizations/{org}/settings/billing/budgets',
      'GET,PATCH,DELETE /organizations/{org}/settings/billing/budgets/{budget_id}',
    ],
    tokens: ['fine_grained', 'app_user', 'app_installation'], scopes: [], isOpen: false,
  },
  {
    calls: ['GET /enterprises/{enterprise}/depmonitor/alerts'],
    tokens: CLASSIC_TOKENS, scopes: ['repo', 'security_events'], isOpen: false,
  },
  {
    calls: ['GET /orgs/{org}/depmonitor/alerts'],
    tokens: ALL_TOKENS, scopes: ['security_events', 'public_repo'], isOpen: false,
    note: PUBLIC_ONLY,
  },
  {
    calls: [
      'GET /repos/{owner}/{repo}/depmonitor/alerts',
      'GET,PATCH /repos/{owner}/{repo}/depmonitor/alerts/{alert_number}',
    ],
    tokens: ALL_TOKENS, scopes: ['security_events', 'public_repo'], isOpen: false,
    note: PUBLIC_ONLY,
  },
  {
    calls: [
      'GET /events', 'GET /networks/{owner}/{repo}/events', 'GET /orgs/{org}/events',
      'GET /repos/{owner}/{repo}/events', 'GET /users/{username}/events',
      'GET /users/{username}/events/public', 'GET /users/{username}/received_events',
      'GET /users/{username}/received_events/public',
    ],
    tokens: ALL_TOKENS, scopes: [], isOpen: true,
  },
  { calls: ['GET /users/{username}/events/orgs/{org}'], tokens: ALL_TOKENS, scopes: [], isOpen: false },
  {
    calls: [
      'GET,PUT /notifications', 'GET,PATCH,DELETE /notifications/threads/{thread_id}',
      'GET,PUT,DELETE /notifications/threads/{thread_id}/subscription',
      'GET,PUT /repos/{owner}/{repo}/notifications',
    ],
    tokens: CLASSIC_TOKENS,
    scopes: ['notifications', 'repo'],
    isOpen: false,
    note: 'the issues and commits that they are about need the scope repo',
  },
  {
    calls: [
      'GET,POST /user/migrations', 'GET /user/migrations/{migration_id}',
      'GET,DELETE /user/migrations/{migration_id}/archive',
      'DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock',
      'GET /user/migrations/{migration_id}/repositories',
    ],
    tokens: CLASSIC_TOKENS, scopes: ['repo'], isOpen: false,
  },
  {
    calls: [
      'GET,POST /orgs/{org}/migrations', 'GET /orgs/{org}/migrations/{migration_id}',
      'GET,DELETE /orgs/{org}/migrations/{migration_id}/archive',
      'DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock',
      'GET /orgs/{org}/migrations/{migration_id}/repositories',
    ],
    tokens: CLASSIC_TOKENS, scopes: ['admin:org'], isOpen: false,
  },
  { calls: ['GET /rate_limit', 'GET /versions'], tokens: ALL_TOKENS, scopes: [], isOpen: true },
];
