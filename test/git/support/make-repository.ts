import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';

export const searchPath = process.env['PATH'] ?? '';

/** Runs git to create a test repository, independently of the user's configuration. */
export function git(directory: string, ...arguments_: readonly string[]): string {
  return execFileSync('git', arguments_, {
    cwd: directory,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: searchPath,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: devNull,
      GIT_AUTHOR_NAME: 'Mira',
      GIT_AUTHOR_EMAIL: 'mira@example.org',
      GIT_AUTHOR_DATE: '2024-05-01T10:00:00Z',
      GIT_COMMITTER_NAME: 'Mira',
      GIT_COMMITTER_EMAIL: 'mira@example.org',
      GIT_COMMITTER_DATE: '2024-05-01T10:00:00Z',
    },
  }).trim();
}

interface RepositoryShape {
  readonly objectFormat?: 'sha1' | 'sha256';
  /** Leaves objects and refs loose, as in an ordinary clone. */
  readonly isLoose?: boolean;
}

/** Creates `<root>/lantern.git`: three commits, two branches, an annotated tag and the refs of a pull request. */
export function makeRepository(root: string, shape: RepositoryShape = {}): string {
  const work = join(root, 'work');
  git(root, 'init', '-q', '-b', 'main', `--object-format=${shape.objectFormat ?? 'sha1'}`, work);
  for (const [index, word] of ['first', 'second', 'third'].entries()) {
    writeFileSync(join(work, `${word}.txt`), `${word} line of the lantern\n`.repeat(200 + index));
    git(work, 'add', '.');
    git(work, 'commit', '-q', '-m', `${word} commit`);
  }
  git(work, 'tag', '-a', 'v1.0', '-m', 'the first release');
  git(work, 'branch', 'side/way', 'HEAD~1');
  git(work, 'update-ref', 'refs/pull/7/head', 'HEAD~1');
  const bare = join(root, 'lantern.git');
  git(root, 'clone', '-q', '--mirror', work, bare);
  if (shape.isLoose === true) {
    unpackRefs(bare);
  } else {
    git(bare, 'repack', '-adq');
    git(bare, 'pack-refs', '--all');
  }
  return bare;
}

/** Creates an empty bare repository. */
export function makeEmptyRepository(root: string): string {
  const bare = join(root, 'empty.git');
  git(root, 'init', '-q', '-b', 'main', '--bare', bare);
  return bare;
}

/** Converts packed refs to loose ones; a clone of a small folder has loose objects anyway. */
function unpackRefs(bare: string): void {
  const refs = git(bare, 'for-each-ref', '--format=%(objectname) %(refname)').split('\n');
  rmSync(join(bare, 'packed-refs'));
  for (const line of refs) {
    const [id = '', name = ''] = line.split(' ');
    git(bare, 'update-ref', name, id);
  }
}
