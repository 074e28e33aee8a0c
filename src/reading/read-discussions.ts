import type { Database } from '../store/database.ts';
import { createReactionReader } from './read-reactions.ts';
import type { Reaction } from './thread.ts';

/** A discussion; archives do not contain its comments. */
export interface Discussion {
  readonly id: number;
  readonly repo: string | null;
  readonly number: number | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly category: string | null;
  readonly emoji: string | null;
  readonly url: string;
  /** Markdown source. */
  readonly body: string;
  readonly labels: readonly string[];
  readonly reactions: readonly Reaction[];
}

type DiscussionRow = Omit<Discussion, 'labels' | 'reactions'>;

const SELECT = `
  SELECT d.id, d.repo, d.number, d.title, d.author, d.created_at AS createdAt,
         coalesce(d.updated_at, d.created_at) AS updatedAt, c.name AS category, c.emoji, d.url,
         coalesce(d.body, '') AS body
  FROM discussions AS d LEFT JOIN discussion_categories AS c ON c.url = d.category_url
  WHERE d.repo IS ?`;

/** Prepares a reader of all discussions of a repository by number; null selects records without a repository. */
export function createDiscussionReader(db: Database): (repo: string | null) => Iterable<Discussion> {
  const rows = db.prepare<[string | null], DiscussionRow>(`${SELECT} ORDER BY d.number, d.id`);
  const toDiscussion = createAssembler(db);
  return function* (repo) {
    for (const row of rows.iterate(repo)) {
      yield toDiscussion(row);
    }
  };
}

/** The discussions of a repository with numbers lower than `before`, newest first. */
export function listDiscussions(
  db: Database,
  repo: string,
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly Discussion[] {
  return db
    .prepare<[string, number, number], DiscussionRow>(
      `${SELECT} AND d.number < ? ORDER BY d.number DESC LIMIT ?`,
    )
    .all(repo, before, limit)
    .map(createAssembler(db));
}

export function findDiscussion(db: Database, repo: string, number: number): Discussion | undefined {
  const row = db.prepare<[string, number], DiscussionRow>(`${SELECT} AND d.number = ?`).get(repo, number);
  return row === undefined ? undefined : createAssembler(db)(row);
}

function createAssembler(db: Database): (row: DiscussionRow) => Discussion {
  const labels = db
    .prepare<[number], string>(
      'SELECT name FROM discussion_labels WHERE discussion_id = ? AND name IS NOT NULL ORDER BY position',
    )
    .pluck();
  const reactionsTo = createReactionReader(db);
  return (row) => ({ ...row, labels: labels.all(row.id), reactions: reactionsTo(row.id) });
}
