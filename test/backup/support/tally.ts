import type { RepositoryThreads } from '../../../src/archive/verification.ts';

export function tally(name: string, issueCount = 2, pullRequestCount = 1): RepositoryThreads {
  return { name, url: `https://code.example/${name}`, issueCount, pullRequestCount };
}
