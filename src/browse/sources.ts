import type { Clock } from '../base/clock.ts';
import type { GitLibrary } from '../git/open-repository.ts';
import type { FindingTally } from '../model/findings.ts';
import type { Browsing } from '../reading/open-browsing.ts';
import type { Snapshot } from '../store/snapshot.ts';
import type { Links } from './frame.ts';
import type { Renderer } from './rendering/create-renderer.ts';

/** The data sources of pages. */
export interface Sources {
  readonly store: Browsing;
  /** The kept repositories of the store. */
  readonly git: GitLibrary;
  readonly links: Links;
  readonly renderer: Renderer;
  /** Whether this reader has the page at a path. */
  readonly hasPage: (path: string) => boolean;
  /** Verification results of archives in the store's vault; empty for a store outside of a vault. */
  readonly proofs: readonly ArchiveProof[];
  /**
   * Answers a request from the repositories of these owners only; undefined if the reader has no choice of owners. Fails
   * with `absent` if one has none.
   */
  readonly answerOf: ((owners: readonly string[], request: Request) => Promise<Response>) | undefined;
  /** The pages of older snapshots; undefined for those themselves. */
  readonly older: OlderReader | undefined;
  /** Whether the store is as it was at an older snapshot. */
  readonly isOlder: boolean;
  /** Whether its pages are written as a site. */
  readonly isSite: boolean;
  /** Whether the site has only what is public of a store. */
  readonly isPublic: boolean;
  /** The path of the script that draws diagrams; undefined if it is not installed, and for sites. */
  readonly diagramLibrary: string | undefined;
  /** The pages that are reached from everywhere: their paths and titles. */
  readonly namedPages: readonly (readonly [path: string, title: string])[];
  readonly clock: Clock;
  /** Aborted when the reader stops. */
  readonly signal?: AbortSignal | undefined;
}

/** The verification result of an archive, from its vault. */
export interface ArchiveProof {
  /** The digest of the packed bytes, which the store also records. */
  readonly sha256: string;
  /** Whether the container is complete and no finding is an error. */
  readonly isVerified: boolean;
  readonly downloadedAt: string;
  /** The base URL of the service that created it; absent if it is unknown. */
  readonly baseUrl?: string | undefined;
  readonly account: string;
  readonly findings: readonly FindingTally[];
  /** What a comparison with the service, or with an earlier archive, said; absent if there was none. */
  readonly completeness?: ProvenCompleteness | undefined;
}

/** Whether an archive has all that it should have. */
export interface ProvenCompleteness {
  readonly isComplete: boolean;
  readonly checks: readonly {
    readonly result: 'complete' | 'incomplete' | 'unknown';
    readonly summary: string;
    readonly details: readonly string[];
  }[];
}

/** The index of texts that is being built. */
export interface Indexing {
  /** How long it will take, in milliseconds; undefined if that cannot be estimated yet. */
  leftMs(): number | undefined;
}

/** What is asked of the store as it was at an older snapshot. */
interface OlderRequest {
  readonly snapshot: Snapshot;
  /** The beginning of the paths of all its pages. */
  readonly prefix: string;
  readonly request: Request;
}

/** The pages of older snapshots. */
export interface OlderReader {
  answer(asked: OlderRequest): Promise<Response>;
  close(): Promise<void>;
}
