import { isRecordKind } from '../model/record-kind.ts';
import type { RecordKind } from '../model/record-kinds.table.ts';
import type { RecordBatch } from '../model/records.ts';
import { NUMBERED_SECTIONS } from '../model/url-sections.table.ts';
import { repositoryNameOfPath } from '../model/writer-variations.ts';

/** Counts for one repository in an archive. */
export interface RepositoryTally {
  /** `owner/name`. */
  readonly name: string;
  readonly url: string;
  readonly issueCount: number;
  readonly pullRequestCount: number;
  /** Comments on issues, pull requests, diffs and commits. */
  readonly commentCount: number;
}

/** Counts for all repositories. */
export interface RepositoryTallies {
  count(batch: RecordBatch): void;
  /** Sorted by name; includes repositories that are known only from the URLs of their records. */
  list(): readonly RepositoryTally[];
}

type Counts = {
  -readonly [Name in 'commentCount' | 'issueCount' | 'pullRequestCount']: RepositoryTally[Name];
};

/** Further repositories are counted together, because the URLs in hostile records may all differ. */
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
    list() {
      const tallies: RepositoryTally[] = [];
      for (const [url, { issueCount, pullRequestCount, commentCount }] of byUrl) {
        tallies.push({ name: repositoryNameOfUrl(url), url, issueCount, pullRequestCount, commentCount });
      }
      return tallies.sort((a, b) => (a.name < b.name ? -1 : 1));
    },
  };
}

const { issue, pull_request, discussion } = NUMBERED_SECTIONS;

/** What follows the URL of a repository in the URLs of its records, for GitHub and for other exporters. */
const BELOW_REPOSITORY = new RegExp(
  `(?:/-)?/(?:${[...issue, ...pull_request, ...discussion, 'commit'].join('|')})/`,
);

/** The URL of the repository that contains the record with this URL; undefined if there is none. */
export function repositoryOfUrl(url: string): string | undefined {
  const ownerEnd = url.indexOf('/', hostEndOf(url) + 1);
  const nameEnd = ownerEnd < 0 ? -1 : url.indexOf('/', ownerEnd + 1);
  if (nameEnd < 0) {
    return undefined;
  }
  // Groups may be nested, so the name may end later, but never earlier, even if owner or name is `issues`.
  const below = url.slice(nameEnd).search(BELOW_REPOSITORY);
  return below < 0 ? undefined : url.slice(0, nameEnd + below);
}

/** The `owner/name` in the URL of a repository; with nested groups, all of them. */
export function repositoryNameOfUrl(url: string): string {
  return repositoryNameOfPath(url.slice(hostEndOf(url) + 1));
}

function hostEndOf(url: string): number {
  return url.indexOf('/', url.indexOf('://') + 3);
}
