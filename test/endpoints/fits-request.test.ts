import { describe, expect, it } from 'vitest';
import { fitsRequest, statesSwitches } from '../../src/endpoints/fits-request.ts';
import type { Migration, MigrationRequest } from '../../src/model/migrations.ts';

function migration(changes: Partial<Migration>): Migration {
  return {
    id: 1,
    guid: 'g',
    state: 'pending',
    owner: 'alice',
    repositories: ['alice/notes'],
    switches: {},
    createdAt: '2026-05-04T10:00:00Z',
    updatedAt: '2026-05-04T10:00:00Z',
    url: '',
    ...changes,
  };
}

describe('fitsRequest()', () => {
  it.each<[string, Partial<Migration>, MigrationRequest, boolean]>([
    ['the same names in another case', {}, { repositories: ['Alice/Notes'] }, true],
    ['a bare name', {}, { repositories: ['notes'] }, true],
    ['fewer names', {}, { repositories: [] }, false],
    ['another name', {}, { repositories: ['alice/other'] }, false],
    ['a switch that is not stated', {}, { repositories: ['alice/notes'], excludeMetadata: true }, true],
    [
      'a switch that is off',
      { switches: { excludeReleases: false } },
      { repositories: ['alice/notes'] },
      true,
    ],
    [
      'a switch that differs',
      { switches: { excludeReleases: true } },
      { repositories: ['alice/notes'] },
      false,
    ],
    [
      'metadata alone, where other switches do not count',
      { repositories: [], switches: { orgMetadataOnly: true, excludeReleases: true } },
      { repositories: [], orgMetadataOnly: true },
      true,
    ],
  ])('judges %s', (_, changes, request, fits) => {
    expect(fitsRequest(migration(changes), request)).toBe(fits);
  });
});

describe('statesSwitches()', () => {
  const FOUR = {
    lockRepositories: false,
    excludeAttachments: false,
    excludeReleases: false,
    excludeOwnerProjects: false,
  };
  const ALL = { ...FOUR, excludeMetadata: false, excludeGitData: false, orgMetadataOnly: false };

  it.each<[string, Migration['switches'], Partial<MigrationRequest>, boolean]>([
    ['all of them', ALL, {}, true],
    ['the four of the specification', FOUR, {}, false],
    ['none', {}, {}, false],
    ['all but one that is requested', { ...FOUR, excludeMetadata: false }, { excludeGitData: true }, false],
    [
      'org_metadata_only, where others do not count',
      { orgMetadataOnly: true },
      { orgMetadataOnly: true },
      true,
    ],
    ['others, where only org_metadata_only counts', FOUR, { orgMetadataOnly: true }, false],
  ])('judges %s', (_, switches, request, states) => {
    expect(statesSwitches(migration({ switches }), { repositories: [], ...request })).toBe(states);
  });
});
