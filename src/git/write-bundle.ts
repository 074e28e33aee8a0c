import { resolve } from 'node:path';
import { Failure } from '../model/failure.ts';
import { requireOwnRepository } from './own-repository.ts';
import { runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

interface BundleOptions extends GitRunOptions {
  /** The bare repository; it must have refs, since git does not create empty bundles. */
  readonly gitDirectory: string;
  readonly path: string;
}

/**
 * Writes a repository with all its refs into one file that `git clone` accepts (git-scm.com/docs/git-bundle). If the
 * repository is too damaged for that, it returns what git says. Fails with `git-missing`, or with `file-system` and the
 * message of git.
 */
export async function writeBundle({
  gitDirectory,
  path,
  ...options
}: BundleOptions): Promise<string | undefined> {
  const repository = await requireOwnRepository(gitDirectory);
  const complaints: string[] = [];
  const { status } = await runGit({
    ...options,
    repository,
    // An absolute path never starts with a dash, so that git cannot mistake it for an option.
    command: ['bundle', { path: resolve(path) }],
    onLine: (line) => complaints.push(line),
  });
  if (status === 0) {
    return undefined;
  }
  const found = complaints.at(-1) ?? 'git was stopped';
  const check = await runGit({
    ...options,
    repository,
    command: ['check', {}],
    onLine: () => undefined,
  });
  if (check.status === 0) {
    throw new Failure('file-system', `Cannot write the bundle "${path}": ${found}`);
  }
  return found.replaceAll(`${gitDirectory}/`, '');
}
