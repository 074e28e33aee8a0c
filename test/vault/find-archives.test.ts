import { describe, expect, it } from 'vitest';
import { findArchives } from '../../src/vault/find-archives.ts';
import { manifestOf } from './support/manifests.ts';

const FIRST = manifestOf('a.tar.gz', { sha256: `abcd1${'0'.repeat(59)}` });
const SECOND = manifestOf('b.tar.gz', { sha256: `abcd2${'0'.repeat(59)}` });

describe('findArchives()', () => {
  it.each(['abcd2', 'ABCD2', 'b.tar.gz', 'latest'])('finds an archive by "%s"', (name) => {
    expect(findArchives([FIRST, SECOND], [name])).toEqual([SECOND]);
  });

  it('returns an archive once, however often it is named', () => {
    expect(findArchives([FIRST, SECOND], ['abcd1', 'a.tar.gz'])).toEqual([FIRST]);
  });

  it('reports an ambiguous name and an unknown one', () => {
    expect(() => findArchives([FIRST, SECOND], ['abcd'])).toThrow('2 archives begin with this');
    expect(() => findArchives([FIRST, SECOND], ['abc'])).toThrow('the vault has no such archive');
    expect(() => findArchives([], ['latest'])).toThrow('the vault has no such archive');
  });
});
