import type { ExitName } from '../base/index.ts';
import type { FindingTally, MigrationId } from '../model/index.ts';
import type { Completeness, Debts } from '../vault/index.ts';
import type { RetentionReport } from './apply-retention.ts';
import type { CaptureReport } from './capture-from-service.ts';

/** An archive that a backup brought, one for each migration. */
export interface BackupArchive {
  readonly migrationId: MigrationId;
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What a backup came to. */
export interface BackupReport {
  /** How the command is to end. */
  readonly exit: ExitName;
  /** Login of the account or name of the organization. */
  readonly account: string;
  /** `owner/name` of each repository that the service exported. */
  readonly repositories: readonly string[];
  /** Those that were asked for and not exported. */
  readonly missingRepositories: readonly string[];
  /** Those of them whose migration failed at the service. */
  readonly failedRepositories: readonly string[];
  readonly archives: readonly BackupArchive[];
  /** True when all containers are whole and no finding is an error. */
  readonly isVerified: boolean;
  readonly findings: readonly FindingTally[];
  /** Records that were loaded, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tables: readonly { readonly name: string; readonly rows?: number }[];
  readonly storePath: string;
  /** File names of archives that the store has nothing of and should: "satchel vault rebuild" loads them. */
  readonly lackingArchives: readonly string[];
  /** What was kept beside the archive, and what could not be. */
  readonly captures: readonly CaptureReport[];
  /** Whether the archive holds everything that it should. */
  readonly completeness: Completeness;
  /** What was removed by rules; undefined where there are none. */
  readonly retention: RetentionReport | undefined;
  /** Calls to the service that could not be made; the next run tries again. */
  readonly owed: Debts;
}

/** A backup that was not needed: the last one is young enough. */
export interface SkippedBackup {
  readonly exit: ExitName;
  readonly account: string;
  readonly reason: string;
  /** When the service's data of the last good backup were taken, ISO 8601. */
  readonly lastTakenAt: string;
  readonly ageMs: number;
  /** Calls to the service that could not be made. */
  readonly owed: Debts;
}
