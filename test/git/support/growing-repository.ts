import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { temporaryFolder } from '../../house/afterwards.ts';
import { asOurs, git } from './make-repository.ts';
import { filesOf } from './stage-folder.ts';

export type ObjectFormat = 'sha1' | 'sha256';

/** A repository at the service that changes between its exports. */
export function openGrowingRepository(objectFormat: ObjectFormat = 'sha1') {
  const root = temporaryFolder();
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', `--object-format=${objectFormat}`, work);
  let count = 0;
  const next = () => {
    count += 1;
    return count;
  };
  return {
    work,
    commit(name: string, content: string) {
      writeFileSync(join(work, name), content);
      git(work, 'add', '.');
      git(work, 'commit', '-q', '--allow-empty', '-m', `change ${name} ${next()}`);
    },
    /** A bare copy, as the service exports it: all objects in one pack, or as they are in a clone. */
    exported({ isLoose = false } = {}) {
      const bare = join(root, `${next()}.git`);
      git(root, 'clone', '-q', '--mirror', work, bare);
      if (!isLoose) {
        git(bare, 'repack', '-adq');
      }
      git(bare, 'pack-refs', '--all');
      return bare;
    },
  };
}

/** All objects and refs of a repository, which must be sound, however they are packed. */
export function contentOf(path: string, objectFormat: ObjectFormat = 'sha1'): string {
  const copy = join(temporaryFolder(), 'copy.git');
  cpSync(path, copy, { recursive: true });
  asOurs(copy, objectFormat);
  git(copy, 'fsck', '--full', '--strict');
  return [
    git(copy, 'cat-file', '--batch-all-objects', '--batch-check'),
    git(copy, 'for-each-ref'),
    readFileSync(join(copy, 'HEAD'), 'utf8'),
  ].join('\n');
}

/** Bytes of all files below a folder; one with several names counts once. */
export function bytesBelow(folder: string): number {
  const stats = filesOf(folder).map((name) => statSync(join(folder, name)));
  return [...new Map(stats.map(({ ino, size }) => [ino, size])).values()].reduce(
    (sum, size) => sum + size,
    0,
  );
}

/** A text that hardly compresses. */
export function noise(seed: number, length = 3000): string {
  const text = fc.string({ minLength: length, maxLength: length, unit: 'binary-ascii' });
  return fc.sample(text, { seed, numRuns: 1 })[0] ?? '';
}

export const packsOf = (path: string) => filesOf(path).filter((name) => name.endsWith('.pack'));

/** Changes a byte in the middle of a file in place, as a disk does: under all of its names. */
export function rot(path: string): void {
  const bytes = readFileSync(path);
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
  writeFileSync(path, bytes, { mode: 0o600, flag: 'r+' });
}
