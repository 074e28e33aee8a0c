import type { VerifyReport } from '../../archive/index.ts';
import type { FindingCode } from '../../model/index.ts';
import { type CompletenessCheck, MAX_COMPLETENESS_DETAILS } from '../../vault/index.ts';

/** Whether every file that records name is in the archive. */
export function judgeUploads(verification: VerifyReport): CompletenessCheck {
  const { missing, excluded } = verification.uploads;
  const isUnknown = missing === 0 && excluded > 0;
  return {
    name: 'attachments',
    result: missing > 0 ? 'incomplete' : isUnknown ? 'unknown' : 'complete',
    summary: isUnknown
      ? `${excluded} attachments and release assets were left out, as requested`
      : missing === 0
        ? 'Every attachment and release asset named by a record is present'
        : `${missing} attachments and release assets named by records are missing`,
    details: examplesOf(verification, 'attachment-missing'),
  };
}

/** Whether records refer to what ought to be in the archive and is not. */
export function judgeReferences(verification: VerifyReport): CompletenessCheck {
  const { missing, checked } = verification.references;
  return {
    name: 'references',
    result: missing > 0 ? 'incomplete' : checked === 0 ? 'unknown' : 'complete',
    summary:
      checked === 0
        ? 'There are no references to follow'
        : `${checked - missing} of ${checked} references lead to records that are present, or outside`,
    details: examplesOf(verification, 'reference-missing'),
  };
}

function examplesOf({ findings }: VerifyReport, code: FindingCode): readonly string[] {
  return findings
    .filter((tally) => tally.code === code)
    .flatMap(({ examples }) => examples.map(({ message }) => message))
    .slice(0, MAX_COMPLETENESS_DETAILS);
}
