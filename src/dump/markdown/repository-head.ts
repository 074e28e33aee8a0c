import type { Database } from '../../store/index.ts';
import { codeSpan, inlineText, joinBlocks } from './markdown-text.ts';

interface RepositoryRow {
  readonly description: string | null;
  readonly website: string | null;
  readonly default_branch: string | null;
  readonly is_private: number | null;
  readonly is_archived: number | null;
  readonly created_at: string | null;
  readonly topics: string | null;
}

/** The beginning of a repository's index: what it is, before the lists of documents. */
export function repositoryHead(db: Database, repo: string | null): string {
  const row =
    repo === null
      ? undefined
      : db
          .prepare<[string], RepositoryRow>(
            `SELECT repositories.*, (SELECT group_concat(name, ', ' ORDER BY position)
                                     FROM repository_topics WHERE repository_id = repositories.id) AS topics
             FROM repositories WHERE repo = ? LIMIT 1`,
          )
          .get(repo);
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ['Visibility', row?.is_private === 1 ? 'private' : row?.is_private === 0 ? 'public' : null],
    ['State', row?.is_archived === 1 ? 'archived' : null],
    ['Created', row?.created_at?.slice(0, 10)],
    [
      'Default branch',
      row?.default_branch === undefined || row.default_branch === null ? null : codeSpan(row.default_branch),
    ],
    ['Website', row?.website === undefined || row.website === null ? null : inlineText(row.website)],
    ['Topics', row?.topics === undefined || row.topics === null ? null : inlineText(row.topics)],
  ];
  const lines = facts.flatMap(([label, value]) =>
    value === null || value === undefined || value === '' ? [] : [`- ${label}: ${value}`],
  );
  return `${joinBlocks([
    `# ${repo === null ? 'Records of no repository' : inlineText(repo)}`,
    inlineText(row?.description ?? ''),
    lines.join('\n'),
  ])}\n`;
}
