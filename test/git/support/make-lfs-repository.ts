import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from './make-repository.ts';

/** The text that Git LFS puts in place of a file. */
export function pointerTo(content: string, extension = ''): string {
  const oid = createHash('sha256').update(content).digest('hex');
  return `version https://git-lfs.github.com/spec/v1\n${extension}oid sha256:${oid}\nsize ${content.length}\n`;
}

/** Creates `<root>/lantern.git` with a commit for each set of files. */
export function makeRepositoryOf(
  root: string,
  commits: readonly Readonly<Record<string, string>>[],
  format = 'sha1',
): string {
  const work = join(root, 'work');
  mkdirSync(root, { recursive: true });
  git(root, 'init', '-q', '-b', 'main', `--object-format=${format}`, work);
  for (const files of commits) {
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(work, name), text);
    }
    git(work, 'add', '.');
    git(work, 'commit', '-q', '-m', 'files');
  }
  const bare = join(root, 'lantern.git');
  git(root, 'clone', '-q', '--mirror', work, bare);
  return bare;
}
