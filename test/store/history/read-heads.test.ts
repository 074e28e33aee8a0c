import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../src/store/database.ts';
import { readHeads } from '../../../src/store/history/read-heads.ts';
import { readState } from '../../../src/store/history/read-state.ts';
import { openTableWriters } from '../../../src/store/writing/table-writer.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { batchOf } from '../support/archive-text.ts';
import { factsOf, writeStore } from '../support/write-store.ts';

const REPOSITORY = { type: 'repository', url: 'https://service.example/acme/app' };

/** On another host than its service. */
const IMAGE = {
  type: 'attachment',
  url: 'https://images.example/1.png',
  issue: `${REPOSITORY.url}/issues/1`,
};
const ODDITY = { type: 'oddity', repository: REPOSITORY.url };

function issue(number: number, title: string) {
  return { type: 'issue', url: `${REPOSITORY.url}/issues/${number}`, repository: REPOSITORY.url, title };
}

describe('readHeads()', () => {
  it('returns the same records as the state, at each position', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const archives = [
      [issue(1, 'kept'), issue(2, 'vanishes'), issue(3, 'changes')],
      [issue(1, 'kept'), issue(3, 'has changed'), issue(4, 'is new')],
      [issue(1, 'kept'), issue(2, 'returns'), issue(4, 'is new')],
    ];
    for (const [at, issues] of archives.entries()) {
      const batches = [
        batchOf('repository', [REPOSITORY]),
        batchOf('issue', issues),
        batchOf('attachment', at === 1 ? [] : [IMAGE]),
        batchOf('oddity', [{ ...ODDITY, at }]),
      ];
      await writeStore(path, batches, factsOf(`${at}.tar.gz`, `${at}`));
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
      const found = heads.map(({ home, ...head }) => head);
      expect(found.toSorted((a, b) => a.id - b.id)).toEqual(state.toSorted((a, b) => a.id - b.id));
      for (const { home, url } of heads) {
        expect(home ?? url).toMatch(/^https:\/\/service\.example\//);
      }
    }
    db.close();
  });
});
