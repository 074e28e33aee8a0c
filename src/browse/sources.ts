import type { Clock } from '../base/index.ts';
import type { GitLibrary } from '../git/index.ts';
import type { FindingTally } from '../model/index.ts';
import type { Browsing } from '../reading/index.ts';
import type { Links } from './frame.ts';
import type { Renderer } from './rendering/create-renderer.ts';

/** What pages read from. */
export interface Sources {
  /** The store, as it is at the time of the request. */
  readonly store: Browsing;
  /** The repositories that are kept beside the store. */
  readonly git: GitLibrary;
  readonly links: Links;
  readonly renderer: Renderer;
  /** What is known of the archives beside the store; empty for a store outside of a vault. */
  readonly proofs: readonly ArchiveProof[];
  readonly clock: Clock;
  /** Aborted when the reader ends. */
  readonly signal?: AbortSignal | undefined;
}

/** What was found when an archive was verified, as its vault keeps it. */
export interface ArchiveProof {
  /** Digest of the packed bytes: what it is known by in the store. */
  readonly sha256: string;
  /** Whether the container is whole and no finding is an error. */
  readonly isVerified: boolean;
  /** Time in UTC. */
  readonly downloadedAt: string;
  /** Base URL of the service that made it; absent where nobody knows. */
  readonly baseUrl?: string;
  readonly account: string;
  readonly findings: readonly FindingTally[];
}
