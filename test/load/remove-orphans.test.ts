import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { acquireLock } from '../../src/base/lock.ts';
import { createFileKeeper, MAX_REMOVED_AFTER_SIGNAL, prepareFolders } from '../../src/load/file-keeper.ts';
import { removeTree } from '../../src/load/remove-orphans.ts';
import { foldersIn, foldersNextTo } from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const REGISTER = { hasFormer: true, needsBlob: () => false, needsGitFolder: () => false };
let directory: string;

beforeEach(() => {
  directory = temporaryFolder();
});

/** Fills a folder with this number of files, in two levels. */
function fill(path: string, count: number): string {
  for (let at = 0; at < count; at += 1) {
    mkdirSync(join(path, String(at % 8)), { recursive: true });
    writeFileSync(join(path, String(at % 8), String(at)), '');
  }
  return path;
}

function filesIn(path: string): number {
  const entries = existsSync(path) ? readdirSync(path, { recursive: true, withFileTypes: true }) : [];
  return entries.filter((entry) => !entry.isDirectory()).length;
}

/** Allows this number of files, then throws. */
function interruptAfter(count: number): () => boolean {
  let asked = 0;
  return () => {
    asked += 1;
    if (asked > count) {
      throw new Error('interrupted');
    }
    return true;
  };
}

describe('removeTree()', () => {
  it('removes all of a folder, and links instead of their targets', async () => {
    const path = fill(join(directory, 'tree'), 20);
    writeFileSync(join(directory, 'other'), '');
    symlinkSync(directory, join(path, 'link'));
    expect(await removeTree(path, () => true)).toBe(true);
    expect([existsSync(path), existsSync(join(directory, 'other'))]).toEqual([false, true]);
    expect(await removeTree(path, () => true)).toBe(true);
    symlinkSync(directory, path);
    expect(await removeTree(path, () => true)).toBe(true);
    expect(readdirSync(directory)).toEqual(['other']);
  });
});

describe('links in a store from elsewhere', () => {
  it.each([
    ['blobs/incoming.part', 'x'],
    ['blobs/aa', 'a'.repeat(64)],
    ['git/incoming.part', 'x'],
    [`git/${'a'.repeat(32)}.git`, 'x'],
  ])('let no load remove files that %s leads to', async (link, file) => {
    const elsewhere = join(directory, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, file), '');
    mkdirSync(join(directory, 'work.files', dirname(link)), { recursive: true });
    symlinkSync(elsewhere, join(directory, 'work.files', link));
    const folders = foldersNextTo(join(directory, 'work.db'));
    await prepareFolders({ folders }, REGISTER as never, () => undefined); // Only the part that is used.
    expect(readdirSync(elsewhere)).toEqual([file]);
  });
});

describe('a signal', () => {
  it.each([
    ['stages', 'incoming.part'],
    ['orphans', `${'a'.repeat(32)}.git`],
  ])('ends the removal of %s that killed loads left with the next file', async (_, name) => {
    const folders = foldersIn(directory);
    fill(join(folders.git, name), 50);
    const prepared = prepareFolders({ folders }, REGISTER as never, interruptAfter(7)); // Only the part that is used.
    await expect(prepared).rejects.toThrow('interrupted');
    expect(filesIn(folders.git)).toBe(43);
  });

  it('leaves a large stage to the next load, and removes a small one', async () => {
    const folders = foldersIn(directory);
    const lock = await acquireLock(join(directory, 'lock'), { command: 'test' });
    onTestFinished(() => lock.release());
    const keeper = createFileKeeper({ folders }, lock);
    fill(join(folders.git, 'incoming.part'), MAX_REMOVED_AFTER_SIGNAL + 30);
    await keeper.abandon(AbortSignal.abort());
    expect(filesIn(folders.git)).toBe(30);
    await keeper.abandon(AbortSignal.abort());
    expect(filesIn(folders.git)).toBe(0);
  });
});
