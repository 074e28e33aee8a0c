import type { MigrationRequest } from './migrations.ts';

/** What a person wants to export; without repositories, the selected ones of the account or organization. */
export type BackupRequest = Omit<MigrationRequest, 'repositories'> & {
  readonly repositories: readonly string[] | undefined;
  /** All repositories by default. */
  readonly selection?: RepositorySelection;
};

/** Selects repositories of a listing that match all of the given criteria. */
export interface RepositorySelection {
  /** Logins; case-insensitive. */
  readonly owners?: readonly string[];
  /** Globs on `OWNER/NAME`, or on the name if they contain no slash; case-insensitive. One of them must match. */
  readonly patterns?: readonly string[];
  /** Globs in the same format: repositories that match one of them are excluded. */
  readonly except?: readonly string[];
  /** `public`, `private`, `internal`. */
  readonly visibilities?: readonly string[];
  /** True for forks only, false to exclude them. */
  readonly isFork?: boolean;
  /** True for archived ones only, false to exclude them. */
  readonly isArchived?: boolean;
  /** Main languages; case-insensitive. */
  readonly languages?: readonly string[];
  /** One of them must match; case-insensitive. */
  readonly topics?: readonly string[];
  /** Milliseconds since the Unix epoch: the last push was at this time or later. */
  readonly pushedSinceMs?: number;
  /** The last push was earlier. */
  readonly pushedBeforeMs?: number;
  /** Maximum time since the last push, relative to the time of the choice, so that the request is the same every day. */
  readonly pushedWithinMs?: number;
  /** Minimum time since the last push, in the same way. */
  readonly unpushedForMs?: number;
  /** Of its Git data, as stated by the service, which counts whole KiB. */
  readonly minSizeBytes?: number;
  readonly maxSizeBytes?: number;
  readonly minStars?: number;
  readonly maxStars?: number;
}
