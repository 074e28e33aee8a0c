import { Failure } from '../../model/failure.ts';
import { COMMENT_COUNT, REACTION_COUNT } from '../../search/filter-conditions.table.ts';
import type { SearchSort } from '../../search/search-query.ts';
import type { SubjectKind } from '../../search/subjects.table.ts';
import type { Database } from '../../store/database.ts';
import { createListedReader, type ListedThread } from '../list-threads.ts';
import { type ListOptions, planList } from './plan-list.ts';

/** A page of a list; `after` and `before` are cursors from another page. */
export interface PageOptions extends ListOptions {
  readonly limit: number;
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Threads to pass over without a cursor, for a page that is named by its number. */
  readonly skip?: number | undefined;
}

export interface ThreadPage {
  readonly threads: readonly ListedThread[];
  readonly sort: SearchSort;
  /** The cursor of the next page; undefined on the last one. */
  readonly after: string | undefined;
  /** The cursor of the previous page; undefined on the first one. */
  readonly before: string | undefined;
}

interface KeyedRow {
  readonly id: number;
  readonly key: string | number | null;
}

/**
 * Reads a page of a list. Pages start after the sort key of a row, so the last page is as fast as the first; those of old
 * addresses start at an offset. Fails with `search-refused` if the search is invalid.
 */
export function pageThreads(db: Database, options: PageOptions): ThreadPage {
  const { subject, tables, condition, sort } = planList(db, options);
  const isBackwards = options.before !== undefined && options.after === undefined;
  const cursor = readCursor(options.after ?? options.before);
  const skip = cursor === undefined ? (options.skip ?? 0) : 0;
  const isAscending = sort.isAscending !== isBackwards;
  const key = SORT_KEYS[sort.by](subject);
  const direction = isAscending ? 'ASC' : 'DESC';
  const behind = cursor === undefined ? '' : `AND (${key}, s.id) ${isAscending ? '>' : '<'} (?, ?)`;
  const sql = `${tables.length === 0 ? '' : `WITH ${tables.map(({ text }) => text).join(',\n')}`}
    SELECT s.id, ${key} AS key FROM ${subject.table} AS s
    WHERE ${condition.text} ${behind}
    ORDER BY ${key} ${direction}, s.id ${direction} LIMIT ? OFFSET ?`;
  const values = [...tables.flatMap((table) => table.values), ...condition.values, ...(cursor ?? [])];
  const found = db.prepare<unknown[], KeyedRow>(sql).all(...values, options.limit + 1, skip);
  const hasMore = found.length > options.limit;
  const shown = isBackwards ? found.slice(0, options.limit).reverse() : found.slice(0, options.limit);
  const read = createListedReader(db, options.kind);
  const hasNext = isBackwards ? true : hasMore;
  const hasPrevious = isBackwards ? hasMore : cursor !== undefined || (skip > 0 && shown.length > 0);
  return {
    threads: shown.flatMap(({ id }) => read(id) ?? []),
    sort,
    after: hasNext ? cursorOf(shown.at(-1)) : undefined,
    before: hasPrevious ? cursorOf(shown[0]) : undefined,
  };
}

const SORT_KEYS = {
  relevance: () => "coalesce(s.created_at, '')",
  created: () => "coalesce(s.created_at, '')",
  updated: ({ updatedAt, createdAt }) => `coalesce(${updatedAt ?? createdAt}, '')`,
  comments: () => COMMENT_COUNT,
  reactions: () => REACTION_COUNT,
} as const satisfies Record<SearchSort['by'], (subject: SubjectKind) => string>;

function cursorOf(row: KeyedRow | undefined): string | undefined {
  return row === undefined ? undefined : `${row.key ?? ''}~${row.id}`;
}

function readCursor(text: string | undefined): readonly [string | number, number] | undefined {
  if (text === undefined) {
    return undefined;
  }
  const [, key = '', id] = /^(.*)~(\d{1,15})$/s.exec(text) ?? [];
  if (id === undefined) {
    throw new Failure('search-refused', `Cannot continue after "${text.slice(0, 60)}": unknown page token`);
  }
  return [/^\d{1,12}$/.test(key) ? Number(key) : key, Number(id)];
}
