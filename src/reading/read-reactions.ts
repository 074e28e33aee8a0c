import type { Database } from '../store/database.ts';
import type { Reaction } from './thread.ts';

/** Reads the reactions to a record, in the order in which they were given. */
export type ReadReactions = (recordId: number) => readonly Reaction[];

/** Emoji by the reaction names of archives and of the service's API. */
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

/** The emoji of a reaction, or its name if it has none. */
export function emojiOf(name: string): string {
  return EMOJI.get(name) ?? name;
}

export function createReactionReader(db: Database): ReadReactions {
  const select = db.prepare<[number], { readonly content: string | null; readonly author: string | null }>(
    'SELECT content, author FROM reactions WHERE subject_id = ? ORDER BY position',
  );
  return (recordId) => {
    const kinds = new Map<string, { content: string; emoji: string | null; authors: (string | null)[] }>();
    for (const { content, author } of select.all(recordId)) {
      const name = content ?? '?';
      const emoji = EMOJI.get(name) ?? null;
      const known = kinds.get(emoji ?? name) ?? { content: name, emoji, authors: [] };
      known.authors.push(author);
      kinds.set(emoji ?? name, known);
    }
    return [...kinds.values()];
  };
}
