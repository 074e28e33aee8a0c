import { Failure } from '../../base/index.ts';
import type { Database } from '../database.ts';
import { isIndexed } from '../search/index/build-index.ts';
import { parseSearch } from '../search/language/parse-search.ts';
import type { FilterName } from '../search/language/qualifiers.table.ts';
import { describeMistake } from '../search/language/search-mistake.ts';
import type { SearchNode, SearchQuery, SearchSort } from '../search/language/search-query.ts';
import { findSubjects } from '../search/sql/find-subjects.ts';
import { planSearch } from '../search/sql/search-plan.ts';
import { requireRepository } from './read-names.ts';
import type { Label, Thread } from './thread.ts';

/** Which threads to list; what is not given does not matter. */
export interface ThreadFilter {
  readonly kind: Thread['kind'];
  readonly repo?: string | undefined;
  /** Merged ones are closed as well, as in searches; all is the same as none. */
  readonly state?: 'open' | 'closed' | 'merged' | 'all' | undefined;
  readonly author?: string | undefined;
  readonly assignee?: string | undefined;
  /** Threads have all of them. */
  readonly labels?: readonly string[] | undefined;
  /** Title of the milestone. */
  readonly milestone?: string | undefined;
  readonly isDraft?: boolean | undefined;
  /** More, in the language of searches. */
  readonly search?: string | undefined;
  readonly sort?: SearchSort | undefined;
  readonly limit: number;
  /** The moment that `last week` counts from, in milliseconds since the epoch. */
  readonly nowMs: number;
}

/** What a list shows of a thread. */
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
  /** Comments below it, without reviews. */
  readonly commentCount: number;
}

/** Threads that fit, in order. Fails with `absent` where the repository is unknown, `search-refused` for a bad search. */
export function listThreads(db: Database, filter: ThreadFilter): readonly ListedThread[] {
  const repo = filter.repo === undefined ? undefined : requireRepository(db, filter.repo);
  const searched = readSearch(filter);
  const nodes = [
    ...nodesOf({ ...filter, repo }),
    ...(searched?.filter === undefined ? [] : [searched.filter]),
  ];
  const query: SearchQuery = {
    filter: { kind: 'and', nodes },
    scopes: searched?.scopes ?? [],
    sort: undefined,
    snapshot: undefined,
  };
  const planned = planSearch(db, query);
  requireAnswerable(db, { snapshot: searched?.snapshot, hasWords: planned.anyWords !== undefined });
  const asked = filter.sort ?? searched?.sort ?? { by: 'created', isAscending: false };
  const isRanked = asked.by === 'relevance' && planned.ranked !== undefined;
  const sort: SearchSort = isRanked || asked.by !== 'relevance' ? asked : { ...asked, by: 'created' };
  const plan = isRanked ? planned : { ...planned, proved: undefined }; // Only a ranking proves words.
  const read = createListedReader(db, filter.kind);
  return findSubjects(db, plan, { sort, offset: 0, limit: filter.limit }).flatMap(({ id }) => read(id) ?? []);
}

function readSearch({ search, nowMs }: ThreadFilter): SearchQuery | undefined {
  if (search === undefined || search.trim() === '') {
    return;
  }
  const parsed = parseSearch(search, nowMs);
  if ('mistake' in parsed) {
    throw new Failure('search-refused', `Cannot search: ${describeMistake(parsed.mistake)}`, {
      details: { ...parsed.mistake },
    });
  }
  return parsed.query;
}

/** A list is of the newest state, and words are found by the index alone. */
function requireAnswerable(
  db: Database,
  { snapshot, hasWords }: { readonly snapshot: number | undefined; readonly hasWords: boolean },
): void {
  if (snapshot !== undefined) {
    throw new Failure('search-refused', 'Cannot list by "snapshot:": lists are of the newest snapshot', {
      hint: 'Leave it out; "satchel history URL" shows a record through all snapshots',
    });
  }
  if (hasWords && !isIndexed(db)) {
    throw new Failure('search-refused', 'Cannot list by words: the store was loaded without an index', {
      hint: 'Filter by flags, or load the archive again with an index',
    });
  }
}

function nodesOf(filter: ThreadFilter): readonly SearchNode[] {
  const { kind, state, labels = [], isDraft } = filter;
  const texts = (name: FilterName, text: string | undefined): readonly SearchNode[] =>
    text === undefined ? [] : [{ kind: 'filter', name, value: { form: 'texts', texts: [text] } }];
  const drafts = texts('is', 'draft');
  return [
    ...texts('type', kind === 'issue' ? 'issue' : 'pr'),
    ...texts('repo', filter.repo),
    ...texts('is', state === 'all' ? undefined : state),
    ...texts('author', loginOf(filter.author)),
    ...texts('assignee', loginOf(filter.assignee)),
    ...labels.flatMap((label) => texts('label', label)),
    ...texts('milestone', filter.milestone),
    ...(isDraft === undefined ? [] : isDraft ? drafts : drafts.map(negated)),
  ];
}

function negated(node: SearchNode): SearchNode {
  return { kind: 'not', node };
}

/** `@mira` is mira, and `app/renovate` the bot of that name, as in searches. */
function loginOf(text: string | undefined): string | undefined {
  return text?.replace(/^@/, '').replace(/^app\/(.+)$/i, '$1[bot]');
}

interface ListedRow extends Omit<ListedThread, 'kind' | 'isDraft' | 'labels' | 'assignees'> {
  readonly isDraft: number | null;
}

function createListedReader(db: Database, kind: Thread['kind']): (id: number) => ListedThread | undefined {
  const isPull = kind === 'pull_request';
  const pullColumns = isPull
    ? 's.is_draft AS isDraft, s.merged_at AS mergedAt, s.base_ref AS baseRef, s.head_ref AS headRef'
    : '0 AS isDraft, NULL AS mergedAt, NULL AS baseRef, NULL AS headRef';
  const row = db.prepare<[number], ListedRow>(
    `SELECT s.repo, s.number, s.title, s.state, s.author, s.created_at AS createdAt,
            coalesce(s.updated_at, s.closed_at, s.created_at) AS updatedAt, s.closed_at AS closedAt, s.url,
            coalesce(s.body, '') AS body, ${pullColumns},
            (SELECT title FROM milestones WHERE url = s.milestone_url) AS milestone,
            (SELECT count(*) FROM issue_comments WHERE thread_url = s.url) AS commentCount
     FROM ${isPull ? 'pull_requests' : 'issues'} AS s WHERE s.id = ?`,
  );
  const labels = db.prepare<[number], Label>(
    `SELECT name, (SELECT color FROM repository_labels WHERE url = label_url LIMIT 1) AS color
     FROM ${kind}_labels WHERE ${kind}_id = ? AND name IS NOT NULL ORDER BY position`,
  );
  const assignees = db
    .prepare<[number], string>(
      `SELECT login FROM ${kind}_assignees WHERE ${kind}_id = ? AND login IS NOT NULL ORDER BY position`,
    )
    .pluck();
  return (id) => {
    const found = row.get(id);
    return found === undefined
      ? undefined
      : {
          ...found,
          kind,
          isDraft: found.isDraft === 1,
          labels: labels.all(id),
          assignees: assignees.all(id),
        };
  };
}
