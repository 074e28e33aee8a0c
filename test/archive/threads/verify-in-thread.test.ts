import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVerification, openArchiveSource, readArchive } from '../../../src/archive/index.ts';
import type { Finding } from '../../../src/model/index.ts';
import { makeIssue } from '../support/make-records.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../support/make-tar.ts';

/** The compiled program: threads are there only in it. */
const BUILT = new URL('../../../dist/archive/index.js', import.meta.url);

let folder: string;
let path: string;
beforeAll(async () => {
  expect(existsSync(BUILT), 'built by "npm run build", which "npm test" runs first').toBe(true);
  folder = await mkdtemp(join(tmpdir(), 'satchel-threads-'));
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
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('verifyInThread()', () => {
  it('comes to the same report as one thread does', async () => {
    const { isThreadWorthwhile, verifyInThread }: typeof import('../../../src/archive/index.ts') =
      await import(BUILT.href);
    const source = await openArchiveSource(path);
    expect(isThreadWorthwhile(source)).toBe(true);

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

  it('fails where the archive cannot be read', async () => {
    const { openArchiveSource: open, verifyInThread }: typeof import('../../../src/archive/index.ts') =
      await import(BUILT.href);
    const source = await open(path);
    const signal = AbortSignal.abort();
    await expect(verifyInThread({ sources: [source], signal }, {})).rejects.toMatchObject({
      code: 'interrupted',
    });
  });
});
