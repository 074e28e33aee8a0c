import { uncapitalized } from '../base/text-ends.ts';
import type { FindingTally } from '../model/findings.ts';

/** Codes of findings about the container. */
export const CONTAINER_CODE = /^(?:gzip|tar|entry|encryption)-/;

/** Why an archive was not read to its end, and what helps: another copy would not, if a limit stopped the reading. */
export function whyIncomplete(findings: readonly FindingTally[]): {
  readonly found: string;
  /** Undefined for damage, against which only another copy helps. */
  readonly hint: string | undefined;
} {
  const errors = findings.filter(({ severity }) => severity === 'error');
  const damage = errors.find(({ code }) => CONTAINER_CODE.test(code));
  const reason = damage ?? errors.find(({ code }) => code === 'limit-exceeded');
  return {
    found: uncapitalized(reason?.examples[0]?.message ?? 'it is incomplete'),
    hint: damage === undefined && reason !== undefined ? RAISE : undefined,
  };
}

const RAISE = 'If you trust the archive, raise this limit';
