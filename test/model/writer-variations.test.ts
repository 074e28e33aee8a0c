import { describe, expect, it } from 'vitest';
import { WRITER_VARIATIONS } from '../../src/model/writer-variations.table.ts';
import { repositoryNameOfPath, writtenField } from '../../src/model/writer-variations.ts';

describe('writtenField()', () => {
  it("reads the service's name of a field, or else that of another writer", () => {
    const [own, other] = ['2020-01-02T03:04:05Z', '2021-01-02T03:04:05Z'];
    expect(writtenField('attachment', { created_at: own, created_date: other }, 'created_at')).toBe(own);
    expect(writtenField('attachment', { created_at: null, created_date: other }, 'created_at')).toBe(other);
    expect(writtenField('repository_file', { created_date: other }, 'created_at')).toBe(other);
  });

  it('is null if no name has a value, or the kind has no such field', () => {
    expect(writtenField('attachment', {}, 'created_at')).toBeNull();
    expect(writtenField('issue', { created_date: 'x' }, 'created_at')).toBeNull();
    expect(writtenField('novelty', { created_date: 'x' }, 'created_at')).toBeNull();
    expect(writtenField('constructor', {}, 'created_at')).toBeNull();
  });
});

describe('repositoryNameOfPath()', () => {
  it.each([
    ['alice/garden', 'alice/garden'],
    ['group/sub/garden', 'group/sub/garden'],
    ['projects/GRD/repos/garden', 'GRD/garden'],
    ['users/alice/repos/garden', 'alice/garden'],
    ['bitbucket/projects/GRD/repos/garden', 'GRD/garden'],
  ])('of %s is %s', (path, name) => {
    expect(repositoryNameOfPath(path)).toBe(name);
  });
});

describe('WRITER_VARIATIONS', () => {
  it('never calls one field by another name and by a default at once', () => {
    for (const [kind, { renames = {}, defaults = {} }] of Object.entries(WRITER_VARIATIONS)) {
      const names = [...Object.keys(renames), ...Object.values(renames), ...Object.keys(defaults)];
      expect(new Set(names).size, kind).toBe(names.length);
    }
  });
});
