import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createBlobStage } from '../../../src/load/keep-files/blob-stage.ts';
import { blobPath, foldersNextTo } from '../../../src/store/file-folders.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const root = temporaryFolder();

describe('createBlobStage()', () => {
  it('moves all files, however many, to paths named by their digests', async () => {
    const folders = foldersNextTo(join(root, 'a.db'));
    const directory = join(root, 'stage');
    const stage = createBlobStage(folders, directory);
    const kept = new Map<string, string>();
    for (let at = 0; at < 2_345; at += 1) {
      const content = `content of ${at}`;
      const file = stage.open((sha256) => kept.set(sha256, content));
      file.write(Buffer.from(content));
      file.end();
    }
    await stage.settle();
    for (const [sha256, content] of kept) {
      expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
      expect(readFileSync(blobPath(folders, sha256), 'utf8')).toBe(content);
    }
    expect(kept.size).toBe(2_345);
    expect(existsSync(directory)).toBe(false);
  });

  it.each(['other content', 'content, and more', ''])(
    'replaces a file that has become "%s"',
    async (damaged) => {
      const folders = foldersNextTo(join(temporaryFolder(), 'a.db'));
      const keep = async () => {
        const stage = createBlobStage(folders, join(root, 'stage'));
        let path = '';
        const file = stage.open((sha256) => {
          path = blobPath(folders, sha256);
        });
        file.write(Buffer.from('right content'));
        file.end();
        await stage.settle();
        return path;
      };
      writeFileSync(await keep(), damaged);
      expect(readFileSync(await keep(), 'utf8')).toBe('right content');
    },
  );
});
