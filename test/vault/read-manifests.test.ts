import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/vault/manifest.ts';
import { readManifests, sealManifest } from '../../src/vault/read-manifests.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { IS_LONG } from '../house/long-run.ts';
import { manifestOf } from './support/manifests.ts';

let directory: string;

beforeEach(async () => {
  directory = temporaryFolder();
});

async function put(archive: string, manifest: Manifest | string): Promise<void> {
  const text = typeof manifest === 'string' ? manifest : sealManifest(manifest);
  await writeFile(join(directory, `${archive}.json`), text);
}

describe('readManifests()', () => {
  it('reads manifests, the oldest archive first', async () => {
    await put('new.tar.gz', manifestOf('new.tar.gz', { day: 1 }));
    await put('old.tar.gz', manifestOf('old.tar.gz'));
    const { manifests, faults } = await readManifests(directory);
    expect(faults).toEqual([]);
    expect(manifests.map(({ archive }) => archive)).toEqual(['old.tar.gz', 'new.tar.gz']);
  });

  it.each([
    ['half a file', '{"manifestVersion":2,', 'it is not a JSON object'],
    ['an unknown version', '{"manifestVersion":1}', 'its version is 1, which is unknown'],
    ['no version', '{}', 'its version is not there, which is unknown'],
    ['no checksum', JSON.stringify(manifestOf('x.tar.gz')), '/checksum must be present'],
    [
      'a missing member',
      { ...manifestOf('x.tar.gz'), sha256: undefined as never },
      '/sha256 must be present',
    ],
    ['a digest that is none', { ...manifestOf('x.tar.gz'), sha256: 'AB' }, '/sha256 must match pattern'],
    ['an unknown member', { ...manifestOf('x.tar.gz'), ...{ isGood: true } }, '/isGood is not a known field'],
    ['another archive', manifestOf('y.tar.gz'), 'it describes a different archive'],
    [
      'an invalid time',
      { ...manifestOf('x.tar.gz'), takenAt: '2026-99-99T00:00:00Z' },
      'it has an invalid time',
    ],
    ['a path that climbs out', manifestOf('../../etc/passwd'), '/archive must match pattern'],
  ])('tells %s, and reads the others all the same', async (_name, manifest, reason) => {
    await put('x.tar.gz', manifest);
    await put('good.tar.gz', manifestOf('good.tar.gz'));
    const { manifests, faults } = await readManifests(directory);
    expect(manifests.map(({ archive }) => archive)).toEqual(['good.tar.gz']);
    expect(faults).toEqual([
      { fileName: 'x.tar.gz.json', archive: 'x.tar.gz', reason: expect.stringContaining(reason) },
    ]);
  });

  it('reads every manifest that this version writes', async () => {
    const full = manifestOf('full.tar.gz.age', {
      encryption: { method: 'age', recipients: ['age1x'], sizeBytes: 20, sha256: 'b'.repeat(64) },
      backup: '20260101T000000Z-abcdef',
      request: { repositories: ['mira/lantern'], excludeReleases: true },
      migration: { id: 1, guid: 'g', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' },
      findings: [{ code: 'number-gap', severity: 'info', count: 1, examples: [] }],
      completeness: {
        isComplete: true,
        checks: [{ name: 'git', result: 'unknown', summary: 'git is not installed here', details: [] }],
      },
      pin: { pinnedAt: '2026-01-01T00:00:00Z', note: 'before the move' },
    });
    await put('full.tar.gz.age', full);
    expect((await readManifests(directory)).manifests).toEqual([full]);
  });

  it('finds every flip of a single bit, and a manifest that is cut anywhere', async () => {
    const whole = Buffer.from(sealManifest(manifestOf('x.tar.gz', { account: 'mira \ufffd \u0001' })));
    const read = async (bytes: Buffer) => {
      await writeFile(join(directory, 'x.tar.gz.json'), bytes);
      return await readManifests(directory);
    };
    expect((await read(whole)).manifests).toHaveLength(1);

    for (let bit = 0; bit < whole.length * 8; bit += IS_LONG ? 1 : 61) {
      const bytes = Buffer.from(whole);
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect((await read(bytes)).faults, `bit ${bit}`).toHaveLength(1);
    }
    for (let length = 0; length < whole.length; length += IS_LONG ? 1 : 97) {
      expect((await read(whole.subarray(0, length))).faults, `${length} bytes`).toHaveLength(1);
    }
  });
});
