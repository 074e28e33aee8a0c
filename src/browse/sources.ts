import type { Clock } from '../base/index.ts';
import type { GitLibrary } from '../git/index.ts';
import type { Browsing } from '../reading/index.ts';
import type { ArchiveProof } from './archive-proof.ts';
import type { Markdown } from './markdown/create-markdown.ts';

/** What pages read from. */
export interface Sources {
  /** The store, as it is at the time of the request. */
  readonly store: Browsing;
  /** The repositories that are kept beside the store. */
  readonly git: GitLibrary;
  readonly markdown: Markdown;
  /** What is known of the archives beside the store; empty for a store outside of a vault. */
  readonly proofs: readonly ArchiveProof[];
  readonly clock: Clock;
  /** Aborted when the reader ends. */
  readonly signal?: AbortSignal | undefined;
}
