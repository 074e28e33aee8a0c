import { resolve } from 'node:path';
import { Failure } from '../base/index.ts';
import { runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

interface BundleOptions extends GitRunOptions {
  /** The bare repository; it must have refs, as git makes no empty bundle. */
  readonly gitDirectory: string;
  /** Where the bundle is written. */
  readonly path: string;
}

/**
 * Writes a repository with all of its refs into one file that `git clone` takes (git-scm.com/docs/git-bundle).
 * Fails with `git-missing`, or with `file-system` and git's own words.
 */
export async function writeBundle({ gitDirectory, path, ...options }: BundleOptions): Promise<void> {
  const complaints: string[] = [];
  const { status } = await runGit({
    ...options,
    gitDirectory,
    // An absolute path begins with no dash, so that git takes it for no option.
    arguments: ['bundle', 'create', '--quiet', resolve(path), '--all'],
    onLine: (line) => complaints.push(line),
  });
  if (status !== 0) {
    const found = complaints.at(-1) ?? 'git was stopped';
    throw new Failure('file-system', `Cannot write the bundle "${path}": ${found}`);
  }
}
