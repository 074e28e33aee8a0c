import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createVerification } from '../../../src/archive/verification.ts';
import { writeSampleArchive } from '../../../src/sandbox/write-sample-archive.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { sampled } from '../../house/long-only.ts';
import { collect } from '../support/read-bytes.ts';
import { codesOf, countsOf, type VerifyOptions } from '../support/verify-parts.ts';

const SAMPLES = new URL('../../../samples/', import.meta.url);

let folder: string;
beforeAll(() => {
  folder = temporaryFolder();
});

async function verifyPath(path: string, options: VerifyOptions = {}) {
  const verification = createVerification(options);
  const { events } = await collect({ source: await openArchiveSource(path) });
  events.forEach(verification.observe);
  return verification.report();
}

describe('references, files and numbers of archives as the service writes them', () => {
  it.each(readdirSync(SAMPLES).filter((name) => name.endsWith('.tar.gz')))(
    'are whole in samples/%s',
    async (name) => {
      const report = await verifyPath(fileURLToPath(new URL(name, SAMPLES)));
      expect(codesOf(report, 'warning', 'error')).toEqual([]);
      expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
      expect(report.references.missing).toBe(0);
      expect(report.references.inside).toBeGreaterThan(500);
    },
  );

  const worlds = [
    ['heron', 'current', 'github'],
    ['otter', 'current', 'service'],
    ['thrush', '2019', 'service'],
    ['vole', '2019', 'github'],
  ] as const;

  it.each(sampled(worlds, 2))(
    'are whole in the world %s of the generation %s',
    async (seed, generation, dialect) => {
      const path = join(folder, `${seed}.tar.gz`);
      const nowMs = Date.parse('2026-01-02T03:04:05Z');
      await writeSampleArchive({ seed, dialect, generation, repositories: 4, issues: 25, nowMs, path });
      const report = await verifyPath(path);
      expect(codesOf(report, 'warning', 'error')).toEqual([]);
      expect(report.uploads).toEqual({ missing: 0, excluded: 0, unclaimed: 0 });
      const spilled = await verifyPath(path, { maxFingerprintsInMemory: 64, scratchDirectory: folder });
      expect(countsOf(spilled)).toEqual(countsOf(report));
      expect(spilled.references).toEqual(report.references);
      expect(readdirSync(folder)).not.toContainEqual(expect.stringContaining('satchel-verify-'));
    },
  );

  it('leave nothing on the disk when reading is interrupted', async () => {
    const path = fileURLToPath(new URL('current.tar.gz', SAMPLES));
    const scratchDirectory = join(folder);
    const verification = createVerification({ maxFingerprintsInMemory: 8, scratchDirectory });
    const { events } = await collect({ source: await openArchiveSource(path) });
    events.slice(0, -1).forEach(verification.observe);
    const left = () => readdirSync(folder).filter((name) => name.startsWith('satchel-verify-'));
    expect(left()).toEqual([]); // So that nothing is left if the process is killed now.
    verification.close();
    expect(left()).toEqual([]);
  });
});
