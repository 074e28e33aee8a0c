import type { FindingTally, Migration, MigrationRequest } from '../model/index.ts';

/** What a vault knows of one archive: written once, after the archive has its final name. */
export interface Manifest {
  readonly manifestVersion: 1;
  /** File name below `archives/`. */
  readonly archive: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  /** Base URL of the service that made it. */
  readonly baseUrl: string;
  /** Login of the account or name of the organization. */
  readonly account: string;
  readonly request: MigrationRequest;
  readonly migration: Pick<Migration, 'id' | 'guid' | 'createdAt' | 'updatedAt'>;
  /** `owner/name` of each repository that the migration holds. */
  readonly repositories: readonly string[];
  /** The moment the download was complete, ISO 8601 in UTC. */
  readonly downloadedAt: string;
  /** Records per kind, those that broke their schema included. */
  readonly counts: Readonly<Record<string, number>>;
  readonly findings: readonly FindingTally[];
  /** True when the container is whole and no finding is an error. */
  readonly isVerified: boolean;
  readonly satchelVersion: string;
}
