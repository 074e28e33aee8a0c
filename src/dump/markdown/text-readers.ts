/** A text that somebody wrote, ready to stand in a document. */
export type BodyText = (body: string | null) => string;

/** What turns parts of a record into Markdown. */
export interface TextReaders {
  /** The line of reactions to the record of this id; empty where there are none. */
  readonly reactionsTo: (recordId: number) => string;
  readonly bodyOf: BodyText;
}
