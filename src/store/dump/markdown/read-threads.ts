import type { Database } from '../../database.ts';
import type { DocumentSource, MarkdownDocument } from './document-source.ts';
import { frontMatter } from './front-matter.ts';
import { accountText, inlineText, joinBlocks, loginText, timeText } from './markdown-text.ts';
import { createTimelineReader } from './read-timeline.ts';
import { lastSegment, referenceText } from './reference-text.ts';
import type { TextReaders } from './timeline-entry.ts';

interface ThreadRow {
  readonly id: number;
  readonly number: number | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly state: string;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly closed_at: string | null;
  readonly milestone_url: string | null;
  readonly url: string;
  readonly body: string | null;
}

interface PullRequestRow extends ThreadRow {
  readonly is_draft: number | null;
  readonly merged_at: string | null;
  readonly base_ref: string | null;
  readonly head_ref: string | null;
}

/** Issues and pull requests differ in their tables and in what they are called. */
const THREADS = {
  issue: { heading: 'Issues', folder: 'issues', table: 'issues', words: 'opened this issue' },
  pull_request: {
    heading: 'Pull requests',
    folder: 'pulls',
    table: 'pull_requests',
    words: 'opened this pull request',
  },
} as const;

/** Opens the issues or pull requests of a repository. */
export function openThreads(
  db: Database,
  kind: keyof typeof THREADS,
  { repo, readers }: { readonly repo: string | null; readonly readers: TextReaders },
): DocumentSource {
  const { heading, folder, table } = THREADS[kind];
  const rows = db.prepare<[string | null], ThreadRow | PullRequestRow>(
    `SELECT * FROM ${table} WHERE repo IS ? ORDER BY number, id`,
  );
  const describe = createDescriber(db, kind);
  const timelineOf = createTimelineReader(db, readers);
  function* documents(): Generator<MarkdownDocument> {
    for (const row of rows.iterate(repo)) {
      const title = inlineText(row.title ?? '');
      const number = row.number === null ? lastSegment(row.url) : `#${row.number}`;
      yield {
        name: String(row.number ?? lastSegment(row.url)),
        label: number,
        note: `${title} · ${row.state} · ${loginText(row.author ?? 'a deleted account')} · ${(row.created_at ?? '').slice(0, 10)}`,
        text: `${describe(row, repo)}\n${joinBlocks([
          `# ${title} (${number})`,
          `${accountText(row.author)} ${THREADS[kind].words} on ${timeText(row.created_at)}`,
          readers.bodyOf(row.body),
          readers.reactionsTo(row.id),
        ])}\n${timelineOf(row.url)}`,
      };
    }
  }
  return { kind, heading, folder, documents: documents() };
}

/** Prepares the front matter of threads. */
function createDescriber(
  db: Database,
  kind: keyof typeof THREADS,
): (row: ThreadRow | PullRequestRow, repo: string | null) => string {
  const list = (sql: string) => db.prepare<[number], string>(sql).pluck();
  const labels = list(
    `SELECT name FROM ${kind}_labels WHERE ${kind}_id = ? AND name IS NOT NULL ORDER BY position`,
  );
  const assignees = list(
    `SELECT login FROM ${kind}_assignees WHERE ${kind}_id = ? AND login IS NOT NULL ORDER BY position`,
  );
  const closed = list(
    `SELECT issue_url FROM pull_request_closing_references
     WHERE pull_request_id = ? AND issue_url IS NOT NULL ORDER BY position`,
  );
  const reviewers = list(
    `SELECT coalesce(login, team_url) FROM pull_request_review_requests
     WHERE pull_request_id = ? AND coalesce(login, team_url) IS NOT NULL ORDER BY position`,
  );
  const milestone = db.prepare<[string], string>('SELECT title FROM milestones WHERE url = ?').pluck();
  return (row, repo) =>
    frontMatter({
      title: row.title,
      kind,
      repo,
      number: row.number,
      state: row.state,
      ...('is_draft' in row ? { draft: row.is_draft === 1 } : {}),
      author: row.author,
      created_at: row.created_at,
      updated_at: row.updated_at,
      closed_at: row.closed_at,
      ...('merged_at' in row
        ? {
            merged_at: row.merged_at,
            base: row.base_ref,
            head: row.head_ref,
            reviewers: reviewers.all(row.id),
            closes: closed.all(row.id).map(referenceText),
          }
        : {}),
      labels: labels.all(row.id),
      assignees: assignees.all(row.id),
      milestone:
        row.milestone_url === null
          ? null
          : (milestone.get(row.milestone_url) ?? lastSegment(row.milestone_url)),
      url: row.url,
    });
}
