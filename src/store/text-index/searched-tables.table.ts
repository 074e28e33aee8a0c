/** The columns of the full-text index; each has its own weight. */
export const SEARCH_COLUMNS = ['title', 'body', 'comment', 'file'] as const;

type SearchColumn = (typeof SEARCH_COLUMNS)[number];

/** The searched columns of a table, by column of the index. */
export interface SearchedTable {
  readonly texts: Readonly<Partial<Record<SearchColumn, string>>>;
  /** Whether rows without text are omitted. */
  readonly isOptional: boolean;
}

/** Tables whose columns are indexed unchanged, equivalent to the view `search_texts`. */
export const PLAIN_TABLES: ReadonlyMap<string, SearchedTable> = new Map([
  ['issues', { texts: { title: 'title', body: 'body' }, isOptional: false }],
  ['pull_requests', { texts: { title: 'title', body: 'body' }, isOptional: false }],
  ['discussions', { texts: { title: 'title', body: 'body' }, isOptional: false }],
  ['issue_comments', { texts: { comment: 'body' }, isOptional: true }],
  ['pull_request_reviews', { texts: { comment: 'body' }, isOptional: true }],
  ['pull_request_review_comments', { texts: { comment: 'body', file: 'path' }, isOptional: false }],
  ['commit_comments', { texts: { comment: 'body', file: 'path' }, isOptional: false }],
]);

/** Tables whose texts the view composes from several columns or rows. */
export const COMPOSED_TABLES = [
  'releases',
  'milestones',
  'repositories',
  'attachments',
  'repository_files',
] as const;
