import { runGit } from './run-git.ts';
import type { GitRunOptions } from './spawn-git.ts';

/**
 * The version of the git program that runs will use, as it names itself: `2.39.5`.
 * Fails with `git-missing`: worth asking before an archive is read for an hour.
 */
export async function findGit(options: GitRunOptions): Promise<string> {
  let version = '';
  await runGit({
    ...options,
    arguments: ['version'],
    onLine(line) {
      version ||= /^git version (\S+)/.exec(line)?.[1] ?? '';
    },
  });
  return version;
}
