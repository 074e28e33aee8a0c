import type { ExitName } from '../base/index.ts';
import type { VerifiedLoad } from '../load/index.ts';
import { type FindingTally, type MigrationId, pairRepositories, worstSeverity } from '../model/index.ts';
import { type Completeness, encryptedNameOf, type Manifest, type OwedRequests } from '../vault/index.ts';
import type { RetentionReport } from './apply-retention.ts';
import type { BackupRun } from './backup-options.ts';
import type { CaptureReport } from './capture-from-service.ts';
import type { CloneReport } from './clone-repositories.ts';
import { pairExports } from './completeness/prove-completeness.ts';
import type { Exports } from './export-parts.ts';
import type { FinishedBackup, OpenedBackup } from './open-backup.ts';

/** An archive of a backup; there is one for each migration. */
export interface BackupArchive {
  readonly migrationId: MigrationId;
  readonly path: string;
  readonly sizeBytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface BackupReport {
  /** The exit status of the command. */
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
  /** True if all containers are complete and no finding is an error. */
  readonly isVerified: boolean;
  readonly findings: readonly FindingTally[];
  /** Records that were loaded, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly tables: readonly { readonly name: string; readonly rows?: number }[];
  /** The place of the vault. */
  readonly vault: string;
  readonly storePath: string;
  /** File names of archives that are missing from the store: "satchel vault rebuild" loads them. */
  readonly lackingArchives: readonly string[];
  /** The captures in addition to the archive, including failed ones. */
  readonly captures: readonly CaptureReport[];
  /** What was cloned, by list. */
  readonly clones: readonly CloneReport[];
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

/** The results of the steps of a backup. */
interface Results {
  readonly opened: OpenedBackup;
  readonly exports: Exports;
  readonly loaded: VerifiedLoad;
  readonly completeness: Completeness;
  readonly retention: RetentionReport | undefined;
  readonly manifests: readonly Manifest[];
  readonly captures: readonly CaptureReport[];
  readonly clones: readonly CloneReport[];
  readonly owed: OwedRequests;
  readonly lacking: readonly Manifest[];
}

export function reportOf(results: Results, run: BackupRun): BackupReport {
  const { account, vault } = run;
  const { opened, exports, loaded, completeness, manifests, captures, clones, owed, retention, lacking } =
    results;
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
      path: isEncrypted ? encryptedNameOf(path) : path,
      sizeBytes,
      sha256,
    })),
    isVerified: loaded.verification.isVerified && manifests.every(({ isVerified }) => isVerified),
    findings: combineFindings(loaded.verification.findings, manifests),
    counts: loaded.load.counts,
    tables: loaded.load.tables,
    vault: vault.name,
    storePath: vault.storePath,
    lackingArchives: lacking.map(({ archive }) => archive),
    captures,
    clones,
    completeness,
    retention,
    owed,
  };
  return withExit(report);
}

function withExit(report: Omit<BackupReport, 'exit'>): BackupReport {
  return { exit: exitOf(report), ...report };
}

/**
 * The report of a finished backup, from its manifests. What was captured and cloned beside its archives, and removed, is
 * not in them.
 */
export function reportOfFinished(
  { request, manifests }: FinishedBackup,
  owed: OwedRequests,
  { account, vault }: BackupRun,
): BackupReport {
  const parts = manifests.map((manifest) => ({ ...manifest, asked: manifest.request?.repositories ?? [] }));
  const pairs = parts.map(({ asked, repositories }) =>
    pairRepositories({ names: asked }, { names: repositories }),
  );
  const isAsked = (name: string) => parts.some(({ asked }) => asked.includes(name));
  const isExported = (name: string) => pairs.some((pair) => pair.has(name.toLowerCase()));
  return withExit({
    account,
    repositories: parts.flatMap(({ repositories }) => repositories),
    missingRepositories: request.repositories.filter((name) => !isExported(name)),
    failedRepositories: request.repositories.filter((name) => !isAsked(name)),
    archives: parts.flatMap(({ archive, migration, sizeBytes, sha256 }) =>
      migration === undefined
        ? []
        : [{ migrationId: migration.id, path: vault.archivePlace(archive), sizeBytes, sha256 }],
    ),
    isVerified: parts.every(({ isVerified }) => isVerified),
    findings: parts.flatMap(({ findings }) => findings),
    counts: sumOfCounts(parts.map(({ counts }) => counts)),
    tables: [],
    vault: vault.name,
    storePath: vault.storePath,
    lackingArchives: parts.filter(({ loading }) => loading === 'owed').map(({ archive }) => archive),
    captures: [],
    clones: [],
    completeness: manifests[0].completeness ?? { isComplete: true, checks: [] },
    retention: undefined,
    owed,
  });
}

function sumOfCounts(all: readonly BackupReport['counts'][]): BackupReport['counts'] {
  const sums: Record<string, number> = {};
  for (const [kind, count] of all.flatMap((counts) => Object.entries(counts))) {
    sums[kind] = (sums[kind] ?? 0) + count;
  }
  return sums;
}

const EXITS = { error: 'verification', warning: 'warnings', info: 'done' } as const satisfies Record<
  string,
  ExitName
>;

/** By the most severe finding; anything missing or outstanding is a warning. */
function exitOf(report: Omit<BackupReport, 'exit'>): ExitName {
  const exit = EXITS[worstSeverity(report.findings) ?? 'info'];
  const isPartial =
    report.missingRepositories.length > 0 ||
    report.lackingArchives.length > 0 ||
    !report.completeness.isComplete ||
    report.retention?.hold !== undefined ||
    report.captures.some(({ trouble }) => trouble !== undefined) ||
    report.clones.some(({ failed }) => failed.length > 0) ||
    !isClear(report.owed);
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
