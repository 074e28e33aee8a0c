import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database/database.ts';
import { readHeads } from '../../../src/store/history/read-heads.ts';
import { readState } from '../../../src/store/history/read-state.ts';
import { openTableWriters } from '../../../src/store/writing/table-writer.ts';
import { batchOf } from '../support/archive-text.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import { factsOf, writeStore } from '../support/write-store.ts';

const REPOSITORY = { type: 'repository', url: 'https://service.example/acme/app' };

function issue(number: number, title: string) {
  return { type: 'issue', url: `${REPOSITORY.url}/issues/${number}`, repository: REPOSITORY.url, title };
}

describe('readHeads()', () => {
  it('returns the same records as the state, at each position', async () => {
    const path = join(temporaryDirectory(), 'a.db');
    const archives = [
      [issue(1, 'kept'), issue(2, 'vanishes'), issue(3, 'changes')],
      [issue(1, 'kept'), issue(3, 'has changed'), issue(4, 'is new')],
      [issue(1, 'kept'), issue(2, 'returns'), issue(4, 'is new')],
    ];
    for (const [at, issues] of archives.entries()) {
      const batches = [batchOf('repository', [REPOSITORY]), batchOf('issue', issues)];
      await writeStore(path, [...batches, batchOf('oddity', [{ at }])], factsOf(`${at}.tar.gz`, `${at}`));
    }
    const db = openDatabase(path, { readonly: true });
    for (const position of [1, 2, 3]) {
      const heads = [...readHeads(db, openTableWriters(db), position)];
      const state = [...readState(db, position)].map(({ id, kind, url = null, repo = null }) => ({
        id,
        kind,
        url,
        repo,
      }));
      expect(heads.toSorted((a, b) => a.id - b.id)).toEqual(state.toSorted((a, b) => a.id - b.id));
    }
    db.close();
  });
});
