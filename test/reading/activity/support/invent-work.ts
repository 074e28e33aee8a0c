import type { RecordKind } from '../../../../src/model/record-kinds.table.ts';

const ORIGIN = 'https://service.example';
const REPOSITORIES = ['acme/app', 'acme/lib', 'other/tool'] as const;
const PEOPLE = ['mira', 'Mira', 'zoe', 'renovate[bot]', 'ghosts', null] as const;
const LABELS = ['bug', 'question', 'area: parser'] as const;
const START_MS = Date.UTC(2023, 10, 3);
const HOUR_MS = 3_600_000;

/** An issue, pull request, comment or review. */
export interface Contribution {
  readonly repo: string;
  readonly author: string | null;
  readonly at: string;
  /** The series that it counts for in the contributors' chart; review comments count as comments. */
  readonly series: string;
}

/** A generated thread with its comments, reviews and review comments. */
export interface InventedThread extends Contribution {
  readonly isIssue: boolean;
  readonly closedAt: string | null;
  readonly mergedAt: string | null;
  readonly labels: readonly string[];
  readonly below: readonly Contribution[];
}

export interface InventedWork {
  readonly records: ReadonlyMap<RecordKind, readonly object[]>;
  readonly threads: readonly InventedThread[];
  readonly contributions: readonly Contribution[];
}

/** Generates threads with comments, reviews and review comments by a few people, deterministically. */
export function inventWork(threadCount: number): InventedWork {
  const random = createNumbers();
  const records = new Map<RecordKind, object[]>([
    ['repository', REPOSITORIES.map((repo) => repositoryRecord(repo))],
  ]);
  const put = (kind: RecordKind, record: object) => {
    records.set(kind, [...(records.get(kind) ?? []), { type: kind, ...record }]);
  };
  const threads = Array.from({ length: threadCount }, (_, place): InventedThread => {
    const isIssue = random(2) === 0;
    const repo = REPOSITORIES[random(REPOSITORIES.length)] ?? REPOSITORIES[0];
    const url = `${ORIGIN}/${repo}/${isIssue ? 'issues' : 'pull'}/${place + 1}`;
    const atMs = START_MS + random(4_000) * HOUR_MS;
    const author = PEOPLE[random(PEOPLE.length)] ?? null;
    const closedAt = random(3) === 0 ? null : textOf(atMs + random(900) * HOUR_MS);
    const mergedAt = isIssue || random(2) === 0 ? null : closedAt;
    const labels = LABELS.filter(() => random(2) === 0);
    put(isIssue ? 'issue' : 'pull_request', {
      url,
      repository: `${ORIGIN}/${repo}`,
      user: personUrl(author),
      title: 'words',
      labels: labels.map((label) => `${ORIGIN}/${repo}/labels/${encodeURIComponent(label)}`),
      created_at: textOf(atMs),
      closed_at: closedAt,
      ...(isIssue ? {} : { merged_at: mergedAt }),
    });
    const below = Array.from({ length: random(6) }, (__, index) => {
      const key = `${place}${index}`;
      const series = isIssue
        ? 'comments'
        : ((['comments', 'reviews', 'remarks'] as const)[random(3)] ?? 'comments');
      const contribution = {
        repo,
        author: PEOPLE[random(PEOPLE.length)] ?? null,
        at: textOf(atMs + random(99) * HOUR_MS),
        series,
      };
      const said = { user: personUrl(contribution.author), body: 'words', created_at: contribution.at };
      switch (series) {
        case 'comments':
          put('issue_comment', {
            url: `${url}#issuecomment-${key}`,
            [isIssue ? 'issue' : 'pull_request']: url,
            ...said,
          });
          break;
        case 'reviews':
          put('pull_request_review', {
            url: `${url}/files#pullrequestreview-${key}`,
            pull_request: url,
            state: 40,
            ...said,
            created_at: textOf(atMs),
            submitted_at: contribution.at,
          });
          break;
        case 'remarks':
          put('pull_request_review_comment', { url: `${url}/files#r${key}`, pull_request: url, ...said });
          break;
      }
      return contribution;
    });
    return { repo, author, at: textOf(atMs), series: 'opened', isIssue, closedAt, mergedAt, labels, below };
  });
  const contributions = threads.flatMap(({ below, ...thread }) => [thread, ...below]);
  return {
    records,
    threads,
    contributions: contributions.map((contribution) => ({
      ...contribution,
      series: contribution.series === 'remarks' ? 'comments' : contribution.series,
    })),
  };
}

function repositoryRecord(repo: string): object {
  const [owner, name] = repo.split('/');
  return { type: 'repository', url: `${ORIGIN}/${repo}`, owner: `${ORIGIN}/${owner}`, name };
}

function personUrl(login: string | null): string | null {
  return login === null ? null : `${ORIGIN}/${login}`;
}

function textOf(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19)}Z`;
}

/** Random integers below a bound, with a fixed seed (mulberry32). */
function createNumbers(): (bound: number) => number {
  let state = 7;
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}
