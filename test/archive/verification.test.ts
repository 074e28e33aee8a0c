import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createVerification, withVerification } from '../../src/archive/verification.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { openFilesWith, SHOWS_OPEN_FILES } from '../house/open-files.ts';
import { makeIssue, makeIssues, makeUser } from './support/make-records.ts';
import { makeTar, makeTarGz, recordFile, SCHEMA_PART, type TarPart } from './support/make-tar.ts';
import { readBytes } from './support/read-bytes.ts';
import { fileOf, makeRepository } from './support/trap-records.ts';

async function verify(bytes: Uint8Array) {
  const verification = createVerification();
  const { events } = await readBytes(bytes);
  events.forEach(verification.observe);
  return verification.report();
}

const ACCOUNT: readonly TarPart[] = [
  fileOf('users', makeUser('alice')),
  fileOf('repositories', makeRepository({ git_url: null })),
];
const ISSUES = recordFile('issues_000001.json', makeIssues(3));

describe('createVerification()', () => {
  it('verifies an archive without a fault', async () => {
    expect(await verify(makeTarGz([SCHEMA_PART, ...ACCOUNT, ISSUES]))).toMatchObject({
      isVerified: true,
      container: { isWhole: true, entryCount: 4 },
      formatVersion: '1.0.1',
      files: { user: 1, repository: 1, issue: 1 },
      records: { user: 1, repository: 1, issue: 3 },
      rejected: 0,
      references: { checked: 7, inside: 7, outside: 0, missing: 0 },
      uploads: { missing: 0, excluded: 0, unclaimed: 0 },
      findings: [],
    });
  });

  it('does not verify a damaged container', async () => {
    const report = await verify(makeTarGz([SCHEMA_PART, ISSUES]).subarray(0, -4));
    expect(report).toMatchObject({ isVerified: false, container: { isWhole: false }, records: { issue: 3 } });
    expect(report.findings.map(({ code }) => code)).toContain('gzip-truncated');
  });

  it('does not verify a cut tar, and reads what is there', async () => {
    const tar = makeTar([SCHEMA_PART, ISSUES]);
    const report = await verify(tar.subarray(0, tar.length - 1_500));
    expect(report).toMatchObject({ isVerified: false, container: { isWhole: false }, records: { issue: 2 } });
  });

  it('counts rejected records, and what is wrong with them', async () => {
    const broken = recordFile('issues_000002.json', [makeIssue(4), makeIssue(5, { title: 7 })]);
    expect(await verify(makeTarGz([SCHEMA_PART, ...ACCOUNT, ISSUES, broken]))).toMatchObject({
      isVerified: false,
      container: { isWhole: true },
      files: { user: 1, repository: 1, issue: 2 },
      records: { user: 1, repository: 1, issue: 5 },
      rejected: 1,
      findings: [{ code: 'record-invalid', count: 1, examples: [{ pointer: '/title' }] }],
    });
  });

  it('reports records of the same kind and url', async () => {
    const again = recordFile('issues_000002.json', [makeIssue(4), makeIssue(2)]);
    const report = await verify(makeTarGz([SCHEMA_PART, ...ACCOUNT, ISSUES, again]));
    expect(report).toMatchObject({
      isVerified: true,
      findings: [
        {
          code: 'record-duplicate',
          severity: 'warning',
          count: 1,
          examples: [
            { entryName: 'issues_000002.json', recordIndex: 1, url: expect.stringMatching(/issues\/2$/) },
          ],
        },
      ],
    });
  });

  it.runIf(SHOWS_OPEN_FILES)('closes its file when a reader fails before the end', async () => {
    const scratchDirectory = temporaryFolder();
    const { events } = await readBytes(makeTarGz([SCHEMA_PART, ...ACCOUNT, ISSUES]));
    const openFiles = () => openFilesWith(scratchDirectory);
    const reading = withVerification(
      { scratchDirectory, maxFingerprintsInMemory: 1 },
      async (verification) => {
        events.filter(({ type }) => type !== 'end').forEach(verification.observe);
        expect(openFiles()).toHaveLength(1);
        throw new Error('no more');
      },
    );
    await expect(reading).rejects.toThrow('no more');
    expect([readdirSync(scratchDirectory), openFiles()]).toEqual([[], []]);
  });

  it('does not verify what was not read to its end', () => {
    expect(createVerification().report()).toMatchObject({ isVerified: false, container: { isWhole: false } });
  });
});
