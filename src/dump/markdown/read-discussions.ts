import type { Database } from '../../store/index.ts';
import type { DocumentSource, MarkdownDocument } from './document-source.ts';
import { frontMatter } from './front-matter.ts';
import { accountText, inlineText, joinBlocks, loginText, timeText } from './markdown-text.ts';
import { lastSegment } from './reference-text.ts';
import type { TextReaders } from './text-readers.ts';

interface DiscussionRow {
  readonly id: number;
  readonly number: number | null;
  readonly title: string | null;
  readonly author: string | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly category: string | null;
  readonly url: string;
  readonly body: string | null;
}

/** Opens the discussions of a repository. Archives hold their first posts only (facts of the archive format, 2.19). */
export function openDiscussions(
  db: Database,
  { repo, readers }: { readonly repo: string | null; readonly readers: TextReaders },
): DocumentSource {
  const rows = db.prepare<[string | null], DiscussionRow>(
    `SELECT discussions.*, (SELECT name FROM discussion_categories WHERE url = category_url) AS category
     FROM discussions WHERE repo IS ? ORDER BY number, id`,
  );
  const labels = db
    .prepare<[number], string>(
      'SELECT name FROM discussion_labels WHERE discussion_id = ? AND name IS NOT NULL ORDER BY position',
    )
    .pluck();
  function* documents(): Generator<MarkdownDocument> {
    for (const row of rows.iterate(repo)) {
      const title = inlineText(row.title ?? '');
      const number = row.number === null ? lastSegment(row.url) : `#${row.number}`;
      const { category, author, created_at, updated_at, url } = row;
      const matter = { title: row.title, kind: 'discussion', repo, number: row.number, category, author };
      yield {
        name: String(row.number ?? lastSegment(row.url)),
        label: number,
        note: `${title} · ${loginText(author ?? 'a deleted account')} · ${(created_at ?? '').slice(0, 10)}`,
        text: `${frontMatter({ ...matter, created_at, updated_at, labels: labels.all(row.id), url })}\n${joinBlocks(
          [
            `# ${title} (${number})`,
            `${accountText(author)} started this discussion on ${timeText(created_at)}`,
            readers.bodyOf(row.body),
            readers.reactionsTo(row.id),
          ],
        )}\n`,
      };
    }
  }
  return { kind: 'discussion', heading: 'Discussions', folder: 'discussions', documents: documents() };
}
