import type { Reaction } from '../../reading/index.ts';
import { inlineText, loginText } from './markdown-text.ts';

/** Names after this many are only counted. */
const MAX_NAMES = 12;

/** The line of reactions: `👍 alice, bob · 🎉 carol`; empty where there are none. */
export function reactionText(reactions: readonly Reaction[]): string {
  return reactions
    .map(({ content, emoji, authors }) => {
      const names = authors.map((author) => loginText(author ?? 'a deleted account'));
      return `${emoji ?? inlineText(content)} ${listNames(names)}`;
    })
    .join(' · ');
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
