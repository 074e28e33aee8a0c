import { describe, expect, it } from 'vitest';
import {
  formatSignature,
  hashBlob,
  hashCommit,
  hashTree,
} from '../../../../src/sandbox/world/git/git-history.ts';

const AUTHOR = {
  name: 'Mira Oskerby',
  email: 'mira@example.org',
  timeSeconds: 1_700_000_000,
  utcOffsetMinutes: 0,
};

// All ids were computed by git 2.39: hash-object, mktree and commit-tree.
describe('hashBlob()', () => {
  it('gives the ids that git gives', () => {
    expect(hashBlob('')).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391');
    expect(hashBlob('hello\n')).toBe('ce013625030ba8dba906f756967f9e9ca394464a');
    expect(hashBlob('é 🌊\n')).toBe('ef8dfa47f83833944ac4b3225ee87cb03bb6c32c');
  });
});

describe('hashTree()', () => {
  it('knows the empty tree', () => {
    expect(hashTree([])).toBe('4b825dc642cb6eb9a060e54bf8d69288fbee4904');
  });

  it('orders directories as if their names ended in a slash', () => {
    const sha = 'ce013625030ba8dba906f756967f9e9ca394464a';
    const directory = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const entries = [
      { name: 'a', sha: directory, isDirectory: true },
      { name: 'a.txt', sha, isDirectory: false },
      { name: 'a-b', sha, isDirectory: false },
      { name: 'é', sha, isDirectory: false },
    ];
    expect(hashTree(entries)).toBe('62339c284980c478ff5c41a44ef9e5865c611c96');
    expect(hashTree(entries.toReversed())).toBe('62339c284980c478ff5c41a44ef9e5865c611c96');
  });
});

describe('hashCommit()', () => {
  it('gives the ids that git gives', () => {
    const body = {
      treeSha: '4b825dc642cb6eb9a060e54bf8d69288fbee4904',
      parents: [],
      author: AUTHOR,
      committer: { ...AUTHOR, utcOffsetMinutes: -330 },
      message: 'Begin\n',
    };
    expect(hashCommit(body)).toBe('833ed42a6caaf991a0cf1b04b327dcf259829b54');
  });
});

describe('formatSignature()', () => {
  it('writes offsets west and east of Greenwich', () => {
    expect(formatSignature(AUTHOR)).toBe('Mira Oskerby <mira@example.org> 1700000000 +0000');
    expect(formatSignature({ ...AUTHOR, utcOffsetMinutes: -570 })).toMatch(/ -0930$/);
  });
});
