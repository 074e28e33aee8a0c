/**
 * The content that is never published: email addresses, webhook URLs, deploy keys and the audit log (for their places
 * in an archive, see archive format 2.1 to 2.4 and trap 27), and captured content with restricted access. Texts written
 * by people are not changed.
 */
export const PUBLIC_OMISSIONS = {
  /** Excluded tables. Rejected records violate their schema, so they cannot be searched for private content. */
  tables: [
    'user_emails',
    'rejected_records',
    'audit_log',
    'notifications',
    'alerts',
    'budgets',
    // Views with rows of private tables, for those who name them.
    'captured_alerts',
    'captured_budgets',
    'captured_events',
    'captured_gists',
    'captured_notifications',
    'captured_stars',
    'repository_names',
    'search_plain_texts',
    'search_texts',
  ],
  /** Excluded columns, as `table.column`. */
  columns: ['organizations.email'],
  /** Conditions on the rows of tables. */
  rows: new Map([
    ['kept_files', "content <> 'audit_log'"],
    ['events', 'is_public = 1'],
    ['gists', 'is_public = 1'],
    ['stars', 'is_private = 0'],
  ]),
  /** Members that are removed from JSON values, at any depth. */
  members: /(?:^|_)emails?$|^(?:web)?hooks$|^(?:public|deploy)_keys$|^payload_url$|^audit_log/,
  /** Excluded kinds of records, as SQLite GLOB patterns. */
  kinds: ['audit_log*', '*hook', 'deploy_key', 'public_key'],
} as const;
