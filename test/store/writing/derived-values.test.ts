import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { searchStore } from '../../../src/search/search-store.ts';
import { restoreSnapshot } from '../../../src/store/history/restore-snapshot.ts';
import { openStore, type Store } from '../../../src/store/store.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf, writeStore } from '../support/write-store.ts';

const REPOSITORY = 'https://service.example/acme/app';

/** A repository with an issue and a pull request that have this many comments. */
function batchesWith(ofIssue: number, ofPull: number) {
  const threads = [
    { kind: 'issue', url: `${REPOSITORY}/issues/1`, comments: ofIssue },
    { kind: 'pull_request', url: `${REPOSITORY}/pull/2`, comments: ofPull },
  ];
  return threads.flatMap(({ kind, url, comments }) => [
    batchOf(kind, [{ type: kind, url, repository: REPOSITORY, title: 'heron' }]),
    batchOf(
      'issue_comment',
      Array.from({ length: comments }, (_, place) => ({
        type: 'issue_comment',
        url: `${url}#issuecomment-${place}`,
        [kind]: url,
        body: 'tern',
      })),
    ),
  ]);
}

function countsIn(path: string) {
  return { stored: storedIn(path), found: inStore(path, ({ db }) => foundIn(db)) };
}

function storedIn(path: string) {
  const select = 'SELECT kind, comments FROM search_comment_counts ORDER BY kind';
  return inStore(path, (store) => [...store.query(select).rows]);
}

function inStore<Result>(path: string, read: (store: Store) => Result): Result {
  const store = openStore(path);
  try {
    return read(store);
  } finally {
    store.close();
  }
}

function foundIn(db: Parameters<typeof searchStore>[0]): readonly string[] {
  return searchStore(db, 'sort:comments', { limit: 9, nowMs: 0 }).results.map(({ kind }) => kind);
}

const FIRST = {
  stored: [
    ['issue', 1],
    ['pull_request', 2],
  ],
  found: ['pull_request', 'issue'],
};
const SECOND = {
  stored: [
    ['issue', 3],
    ['pull_request', 2],
  ],
  found: ['issue', 'pull_request'],
};

describe('the stored number of comments', () => {
  it('keeps the counts right in a first load, a merge and a restored snapshot', async () => {
    const directory = temporaryFolder();
    const [path, older] = [join(directory, 'store.db'), join(directory, 'older.db')];
    await writeStore(path, batchesWith(1, 2));
    expect(countsIn(path)).toEqual(FIRST);
    await writeStore(path, batchesWith(3, 2), factsOf('b.tar.gz'));
    expect(countsIn(path)).toEqual(SECOND);
    restoreSnapshot({ from: path, to: older, position: 1 });
    expect(countsIn(older)).toEqual(FIRST);
  });

  it('is right in a restored snapshot whose texts cannot be searched', async () => {
    const directory = temporaryFolder();
    const [path, older] = [join(directory, 'store.db'), join(directory, 'older.db')];
    await writeStore(path, batchesWith(1, 2));
    await writeStore(path, batchesWith(3, 2), factsOf('b.tar.gz'));
    restoreSnapshot({ from: path, to: older, position: 1, hasSearch: false });
    expect(storedIn(older)).toEqual(FIRST.stored);
    expect(() => countsIn(older)).toThrow('the store was loaded without an index');
  });
});
