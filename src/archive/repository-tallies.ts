import { isRecordKind, type RecordBatch, type RecordKind } from '../model/index.ts';
import { repositoryNameOfUrl, repositoryOfUrl } from './repository-of-url.ts';

/** What a repository has in an archive. */
export interface RepositoryTally {
  /** `owner/name`. */
  readonly name: string;
  readonly url: string;
  readonly issueCount: number;
  readonly pullRequestCount: number;
  /** Comments on issues, pull requests, their changes and commits. */
  readonly commentCount: number;
}

/** Counts of what lies below each repository. */
export interface RepositoryTallies {
  count(batch: RecordBatch): void;
  /** In order of names; also repositories that only the addresses of their records tell. */
  list(): readonly RepositoryTally[];
}

interface Counts {
  issueCount: number;
  pullRequestCount: number;
  commentCount: number;
}

/** Beyond this number, repositories are counted together: in hostile records all addresses may differ. */
const MAX_REPOSITORIES = 100_000;
const OTHER_REPOSITORIES = 'https://others/(others)';

const COUNT_OF_KIND: Readonly<Partial<Record<RecordKind, keyof Counts>>> = {
  issue: 'issueCount',
  pull_request: 'pullRequestCount',
  issue_comment: 'commentCount',
  commit_comment: 'commentCount',
  pull_request_review_comment: 'commentCount',
};

export function createRepositoryTallies(): RepositoryTallies {
  const byUrl = new Map<string, Counts>();

  function countsOf(address: string): Counts {
    const url = byUrl.has(address) || byUrl.size < MAX_REPOSITORIES ? address : OTHER_REPOSITORIES;
    const counts = byUrl.get(url) ?? { issueCount: 0, pullRequestCount: 0, commentCount: 0 };
    byUrl.set(url, counts);
    return counts;
  }

  return {
    count({ kind, records }) {
      const member = isRecordKind(kind) ? COUNT_OF_KIND[kind] : undefined;
      if (member === undefined && kind !== 'repository') {
        return;
      }
      for (const { value } of records) {
        const url = typeof value['url'] === 'string' ? value['url'] : '';
        const repository = member === undefined ? url : repositoryOfUrl(url);
        if (repository !== undefined) {
          const counts = countsOf(repository);
          if (member !== undefined) {
            counts[member] += 1;
          }
        }
      }
    },
    list: () =>
      [...byUrl]
        .map(([url, counts]) => ({ name: repositoryNameOfUrl(url), url, ...counts }))
        .sort((a, b) => (a.name < b.name ? -1 : 1)),
  };
}
