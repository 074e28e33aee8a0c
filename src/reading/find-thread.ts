import { Failure } from '../model/failure.ts';
import type { Database } from '../store/database.ts';
import { findVanishedNumber, type VanishedRemark } from './browsing/read-changes.ts';
import { type KnownNames, requireFormerSpellings } from './read-names.ts';
import { createThreadReader, type ThreadReader, type ThreadReaderOptions } from './read-threads.ts';
import type { Thread, TimelineEntry } from './thread.ts';
import type { ThreadAddress } from './thread-address.ts';

/**
 * Finds threads by their addresses. Fails with `absent`, or with `usage` if the repository is ambiguous.
 *
 * @param names reads the names of all repositories
 */
export function createThreadFinder(
  db: Database,
  names: () => KnownNames,
  options: ThreadReaderOptions = {},
): (address: ThreadAddress) => Thread {
  const readers = new Map<Thread['kind'], ThreadReader>();
  const readerOf = (kind: Thread['kind']) => {
    const reader = readers.get(kind) ?? createThreadReader(db, kind, options);
    readers.set(kind, reader);
    return reader;
  };
  return ({ repo, number, kind, host }) => {
    const spellings = requireFormerSpellings(db, names(), repo);
    const kinds =
      kind === 'pull_request' ? (['pull_request', 'issue'] as const) : (['issue', 'pull_request'] as const);
    const find = (at: string | undefined) => {
      for (const name of spellings) {
        for (const one of kinds) {
          const thread = readerOf(one).find({ repo: name, number, host: at });
          if (thread !== undefined) {
            return thread;
          }
        }
      }
      return undefined;
    };
    return (
      (host === undefined ? undefined : find(host)) ?? find(undefined) ?? refuseNumber(db, spellings, number)
    );
  };
}

/** The thread with its deleted comments and reviews at their places in time. */
export function withDeleted(thread: Thread, deleted: readonly VanishedRemark[]): Thread {
  if (deleted.length === 0) {
    return thread;
  }
  const remarks = deleted.map((remark) => ({ ...remark, kind: 'comment' as const, id: 0, reactions: [] }));
  const timeline: readonly TimelineEntry[] = [...thread.timeline, ...remarks];
  const timeOf = ({ createdAt }: TimelineEntry) => createdAt ?? '';
  return {
    ...thread,
    timeline: timeline.toSorted((one, other) =>
      timeOf(one) < timeOf(other) ? -1 : timeOf(one) > timeOf(other) ? 1 : 0,
    ),
  };
}

/**
 * The url of the comment, review or event that an anchor refers to. Newer addresses of the service use `discussion_r42`
 * where an archive has `r42`.
 */
export function findAnchored({ timeline }: Thread, anchor: string): string | undefined {
  const end = anchorEnd(anchor);
  return timeline.flatMap(urlsOf).find((url) => url.endsWith(end));
}

/** How the urls of records end that an anchor of the service refers to. */
export function anchorEnd(anchor: string): string {
  return `#${anchor.replace(/^discussion_r(?=\d)/, 'r')}`;
}

export function urlsOf(entry: TimelineEntry): readonly string[] {
  switch (entry.kind) {
    case 'review':
      return [entry.url, ...entry.conversations.flatMap(urlsOf)];
    case 'conversation':
      return [entry.url, ...entry.comments.map(({ url }) => url)];
    default:
      return [entry.url];
  }
}

/** The numbers of the threads next to a number in a repository: below and above it, as far as there are any. */
export function findNearestNumbers(db: Database, repo: string, number: number): readonly number[] {
  return db
    .prepare<Record<string, unknown>, number | null>(
      `SELECT max(number) FROM threads WHERE repo = @repo AND number < @number
       UNION ALL SELECT min(number) FROM threads WHERE repo = @repo AND number > @number`,
    )
    .pluck()
    .all({ repo, number })
    .filter((each) => each !== null);
}

function refuseNumber(db: Database, spellings: readonly [string, ...string[]], number: number): never {
  const [repo] = spellings;
  const [gone] = spellings.flatMap((name) => findVanishedNumber(db, name, number));
  if (gone !== undefined) {
    throw new Failure('absent', `Cannot find ${repo}#${number}: it was deleted ${gone.when}`, {
      hint: `history("${repo}#${number}") of the store has its texts`,
      commandHint: `"satchel history ${repo}#${number}" shows its texts`,
    });
  }
  const discussion = db
    .prepare<[string, number]>('SELECT 1 FROM discussions WHERE repo = ? AND number = ?')
    .get(repo, number);
  const found =
    discussion === undefined ? 'no issue or pull request has this number' : 'this number is a discussion';
  const near = findNearestNumbers(db, repo, number).map((each) => `#${each}`);
  throw new Failure('absent', `Cannot find ${repo}#${number}: ${found}`, {
    hint:
      near.length === 0
        ? 'The repository has no issues and no pull requests here'
        : `The nearest ${near.length === 1 ? 'is' : 'are'} ${near.join(' and ')}`,
  });
}
