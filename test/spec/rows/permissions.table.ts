/** One endpoint of a permission table (specification 5.1). */
export interface PermissionEntry {
  /** The table it stands in: fine-grained tokens, or app tokens. */
  readonly audience: 'app' | 'fine-grained';
  readonly subject: 'organization' | 'repository' | 'user';
  readonly permission: string;
  readonly access: 'read' | 'write';
  readonly method: string;
  readonly path: string;
  /** True where the endpoint does not work with installation tokens. */
  readonly isUserTokenOnly: boolean;
  /** True where several permissions are required, or another may be used. */
  readonly isMulti: boolean;
}

type Head = [
  audience: PermissionEntry['audience'],
  subject: PermissionEntry['subject'],
  permission: string,
  access: PermissionEntry['access'],
];

/** `# audience; subject; permission; access`, then `METHOD,METHOD path`; a final `*` marks (multi), `!` marks UAT only. */
const TABLES = `
# fine-grained; organization; Blocking users; write
PUT,DELETE /orgs/{org}/blocks/{username}
# fine-grained; organization; Blocking users; read
GET /orgs/{org}/blocks
GET /orgs/{org}/blocks/{username}
# fine-grained; organization; Campaigns; write
POST /orgs/{org}/campaigns
PATCH,DELETE /orgs/{org}/campaigns/{campaign_number}
# fine-grained; organization; Campaigns; read
GET /orgs/{org}/campaigns
GET /orgs/{org}/campaigns/{campaign_number}
# fine-grained; organization; Assistant content exclusion; write
PUT /orgs/{org}/assistant/content_exclusion
# fine-grained; organization; Assistant content exclusion; read
GET /orgs/{org}/assistant/content_exclusion
# fine-grained; organization; Custom properties for organizations; write
PATCH /organizations/{org}/org-properties/values
# fine-grained; organization; Custom properties for organizations; read
GET /organizations/{org}/org-properties/values
# fine-grained; organization; Events; read
GET /users/{username}/events/orgs/{org}
# fine-grained; organization; Issue Fields; write
POST /orgs/{org}/issue-fields
PATCH,DELETE /orgs/{org}/issue-fields/{issue_field_id}
# fine-grained; organization; Issue Fields; read
GET /orgs/{org}/issue-fields
# fine-grained; organization; Issue Types; write
POST /orgs/{org}/issue-types
PUT,DELETE /orgs/{org}/issue-types/{issue_type_id}
# fine-grained; organization; Issue Types; read
GET /orgs/{org}/issue-types
# fine-grained; organization; Organization announcement banners; write
PATCH,DELETE /orgs/{org}/announcement
# fine-grained; organization; Organization announcement banners; read
GET /orgs/{org}/announcement
# fine-grained; organization; Organization devenv settings; write
PUT /orgs/{org}/devenv/access
POST,DELETE /orgs/{org}/devenv/access/selected_users
# fine-grained; repository; Code quality; read
GET /repos/{owner}/{repo}/code-quality/findings
GET /repos/{owner}/{repo}/code-quality/findings/{finding_number}
# fine-grained; repository; Devenv metadata; read
GET /repos/{owner}/{repo}/devenv/devcontainers
GET /repos/{owner}/{repo}/devenv/machines
GET /user/devenv/{name}/machines
# fine-grained; repository; Commit statuses; write
POST /repos/{owner}/{repo}/statuses/{sha}
# fine-grained; repository; Commit statuses; read
GET /repos/{owner}/{repo}/commits/{ref}/status
GET /repos/{owner}/{repo}/commits/{ref}/statuses
# fine-grained; repository; Assistant agent settings; read
GET /repos/{owner}/{repo}/assistant/cloud-agent/configuration
# fine-grained; repository; Custom properties; write
PATCH /repos/{owner}/{repo}/properties/values
# fine-grained; user; Block another user; write
PUT,DELETE /user/blocks/{username}
# fine-grained; user; Block another user; read
GET /user/blocks
GET /user/blocks/{username}
# fine-grained; user; Email addresses; write
PATCH /user/email/visibility
POST,DELETE /user/emails
# fine-grained; user; Email addresses; read
GET /user/emails
GET /user/public_emails
# fine-grained; user; Followers; write
PUT,DELETE /user/following/{username}
# fine-grained; user; Followers; read
GET /user/followers
GET /user/following
GET /user/following/{username}
# fine-grained; user; GPG keys; write
POST /user/gpg_keys
DELETE /user/gpg_keys/{gpg_key_id}
# fine-grained; user; GPG keys; read
GET /user/gpg_keys
GET /user/gpg_keys/{gpg_key_id}
# fine-grained; user; Gists; write
POST /gists
PATCH,DELETE /gists/{gist_id}
POST /gists/{gist_id}/comments
PATCH,DELETE /gists/{gist_id}/comments/{comment_id}
POST /gists/{gist_id}/forks
PUT,DELETE /gists/{gist_id}/star
# fine-grained; user; Git SSH keys; write
POST /user/keys
DELETE /user/keys/{key_id}
# fine-grained; user; Git SSH keys; read
GET /user/keys
GET /user/keys/{key_id}
GET /users/{username}/keys
# fine-grained; user; Interaction limits; write
PUT,DELETE /user/interaction-limits
# fine-grained; user; Interaction limits; read
GET /user/interaction-limits
# fine-grained; user; Profile; write
PATCH /user
POST,DELETE /user/social_accounts
# fine-grained; user; SSH signing keys; write
POST /user/ssh_signing_keys
DELETE /user/ssh_signing_keys/{ssh_signing_key_id}
# fine-grained; user; SSH signing keys; read
GET /user/ssh_signing_keys
GET /user/ssh_signing_keys/{ssh_signing_key_id}
# fine-grained; user; Watching; read
GET /user/subscriptions
GET /users/{username}/subscriptions
# app; organization; Administration; write
PUT /organizations/{org}/actions/cache/retention-limit
PUT /organizations/{org}/actions/cache/storage-limit
POST /organizations/{org}/settings/billing/budgets
PATCH,DELETE /organizations/{org}/settings/billing/budgets/{budget_id}
PATCH,DELETE /orgs/{org}
POST /orgs/{org}/actions/hosted-runners
PATCH,DELETE /orgs/{org}/actions/hosted-runners/{hosted_runner_id}
POST /orgs/{org}/actions/oidc/customization/properties/repo
DELETE /orgs/{org}/actions/oidc/customization/properties/repo/{custom_property_name}
PUT /orgs/{org}/actions/oidc/customization/sub
PUT /orgs/{org}/actions/permissions
PUT /orgs/{org}/actions/permissions/artifact-and-log-retention
PUT /orgs/{org}/actions/permissions/fork-pr-contributor-approval
PUT /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos
PUT /orgs/{org}/actions/permissions/repositories
PUT /orgs/{org}/actions/permissions/selected-actions
PUT /orgs/{org}/actions/permissions/self-hosted-runners
PUT /orgs/{org}/actions/permissions/self-hosted-runners/repositories
PUT /orgs/{org}/actions/permissions/workflow
PUT,DELETE /orgs/{org}/actions/permissions/repositories/{repository_id} *
PUT,DELETE /orgs/{org}/actions/permissions/self-hosted-runners/repositories/{repository_id} *
POST /orgs/{org}/code-security/configurations
PATCH,DELETE /orgs/{org}/code-security/configurations/{configuration_id}
DELETE /orgs/{org}/code-security/configurations/detach
POST /orgs/{org}/code-security/configurations/{configuration_id}/attach
PUT /orgs/{org}/code-security/configurations/{configuration_id}/defaults
POST,DELETE /orgs/{org}/assistant/billing/selected_teams *
POST,DELETE /orgs/{org}/assistant/billing/selected_users *
PATCH /organizations/{org}/depmonitor/repository-access
PUT /organizations/{org}/depmonitor/repository-access/default-level
PUT,DELETE /orgs/{org}/interaction-limits
PATCH /orgs/{org}/interaction-limits/pulls/creation-cap
GET,POST /orgs/{org}/rulesets
GET /orgs/{org}/rulesets/rule-suites
GET,PUT,DELETE /orgs/{org}/rulesets/{ruleset_id}
GET /orgs/{org}/rulesets/{ruleset_id}/history
GET /orgs/{org}/rulesets/{ruleset_id}/history/{version_id}
POST,DELETE /orgs/{org}/secret-scanning/custom-patterns
PATCH /orgs/{org}/secret-scanning/custom-patterns/{pattern_id}
PATCH /orgs/{org}/secret-scanning/pattern-configurations
PUT,DELETE /orgs/{org}/security-managers/teams/{team_slug}
PUT /orgs/{org}/settings/immutable-releases
PUT /orgs/{org}/settings/immutable-releases/repositories *
PUT,DELETE /orgs/{org}/settings/immutable-releases/repositories/{repository_id} *
POST /orgs/{org}/{security_product}/{enablement}
# app; organization; Administration; read
GET /organizations/{org}/actions/cache/retention-limit
GET /organizations/{org}/actions/cache/storage-limit
GET /organizations/{org}/settings/billing/ai_credit/usage
GET /organizations/{org}/settings/billing/budgets
GET /organizations/{org}/settings/billing/budgets/{budget_id}
GET /organizations/{org}/settings/billing/premium_request/usage
GET /organizations/{org}/settings/billing/usage
GET /organizations/{org}/settings/billing/usage/summary
GET /orgs/{org}/actions/cache/usage
GET /orgs/{org}/actions/cache/usage-by-repository
GET /orgs/{org}/actions/hosted-runners
GET /orgs/{org}/actions/hosted-runners/images/service-owned
GET /orgs/{org}/actions/hosted-runners/images/partner
GET /orgs/{org}/actions/hosted-runners/limits
GET /orgs/{org}/actions/hosted-runners/machine-sizes
GET /orgs/{org}/actions/hosted-runners/platforms
GET /orgs/{org}/actions/hosted-runners/{hosted_runner_id}
GET /orgs/{org}/actions/oidc/customization/properties/repo
GET /orgs/{org}/actions/oidc/customization/sub
GET /orgs/{org}/actions/permissions
GET /orgs/{org}/actions/permissions/artifact-and-log-retention
GET /orgs/{org}/actions/permissions/fork-pr-contributor-approval
GET /orgs/{org}/actions/permissions/fork-pr-workflows-private-repos
GET /orgs/{org}/actions/permissions/repositories
GET /orgs/{org}/actions/permissions/selected-actions
GET /orgs/{org}/actions/permissions/self-hosted-runners
GET /orgs/{org}/actions/permissions/self-hosted-runners/repositories
GET /orgs/{org}/actions/permissions/workflow
GET /orgs/{org}/code-security/configurations
GET /orgs/{org}/code-security/configurations/defaults
GET /orgs/{org}/code-security/configurations/{configuration_id}
GET /orgs/{org}/code-security/configurations/{configuration_id}/repositories
GET /orgs/{org}/assistant/billing *
GET /orgs/{org}/assistant/billing/seats *
GET /organizations/{org}/depmonitor/repository-access
GET /orgs/{org}/installations
GET /orgs/{org}/interaction-limits
GET /orgs/{org}/members/{username}/assistant *
GET /orgs/{org}/secret-scanning/custom-patterns
GET /orgs/{org}/secret-scanning/pattern-configurations
GET /orgs/{org}/security-managers
GET /orgs/{org}/settings/immutable-releases
GET /orgs/{org}/settings/immutable-releases/repositories
# app; organization; Assistant Business; write
POST /orgs/{org}/assistant-spaces/{space_number}/collaborators
PUT,DELETE /orgs/{org}/assistant-spaces/{space_number}/collaborators/{actor_type}/{actor_identifier}
POST,DELETE /orgs/{org}/assistant/billing/selected_teams *
POST,DELETE /orgs/{org}/assistant/billing/selected_users *
# app; organization; Assistant Business; read
GET /orgs/{org}/assistant-spaces/{space_number}/collaborators
GET /orgs/{org}/assistant/billing *
GET /orgs/{org}/assistant/billing/seats *
GET /orgs/{org}/members/{username}/assistant *
# app; organization; Members; write
POST /orgs/{org}/invitations
DELETE /orgs/{org}/invitations/{invitation_id}
DELETE /orgs/{org}/members/{username}
PUT,DELETE /orgs/{org}/memberships/{username}
DELETE /orgs/{org}/organization-roles/teams/{team_slug}
PUT,DELETE /orgs/{org}/organization-roles/teams/{team_slug}/{role_id}
DELETE /orgs/{org}/organization-roles/users/{username}
PUT,DELETE /orgs/{org}/organization-roles/users/{username}/{role_id}
PUT,DELETE /orgs/{org}/outside_collaborators/{username}
POST /orgs/{org}/teams
PATCH,DELETE /orgs/{org}/teams/{team_slug}
PUT,DELETE /orgs/{org}/teams/{team_slug}/memberships/{username}
PATCH,DELETE /teams/{team_id}
PUT,DELETE /teams/{team_id}/members/{username}
PUT,DELETE /teams/{team_id}/memberships/{username}
PUT,DELETE /orgs/{org}/public_members/{username} !
PATCH /user/memberships/orgs/{org} !
# app; organization; Members; read
GET /orgs/{org}/failed_invitations
GET /orgs/{org}/invitations
GET /orgs/{org}/invitations/{invitation_id}/teams
GET /orgs/{org}/members
GET /orgs/{org}/members/{username}
GET /orgs/{org}/memberships/{username}
GET /orgs/{org}/organization-roles/{role_id}/teams
GET /orgs/{org}/organization-roles/{role_id}/users
GET /orgs/{org}/outside_collaborators
GET /orgs/{org}/public_members
GET /orgs/{org}/public_members/{username}
GET /orgs/{org}/teams
GET /orgs/{org}/teams/{team_slug}
GET /orgs/{org}/teams/{team_slug}/invitations
GET /orgs/{org}/teams/{team_slug}/members
GET /orgs/{org}/teams/{team_slug}/memberships/{username}
GET /orgs/{org}/teams/{team_slug}/repos
GET /orgs/{org}/teams/{team_slug}/teams
GET,PUT,DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} *
GET /teams/{team_id}
GET /teams/{team_id}/invitations
GET /teams/{team_id}/members
GET /teams/{team_id}/members/{username}
GET /teams/{team_id}/memberships/{username}
GET /teams/{team_id}/repos
GET /teams/{team_id}/teams
GET,PUT,DELETE /teams/{team_id}/repos/{owner}/{repo} *
GET /user/memberships/orgs/{org} !
# app; organization; Self-hosted runners; write
POST /orgs/{org}/actions/runner-groups
PATCH,DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}
PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories
PUT /orgs/{org}/actions/runner-groups/{runner_group_id}/runners
PUT,DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories/{repository_id} *
PUT,DELETE /orgs/{org}/actions/runner-groups/{runner_group_id}/runners/{runner_id}
POST /orgs/{org}/actions/runners/generate-jitconfig
POST /orgs/{org}/actions/runners/registration-token
POST /orgs/{org}/actions/runners/remove-token
DELETE /orgs/{org}/actions/runners/{runner_id}
POST,PUT,DELETE /orgs/{org}/actions/runners/{runner_id}/labels
DELETE /orgs/{org}/actions/runners/{runner_id}/labels/{name}
# app; organization; Self-hosted runners; read
GET /orgs/{org}/actions/runner-groups
GET /orgs/{org}/actions/runner-groups/{runner_group_id}
GET /orgs/{org}/actions/runner-groups/{runner_group_id}/hosted-runners
GET /orgs/{org}/actions/runner-groups/{runner_group_id}/repositories
GET /orgs/{org}/actions/runner-groups/{runner_group_id}/runners
GET /orgs/{org}/actions/runners
GET /orgs/{org}/actions/runners/downloads
GET /orgs/{org}/actions/runners/{runner_id}
GET /orgs/{org}/actions/runners/{runner_id}/labels
# app; repository; Actions; write
DELETE /repos/{owner}/{repo}/actions/artifacts/{artifact_id}
DELETE /repos/{owner}/{repo}/actions/caches
DELETE /repos/{owner}/{repo}/actions/caches/{cache_id}
POST /repos/{owner}/{repo}/actions/jobs/{job_id}/rerun
PUT /repos/{owner}/{repo}/actions/oidc/customization/sub
DELETE /repos/{owner}/{repo}/actions/runs/{run_id}
DELETE /repos/{owner}/{repo}/actions/runs/{run_id}/logs
POST /repos/{owner}/{repo}/actions/runs/{run_id}/approve
POST /repos/{owner}/{repo}/actions/runs/{run_id}/cancel
POST /repos/{owner}/{repo}/actions/runs/{run_id}/force-cancel
POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun
POST /repos/{owner}/{repo}/actions/runs/{run_id}/rerun-failed-jobs
PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable
PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/enable
POST /repos/{owner}/{repo}/actions/workflows/{workflow_id}/dispatches
# app; repository; Actions; read
GET /repos/{owner}/{repo}/actions/artifacts
GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}
GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}
GET /repos/{owner}/{repo}/actions/cache/storage-limit
GET /repos/{owner}/{repo}/actions/cache/usage
GET /repos/{owner}/{repo}/actions/caches
GET /repos/{owner}/{repo}/actions/concurrency_groups
GET /repos/{owner}/{repo}/actions/concurrency_groups/{concurrency_group_name}
GET /repos/{owner}/{repo}/actions/jobs/{job_id}
GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs
GET /repos/{owner}/{repo}/actions/oidc/customization/sub
GET /repos/{owner}/{repo}/actions/runs
GET /repos/{owner}/{repo}/actions/runs/{run_id}
GET /repos/{owner}/{repo}/actions/runs/{run_id}/approvals
GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts
GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}
GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/jobs
GET /repos/{owner}/{repo}/actions/runs/{run_id}/attempts/{attempt_number}/logs
GET /repos/{owner}/{repo}/actions/runs/{run_id}/concurrency_groups
GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs
GET /repos/{owner}/{repo}/actions/runs/{run_id}/logs
GET /repos/{owner}/{repo}/actions/runs/{run_id}/pending_deployments
GET /repos/{owner}/{repo}/actions/runs/{run_id}/timing
GET /repos/{owner}/{repo}/actions/workflows
GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}
GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/runs
GET /repos/{owner}/{repo}/actions/workflows/{workflow_id}/timing
GET /repos/{owner}/{repo}/environments
GET /repos/{owner}/{repo}/environments/{environment_name}
GET /repos/{owner}/{repo}/environments/{environment_name}/deployment-branch-policies
GET /repos/{owner}/{repo}/environments/{environment_name}/deployment_protection_rules
# app; repository; Administration; write
POST /orgs/{org}/repos
PATCH,DELETE /repos/{owner}/{repo}
GET,PATCH /repos/{owner}/{repo}/code-quality/setup
POST /repos/{owner}/{repo}/forks *
GET,PUT,DELETE /repos/{owner}/{repo}/interaction-limits/pulls/bypass-list
PATCH /repos/{owner}/{repo}/interaction-limits/pulls/creation-cap
POST,PUT,DELETE /repos/{owner}/{repo}/pages *
GET /repos/{owner}/{repo}/pages/health *
POST /repos/{owner}/{repo}/rulesets
PUT,DELETE /repos/{owner}/{repo}/rulesets/{ruleset_id}
GET /repos/{owner}/{repo}/rulesets/{ruleset_id}/history
POST /repos/{owner}/{repo}/security-advisories/{ghsa_id}/forks *
PUT,DELETE /orgs/{org}/teams/{team_slug}/repos/{owner}/{repo} *
`;

