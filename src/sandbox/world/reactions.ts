/** Reactions by the emoji names that archives use; the API says `laugh`, `hooray` and `confused` for three of them. */
export const REACTION_NAMES = [
  '+1',
  '-1',
  'heart',
  'smile',
  'tada',
  'thinking_face',
  'rocket',
  'eyes',
] as const;

/** One person's reaction to something that was said. */
export interface Reaction {
  /** May be somebody whom nothing else in the world mentions. */
  readonly login: string;
  readonly content: (typeof REACTION_NAMES)[number];
  /** With milliseconds, unlike all other timestamps. */
  readonly createdAt: string;
}
