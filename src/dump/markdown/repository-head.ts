import type { Repository } from '../../reading/index.ts';
import { codeSpan, inlineText, joinBlocks } from './markdown-text.ts';

/** The beginning of a repository's index: what it is, before the lists of documents. */
export function repositoryHead(repository: Repository): string {
  const { repo, description, isPrivate, isArchived, createdAt, defaultBranch, website, topics } = repository;
  const facts: readonly (readonly [label: string, value: string | undefined])[] = [
    ['Visibility', isPrivate === null ? undefined : isPrivate ? 'private' : 'public'],
    ['State', isArchived ? 'archived' : undefined],
    ['Created', createdAt?.slice(0, 10)],
    ['Default branch', defaultBranch === null ? undefined : codeSpan(defaultBranch)],
    ['Website', inlineText(website ?? '')],
    ['Topics', inlineText(topics.join(', '))],
  ];
  const lines = facts.flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [`- ${label}: ${value}`],
  );
  return `${joinBlocks([`# ${inlineText(repo)}`, inlineText(description ?? ''), lines.join('\n')])}\n`;
}
