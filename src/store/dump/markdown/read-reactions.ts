import type { Database } from '../../database.ts';
import { inlineText, loginText } from './markdown-text.ts';

/** Gives the line of reactions to a record; empty where there are none. */
export type ReadReactions = (recordId: number) => string;

/** Names of reactions in archives and in the service's API, and their emoji. */
const EMOJI: ReadonlyMap<string, string> = new Map([
  ['+1', '👍'],
  ['-1', '👎'],
  ['smile', '😄'],
  ['laugh', '😄'],
  ['tada', '🎉'],
  ['hooray', '🎉'],
  ['thinking_face', '😕'],
  ['confused', '😕'],
  ['heart', '❤️'],
  ['rocket', '🚀'],
  ['eyes', '👀'],
]);

/** Names after this many are only counted. */
const MAX_NAMES = 12;

/** Prepares reading reactions: `👍 alice, bob · 🎉 carol`. */
export function createReactionReader(db: Database): ReadReactions {
  const select = db.prepare<[number], { readonly content: string | null; readonly author: string | null }>(
    'SELECT content, author FROM reactions WHERE subject_id = ? ORDER BY position',
  );
  return (recordId) => {
    const names = new Map<string, string[]>();
    for (const { content, author } of select.all(recordId)) {
      const emoji = EMOJI.get(content ?? '') ?? inlineText(content ?? '?');
      names.set(emoji, [...(names.get(emoji) ?? []), loginText(author ?? 'a deleted account')]);
    }
    return [...names].map(([emoji, accounts]) => `${emoji} ${listNames(accounts)}`).join(' · ');
  };
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
