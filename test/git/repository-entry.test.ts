import { describe, expect, it } from 'vitest';
import { readRepositoryEntry } from '../../src/git/repository-entry.ts';

const HASH = '0123456789'.repeat(4);

describe('readRepositoryEntry()', () => {
  it.each([
    ['repositories/mira/lantern.git/HEAD', 'mira/lantern', false],
    ['repositories/mira/lantern.wiki.git/HEAD', 'mira/lantern', true],
    ['repositories/group/sub/proj.git/HEAD', 'group/sub/proj', false],
    ['repositories/mira/dot.git.tools.git/HEAD', 'mira/dot.git.tools', false],
  ])('reads the repository of %s', (entryName, repository, isWiki) => {
    expect(readRepositoryEntry(entryName)).toMatchObject({ repository, isWiki, file: { type: 'head' } });
  });

  it('ends the repository at the first .git, so that refs may have that ending too', () => {
    expect(readRepositoryEntry('repositories/mira/lantern.git/refs/heads/x.git/y')).toMatchObject({
      archivePath: 'repositories/mira/lantern.git',
      file: { type: 'ref', name: 'refs/heads/x.git/y' },
    });
  });

  it.each([
    ['issues_000001.json'],
    ['repositories/lantern.git/HEAD'],
    ['repositories/mira/.git/HEAD'],
    ['repositories/mira/lantern.git'],
    ['repositories/mira/lantern.git/'],
    ['other/repositories/mira/lantern.git/HEAD'],
  ])('does not treat %s as a file of a repository', (entryName) => {
    expect(readRepositoryEntry(entryName)).toBeUndefined();
  });

  it.each([
    [`objects/pack/pack-${HASH}.pack`, 'pack', 40],
    [`objects/pack/pack-${HASH}${HASH.slice(0, 24)}.idx`, 'pack-index', 64],
    [`objects/pack/pack-${HASH}.rev`, 'pack-extra', 40],
    [`objects/pack/pack-${HASH}.bitmap`, 'pack-extra', 40],
    [`objects/01/${HASH.slice(2)}`, 'loose-object', 40],
    [`objects/01/${HASH.slice(2)}${HASH.slice(0, 24)}`, 'loose-object', 64],
  ])('accepts %s', (path, type, hashDigits) => {
    const entry = readRepositoryEntry(`repositories/mira/lantern.git/${path}`);
    expect(entry?.file).toEqual({ type, path, hashDigits });
  });
});
