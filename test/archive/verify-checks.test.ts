import { describe, expect, it } from 'vitest';
import { SCHEMA_PART } from './support/make-tar.ts';
import { codesOf, messagesOf, verifyParts } from './support/verify-parts.ts';

describe('createDigestCheck()', () => {
  it('accepts the digest that the archive has, in letters of either case', async () => {
    const { container } = await verifyParts([SCHEMA_PART]);
    const expectedSha256 = container.sha256?.toUpperCase();
    expect((await verifyParts([SCHEMA_PART], { expectedSha256 })).findings).toEqual([]);
  });

  it('reports another digest, and does not verify the archive', async () => {
    const expectedSha256 = 'ab'.repeat(32);
    const report = await verifyParts([SCHEMA_PART], { expectedSha256 });
    expect(report.isVerified).toBe(false);
    expect(codesOf(report, 'error')).toEqual(['digest-mismatch']);
    expect(messagesOf(report, 'digest-mismatch')).toEqual([
      `The archive has the SHA-256 ${report.container.sha256} instead of ${expectedSha256}`,
    ]);
  });

  it('is all that judges a container alone', async () => {
    const expectedSha256 = 'ab'.repeat(32);
    const file = { name: './attachments/1/a.png', body: 'x' };
    const report = await verifyParts([SCHEMA_PART, file], { expectedSha256, extent: 'container' });
    expect(report.findings.map(({ code }) => code)).toEqual(['digest-mismatch']);
  });
});
