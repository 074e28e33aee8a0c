import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/base/json.ts';
import { readMigrationBody } from '../../../../src/sandbox/server/migrations/read-migration-body.ts';
import { createSmallWorld } from '../support/small-world.ts';

const WORLD = createSmallWorld('service');
const ALICE = { type: 'User', login: 'alice' } as const;
const HARBOUR = { type: 'Organization', login: 'Harbour-Works' } as const;

function read(body: JsonObject, family: typeof ALICE | typeof HARBOUR = ALICE) {
  return readMigrationBody(body, family, { world: WORLD, login: 'alice' });
}

function namesOf(body: JsonObject, family?: typeof ALICE | typeof HARBOUR) {
  const start = read(body, family);
  return 'errors' in start ? start.errors : start.request.repositories;
}

describe('readMigrationBody()', () => {
  it('resolves names without regard to case, and bare names to those of the family', () => {
    expect(namesOf({ repositories: ['ALICE/tide-tables', 'Logbook', 'harbour-works/CRANE'] })).toEqual([
      'alice/Tide-Tables',
      'alice/logbook',
      'Harbour-Works/crane',
    ]);
    expect(namesOf({ repositories: ['shared'] })).toEqual(['alice/shared']);
    expect(namesOf({ repositories: ['shared'] }, HARBOUR)).toEqual(['Harbour-Works/shared']);
  });

  it('counts a repository that is named twice once', () => {
    expect(namesOf({ repositories: ['alice/logbook', 'LOGBOOK'] })).toEqual(['alice/logbook']);
  });

  it('sets every switch, each false unless given', () => {
    expect(read({ repositories: ['logbook'], exclude_releases: true, exclude_metadata: null })).toMatchObject(
      {
        request: {
          lockRepositories: false,
          excludeMetadata: false,
          excludeGitData: false,
          excludeAttachments: false,
          excludeReleases: true,
          excludeOwnerProjects: false,
          orgMetadataOnly: false,
          exclude: [],
        },
      },
    );
  });

  it('refuses unknown names with the index of each', () => {
    expect(namesOf({ repositories: ['nowhere', 'logbook', 'bob/x', 7] })).toEqual([
      { resource: 'Migration', field: 'repositories', index: 0, code: 'invalid_value' },
      { resource: 'Migration', field: 'repositories', index: 2, code: 'invalid_value' },
      { resource: 'Migration', field: 'repositories', index: 3, code: 'invalid_value' },
      { resource: 'Migration', field: 'repositories', code: 'missing_field' },
    ]);
  });

  it("refuses other people's repositories to an organization", () => {
    expect(read({ repositories: ['alice/logbook'] }, HARBOUR)).toHaveProperty('errors');
  });

  it.each([{}, { repositories: null }, { repositories: [] }])('misses repositories in %j', (body) => {
    expect(namesOf(body)).toEqual([{ resource: 'Migration', field: 'repositories', code: 'missing_field' }]);
  });

  it('accepts no repositories if only metadata is requested, and ignores the rest', () => {
    expect(read({ repositories: [], org_metadata_only: true, lock_repositories: true })).toEqual({
      request: { orgMetadataOnly: true, repositories: [], exclude: [] },
      repositories: [],
    });
    expect(read({ org_metadata_only: true, repositories: ['nowhere'] })).toHaveProperty('request');
  });

  it('names every field of the wrong type', () => {
    const body = { repositories: 'logbook', lock_repositories: 'yes', exclude: ['issues'] };
    expect(namesOf(body)).toEqual([
      { resource: 'Migration', field: 'repositories', code: 'invalid' },
      { resource: 'Migration', field: 'lock_repositories', code: 'invalid' },
      { resource: 'Migration', field: 'exclude', code: 'invalid' },
    ]);
  });

  it('accepts or refuses any object without throwing', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (body, repositories) => {
        const start = read({ ...body, repositories } as JsonObject);
        expect('errors' in start ? start.errors.length > 0 : 'request' in start).toBe(true);
      }),
    );
  });
});
