import { shownBytes } from '../base/byte-text.ts';
import type { ExitName } from './exit-codes.table.ts';
import { FINDINGS, type FindingCode, type Severity } from './findings.table.ts';

/** Something wrong or remarkable in an archive. It is a value in the stream of events, not an exception. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** A complete sentence without a final period. */
  readonly message: string;
  readonly entryName?: string | undefined;
  /** The index of the record in its file, from 0. */
  readonly recordIndex?: number | undefined;
  /** The key of the record. */
  readonly url?: string | undefined;
  /** JSON pointer (RFC 6901) into the record. */
  readonly pointer?: string | undefined;
}

/** Creates a finding with the severity of its code. */
export function createFinding(
  code: FindingCode,
  message: string,
  place: Omit<Finding, 'code' | 'severity' | 'message'> = {},
): Finding {
  const { entryName } = place;
  const shown = entryName === undefined ? {} : { entryName: shownBytes(entryName) };
  return { code, severity: FINDINGS[code].severity, message, ...place, ...shown };
}

/** The findings with one code; `examples` are the first ones. */
export interface FindingTally {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly count: number;
  readonly examples: readonly Finding[];
}

/** The maximum number of examples per code. */
export const MAX_FINDINGS_LISTED = 100;

/** Counts findings by code in the order of first appearance, in bounded memory. */
export function createFindingCounter(): {
  add(finding: Finding): void;
  tallies(): readonly FindingTally[];
} {
  const byCode = new Map<FindingCode, { count: number; examples: Finding[] }>();
  return {
    add(finding) {
      const tally = byCode.get(finding.code) ?? { count: 0, examples: [] };
      byCode.set(finding.code, tally);
      tally.count += 1;
      if (tally.examples.length < MAX_FINDINGS_LISTED) {
        tally.examples.push(finding);
      }
    },
    tallies: () =>
      [...byCode].map(([code, { count, examples }]) => ({
        code,
        severity: FINDINGS[code].severity,
        count,
        examples: [...examples],
      })),
  };
}

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** The worst severity; undefined without findings. */
export function worstSeverity(tallies: readonly FindingTally[]): Severity | undefined {
  return SEVERITIES.find((severity) => tallies.some((tally) => tally.severity === severity));
}

const EXITS = { error: 'verification', warning: 'warnings', info: 'done' } as const satisfies Record<
  Severity,
  ExitName
>;

/** The exit status for the most severe finding. */
export function exitOfFindings(tallies: readonly FindingTally[]): ExitName {
  return EXITS[worstSeverity(tallies) ?? 'info'];
}

/** The first finding of severity `error`. */
export function firstError(tallies: readonly FindingTally[]): Finding | undefined {
  return tallies.find(({ severity }) => severity === 'error')?.examples[0];
}
