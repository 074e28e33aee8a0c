/** One document of a repository. */
export interface MarkdownDocument {
  /** What its file is named after. */
  readonly name: string;
  readonly text: string;
  /** What the index shows of it: the link's text, and Markdown behind the link. */
  readonly label: string;
  readonly note: string;
}

/** The documents of one kind in one repository. */
export interface DocumentSource {
  readonly kind: string;
  readonly heading: string;
  /** Their folder within the repository's. */
  readonly folder: string;
  /** Made while they are iterated, once. */
  readonly documents: Iterable<MarkdownDocument>;
}
