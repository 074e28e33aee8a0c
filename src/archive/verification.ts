import { tmpdir } from 'node:os';
import {
  type Finding,
  type FindingTally,
  MAX_FINGERPRINTS_IN_MEMORY,
  type RecordKind,
  worstSeverity,
} from '../model/index.ts';
import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import { type ArchiveTally, createArchiveTally, textMember } from './archive-tally.ts';
import type { ReferenceTally } from './checks/reference-check.ts';
import type { UploadTally } from './checks/upload-check.ts';
import { createVerifyChecks, type VerifyChecks, type VerifyExtent } from './checks/verify-checks.ts';
import { createRepositoryTallies, type RepositoryTally } from './repository-tallies.ts';

/** Whether an archive is whole and right. */
export interface VerifyReport {
  /** True when the container is whole and no finding is an error. */
  readonly isVerified: boolean;
  readonly container: ContainerSummary;
  /** The version that schema.json names, or undefined where there is none. */
  readonly formatVersion: string | undefined;
  /** Record files by kind. */
  readonly files: Readonly<Record<string, number>>;
  /** Records by kind, rejected ones included. */
  readonly records: Readonly<Record<string, number>>;
  /** Records that broke their schema or could not be read. */
  readonly rejected: number;
  /** Threads of each repository; empty unless everything is asked of the archive. */
  readonly repositories: readonly RepositoryThreads[];
  readonly references: ReferenceTally;
  /** Files that records name: attachments, uploaded files and release assets. */
  readonly uploads: UploadTally;
  readonly findings: readonly FindingTally[];
}

/** How many threads a repository has in an archive. */
export type RepositoryThreads = Omit<RepositoryTally, 'commentCount'>;

/** What is counted by repository: comments are most of an archive, and are never compared. */
const THREAD_KINDS: ReadonlySet<string> = new Set<RecordKind>(['repository', 'issue', 'pull_request']);

/** How to verify an archive. */
export interface VerificationOptions {
  /** The SHA-256 that the archive shall have, in hexadecimal digits. */
  readonly expectedSha256?: string | undefined;
  /** Called with every finding; the report lists only the first ones of a code. */
  readonly onFinding?: ((finding: Finding) => void) | undefined;
  /** How much is asked of the archive; everything without it. */
  readonly extent?: VerifyExtent | undefined;
  /** Replaces `MAX_FINGERPRINTS_IN_MEMORY`. */
  readonly maxFingerprintsInMemory?: number | undefined;
  /** Where the temporary file of very large archives lies; the system's directory without it. */
  readonly scratchDirectory?: string | undefined;
}

/** Verifies an archive from its events, whatever else they are used for. */
export interface Verification {
  observe(event: ArchiveEvent): void;
  /** What is known so far; final after the `end` event. */
  report(): VerifyReport;
  /** Removes what a verification that saw no `end` may have left in a temporary directory. */
  close(): void;
}

/** Creates a verification of one archive. Only archives beyond the limit of fingerprints touch the disk. */
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
