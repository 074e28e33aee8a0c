import { type FindingTally, worstSeverity } from '../model/index.ts';
import type { ArchiveEvent, ContainerSummary } from './archive-event.ts';
import { createArchiveTally, textMember } from './archive-tally.ts';
import { createUniquenessCheck } from './uniqueness-check.ts';
import type { VerifyCheck } from './verify-check.ts';

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
  readonly findings: readonly FindingTally[];
}

/** Verifies an archive from its events, beside whatever else is done with them. */
export interface Verification {
  observe(event: ArchiveEvent): void;
  /** What is known so far; final after the `end` event. */
  report(): VerifyReport;
}

/** Creates a verification of one archive. */
export function createVerification(): Verification {
  const tally = createArchiveTally();
  const checks: readonly VerifyCheck[] = [createUniquenessCheck(tally.addFinding)];
  return {
    observe(event) {
      tally.observe(event);
      for (const check of checks) {
        check.observe(event);
      }
    },
    report() {
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
        findings,
      };
    },
  };
}
