/** The format of a qualifier's value. */
export type ValueForm =
  | 'choice'
  | 'choices'
  | 'login'
  | 'team'
  | 'owner'
  | 'repository'
  | 'text'
  | 'texts'
  | 'times'
  | 'counts'
  | 'number';

interface QualifierRow {
  readonly form: ValueForm;
  /** The valid words, if they are fixed. */
  readonly choices?: readonly string[];
  /** A setting applies to the whole search, and may occur only once and outside of parentheses. */
  readonly isSetting?: true;
  /** Adjacent ones are joined by OR, because nothing is in two places at once. */
  readonly isPlace?: true;
  readonly example: string;
  /** A description for help and `docs/reference/search-language.md`. */
  readonly summary: string;
}

const SORT_KEYS = ['relevance', 'created', 'updated', 'comments', 'reactions'];

/** Orders by the words of menus. */
export const SORT_WORDS: Readonly<Record<string, string>> = {
  newest: 'created-desc',
  oldest: 'created-asc',
};

/** All qualifiers of the language, in the order of the help. */
export const QUALIFIERS = {
  is: {
    form: 'choice',
    choices: [
      'issue',
      'pr',
      'open',
      'closed',
      'merged',
      'draft',
      'locked',
      'dismissed',
      'fixed',
      'read',
      'unread',
    ],
    example: 'is:pr is:merged',
    summary:
      'issues, pull requests, or anything in this state; closed includes merged; dismissed and fixed are for alerts, read and unread for notifications',
  },
  type: {
    form: 'choice',
    choices: [
      'issue',
      'pr',
      'discussion',
      'release',
      'milestone',
      'repository',
      'comment',
      'file',
      'commit',
      'path',
      'code',
      'attachment',
      'alert',
      'budget',
      'event',
      'notification',
      'gist',
      'star',
    ],
    example: 'type:release "what\'s new"',
    summary:
      'one kind of result; comment: comments on commits; file: files outside of threads; path: names of files of the default branch; code: their lines; attachment: text of attached files; captured events, notifications and stars are found only with this qualifier',
  },
  state: {
    form: 'choice',
    choices: ['open', 'closed', 'merged'],
    example: 'state:open',
    summary: 'the same as is:',
  },
  author: { form: 'login', example: 'author:mira', summary: 'who wrote it; app/NAME is a bot' },
  assignee: { form: 'login', example: 'assignee:mira', summary: 'whom it is assigned to' },
  mentions: { form: 'login', example: 'mentions:mira', summary: 'who is mentioned in the thread' },
  commenter: { form: 'login', example: 'commenter:mira', summary: 'who commented' },
  involves: {
    form: 'login',
    example: 'involves:mira',
    summary: 'author, assignee, mentioned or commenter',
  },
  'reviewed-by': { form: 'login', example: 'reviewed-by:mira', summary: 'who reviewed the pull request' },
  review: {
    form: 'choice',
    choices: ['approved', 'changes_requested', 'none'],
    example: 'review:changes_requested',
    summary: 'the result of the latest reviews',
  },
  label: {
    form: 'texts',
    example: 'label:bug,"good first issue"',
    summary: 'a label; a comma is OR',
  },
  milestone: { form: 'text', example: 'milestone:0.4.0', summary: 'the title of its milestone' },
  no: {
    form: 'choice',
    choices: ['label', 'milestone', 'assignee'],
    example: 'no:assignee',
    summary: 'issues and pull requests without a label, a milestone or an assignee',
  },
  repo: {
    form: 'repository',
    isPlace: true,
    example: 'repo:acme/app repo:acme/site',
    summary: 'a repository; several are OR',
  },
  org: { form: 'owner', isPlace: true, example: 'org:acme', summary: 'all repositories of an organization' },
  user: { form: 'owner', isPlace: true, example: 'user:mira', summary: 'all repositories of a person' },
  in: {
    form: 'choices',
    choices: ['title', 'body', 'comments'],
    isSetting: true,
    example: 'in:title,comments parser',
    summary: 'where the words of the search must occur; a comma is OR',
  },
  created: { form: 'times', example: 'created:2023-01..2023-06', summary: 'when it was created' },
  updated: {
    form: 'times',
    example: 'updated:"last week"',
    summary: 'when it was changed last; where the archive does not say, when it was closed or made',
  },
  closed: { form: 'times', example: 'closed:>2024-05', summary: 'when it was closed' },
  merged: { form: 'times', example: 'merged:<=2024', summary: 'when it was merged' },
  comments: { form: 'counts', example: 'comments:>10', summary: 'how many comments it has, without reviews' },
  reactions: {
    form: 'counts',
    example: 'reactions:5..10',
    summary: 'how many reactions it has, without those to its comments',
  },
  linked: {
    form: 'choice',
    choices: ['pr', 'issue'],
    example: 'linked:pr',
    summary: 'issues that a pull request closes; pull requests that close an issue',
  },
  team: { form: 'team', example: 'team:acme/core', summary: 'which team is mentioned in the thread' },
  attachment: {
    form: 'text',
    example: 'attachment:.png',
    summary: 'part of the name of an attached file',
  },
  path: {
    form: 'text',
    example: 'type:code path:src/ createServer',
    summary: 'part of the path of a file, for files and lines of the default branch',
  },
  sort: {
    form: 'choice',
    choices: [...SORT_KEYS.flatMap((key) => [key, `${key}-asc`, `${key}-desc`]), ...Object.keys(SORT_WORDS)],
    isSetting: true,
    example: 'sort:comments-desc',
    summary: 'the order of the results; descending unless it ends in -asc',
  },
  snapshot: {
    form: 'number',
    isSetting: true,
    example: 'snapshot:1',
    summary: 'the number of a snapshot: the store as it was then',
  },
} as const satisfies Record<string, QualifierRow>;

/** The qualifiers of the search language, such as `author` in `author:mira`. */
export type QualifierName =
  | 'is'
  | 'type'
  | 'state'
  | 'author'
  | 'assignee'
  | 'mentions'
  | 'commenter'
  | 'involves'
  | 'reviewed-by'
  | 'review'
  | 'label'
  | 'milestone'
  | 'no'
  | 'repo'
  | 'org'
  | 'user'
  | 'in'
  | 'created'
  | 'updated'
  | 'closed'
  | 'merged'
  | 'comments'
  | 'reactions'
  | 'linked'
  | 'team'
  | 'attachment'
  | 'path'
  | 'sort'
  | 'snapshot';

/** Qualifiers that say how to search. */
export type SettingName = 'in' | 'sort' | 'snapshot';

/** Qualifiers that are conditions on each result. */
export type FilterName = Exclude<QualifierName, SettingName>;

/** Finds a qualifier by name, ignoring case. */
export function findQualifier(name: string): QualifierName | undefined {
  const lower = name.toLowerCase();
  return Object.hasOwn(QUALIFIERS, lower) ? (lower as QualifierName) : undefined; // A key of the table.
}

export function isSetting(name: QualifierName): name is SettingName {
  const row: QualifierRow = QUALIFIERS[name];
  return row.isSetting === true;
}

/** The row of a qualifier, including optional members. */
export function qualifierRow(name: QualifierName): QualifierRow {
  return QUALIFIERS[name];
}
