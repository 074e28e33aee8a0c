/** Why rows of a kind are not in a public copy. */
export const LEFT_OUT_REASONS: Readonly<Record<string, string>> = {
  repositories: 'private, internal, or of unknown visibility',
  users: 'nothing public names them',
  organizations: 'nothing public names them',
  teams: 'who is in a team is private',
  protected_branches: 'rules are private',
  projects: 'whether a project is public is not in its record',
  releases: 'not in a public repository, or a draft',
  pull_request_reviews: 'not in a public repository, or not submitted',
  pull_request_review_comments: 'not in a public repository, or not submitted',
  issue_events: 'not in a public repository, or they name something private or a former title',
  attachments: 'not of something public',
  'other records': 'no schema says what of them is public',
  'rejected records': 'they violate their schema',
  'former versions': 'edited or deleted since',
  events: 'private, or of a repository that is not public',
  gists: 'secret, or deleted since',
  stars: 'of a repository that is not public, or taken back since',
  notifications: 'private',
  alerts: 'private',
  budgets: 'private',
  audit_log: 'private',
  'uploaded files': 'not of something public, or of unknown origin',
  'git repositories':
    'not of a public repository, or not part of this output: each commit has a mail address',
};

/** The reason for all other kinds: records of something. */
export const LEFT_OUT_ELSEWHERE = 'not in a public repository';

/** The reasons where people have pseudonyms. */
export const PSEUDONYMOUS_REASONS: Readonly<Record<string, string>> = {
  events: 'private, or they say who did something',
  gists: 'secret, or they say who wrote them',
  stars: 'they say whose they are',
  attachments: 'their addresses and names can say whose they are',
  repository_files: 'their addresses and names can say whose they are',
  'uploaded files': 'pictures, logs and documents can name people',
  'git repositories': 'each commit has the name and the mail address of its author',
};