/** Every endpoint that the permission tables name with its method. */
export const PERMISSION_ENTRIES: readonly PermissionEntry[] = TABLES.split('\n# ')
  .slice(1)
  .flatMap((table) => {
    const [head = '', ...lines] = table.trim().split('\n');
    const [audience, subject, permission, access] = head.split('; ') as Head;
    return lines.flatMap((line) => {
      const [methods = '', path = '', mark] = line.split(' ');
      const common = { audience, subject, permission, access };
      return methods.split(',').map((method) => ({
        ...common,
        method,
        path,
        isUserTokenOnly: mark === '!',
        isMulti: mark === '*',
      }));
    });
  });

/** Families of repository Administration (app tokens, write) that are named without methods. */
export const PERMISSION_FAMILIES: readonly string[] = [
  'actions/cache limits',
  'actions/permissions',
  'actions/runners jitconfig',
  'actions/runners tokens',
  'actions/runners labels',
  'actions/runners delete',
  'autolinks',
  'automated-security-fixes',
  'branches protection',
  'branches protection/enforce_admins',
  'branches protection/required_pull_request_reviews',
  'branches protection/required_signatures',
  'branches protection/required_status_checks',
  'branches protection/required_status_checks/contexts',
  'branches protection/restrictions/apps',
  'branches protection/restrictions/teams',
  'branches protection/restrictions/users',
  'code-scanning/default-setup',
  'collaborators',
  'environments',
  'environments/deployment-branch-policies',
  'environments/deployment_protection_rules',
  'immutable-releases',
  'interaction-limits',
  'invitations',
  'keys',
  'private-vulnerability-reporting',
];

