import { referenceText } from '../../../dump/index.ts';
import type { Reaction, Repository } from '../../../reading/index.ts';
import { cellText } from '../cell-text.ts';
import type { Style } from '../painter.ts';

/** What threads are called. */
export const THREAD_NOUNS = {
  issue: 'issue',
  pull_request: 'pull request',
} as const;

/** The colour of a state, the same as at the service. */
export function stateStyle(state: string, isDraft: boolean): Style {
  if (isDraft && state === 'open') {
    return 'gray';
  }
  return state === 'open' ? 'green' : state === 'merged' ? 'magenta' : 'red';
}

/** `Open`, `Draft`, `Merged`. */
export function stateText(state: string, isDraft: boolean): string {
  const word = isDraft && state === 'open' ? 'draft' : state;
  return cellText(`${word.charAt(0).toUpperCase()}${word.slice(1)}`);
}

/** A login that is safe to show. */
export function loginText(login: string | null): string {
  return login === null || login === '' ? 'a deleted account' : cellText(login);
}

/** `👍 3 · 🎉 1`; empty where there are none. */
export function reactionCounts(reactions: readonly Reaction[]): string {
  return reactions
    .map(({ content, emoji, authors }) => `${emoji ?? cellText(content)} ${authors.length}`)
    .join(' · ');
}

/** A thread by its url as one writes it from within a repository: `#7`, `acme/app#7`. */
export function nearReference(url: string, repo: string | null): string {
  const text = referenceText(url);
  return cellText(repo !== null && text.startsWith(`${repo}#`) ? text.slice(repo.length) : text);
}

/** What sets a release apart from others. */
export function marksOf(release: {
  readonly isLatest: boolean;
  readonly isDraft: boolean;
  readonly isPrerelease: boolean;
}): readonly string[] {
  return [
    ...(release.isLatest ? ['Latest'] : []),
    ...(release.isDraft ? ['Draft'] : []),
    ...(release.isPrerelease ? ['Pre-release'] : []),
  ];
}

/** `public`, `private, archived`; empty where the archive does not say. */
export function visibilityText({ isPrivate, isArchived }: Repository): string {
  const words = [
    ...(isPrivate === null ? [] : [isPrivate ? 'private' : 'public']),
    ...(isArchived ? ['archived'] : []),
  ];
  return words.join(', ');
}
