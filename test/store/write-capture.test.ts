import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { openDatabase } from '../../src/store/database.ts';
import { openStore } from '../../src/store/store.ts';
import { openStoreWriter } from '../../src/store/store-writer.ts';
import { type Capture, writeCapture } from '../../src/store/write-capture.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { factsOf } from './support/write-store.ts';

const EVENT = {
  id: '7',
  type: 'WatchEvent',
  actor: { login: 'mira' },
  repo: { name: 'acme/rocket' },
  payload: { action: 'started' },
  public: true,
  created_at: '2026-05-01T10:00:00Z',
};

const FIRST: Capture = {
  name: 'events',
  feed: 'user',
  service: 'https://api.service.example/',
  seenAtMs: Date.parse('2026-05-04T10:00:00Z'),
  records: [EVENT],
};

describe('writeCapture()', () => {
  let directory: string;
  let path: string;

  beforeEach(async () => {
    directory = temporaryFolder();
    path = join(directory, 'store.db');
  });

  function ask(sql: string): readonly unknown[][] {
    const store = openStore(path);
    try {
      return [...store.query(sql).rows].map((row) => [...row]);
    } finally {
      store.close();
    }
  }

  it('creates a store if there is none, and a row for each record', async () => {
    expect(await writeCapture(path, FIRST)).toEqual({ added: 1, changed: 0, unchanged: 0 });
    expect(ask('SELECT id, feed, type, actor, repo, org, is_public, json FROM events')).toEqual([
      ['7', 'user', 'WatchEvent', 'mira', 'acme/rocket', null, 1, JSON.stringify(EVENT)],
    ]);
  });

  it('fills the columns of gists and stars, and treats a repository as private unless it is public', async () => {
    const seen = { service: FIRST.service, seenAtMs: FIRST.seenAtMs };
    const files = {
      'a.py': { filename: 'a.py', language: 'Python', size: 5 },
      'b.py': { filename: 'b.py', language: 'Python', size: 7 },
      notes: { filename: 'notes', language: null },
    };
    const gist = {
      id: '0a1b',
      public: true,
      owner: { login: 'mira' },
      files,
      description: 'Wicks',
      comments: 2,
    };
    await writeCapture(path, { ...seen, name: 'gists', records: [gist, { id: 'bare' }] });
    expect(
      ask('SELECT id, owner, is_public, files, languages, size_bytes, comments, clone_url FROM gists'),
    ).toEqual([
      ['0a1b', 'mira', 1, '["a.py","b.py","notes"]', '["Python"]', 12, 2, null],
      ['bare', '', 0, '[]', '[]', 0, 0, null],
    ]);
    const repo = {
      full_name: 'acme/beacon',
      private: false,
      stargazers_count: 3,
      archived: true,
      topics: ['sea'],
    };
    const stars = [{ starred_at: '2026-05-01T10:00:00Z', repo }, { repo: { full_name: 'acme/bare' } }];
    await writeCapture(path, { ...seen, name: 'stars', records: stars });
    expect(
      ask(
        'SELECT repo, is_private, is_archived, stargazers, topics, starred_at FROM stars ORDER BY starred_at',
      ),
    ).toEqual([
      ['acme/bare', 1, 0, 0, '[]', null],
      ['acme/beacon', 0, 1, 3, '["sea"]', '2026-05-01T10:00:00Z'],
    ]);
  });

  it('only updates when an unchanged record was last seen', async () => {
    await writeCapture(path, FIRST);
    const later = { ...FIRST, seenAtMs: FIRST.seenAtMs + 1_000, feed: 'received' };
    expect(await writeCapture(path, later)).toEqual({ added: 0, changed: 0, unchanged: 1 });
    expect(await writeCapture(path, FIRST)).toEqual({ added: 0, changed: 0, unchanged: 1 });
    expect(ask('SELECT feed, first_seen_at, last_seen_at FROM events')).toEqual([
      ['user', '2026-05-04T10:00:00.000Z', '2026-05-04T10:00:01.000Z'],
    ]);
  });

  it('updates a changed record, and keeps when it was first seen', async () => {
    await writeCapture(path, FIRST);
    const changed = { ...FIRST, seenAtMs: FIRST.seenAtMs + 1_000, records: [{ ...EVENT, public: false }] };
    expect(await writeCapture(path, changed)).toEqual({ added: 0, changed: 1, unchanged: 0 });
    expect(ask('SELECT is_public, first_seen_at FROM events')).toEqual([[0, '2026-05-04T10:00:00.000Z']]);
  });

  it('keeps what was seen later, if asked to', async () => {
    await writeCapture(path, FIRST);
    for (const [difference, changed] of [
      [-1, 0],
      [0, 1],
    ] as const) {
      const other = { ...EVENT, type: `After ${difference} ms` };
      const capture = { ...FIRST, seenAtMs: FIRST.seenAtMs + difference, records: [other] };
      const counts = await writeCapture(path, capture, { keepsNewer: true });
      expect(counts).toEqual({ added: 0, changed, unchanged: 1 - changed });
      expect(ask('SELECT type FROM events')).toEqual([[changed === 0 ? EVENT.type : other.type]]);
    }
  });

  it('keeps the records of two services apart', async () => {
    await writeCapture(path, FIRST);
    await writeCapture(path, { ...FIRST, service: 'https://other.example/' });
    expect(ask('SELECT count(*) FROM events')).toEqual([[2]]);
  });

  it('writes all of a capture or nothing', async () => {
    await writeCapture(path, { ...FIRST, records: [] });
    await expect(writeCapture(path, { ...FIRST, records: [EVENT, { type: 'PushEvent' }] })).rejects.toThrow();
    expect(ask('SELECT count(*) FROM events')).toEqual([[0]]);
  });

  it('does not open a store that is being loaded', async () => {
    await writeCapture(path, FIRST);
    const load = await openStoreWriter(path, { clock: createDrivenClock(FIRST.seenAtMs) });
    await expect(writeCapture(path, FIRST)).rejects.toMatchObject({ code: 'locked' });
    await load.abandon();
    expect(await writeCapture(path, FIRST)).toMatchObject({ unchanged: 1 });
  });

  it('waits for a load if allowed, and nothing of either is lost', async () => {
    await writeCapture(path, FIRST);
    const load = await openStoreWriter(path, { clock: createDrivenClock(FIRST.seenAtMs) });
    const told: string[] = [];
    const capture = new Promise((resolve, reject) => {
      const onWait = (holder: string) => {
        told.push(holder);
        load.finish(factsOf('a.tar.gz')).catch(reject);
      };
      const later = { ...FIRST, records: [{ ...EVENT, id: '8' }] };
      writeCapture(path, later, { lockWait: { waitMs: 60_000, onWait } }).then(resolve, reject);
    });
    expect(await capture).toMatchObject({ added: 1 });
    expect(told).toEqual([expect.stringContaining('has held it since')]);
    expect(ask('SELECT (SELECT count(*) FROM snapshots), (SELECT count(*) FROM events)')).toEqual([[1, 2]]);
  });

  it('removes what killed loads left next to the store', async () => {
    await writeCapture(path, FIRST);
    for (const left of ['', '-search', '-journal']) {
      await writeFile(`${path}.part${left}`, 'left');
    }
    await writeCapture(path, FIRST);
    expect(await readdir(directory)).toEqual(['store.db']);
  });

  it('takes over from a run that was killed', async () => {
    await writeCapture(path, FIRST);
    openDatabase(`${path}.part`, { readonly: false }).close();
    expect(await writeCapture(path, FIRST)).toMatchObject({ unchanged: 1 });
  });

  it('takes over if a killed run left only a part of a copy', async () => {
    await writeCapture(path, FIRST);
    await writeFile(`${path}.part`, 'a piece of a copy, which is no database');
    expect(await writeCapture(path, FIRST)).toMatchObject({ unchanged: 1 });
  });
});
