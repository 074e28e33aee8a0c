import type { RepositoryThreads } from '../../../src/archive/verification.ts';

/** The counts of threads of a repository in an archive. */
export function tally(name: string, issueCount = 2, pullRequestCount = 1): RepositoryThreads {
  return { name, url: `https://code.example/${name}`, issueCount, pullRequestCount };
}
