interface CaptureRow {
  readonly title: string;
  readonly words: string;
  readonly command: string;
  /** The columns of the store that the page shows, each with its heading. */
  readonly columns: readonly (readonly [column: string, heading: string])[];
  /** The column that links to what the row is about; `about` shows its name. */
  readonly linked: string;
}

/** The kinds of data that are captured from the service's API in addition to archives. */
export const CAPTURES = {
  events: {
    title: 'Events',
    words: 'Activity feeds, of which the service keeps 30 days.',
    command: 'satchel events list --capture',
    columns: [
      ['created_at', 'When'],
      ['type', 'What'],
      ['about', 'About'],
      ['actor', 'Who'],
      ['repo', 'Where'],
      ['feed', 'Feed'],
    ],
    linked: 'about',
  },
  notifications: {
    title: 'Notifications',
    words: 'The inbox of the account.',
    command: 'satchel notifications list --capture',
    columns: [
      ['updated_at', 'When'],
      ['title', 'About'],
      ['type', 'What'],
      ['reason', 'Why'],
      ['repo', 'Where'],
      ['is_unread', 'Unread'],
    ],
    linked: 'title',
  },
  alerts: {
    title: 'Alerts',
    words: 'Dependencies with known vulnerabilities.',
    command: 'satchel alerts list --capture',
    columns: [
      ['state', 'State'],
      ['severity', 'Severity'],
      ['package', 'Package'],
      ['summary', 'Summary'],
      ['repo', 'Where'],
      ['manifest_path', 'File'],
      ['fixed_in', 'Fixed in'],
      ['created_at', 'Since'],
    ],
    linked: 'manifest_path',
  },
  budgets: {
    title: 'Budgets',
    words: 'The spending limits of organizations.',
    command: 'satchel budgets list --capture',
    columns: [
      ['org', 'Organization'],
      ['type', 'Type'],
      ['products', 'Products'],
      ['scope', 'Scope'],
      ['entity_name', 'Applies to'],
      ['amount', 'Amount'],
      ['consumed_amount', 'Spent'],
      ['prevents_further_usage', 'Hard limit'],
    ],
    linked: 'entity_name',
  },
  gists: {
    title: 'Gists',
    words: 'The gists of the account, public and secret.',
    command: 'satchel backup --with gists',
    columns: [
      ['updated_at', 'Changed'],
      ['description', 'Description'],
      ['files', 'Files'],
      ['languages', 'Languages'],
      ['comments', 'Comments'],
      ['is_public', 'Public'],
      ['owner', 'Owner'],
    ],
    linked: 'owner',
  },
  stars: {
    title: 'Stars',
    words: 'The repositories that the account has starred.',
    command: 'satchel backup --with stars',
    columns: [
      ['starred_at', 'Starred'],
      ['repo', 'Repository'],
      ['description', 'Description'],
      ['language', 'Language'],
      ['stargazers', 'Stars'],
      ['is_archived', 'Archived'],
    ],
    linked: 'repo',
  },
} as const satisfies Record<string, CaptureRow>;
