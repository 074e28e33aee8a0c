import type { ReadReactions } from './read-reactions.ts';

/** Something that happened in a thread after it was opened. */
export interface TimelineEntry {
  /** Time in UTC; empty where it is unknown, which comes first. */
  readonly at: string;
  /** Records of one second keep the order of their ids. */
  readonly id: number;
  /** Comments and reviews stand apart; events are lines of a list. */
  readonly kind: 'comment' | 'event';
  readonly text: string;
}

/** What turns parts of a record into Markdown. */
export interface TextReaders {
  readonly reactionsTo: ReadReactions;
  /** A text that somebody wrote, ready to stand in a document. */
  readonly bodyOf: (body: string | null) => string;
}
