import { createFinding, type Finding } from '../../model/index.ts';
import type { VerifyCheck } from './verify-check.ts';

/** Creates the check that an archive has the SHA-256 that is expected of it, in hexadecimal digits. */
export function createDigestCheck(expectedSha256: string, report: (finding: Finding) => void): VerifyCheck {
  const expected = expectedSha256.toLowerCase();
  return {
    observe(event) {
      // An archive that was not read to its end has no digest, and an error of its own that says why.
      const sha256 = event.type === 'end' ? event.container.sha256 : undefined;
      if (sha256 !== undefined && sha256 !== expected) {
        const message = `The archive has the SHA-256 ${sha256} instead of ${expected}`;
        report(createFinding('digest-mismatch', message));
      }
    },
  };
}
