import {
  type SearchOptions,
  type SearchResult,
  type SearchResults,
  searchStore,
} from '../../search/search-store.ts';
import type { Database } from '../../store/database.ts';
import { firstLine } from '../../store/record-facts.ts';
import { createListedReader, type ListedThread } from '../list-threads.ts';

/** A result with what lists of threads show of each. */
export interface ListedResult extends SearchResult {
  /** Absent unless it is an issue or a pull request. */
  readonly listed?: Pick<ListedThread, 'labels' | 'commentCount'> & {
    /** The first line of its text. */
    readonly excerpt: string;
  };
}

export interface ListedResults extends SearchResults {
  readonly results: readonly ListedResult[];
}

/** As `searchStore`, with what people choose a thread by. */
export function searchListed(db: Database, text: string, options: SearchOptions): ListedResults {
  const found = searchStore(db, text, options);
  const readers = { issue: createReader(db, 'issue'), pull_request: createReader(db, 'pull_request') };
  const results = found.results.map((result) => {
    const { kind, url } = result;
    const thread = kind === 'issue' || kind === 'pull_request' ? readers[kind](url) : undefined;
    return thread === undefined
      ? result
      : {
          ...result,
          listed: {
            labels: thread.labels,
            commentCount: thread.commentCount,
            excerpt: firstLine(thread.body),
          },
        };
  });
  return { ...found, results };
}

function createReader(db: Database, kind: ListedThread['kind']): (url: string) => ListedThread | undefined {
  const find = db.prepare<[string], number>(`SELECT id FROM ${kind}s WHERE url = ?`).pluck();
  const read = createListedReader(db, kind);
  return (url) => {
    const id = find.get(url);
    return id === undefined ? undefined : read(id);
  };
}
