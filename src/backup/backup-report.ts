import type { FindingTally } from '../model/index.ts';
import type { CaptureReport } from './capture-from-service.ts';

/** What a backup came to. */
export interface BackupReport {
  /** Login of the account or name of the organization. */
  readonly account: string;
  readonly migrationId: number;
  /** `owner/name` of each repository that the service exported. */
  readonly repositories: readonly string[];
  /** Those that were asked for and not exported. */
  readonly missingRepositories: readonly string[];
  readonly archive: { readonly path: string; readonly sizeBytes: number; readonly sha256: string };
  /** True when the container is whole and no finding is an error. */
  readonly isVerified: boolean;
  readonly findings: readonly FindingTally[];
  /** Records that were loaded, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tables: readonly { readonly name: string; readonly rows?: number }[];
  readonly storePath: string;
  /** What was kept beside the archive, and what could not be. */
  readonly captures: readonly CaptureReport[];
}
