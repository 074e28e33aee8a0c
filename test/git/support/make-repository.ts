import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { bareRepositoryConfig } from '../../../src/model/bare-repository.ts';
import { SHELF } from '../../house/packed-program.ts';

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

/**
 * Creates `<root>/lantern.git`, a mirror of `<root>/work`: three commits, two branches, an annotated tag and the refs of
 * a pull request.
 */
export function makeRepository(root: string, shape: RepositoryShape = {}): string {
  cpSync(makeOnce(shape), root, { recursive: true });
  return asOurs(join(root, 'lantern.git'), shape.objectFormat);
}

/** Leaves in a repository what Satchel stores of one, with its configuration: only such are opened. */
export function asOurs(bare: string, objectFormat: 'sha1' | 'sha256' = 'sha1'): string {
  for (const name of readdirSync(bare).filter((each) => !STORED.has(each))) {
    rmSync(join(bare, name), { recursive: true });
  }
  writeFileSync(join(bare, 'config'), bareRepositoryConfig(objectFormat));
  return bare;
}

const STORED: ReadonlySet<string> = new Set(['HEAD', 'objects', 'packed-refs', 'refs']);

/** A folder with both, made once a run: it takes about twenty processes, and dozens of tests want the same. */
function makeOnce(shape: RepositoryShape): string {
  const made = join(SHELF, `lantern ${JSON.stringify(shape)}`);
  if (!existsSync(made)) {
    mkdirSync(SHELF, { recursive: true });
    const root = mkdtempSync(join(SHELF, 'lantern-'));
    makeAnew(root, shape);
    try {
      renameSync(root, made);
    } catch (error) {
      if (!existsSync(made)) {
        throw error; // Otherwise another process has made it at the same time.
      }
      rmSync(root, { recursive: true });
    }
  }
  return made;
}

function makeAnew(root: string, shape: RepositoryShape): void {
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
}

export function makeEmptyRepository(root: string): string {
  const bare = join(root, 'empty.git');
  git(root, 'init', '-q', '-b', 'main', '--bare', bare);
  return asOurs(bare);
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
