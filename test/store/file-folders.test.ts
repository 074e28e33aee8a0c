import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  blobPath,
  foldersIn,
  foldersNextTo,
  gitFolderPath,
  isBlobName,
  isGitFolderName,
} from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const FOLDERS = foldersIn('vault');
const DIGEST = 'ab'.repeat(32);

describe('foldersNextTo()', () => {
  it('names the folder after the store', () => {
    const folder = join('work', 'my.files');
    expect(foldersNextTo(join('work', 'my.db'))).toEqual({
      blobs: join(folder, 'blobs'),
      git: join(folder, 'git'),
      clones: join(folder, 'clones'),
      lfs: join(folder, 'lfs'),
    });
  });
});

describe('links in place of folders', () => {
  const root = temporaryFolder();
  const elsewhere = join(root, 'elsewhere');
  mkdirSync(join(elsewhere, 'blobs'), { recursive: true });

  it.each(['my.files', 'my.files/blobs', 'my.files/git', 'my.files/lfs'])(
    'are refused at %s, by name',
    (link) => {
      const place = mkdtempSync(join(root, 'store-'));
      mkdirSync(join(place, dirname(link)), { recursive: true });
      symlinkSync(elsewhere, join(place, link));
      expect(() => foldersNextTo(join(place, 'my.db'))).toThrow(
        `Cannot use "${join(place, link)}": it is a link, and could lead to files that do not belong here`,
      );
    },
  );

  it('are allowed above them: a whole vault may lie on another disk', () => {
    symlinkSync(elsewhere, join(root, 'vault'));
    expect(foldersIn(join(root, 'vault')).blobs).toBe(join(root, 'vault', 'blobs'));
    expect(() => foldersIn(join(elsewhere, 'blobs', 'no-folder'))).not.toThrow();
  });
});

describe('blobPath()', () => {
  it('spreads files over folders by their digests', () => {
    expect(blobPath(FOLDERS, DIGEST)).toBe(join('vault', 'blobs', 'ab', DIGEST));
  });

  it.each(['', '..', `../${DIGEST}`, DIGEST.toUpperCase(), `${DIGEST}\n`])(
    'refuses %j as a digest',
    (name) => {
      expect(isBlobName(name)).toBe(false);
      expect(() => blobPath(FOLDERS, name)).toThrow('a blob is named by its digest');
    },
  );
});

describe('gitFolderPath()', () => {
  it('accepts generated names only', () => {
    const name = `${'0'.repeat(32)}.git`;
    expect(isGitFolderName(name)).toBe(true);
    expect(gitFolderPath(FOLDERS, name)).toBe(join('vault', 'git', name));
    for (const other of ['', '..', 'x.git', `../${name}`]) {
      expect(isGitFolderName(other)).toBe(false);
      expect(() => gitFolderPath(FOLDERS, other)).toThrow('a generated name');
    }
  });
});
