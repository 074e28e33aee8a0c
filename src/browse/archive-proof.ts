import type { FindingTally } from '../model/index.ts';

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
