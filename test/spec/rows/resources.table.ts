/**
 * The fields of a resource by name. A type is `string`, `integer`, `number`, `boolean`, `url`, `template` (a URL or
 * a URI template), `timestamp`, `offset-timestamp`, `uuid`, `object`, `null`, `@resource` or `[type]` for an array, with `|` between alternatives.
 */
type Fields = Readonly<Record<string, string>>;

function fields(type: string, names: string): Fields {
  return Object.fromEntries(names.split(' ').map((name) => [name, type]));
}

const ACCOUNT: Fields = {
  ...fields('string', 'login'),
  ...fields('integer', 'id'),
  ...fields('string', 'node_id'),
  ...fields('url', 'avatar_url'),
  ...fields('string', 'avatar_id'),
  ...fields('url', 'url html_url'),
  ...fields(
    'template',
    'followers_url following_url gists_url starred_url subscriptions_url organizations_url repos_url events_url received_events_url',
  ),
  ...fields('string', 'type'),
  ...fields('boolean', 'site_admin'),
};

const REPOSITORY_SUMMARY: Fields = {
  ...fields('integer', 'id'),
  ...fields('string', 'node_id name full_name'),
  ...fields('@account', 'owner'),
  ...fields('boolean', 'private'),
  ...fields('url', 'html_url'),
  ...fields('string|null', 'description'),
  ...fields('boolean', 'fork'),
  ...fields('url', 'url'),
  ...fields(
    'template',
    'archive_url assignees_url blobs_url branches_url collaborators_url comments_url commits_url compare_url contents_url ' +
      'contributors_url deployments_url downloads_url events_url forks_url git_commits_url git_refs_url git_tags_url ' +
      'hooks_url issue_comment_url issue_events_url issues_url keys_url labels_url languages_url merges_url ' +
      'milestones_url notifications_url pulls_url releases_url stargazers_url statuses_url subscribers_url ' +
      'subscription_url tags_url teams_url trees_url',
  ),
};

const FULL_REPOSITORY: Fields = {
  ...fields('url', 'clone_url'),
  ...fields('url|null', 'mirror_url'),
  ...fields('url', 'svn_url'),
  ...fields('string|null', 'homepage'),
  ...fields('string|null', 'language'),
  ...fields(
    'integer',
    'forks_count stargazers_count watchers_count size open_issues_count forks open_issues watchers subscribers_count network_count',
  ),
  ...fields('string', 'default_branch visibility'),
  ...fields('[string]', 'topics'),
  ...fields(
    'boolean',
    'is_template has_issues has_projects has_wiki has_pages has_downloads has_discussions archived disabled ' +
      'allow_rebase_merge allow_squash_merge allow_auto_merge delete_branch_on_merge allow_merge_commit',
  ),
  ...fields('timestamp', 'pushed_at created_at updated_at'),
  ...fields('@repository_permissions', 'permissions'),
  ...fields('null|@repository_summary', 'template_repository'),
  ...fields('string', 'temp_clone_token'),
  ...fields('@license|null', 'license'),
  ...fields('@security_and_analysis', 'security_and_analysis'),
};

