import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { readArchive } from '../../src/archive/read-archive.ts';
import { createVerification } from '../../src/archive/verification.ts';
import { verifiesInThread, verifyInThread } from '../../src/archive/verify-in-thread.ts';
import type { Finding } from '../../src/model/findings.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { makeIssue } from './support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from './support/make-tar.ts';

let folder: string;
let path: string;
beforeAll(async () => {
  folder = temporaryFolder();
  path = join(folder, 'large.tar.gz');
  const noise = Array.from({ length: 40_000 }, (_, at) => Math.imul(at, 0x9e3779b1).toString(36)).join(' ');
  const issues = Array.from({ length: 100 }, (_, at) => makeIssue(at + 1, { body: `${at}${noise}` }));
  await writeFile(
    path,
    makeTarGz([
      SCHEMA_PART,
      recordFile('issues_000001.json', issues),
      recordFile('issues_000002.json', [makeIssue(7), makeIssue(200, { title: 7 })]),
    ]),
  );
}, 60_000);

describe('verifyInThread()', () => {
  it('reports the same as one thread', async () => {
    const source = await openArchiveSource(path);
    expect(verifiesInThread(source)).toBe(true);

    const alone: Finding[] = [];
    const verification = createVerification({ onFinding: (finding) => alone.push(finding) });
    for await (const event of readArchive({ source })) {
      verification.observe(event);
    }
    const threaded: Finding[] = [];
    const report = await verifyInThread(
      { sources: [source] },
      { onFinding: (finding) => threaded.push(finding) },
    );

    expect(report).toEqual(verification.report());
    expect(threaded).toEqual(alone);
    expect(report.findings.map(({ code }) => code)).toContain('record-duplicate');
  });

  it('fails if the archive cannot be read', async () => {
    const source = await openArchiveSource(path);
    const reason = new Error('no time');
    const signal = AbortSignal.abort(reason);
    await expect(verifyInThread({ sources: [source], signal }, {})).rejects.toBe(reason);
  });

  it('ends with the signal after the last record too', async () => {
    const reason = new Error('no time');
    const stop = new AbortController();
    const onFinding = ({ code }: Finding) => code === 'digest-mismatch' && stop.abort(reason);
    const reading = { sources: [await openArchiveSource(path)], signal: stop.signal };
    const verifying = verifyInThread(reading, { onFinding, expectedSha256: '0'.repeat(64) });
    await expect(verifying).rejects.toBe(reason);
  });
});
