import { typedLogin } from '../model/accounts.ts';
import {
  eachRecordId,
  findRecordIds,
  type RecordConditions,
  type RecordScope,
  type WordCondition,
} from '../search/find-record-ids.ts';
import type { Database } from '../store/database.ts';
import { type KnownNames, requireOwned, requireSpellings } from './read-names.ts';
import type { Label, Thread } from './thread.ts';

/** Selects threads; absent properties match all. */
export interface ThreadFilter extends ThreadScope, Pick<RecordConditions, 'limit' | 'offset'> {}

/** The same without a page. */
export interface ThreadScope extends Omit<RecordScope, 'conditions'> {
  readonly kind: Thread['kind'];
  readonly repo?: string | undefined;
  /** `closed` includes merged ones, as in searches; `all` is the same as no value. */
  readonly state?: 'open' | 'closed' | 'merged' | 'all' | undefined;
  readonly author?: string | undefined;
  readonly assignee?: string | undefined;
  /** Threads must have all of them. */
  readonly labels?: readonly string[] | undefined;
  /** Title of the milestone. */
  readonly milestone?: string | undefined;
  readonly isDraft?: boolean | undefined;
}

/** An issue or a pull request as lists show it; times are in ISO 8601 and UTC. */
export interface ListedThread
  extends Pick<
    Thread,
    | 'kind'
    | 'repo'
    | 'number'
    | 'title'
    | 'state'
    | 'author'
    | 'createdAt'
    | 'updatedAt'
    | 'closedAt'
    | 'labels'
    | 'assignees'
    | 'milestone'
    | 'url'
    | 'body'
  > {
  readonly isDraft: boolean;
  readonly mergedAt: string | null;
  readonly baseRef: string | null;
  readonly headRef: string | null;
  /** Comments on the thread, without reviews. */
  readonly commentCount: number;
}

/** What a filter matches, found at once; the threads are read while they are iterated. */
export interface ListedThreads {
  readonly count: number;
  /** The first of them, or all. */
  readonly threads: (limit?: number) => Iterable<ListedThread>;
}

interface ListedOptions {
  /** Texts are most of a store: without them, the body of each thread is empty. */
  readonly hasBodies: boolean;
}

/** Lists the matching threads. Fails with `absent` for an unknown repository or account, `search-refused` for a bad search. */
export function listThreads(
  db: Database,
  known: KnownNames,
  filter: ThreadFilter,
  options?: ListedOptions,
): ListedThreads {
  const read = createListedReader(db, filter.kind, options);
  const ids = findRecordIds(db, { ...filter, conditions: spelledConditions(known, filter) });
  function* threads(limit = ids.length) {
    for (const id of ids.slice(0, limit)) {
      const thread = read(id);
      if (thread !== undefined) {
        yield thread;
      }
    }
  }
  return { count: ids.length, threads };
}

/** All matching threads, found and read while they are iterated. Fails at once, as `listThreads` does. */
export function eachThread(db: Database, known: KnownNames, filter: ThreadScope): Iterable<ListedThread> {
  const read = createListedReader(db, filter.kind);
  const ids = eachRecordId(db, { ...filter, conditions: spelledConditions(known, filter) });
  return {
    *[Symbol.iterator]() {
      for (const id of ids) {
        const thread = read(id);
        if (thread !== undefined) {
          yield thread;
        }
      }
    },
  };
}

function spelledConditions(known: KnownNames, filter: ThreadScope): readonly WordCondition[] {
  // Any spelling will do, because searches ignore case.
  const [repo] = filter.repo === undefined ? [] : requireSpellings(known, filter.repo);
  requireOwned(known.all, filter.owners ?? []);
  return conditionsOf({ ...filter, repo });
}

function conditionsOf(filter: ThreadScope): readonly WordCondition[] {
  const { kind, state, labels = [], isDraft } = filter;
  const condition = (name: WordCondition['name'], word: string | undefined): readonly WordCondition[] =>
    word === undefined ? [] : [{ name, word }];
  return [
    ...condition('type', kind === 'issue' ? 'issue' : 'pr'),
    ...condition('repo', filter.repo),
    ...condition('is', state === 'all' ? undefined : state),
    ...condition('author', filter.author && typedLogin(filter.author)),
    ...condition('assignee', filter.assignee && typedLogin(filter.assignee)),
    ...labels.flatMap((label) => condition('label', label)),
    ...condition('milestone', filter.milestone),
    ...(isDraft === undefined ? [] : [{ name: 'is', word: 'draft', isNegated: !isDraft } as const]),
  ];
}

interface ListedRow extends Omit<ListedThread, 'kind' | 'isDraft' | 'labels' | 'assignees'> {
  readonly isDraft: number | null;
}

export function createListedReader(
  db: Database,
  kind: Thread['kind'],
  { hasBodies }: ListedOptions = { hasBodies: true },
): (id: number) => ListedThread | undefined {
  const isPull = kind === 'pull_request';
  const pullColumns = isPull
    ? 's.is_draft AS isDraft, s.merged_at AS mergedAt, s.base_ref AS baseRef, s.head_ref AS headRef'
    : '0 AS isDraft, NULL AS mergedAt, NULL AS baseRef, NULL AS headRef';
  const row = db.prepare<[number], ListedRow>(
    `SELECT s.repo, s.number, s.title, s.state, s.author, s.created_at AS createdAt,
            coalesce(s.updated_at, s.closed_at, s.created_at) AS updatedAt, s.closed_at AS closedAt, s.url,
            ${hasBodies ? "coalesce(s.body, '')" : "''"} AS body, ${pullColumns},
            (SELECT title FROM milestones WHERE url = s.milestone_url) AS milestone,
            (SELECT count(*) FROM issue_comments WHERE thread_url = s.url) AS commentCount
     FROM ${isPull ? 'pull_requests' : 'issues'} AS s WHERE s.id = ?`,
  );
  const { labels, assignees } = createThreadMembers(db, kind);
  return (id) => {
    const found = row.get(id);
    return found === undefined
      ? undefined
      : {
          ...found,
          kind,
          isDraft: found.isDraft === 1,
          labels: labels(id),
          assignees: assignees(id),
        };
  };
}

/** Reads labels and assignees of a thread by its record id, in the order of the archive. */
export interface ThreadMembers {
  readonly labels: (id: number) => readonly Label[];
  readonly assignees: (id: number) => readonly string[];
}

export function createThreadMembers(db: Database, kind: Thread['kind']): ThreadMembers {
  const labels = db.prepare<[number], Label>(
    `SELECT name, coalesce(
       (SELECT color FROM repository_labels WHERE url = label_url LIMIT 1),
       (SELECT color FROM repositories AS r JOIN repository_labels AS l ON l.repository_id = r.id
        WHERE r.repo = own.repo AND l.name = link.name LIMIT 1)) AS color
     FROM ${kind}_labels AS link JOIN ${kind}s AS own ON own.id = ${kind}_id
     WHERE ${kind}_id = ? AND name IS NOT NULL ORDER BY position`,
  );
  const assignees = db
    .prepare<[number], string>(
      `SELECT login FROM ${kind}_assignees WHERE ${kind}_id = ? AND login IS NOT NULL ORDER BY position`,
    )
    .pluck();
  return { labels: (id) => labels.all(id), assignees: (id) => assignees.all(id) };
}