/** Section 2, by resource: the section that shows it, and its fields. */
export const RESOURCES = {
  account: { section: '2.1', fields: ACCOUNT },
  repository_summary: { section: '2.2', fields: REPOSITORY_SUMMARY },
  notification_repository: { section: '2.2', fields: fields('string', 'git_url ssh_url') },
  full_repository: { section: '2.2', fields: FULL_REPOSITORY },
  repository_permissions: { section: '2.2', fields: fields('boolean', 'admin push pull') },
  license: {
    section: '2.2',
    fields: {
      ...fields('string', 'key name'),
      ...fields('url|null', 'url'),
      ...fields('string|null', 'spdx_id'),
      ...fields('string', 'node_id'),
      ...fields('url', 'html_url'),
    },
  },
  security_and_analysis: {
    section: '2.2',
    fields: fields(
      '@security_setting',
      'advanced_security secret_scanning secret_scanning_push_protection secret_scanning_non_provider_patterns',
    ),
  },
  security_setting: { section: '2.2', fields: fields('string', 'status') },
  budget: {
    section: '2.3',
    fields: {
      ...fields('uuid', 'id'),
      ...fields('string', 'budget_type budget_product_sku'),
      ...fields('string', 'budget_scope budget_entity_name'),
      ...fields('integer', 'budget_amount'),
      ...fields('boolean', 'prevent_further_usage'),
      ...fields('@budget_alerting', 'budget_alerting'),
    },
  },
  listed_budget: { section: '2.3', fields: fields('[string]', 'budget_product_skus') },
  budget_alerting: {
    section: '2.3',
    fields: { ...fields('boolean', 'will_alert'), ...fields('[string]', 'alert_recipients') },
  },
  budget_list: {
    section: '2.3',
    fields: {
      ...fields('[@listed_budget]', 'budgets'),
      ...fields('boolean', 'has_next_page'),
      ...fields('integer', 'total_count'),
    },
  },
  budget_change: {
    section: '2.3',
    fields: { ...fields('string', 'message'), ...fields('@budget', 'budget') },
  },
  budget_deletion: { section: '2.3', fields: fields('string', 'message budget_id') },
  alert: {
    section: '2.4',
    fields: {
      ...fields('integer', 'number'),
      ...fields('string', 'state'),
      ...fields('@alert_dependency', 'dependency'),
      ...fields('@advisory', 'security_advisory'),
      ...fields('@vulnerability', 'security_vulnerability'),
      ...fields('url', 'url html_url'),
      ...fields('timestamp', 'created_at updated_at'),
      ...fields('timestamp|null', 'dismissed_at'),
      ...fields('@account|null', 'dismissed_by'),
      ...fields('string|null', 'dismissed_reason dismissed_comment'),
      ...fields('timestamp|null', 'fixed_at'),
      ...fields('[@account]', 'assignees'),
    },
  },
  listed_alert: { section: '2.4', fields: fields('@repository_summary', 'repository') },
  alert_dependency: {
    section: '2.4',
    fields: { ...fields('@package', 'package'), ...fields('string', 'manifest_path scope') },
  },
  package: { section: '2.4', fields: fields('string', 'ecosystem name') },
  advisory: {
    section: '2.4',
    fields: {
      ...fields('string', 'ghsa_id cve_id summary description'),
      ...fields('[@vulnerability]', 'vulnerabilities'),
      ...fields('string', 'severity'),
      ...fields('@cvss', 'cvss'),
      ...fields('@cvss_severities', 'cvss_severities'),
      ...fields('[@cwe]', 'cwes'),
      ...fields('[@identifier]', 'identifiers'),
      ...fields('[@reference]', 'references'),
      ...fields('timestamp', 'published_at updated_at'),
      ...fields('timestamp|null', 'withdrawn_at'),
    },
  },
  listed_advisory: { section: '2.4', fields: fields('@epss', 'epss') },
  cvss: { section: '2.4', fields: { ...fields('string', 'vector_string'), ...fields('number', 'score') } },
  cvss_severities: { section: '2.4', fields: fields('@cvss_severity', 'cvss_v3 cvss_v4') },
  cvss_severity: {
    section: '2.4',
    fields: { ...fields('string|null', 'vector_string'), ...fields('number', 'score') },
  },
  epss: { section: '2.4', fields: { ...fields('number', 'percentage'), ...fields('string', 'percentile') } },
  cwe: { section: '2.4', fields: fields('string', 'cwe_id name') },
  identifier: { section: '2.4', fields: fields('string', 'type value') },
  reference: { section: '2.4', fields: fields('url', 'url') },
  vulnerability: {
    section: '2.4',
    fields: {
      ...fields('@package', 'package'),
      ...fields('string', 'severity vulnerable_version_range'),
      ...fields('@patched_version|null', 'first_patched_version'),
    },
  },
  patched_version: { section: '2.4', fields: fields('string', 'identifier') },
  event: {
    section: '2.5',
    fields: {
      ...fields('string', 'id type'),
      ...fields('@event_actor', 'actor'),
      ...fields('@event_repository', 'repo'),
      ...fields('object', 'payload'),
      ...fields('boolean', 'public'),
      ...fields('timestamp', 'created_at'),
    },
  },
  organization_event: { section: '2.5', fields: fields('@event_organization', 'org') },
  event_actor: {
    section: '2.5',
    fields: {
      ...fields('integer', 'id'),
      ...fields('string', 'login display_login avatar_id'),
      ...fields('url', 'url avatar_url'),
    },
  },
  event_repository: {
    section: '2.5',
    fields: { ...fields('integer', 'id'), ...fields('string', 'name'), ...fields('url', 'url') },
  },
  event_organization: {
    section: '2.5',
    fields: {
      ...fields('integer', 'id'),
      ...fields('string', 'login avatar_id'),
      ...fields('url', 'url avatar_url'),
    },
  },
  thread: {
    section: '2.6',
    fields: {
      ...fields('string', 'id'),
      ...fields('@repository_summary', 'repository'),
      ...fields('@subject', 'subject'),
      ...fields('string', 'reason'),
      ...fields('boolean', 'unread'),
      ...fields('timestamp', 'updated_at'),
      ...fields('timestamp|null', 'last_read_at'),
      ...fields('url', 'url subscription_url'),
    },
  },
  subject: {
    section: '2.6',
    fields: {
      ...fields('string', 'title'),
      ...fields('url', 'url latest_comment_url'),
      ...fields('string', 'type'),
    },
  },
  subscription: {
    section: '2.7',
    fields: {
      ...fields('boolean', 'subscribed ignored'),
      ...fields('string|null', 'reason'),
      ...fields('timestamp', 'created_at'),
      ...fields('url', 'url thread_url'),
    },
  },
  migration: {
    section: '2.8',
    fields: {
      ...fields('integer', 'id'),
      ...fields('string', 'node_id'),
      ...fields('@account', 'owner'),
      ...fields('uuid', 'guid'),
      ...fields('string', 'state'),
      ...fields('boolean', 'lock_repositories exclude_attachments exclude_releases exclude_owner_projects'),
      ...fields('[@full_repository]', 'repositories'),
      ...fields('url', 'url'),
      ...fields('offset-timestamp', 'created_at updated_at'),
    },
  },
  watch_payload: { section: '6', fields: fields('string', 'action') },
  push_payload: {
    section: '6',
    fields: {
      ...fields('integer', 'repository_id push_id size distinct_size'),
      ...fields('string', 'ref head before'),
      ...fields('[@push_commit]', 'commits'),
    },
  },
  push_commit: {
    section: '6',
    fields: {
      ...fields('string', 'sha'),
      ...fields('@push_author', 'author'),
      ...fields('string', 'message'),
      ...fields('boolean', 'distinct'),
      ...fields('url', 'url'),
    },
  },
  push_author: { section: '6', fields: fields('string', 'email name') },
  create_payload: {
    section: '6',
    fields: {
      ...fields('string|null', 'ref'),
      ...fields('string', 'ref_type master_branch'),
      ...fields('string|null', 'description'),
      ...fields('string', 'pusher_type'),
    },
  },
} as const satisfies Record<string, { readonly section: string; readonly fields: Fields }>;

/** The name of a shape that section 2 or 6 shows. */
export type ResourceName = keyof typeof RESOURCES;
