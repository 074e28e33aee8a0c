import { describe, expect, it } from 'vitest';
import { compareRepositories } from '../../../src/backup/completeness/compare-repositories.ts';
import { tally } from '../support/tally.ts';

describe('compareRepositories()', () => {
  const request = { repositories: ['mira/lantern', 'mira/quill'] };

  it('finds nothing if all are exported and found, however they are spelled', () => {
    const found = [tally('Mira/Lantern'), tally('mira/quill')];
    const check = compareRepositories({ request, exported: ['mira/lantern', 'MIRA/quill'], found });
    expect(check).toMatchObject({ result: 'complete', details: [] });
  });

  it('names what the migration left out, and what the archive has no record of', () => {
    const check = compareRepositories({ request, exported: ['mira/lantern'], found: [] });
    expect(check).toMatchObject({
      result: 'incomplete',
      summary: '0 of 2 requested repositories are in the archive',
      details: ['mira/lantern: the archive has no record of it', 'mira/quill: the migration left it out'],
    });
  });

  it('expects no records of an export without metadata, and cannot judge one without names', () => {
    const exported = ['mira/lantern', 'mira/quill'];
    const bare = { ...request, excludeMetadata: true };
    expect(compareRepositories({ request: bare, exported, found: [] }).result).toBe('complete');
    const nameless = { repositories: [], orgMetadataOnly: true };
    expect(compareRepositories({ request: nameless, exported: [], found: [] }).result).toBe('unknown');
  });
});
