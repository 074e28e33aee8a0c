import { tmpdir } from 'node:os';
import { MAX_FINGERPRINTS_IN_MEMORY } from '../model/archive-limits.table.ts';
import { type Finding, type FindingTally, worstSeverity } from '../model/findings.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import { type ArchiveTally, createArchiveTally, textMember } from './archive-tally.ts';
import type { ReferenceTally } from './checks/reference-check.ts';
import type { UploadTally } from './checks/upload-check.ts';
import { createRepositoryTallies, type RepositoryTally } from './repository-tallies.ts';
import { createVerifyChecks, type VerifyChecks, type VerifyExtent } from './verify-checks.ts';

/** Whether an archive is complete and valid. */
export interface VerifyReport {
  /** True if the container is complete and no finding is an error. */
  readonly isVerified: boolean;
  readonly container: ContainerSummary;
  /** The version in schema.json; undefined if there is none. */
  readonly formatVersion: string | undefined;
  /** Record files by kind. */
  readonly files: Readonly<Record<string, number>>;
  /** Records by kind, including rejected ones. */
  readonly records: Readonly<Record<string, number>>;
  /** Records that violate their schema or cannot be read. */
  readonly rejected: number;
  /** Threads of each repository; empty if only the container was read. */
  readonly repositories: readonly RepositoryThreads[];
  readonly references: ReferenceTally;
  /** Files that records refer to: attachments, uploaded files and release assets. */
  readonly uploads: UploadTally;
  readonly findings: readonly FindingTally[];
}

/** Counts of threads for one repository. */
export type RepositoryThreads = Omit<RepositoryTally, 'commentCount'>;

/** Kinds that are counted by repository. Comments are most of an archive, and their counts are never compared. */
const THREAD_KINDS: ReadonlySet<string> = new Set<RecordKind>(['repository', 'issue', 'pull_request']);

/** Options for verifying an archive. */
export interface VerificationOptions {
  /** The expected SHA-256, in hexadecimal digits. */
  readonly expectedSha256?: string | undefined;
  /** Called with every finding; the report only lists the first ones of each code. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** The extent of the checks; all by default. */
  readonly extent?: VerifyExtent | undefined;
  /** Overrides `MAX_FINGERPRINTS_IN_MEMORY`. */
  readonly maxFingerprintsInMemory?: number | undefined;
  /** The directory for the temporary file that very large archives need; the system's by default. */
  readonly scratchDirectory?: string | undefined;
}

/** Verifies an archive from its events. */
export interface Verification {
  observe(event: ArchiveEvent): void;
  /** The results so far; final after the `end` event. */
  report(): VerifyReport;
  /** Removes temporary files of a verification that did not receive `end`. */
  close(): void;
}

/** Creates a verification of one archive. Only archives above the limit of fingerprints use the disk. */
export function createVerification(options: VerificationOptions = {}): Verification {
  const tally = createArchiveTally(options.onFinding);
  const extent = options.extent ?? 'references';
  const repositories = extent === 'references' ? createRepositoryTallies() : undefined;
  const checks = createVerifyChecks({
    expectedSha256: options.expectedSha256,
    extent,
    maxFingerprints: options.maxFingerprintsInMemory ?? MAX_FINGERPRINTS_IN_MEMORY,
    scratchDirectory: options.scratchDirectory ?? tmpdir(),
    report: tally.addFinding,
  });
  return {
    observe(event) {
      tally.observe(event);
      if (event.type === 'records' && THREAD_KINDS.has(event.batch.kind)) {
        repositories?.count(event.batch);
      }
      checks.observe(event);
    },
    report: () => ({
      ...composeReport(tally, checks),
      repositories: (repositories?.list() ?? []).map(({ commentCount: _uncounted, ...threads }) => threads),
    }),
    close: () => checks.close(),
  };
}

/** Calls `use` with a verification, and closes it however that ends. */
export async function withVerification<Result>(
  options: VerificationOptions,
  use: (verification: Verification) => Promise<Result>,
): Promise<Result> {
  const verification = createVerification(options);
  try {
    return await use(verification);
  } finally {
    verification.close();
  }
}

function composeReport(tally: ArchiveTally, checks: VerifyChecks): Omit<VerifyReport, 'repositories'> {
  const kinds = tally.kinds();
  const findings = tally.findings();
  const container = tally.container();
  return {
    isVerified: container.isWhole && worstSeverity(findings) !== 'error',
    container,
    formatVersion: textMember(tally.schemaDocument(), 'version'),
    files: Object.fromEntries(kinds.map(([kind, { fileCount }]) => [kind, fileCount])),
    records: Object.fromEntries(kinds.map(([kind, { recordCount }]) => [kind, recordCount])),
    rejected: kinds.reduce((sum, [, { rejectedCount }]) => sum + rejectedCount, 0),
    references: checks.references(),
    uploads: checks.uploads(),
    findings,
  };
}
