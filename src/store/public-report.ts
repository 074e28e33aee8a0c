/** The file in a public copy that says what it lacks. */
export const OMITTED = 'OMITTED.md';

/** What a public copy must not have. */
export type PrivateWordKind = 'repository' | 'address' | 'secret' | 'person' | 'name' | 'text';

/** How it is called where a copy has it. */
export const PRIVATE_WORDS: Readonly<Record<PrivateWordKind, string>> = {
  repository: 'name of a private repository',
  address: 'mail address',
  secret: 'token or key',
  person: 'login',
  name: 'name of a person',
  text: 'private text',
};

/** A word that must not be in a public copy. */
export interface PrivateWord {
  readonly kind: PrivateWordKind;
  /** What texts have in its place. */
  readonly instead: string;
}

/** Rows of a kind that a public copy lacks. */
export interface LeftOut {
  readonly kind: string;
  readonly count: number;
  readonly reason: string;
}

/** What a public copy has, and lacks. */
export interface PublicReport {
  /** The numbers of repositories in the whole store by visibility; those that are not public were left out. */
  readonly repositories: { readonly public: number; readonly private: number; readonly unknown: number };
  /** What was left out, by kind. */
  readonly leftOut: readonly LeftOut[];
  /** How often texts had what must not be in a copy, by kind: it was replaced. */
  readonly replaced: Readonly<Partial<Record<PrivateWordKind, number>>>;
}

/** A place in a copy that has what must not be there. */
export interface PrivatePlace {
  /** The path in the copy; in an archive, that of the entry behind a colon. */
  readonly file: string;
  /** The line, or the row of a table in Parquet, from 1; 0 for the name of the file. */
  readonly line: number;
  readonly kind: PrivateWordKind;
}

/** A public copy after its files were checked. */
export interface Publication extends PublicReport {
  readonly checkedFiles: number;
  readonly checkedBytes: number;
  /** How often the code of public repositories has what texts must not have, by kind: code is published as it is. */
  readonly inCode: PublicReport['replaced'];
  /** Packed files that the check cannot search, such as an encrypted ZIP, by path: the first thousand. */
  readonly unsearched: readonly string[];
}
