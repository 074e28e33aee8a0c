/** How far an archive is on its way into a store. */
export interface OpeningProgress {
  /** File name of the archive. */
  readonly archive: string;
  readonly step: 'proving' | 'loading' | 'indexing';
  readonly doneBytes: number;
  /** Undefined where nobody knows before the end. */
  readonly totalBytes: number | undefined;
  readonly records: number;
  /** Records by their kind. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly repositories: readonly OpeningRepository[];
}

export interface OpeningRepository {
  readonly name: string;
  readonly issueCount: number;
  readonly pullRequestCount: number;
  readonly commentCount: number;
}
