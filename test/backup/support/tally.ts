import type { RepositoryThreads } from '../../../src/archive/index.ts';

/** What a repository has in an archive. */
export function tally(name: string, issueCount = 2, pullRequestCount = 1): RepositoryThreads {
  return { name, url: `https://code.example/${name}`, issueCount, pullRequestCount };
}
