import { FINDINGS, type FindingCode, type Severity } from './findings.table.ts';

/** Something wrong or remarkable in an archive: a value that streams out, never an exception. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** A sentence without final period, complete without the other fields. */
  readonly message: string;
  /** The tar entry concerned. */
  readonly entryName?: string;
  /** The record's place in its record file, counted from 0. */
  readonly recordIndex?: number;
  /** The record's key. */
  readonly url?: string;
  /** JSON pointer (RFC 6901) into the record. */
  readonly pointer?: string;
}

/** Makes a finding with the severity of its code. */
export function createFinding(
  code: FindingCode,
  message: string,
  place: Omit<Finding, 'code' | 'severity' | 'message'> = {},
): Finding {
  return { code, severity: FINDINGS[code].severity, message, ...place };
}

/** Findings of one code: all counted, the first ones kept. */
export interface FindingTally {
  readonly code: FindingCode;
  readonly severity: Severity;
  readonly count: number;
  readonly examples: readonly Finding[];
}

/** How many findings of a code are listed (all are counted). */
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

/** The gravest severity among the tallies, or undefined where there is none. */
export function worstSeverity(tallies: readonly FindingTally[]): Severity | undefined {
  const order: readonly Severity[] = ['error', 'warning', 'info'];
  return order.find((severity) => tallies.some((tally) => tally.severity === severity));
}

/** The first finding that says why an archive is not to be trusted, or undefined where nothing does. */
export function firstError(tallies: readonly FindingTally[]): Finding | undefined {
  return tallies.find(({ severity }) => severity === 'error')?.examples[0];
}
