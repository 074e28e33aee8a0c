import { createFinding, type Finding } from '../model/findings.ts';
import type { ArchiveObserver } from './archive-event.ts';
import { createNumberingCheck } from './checks/numbering-check.ts';
import { createRecordFileCheck } from './checks/record-file-check.ts';
import { createRecordKeys } from './checks/record-keys.ts';
import { createReferenceCheck, type ReferenceTally } from './checks/reference-check.ts';
import { createScratchFile } from './checks/scratch-file.ts';
import { createTimeCheck } from './checks/time-check.ts';
import { createUniquenessCheck } from './checks/uniqueness-check.ts';
import { createUploadCheck, type UploadTally } from './checks/upload-check.ts';

/** All checks of an archive, with their counts. */
export interface VerifyChecks extends ArchiveObserver {
  references(): ReferenceTally;
  uploads(): UploadTally;
  /** Removes the temporary file, which also happens after `end` and after a failure. */
  close(): void;
}

/**
 * How much is verified: only the container, also each record separately, or also whether keys, references, uploads and
 * numbers are consistent.
 */
export type VerifyExtent = 'container' | 'records' | 'references';

interface VerifyChecksOptions {
  readonly expectedSha256: string | undefined;
  readonly extent: VerifyExtent;
  /** The maximum number of fingerprints in memory, for all checks together. */
  readonly maxFingerprints: number;
  readonly scratchDirectory: string;
  readonly report: (finding: Finding) => void;
}

/** The shares of all fingerprints for records, unresolved references, and each side of file names. */
const SHARES = { records: 1 / 2, references: 1 / 4, names: 1 / 8 };

/** Creates the checks of one archive, in the order in which they receive events. */
export function createVerifyChecks(options: VerifyChecksOptions): VerifyChecks {
  const { expectedSha256, extent, maxFingerprints, scratchDirectory, report } = options;
  const scratch = createScratchFile(scratchDirectory);
  const rowsFor = (share: number) => Math.floor(maxFingerprints * share);
  const keys = createRecordKeys({ scratch, maxRows: rowsFor(SHARES.records) });
  const references = createReferenceCheck({ keys, scratch, maxRows: rowsFor(SHARES.references), report });
  const uploads = createUploadCheck({ scratch, maxRows: rowsFor(SHARES.names), report });
  const ofContainer = expectedSha256 === undefined ? [] : [createDigestCheck(expectedSha256, report)];
  const ofRecords = [
    createRecordFileCheck(report),
    createUniquenessCheck(keys, report),
    references,
    uploads,
    createNumberingCheck(report),
    createTimeCheck(report),
  ];
  const checks: readonly ArchiveObserver[] =
    extent === 'references' ? [...ofContainer, ...ofRecords] : ofContainer;
  return {
    observe(event) {
      let goesOn = false;
      try {
        for (const check of checks) {
          check.observe(event);
        }
        goesOn = event.type !== 'end';
      } finally {
        if (!goesOn) {
          scratch.close();
        }
      }
    },
    references: () => references.tally(),
    uploads: uploads.tally,
    close: scratch.close,
  };
}

/** Creates the check that an archive has the expected SHA-256, in hexadecimal digits. */
export function createDigestCheck(
  expectedSha256: string,
  report: (finding: Finding) => void,
): ArchiveObserver {
  const expected = expectedSha256.toLowerCase();
  return {
    observe(event) {
      // An archive that was not read to its end has no digest, but an error with the reason.
      const sha256 = event.type === 'end' ? event.container.sha256 : undefined;
      if (sha256 !== undefined && sha256 !== expected) {
        const message = `The archive has the SHA-256 ${sha256} instead of ${expected}`;
        report(createFinding('digest-mismatch', message));
      }
    },
  };
}
