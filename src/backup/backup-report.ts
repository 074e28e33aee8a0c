import { basename } from 'node:path';
import { formatTimestamp } from '../base/timestamps.ts';
import type { LfsReport } from '../keeping/lfs-report.ts';
import type { VerifiedLoad } from '../load/load-archive.ts';
import type { ExitName } from '../model/exit-codes.table.ts';
import { exitOfFindings, type FindingTally } from '../model/findings.ts';
import type { MigrationId } from '../model/migrations.ts';
import type { StoreChanges } from '../model/store-changes.ts';
import { sizesOf } from '../vault/kept-snapshot.ts';
import { type Completeness, encryptedNameOf, type Manifest } from '../vault/manifest.ts';
import type { OwedRequests } from '../vault/owed-work.ts';
import type { RetentionReport } from './apply-retention.ts';
import type { BackupRun } from './backup-options.ts';
import type { CaptureReport } from './capture-from-service.ts';
import type { CloneReport } from './clone-work.ts';
import { pairExports } from './completeness/prove-completeness.ts';
import type { ExportedPart } from './export-part.ts';
import type { Exports } from './export-parts.ts';
import type { KeptBackup, OpenedBackup } from './open-backup.ts';

/** An archive of a backup; there is one for each migration. */
export interface BackupArchive {
  readonly migrationId: MigrationId;
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** What a backup did, and whether its archive has everything. */
export interface BackupReport {
  /** What a command with the same work would exit with: `done`, or what is wrong. */
  readonly exit: ExitName;
  /** Login of the user or organization. */
  readonly account: string;
  /** `owner/name` of each repository that the service exported. */
  readonly repositories: readonly string[];
  /** Requested repositories that were not exported. */
  readonly missingRepositories: readonly string[];
  /** Those of them whose migration failed at the service. */
  readonly failedRepositories: readonly string[];
  readonly archives: readonly BackupArchive[];
  /** The time that it represents, ISO 8601: that of its oldest migration. */
  readonly takenAt: string;
  /** True if a migration is from before this run: adopted, named, or resumed. */
  readonly isFromEarlier: boolean;
  /** True if all containers are complete and no finding is an error. */
  readonly isVerified: boolean;
  readonly findings: readonly FindingTally[];
  /** Records that were loaded, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  /** What it changed in the store; undefined for the first backup in it. */
  readonly changes: StoreChanges | undefined;
  readonly tables: readonly { readonly name: string; readonly rows?: number | undefined }[];
  /** The place of the vault. */
  readonly vault: string;
  readonly storePath: string;
  /** File names of archives that are missing from the store: a rebuild of the vault loads them. */
  readonly lackingArchives: readonly string[];
  /** The captures in addition to the archive, including failed ones. */
  readonly captures: readonly CaptureReport[];
  /** What was cloned, by list. */
  readonly clones: readonly CloneReport[];
  /** The files of repositories in Git LFS; undefined if they were not looked for. */
  readonly lfs: LfsReport | undefined;
  /** Whether the archive contains everything that it should. */
  readonly completeness: Completeness;
  /** What was removed by rules; undefined if there are none. */
  readonly retention: RetentionReport | undefined;
  /** Requests to the service that failed; the next run repeats them. */
  readonly owed: OwedRequests;
}

/** A skipped backup: the last one is recent enough. */
export interface SkippedBackup {
  readonly exit: ExitName;
  readonly account: string;
  readonly reason: string;
  /** The time that the last good backup represents, ISO 8601. */
  readonly lastTakenAt: string;
  readonly ageMs: number;
  /** Requests to the service that failed. */
  readonly owed: OwedRequests;
}

const NOTHING_OWED: OwedRequests = { unlocks: [], deletions: [] };

interface Results
  extends Pick<BackupReport, 'captures' | 'changes' | 'clones' | 'completeness' | 'lfs' | 'retention'> {
  readonly opened: OpenedBackup;
  readonly exports: Exports;
  readonly loaded: VerifiedLoad;
  readonly manifests: readonly Manifest[];
  readonly lacking: readonly Manifest[];
}

/** The report of a backup; what is outstanding at the service follows at its end. */
export function reportOf(results: Results, run: BackupRun): BackupReport {
  const { account, vault } = run;
  const {
    opened,
    exports,
    loaded,
    completeness,
    manifests,
    captures,
    clones,
    lfs,
    retention,
    lacking,
    changes,
  } = results;
  const repositories = exports.parts.flatMap(({ migration }) => migration.repositories);
  const pairs = pairExports(exports.parts, run);
  const isEncrypted = manifests.some(({ encryption }) => encryption !== undefined);
  const report = {
    account,
    repositories,
    missingRepositories: opened.request.repositories.filter((name) => !pairs.has(name.toLowerCase())),
    failedRepositories: exports.failedRepositories,
    archives: exports.parts.map(({ migration, archive: { path, sizeBytes, sha256 } }) => ({
      migrationId: migration.id,
      path: vault.archivePlace(basename(isEncrypted ? encryptedNameOf(path) : path)),
      sizeBytes,
      sha256,
    })),
    takenAt: oldestOf(manifests),
    isFromEarlier: exports.parts.some(({ origin }) => EARLIER.has(origin)),
    isVerified: loaded.verification.isVerified && manifests.every(({ isVerified }) => isVerified),
    findings: combineFindings(loaded.verification.findings, manifests),
    counts: loaded.load.counts,
    changes,
    tables: loaded.load.tables,
    vault: vault.name,
    storePath: vault.storePath,
    lackingArchives: lacking.map(({ archive }) => archive),
    captures,
    clones,
    lfs,
    completeness,
    retention,
    owed: NOTHING_OWED,
  };
  return { exit: exitOf(report), ...report };
}

const EARLIER: ReadonlySet<ExportedPart['origin']> = new Set(['adopted', 'named', 'known']);

function oldestOf(manifests: readonly Manifest[]): string {
  return formatTimestamp(Math.min(...manifests.map(({ takenAt }) => Date.parse(takenAt))));
}

/** The report with the requests that are still outstanding at the end. */
export function withOwed(report: BackupReport, owed: OwedRequests): BackupReport {
  const exit = report.exit === 'done' && !isClear(owed) ? 'warnings' : report.exit;
  return { ...report, exit, owed };
}

/**
 * The report of a finished backup, from its manifests and the journal, which do not say what was captured, cloned and
 * removed.
 */
export function reportOfKept(
  { manifests, exit = 'done', missingRepositories = [], failedRepositories = [], changes }: KeptBackup,
  owed: OwedRequests,
  { account, vault, dueMs = Number.POSITIVE_INFINITY }: BackupRun,
): BackupReport {
  const takenAt = oldestOf(manifests);
  const report = {
    exit,
    account,
    repositories: manifests.flatMap(({ repositories }) => repositories),
    missingRepositories,
    failedRepositories,
    archives: manifests.flatMap(({ archive, migration, sizeBytes, sha256 }) =>
      migration === undefined
        ? []
        : [{ migrationId: migration.id, path: vault.archivePlace(archive), sizeBytes, sha256 }],
    ),
    takenAt,
    // The service gives whole seconds.
    isFromEarlier: Date.parse(takenAt) < Math.floor(dueMs / 1_000) * 1_000,
    isVerified: manifests.every(({ isVerified }) => isVerified),
    findings: manifests.flatMap(({ findings }) => findings),
    counts: sizesOf(manifests).recordsByKind,
    changes,
    tables: [],
    vault: vault.name,
    storePath: vault.storePath,
    lackingArchives: manifests.filter(({ loading }) => loading === 'owed').map(({ archive }) => archive),
    captures: [],
    clones: [],
    lfs: undefined,
    completeness: manifests[0].completeness ?? { isComplete: true, checks: [] },
    retention: undefined,
    owed: NOTHING_OWED,
  };
  return withOwed(report, owed);
}

/** By the most severe finding; anything missing is a warning. */
function exitOf(report: Omit<BackupReport, 'exit'>): ExitName {
  const exit = exitOfFindings(report.findings);
  const isPartial =
    report.missingRepositories.length > 0 ||
    report.lackingArchives.length > 0 ||
    !report.completeness.isComplete ||
    report.retention?.hold !== undefined ||
    report.captures.some(({ trouble }) => trouble !== undefined) ||
    report.clones.some(
      ({ emptied, replaced, failed }) => emptied.length + replaced.length + failed.length > 0,
    );
  return exit === 'done' && isPartial ? 'warnings' : exit;
}

/** True if no work is outstanding. */
export function isClear({ unlocks, deletions }: OwedRequests): boolean {
  return unlocks.length === 0 && deletions.length === 0;
}

/**
 * Merges the findings of all parts of a backup. Parts share records such as accounts, so only duplicates within one
 * part are reported.
 */
function combineFindings(
  together: readonly FindingTally[],
  manifests: readonly Pick<Manifest, 'findings'>[],
): readonly FindingTally[] {
  if (manifests.length === 1) {
    return together;
  }
  const isRepetition = ({ code }: FindingTally) => code === 'record-duplicate';
  return [
    ...together.filter((tally) => !isRepetition(tally)),
    ...manifests.flatMap(({ findings }) => findings.filter(isRepetition)),
  ];
}
