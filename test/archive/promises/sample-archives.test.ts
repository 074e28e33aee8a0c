import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createVerification } from '../../../src/archive/verification.ts';
import { writeSampleArchive } from '../../../src/sandbox/write-sample-archive.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { collect } from '../support/read-bytes.ts';

const SAMPLES = new URL('../../../samples/', import.meta.url);

let folder: string;
beforeAll(async () => {
  folder = temporaryFolder();
});

describe('readArchive()', () => {
  it.each([
    ['current', 'service', 'spring'],
    ['current', 'github', 'summer'],
    ['2019', 'service', 'autumn'],
  ] as const)(
    'reads an archive of the %s generation and the %s dialect without a finding',
    async (generation, dialect, seed) => {
      const path = join(folder, `${seed}.tar.gz`);
      const nowMs = Date.parse('2026-01-02T03:04:05Z');
      const written = await writeSampleArchive({
        seed,
        dialect,
        generation,
        repositories: 3,
        issues: 20,
        nowMs,
        path,
      });
      const { events, findings, end } = await collect({ source: await openArchiveSource(path) });
      const verification = createVerification();
      events.forEach(verification.observe);
      const { records, isVerified, rejected } = verification.report();
      expect(findings).toEqual([]);
      expect(records).toEqual(written.counts);
      expect({ isVerified, rejected }).toEqual({ isVerified: true, rejected: 0 });
      expect(end).toMatchObject({ isWhole: true, packedBytes: written.sizeBytes, sha256: written.sha256 });
      const files = events.filter((event) => event.type === 'entry' && event.entry.class !== 'directory');
      expect(files).toHaveLength(written.files);
      const attachments = events.filter(
        (event) => event.type === 'entry' && event.entry.class === 'attachment',
      );
      expect(attachments).toHaveLength(written.attachments);
    },
  );

  it.each(readdirSync(SAMPLES).filter((name) => name.endsWith('.tar.gz')))(
    'reads samples/%s without a finding',
    async (name) => {
      const source = await openArchiveSource(fileURLToPath(new URL(name, SAMPLES)));
      const { findings, records, rejected, end } = await collect({ source });
      expect(findings).toEqual([]);
      expect(rejected).toEqual([]);
      const judged = await collect({ source, splitter: 'stream-json' });
      const plain = ({ kind, value, index }: (typeof records)[number]) => ({ kind, value, index });
      expect(judged.records.map(plain)).toEqual(records.map(plain));
      expect(judged.findings).toEqual([]);
      expect(records.length).toBeGreaterThan(0);
      expect(end.isWhole).toBe(true);
    },
  );
});
