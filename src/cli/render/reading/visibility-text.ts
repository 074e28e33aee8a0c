import type { Repository } from '../../../reading/index.ts';

/** `public`, `private, archived`; empty where the archive does not say. */
export function visibilityText({ isPrivate, isArchived }: Repository): string {
  const words = [
    ...(isPrivate === null ? [] : [isPrivate ? 'private' : 'public']),
    ...(isArchived ? ['archived'] : []),
  ];
  return words.join(', ');
}
