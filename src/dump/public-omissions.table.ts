/**
 * What never leaves in public: e-mail addresses, webhook addresses, deploy keys and the audit log (where they stand
 * in an archive: archive format 2.1 to 2.4 and trap 27), and what was captured and only some may see.
 * Texts that people wrote stay as they are.
 */
export const PUBLIC_OMISSIONS = {
  /** Tables that are left out whole; rejected records too, because what broke its schema cannot be searched. */
  tables: ['user_emails', 'rejected_records', 'notifications', 'alerts', 'budgets'],
  /** Columns that are left out, as `table.column`. */
  columns: ['organizations.email'],
  /** Conditions on the rows of a table. */
  rows: new Map([
    ['kept_files', "content <> 'audit_log'"],
    ['events', 'is_public = 1'],
  ]),
  /** Members that are taken out of JSON values, at any depth. */
  members: /(?:^|_)emails?$|^(?:web)?hooks$|^(?:public|deploy)_keys$|^payload_url$|^audit_log/,
  /** Kinds of records that are left out, as a GLOB of SQLite each. */
  kinds: ['audit_log*', '*hook', 'deploy_key', 'public_key'],
} as const;