/** Categories that are named without endpoint rows, by table. */
export const PERMISSION_CATEGORIES: Readonly<Record<'organization' | 'repository' | 'user', string>> = {
  organization:
    'API Insights, Administration, Agent secrets, Agent variables, Assistant Spaces, Assistant agent settings, ' +
    'Custom organization roles, Custom properties, Custom repository roles, Assistant Business, ' +
    'Hosted runner custom images, Members, Network configurations, Organization assistant metrics, ' +
    'Organization bypass requests for secret scanning, Organization devenv secrets, Organization devenv, ' +
    'Organization depmonitor secrets, Organization dismissal requests for dependency alerts, ' +
    'Organization dismissal requests for code scanning, Organization private registries, Projects, ' +
    'Secret scanning alert dismissal requests, Secrets, Self-hosted runners, Variables, Webhooks',
  repository:
    'Actions, Administration, Agent secrets, Agent variables, Artifact metadata, Attestations, ' +
    'Code scanning alerts, Devenv lifecycle admin, Devenv secrets, Devenv, Contents, Dependency alerts, ' +
    'Dependency secrets, Deployments, Environments, Issues, Metadata, Pages, Pull requests, ' +
    'Repository security advisories, Secret scanning alert dismissal requests, Secret scanning alerts, ' +
    'Secret scanning push protection bypass requests, Secrets, Variables, Webhooks, Workflows',
  user: 'Devenv user secrets, Private repository invitations, Starring',
};
