import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createFinding } from '../../src/model/findings.ts';
import type { RecordBatch } from '../../src/model/records.ts';
import { PARENTS } from '../../src/store/rows/tables/files.table.ts';
import { openStore } from '../../src/store/store.ts';
import { openStoreWriter } from '../../src/store/store-writer.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { batchOf } from './support/archive-text.ts';
import { factsOf, writeStore } from './support/write-store.ts';

const clock = createDrivenClock(0);

function issue(number: number, fields: object = {}): object {
  return {
    type: 'issue',
    url: `https://service.example/acme/app/issues/${number}`,
    labels: [`https://service.example/acme/app/labels/bug`],
    title: `Issue ${number}`,
    ...fields,
  };
}

function ask(path: string, sql: string): readonly unknown[] {
  const store = openStore(path);
  try {
    return [...store.query(sql).rows].map((row) => (row.length === 1 ? row[0] : [...row]));
  } finally {
    store.close();
  }
}

describe('openStoreWriter()', () => {
  it('makes a store, in a folder that need not be there', async () => {
    const path = join(temporaryFolder(), 'deep', 'down', 'a.db');
    const written = await writeStore(path, [batchOf('issue', [issue(1), issue(2)])]);
    expect(written).toMatchObject({ snapshotId: 1, isNew: true, counts: { issue: 2 }, rejected: 0 });
    expect(written.tables.find((table) => table.name === 'issues')).toMatchObject({ kind: 'table', rows: 2 });
    expect(readdirSync(join(path, '..'))).toEqual(['a.db']);
    expect(ask(path, 'SELECT count(*) FROM issues')).toEqual([2]);
  });

  it('reads repository, number and login from whichever member has them', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const thread = 'https://service.example/acme/app/issues/7';
    const madeOf = (type: string, members: readonly string[]) =>
      batchOf(
        type,
        members.map((member) => ({ type, url: `${thread}#${member}`, [member]: `${thread}#${member}` })),
      );
    const people = ['user', 'reviewer'].map((member) => ({ [member]: 'https://service.example/mira' }));
    await writeStore(path, [
      madeOf('attachment', PARENTS),
      madeOf('issue_comment', ['issue', 'pull_request', 'url']),
      madeOf('issue_event', ['issue', 'pull_request', 'url']),
      batchOf('pull_request', [{ type: 'pull_request', url: thread, review_requests: people }]),
    ]);
    const places = (table: string) => ask(path, `SELECT repo, number FROM ${table}`);
    expect(places('attachments')).toEqual(PARENTS.map(() => ['acme/app', 7]));
    for (const table of ['issue_comments', 'issue_events']) {
      expect(places(table)).toEqual([1, 2, 3].map(() => ['acme/app', 7]));
    }
    expect(ask(path, 'SELECT login FROM pull_request_review_requests')).toEqual(['mira', 'mira']);
  });

  it('describes the archive as a snapshot', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const repository = { type: 'repository', url: 'https://service.example/acme/app' };
    await writeStore(path, [batchOf('repository', [repository]), batchOf('issue', [issue(1)])], {
      ...factsOf('a.tar.gz', 'ab'.repeat(32)),
      takenAt: '2025-12-31T00:00:00Z',
      migrationId: 79,
      scope: { repositories: ['acme/app'] },
    });
    const store = openStore(path);
    expect(store.snapshots()).toEqual([
      {
        id: 1,
        position: 1,
        archiveName: 'a.tar.gz',
        archiveSha256: 'ab'.repeat(32),
        packedBytes: 1_000,
        unpackedBytes: 4_000,
        entryCount: 3,
        takenAt: '2025-12-31T00:00:00Z',
        loadedAt: '2026-01-02T03:04:05Z',
        satchelVersion: expect.stringMatching(/^\d+\.\d+\.\d+/),
        migrationId: 79,
        scope: { repositories: ['acme/app'], host: 'service.example' },
        counts: { repository: 1, issue: 1 },
      },
    ]);
    store.close();
  });

  it('leaves the store byte for byte the same when the same archive is loaded again', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const batches = [batchOf('issue', [issue(1)]), batchOf('project', [{ type: 'project' }])];
    await writeStore(path, batches, factsOf('a.tar.gz', 'aa'));
    const before = readFileSync(path);
    const again = await writeStore(path, batches, factsOf('renamed.tar.gz', 'aa'));
    expect(again).toMatchObject({ snapshotId: 1, isNew: false, counts: { issue: 1, project: 1 } });
    expect(again.tables.find((table) => table.name === 'issues')?.rows).toBe(1);
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['a.db']);
  });

  it.each([
    ['records', [], [1, 2]],
    ['files', [issue(2)], [1, 2]],
    ['empty files', [issue(2)], [0, 0]],
  ])(
    'adds a snapshot with the rest of an archive that was loaded without some %s',
    async (_, records, sizes) => {
      const path = join(temporaryFolder(), 'a.db');
      await writeStore(path, [batchOf('issue', [issue(1), ...records])], factsOf('a.tar.gz', 'aa'));
      const load = async () => {
        const writer = await openStoreWriter(path, { clock });
        writer.insertBatch(batchOf('issue', [issue(1), issue(2)]));
        for (const sizeBytes of sizes) {
          const file = {
            entryName: 'attachments/a',
            content: 'attachment',
            sha256: 'ab',
            sizeBytes,
          } as const;
          writer.files.addFile(file); // Two entries with the same name.
        }
        return await writer.finish(factsOf('a.tar.gz', 'aa'));
      };
      expect(await load()).toMatchObject({ snapshotId: 2, isNew: true });
      expect(ask(path, 'SELECT archive_sha256 FROM snapshots ORDER BY position')).toEqual([null, 'aa']);
      expect(ask(path, 'SELECT count(*) FROM issues')).toEqual([2]);
      expect(ask(path, 'SELECT snapshot_id FROM snapshot_files')).toEqual([2]);
      const before = readFileSync(path);
      expect(await load()).toMatchObject({ snapshotId: 2, isNew: false });
      expect(readFileSync(path).equals(before)).toBe(true);
    },
  );

  it('loads the rest of an older archive as history only', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const old = { ...factsOf('a.tar.gz', 'aa'), takenAt: '2024-01-01T00:00:00Z' };
    await writeStore(path, [batchOf('issue', [issue(1)])], old);
    const newer = { ...factsOf('b.tar.gz', 'bb'), takenAt: '2025-01-01T00:00:00Z' };
    await writeStore(path, [batchOf('issue', [issue(1, { title: 'Newer' })])], newer);
    const batch = batchOf('issue', [issue(1), issue(2)]);
    await expect(writeStore(path, [batch], old)).rejects.toMatchObject({ code: 'out-of-order' });
    const digests = 'SELECT archive_sha256 FROM snapshots ORDER BY position';
    expect(ask(path, digests)).toEqual(['aa', 'bb']);
    const writer = await openStoreWriter(path, { clock, order: 'history' });
    writer.insertBatch(batch);
    expect(await writer.finish(old)).toMatchObject({ isNew: true });
    expect(ask(path, digests)).toEqual([null, 'aa', 'bb']);
    expect(ask(path, 'SELECT title FROM issues ORDER BY number')).toEqual(['Newer', 'Issue 2']);
  });

  it('knows an older archive whose file names records spell otherwise', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const name = 'attachments/caf\u00e9.png';
    const attachment = {
      type: 'attachment',
      url: 'https://service.example/user-attachments/1',
      asset_url: `tarball://root/${name}`,
    };
    const load = async (order: 'newest' | 'history', takenAt: string) => {
      const writer = await openStoreWriter(path, { clock, order });
      writer.insertBatch(batchOf('attachment', [attachment]));
      const file = { entryName: name.normalize('NFD'), content: 'attachment', sha256: 'ab' } as const;
      writer.files.addFile({ ...file, sizeBytes: 1 });
      return await writer.finish({ ...factsOf('a.tar.gz', takenAt), takenAt });
    };
    await load('newest', '2025-01-01T00:00:00Z');
    expect(await load('history', '2024-01-01T00:00:00Z')).toMatchObject({ snapshotId: 2, isNew: true });
    expect(await load('history', '2024-01-01T00:00:00Z')).toMatchObject({ snapshotId: 2, isNew: false });
    expect(ask(path, 'SELECT entry_name, last_snapshot_id FROM kept_files')).toEqual([[name, null]]);
  });

  it('keeps two files apart whose names differ in their form only, also when they are read again', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const name = 'attachments/caf\u00e9.png';
    const attachment = {
      type: 'attachment',
      url: 'https://service.example/user-attachments/1',
      asset_url: `tarball://root/${name}`,
    };
    const load = async (order: 'newest' | 'history', archive: string, takenAt: string) => {
      const writer = await openStoreWriter(path, { clock, order });
      writer.insertBatch(batchOf('attachment', archive === 'a' ? [attachment] : []));
      for (const [form, sha256] of [
        ['NFC', 'ab'],
        ['NFD', 'cd'],
      ] as const) {
        const file = { entryName: name.normalize(form), content: 'attachment', sha256 } as const;
        writer.files.addFile({ ...file, sizeBytes: sha256 === 'ab' ? 1 : 2 });
      }
      return await writer.finish({ ...factsOf(`${archive}.tar.gz`, archive), takenAt });
    };
    const files = [
      [name.normalize('NFD'), 'cd'],
      [name, 'ab'],
    ];
    await load('newest', 'a', '2025-01-01T00:00:00Z');
    expect(ask(path, 'SELECT entry_name, sha256 FROM kept_files ORDER BY entry_name')).toEqual(files);
    await load('newest', 'b', '2026-01-01T00:00:00Z');
    expect(await load('history', 'a', '2025-01-01T00:00:00Z')).toMatchObject({ snapshotId: 1, isNew: false });
    expect(
      ask(path, 'SELECT entry_name, sha256 FROM snapshot_files WHERE snapshot_id = 1 ORDER BY entry_name'),
    ).toEqual(files);
  });

  it('adds no row when an archive without a digest is loaded again', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const finding = createFinding('record-invalid', 'a title is missing');
    const rejected = [{ index: 1, source: Buffer.from('{"type":"issue"}'), findings: [finding] }];
    const batches = [
      { ...batchOf('issue', [issue(1)]), rejected },
      batchOf('project', [{ type: 'project' }]),
    ];
    await writeStore(path, batches);
    await writeStore(path, batches);
    for (const table of ['issues', 'issue_labels', 'other_records', 'rejected_records']) {
      expect(ask(path, `SELECT count(*) FROM ${table}`), table).toEqual([1]);
    }
  });

  it('merges another archive by url and keeps the ids of what it replaces', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1), issue(2)])], factsOf('a.tar.gz', 'aa'));
    const changed = issue(2, { title: 'Changed', labels: [] });
    const written = await writeStore(
      path,
      [batchOf('issue', [changed, issue(3)])],
      factsOf('b.tar.gz', 'bb'),
    );
    expect(written).toMatchObject({ snapshotId: 2, isNew: true, counts: { issue: 2 } });
    expect(ask(path, 'SELECT id, number, title FROM issues ORDER BY number')).toEqual([
      [1, 1, 'Issue 1'],
      [2, 2, 'Changed'],
      [3, 3, 'Issue 3'],
    ]);
    expect(ask(path, 'SELECT issue_id FROM issue_labels ORDER BY issue_id')).toEqual([1, 3]);
  });

  it('writes rows only for changes, and counts them', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const app = { type: 'repository', url: 'https://service.example/acme/app' };
    const numbers = Array.from({ length: 300 }, (_, index) => index + 1);
    const first = await writeStore(
      path,
      [
        batchOf('repository', [app]),
        batchOf(
          'issue',
          numbers.map((number) => issue(number)),
        ),
      ],
      factsOf('a.tar.gz', 'aa'),
    );
    expect(first.changes).toEqual({
      repository: { added: 1, changed: 0, vanished: 0, returned: 0, unchanged: 0 },
      issue: { added: 300, changed: 0, vanished: 0, returned: 0, unchanged: 0 },
    });
    const second = await writeStore(
      path,
      [
        batchOf('repository', [app]),
        batchOf('issue', [
          ...numbers.filter((n) => n !== 5).map((n) => issue(n, n % 100 === 0 ? { title: 'Changed' } : {})),
          issue(301),
        ]),
      ],
      factsOf('b.tar.gz', 'bb'),
    );
    expect(second.changes).toEqual({
      repository: { added: 0, changed: 0, vanished: 0, returned: 0, unchanged: 1 },
      issue: { added: 1, changed: 3, vanished: 1, returned: 0, unchanged: 296 },
    });
    expect(ask(path, 'SELECT change, count(*) FROM record_changes GROUP BY change')).toEqual([
      ['added', 1],
      ['changed', 3],
      ['vanished', 1],
    ]);
  });

  it('gives a record that returns its old id', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const app = batchOf('repository', [{ type: 'repository', url: 'https://service.example/acme/app' }]);
    await writeStore(path, [batchOf('issue', [issue(1), issue(2)])], factsOf('a'));
    await writeStore(path, [app, batchOf('issue', [issue(1), issue(3)])], factsOf('b'));
    const back = await writeStore(
      path,
      [app, batchOf('issue', [issue(1), issue(2), issue(3)])],
      factsOf('c'),
    );
    expect(back.changes['issue']).toMatchObject({ returned: 1, unchanged: 2 });
    expect(ask(path, 'SELECT id, number FROM issues ORDER BY number')).toEqual([
      [1, 1],
      [2, 2],
      [4, 3],
    ]);
  });

  it('ignores white space, escapes and the order of fields', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', ['{"type":"issue","url":"x","title":"é"}'])], factsOf('a'));
    const again = ['{ "title": "\\u00e9", "url": "x", "type": "issue" }'];
    const written = await writeStore(path, [batchOf('issue', again)], factsOf('b'));
    expect(written.changes['issue']).toMatchObject({ changed: 0, unchanged: 1 });
  });

  it('keeps a record whose newer version breaks its schema', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const app = batchOf('repository', [{ type: 'repository', url: 'https://service.example/acme/app' }]);
    await writeStore(path, [batchOf('issue', [issue(1)])], factsOf('a'));
    const source = Buffer.from(JSON.stringify(issue(1, { title: 5 })));
    const broken = { ...batchOf('issue', []), rejected: [{ index: 0, source, findings: [] }] };
    await writeStore(path, [app, broken], factsOf('b'));
    expect(ask(path, 'SELECT title FROM issues')).toEqual(['Issue 1']);
  });

  it('keeps a rejected record once, with the oldest snapshot that has it', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const source = Buffer.from('{"type":"issue"}');
    const broken = { ...batchOf('issue', []), rejected: [{ index: 0, source, findings: [] }] };
    const load = async (order: 'newest' | 'history', takenAt: string) => {
      const writer = await openStoreWriter(path, { clock, order });
      writer.insertBatch(broken);
      await writer.finish({ ...factsOf('a.tar.gz', takenAt), takenAt });
      return ask(path, 'SELECT snapshot_id FROM rejected_records');
    };
    expect(await load('newest', '2025-01-01T00:00:00Z')).toEqual([1]);
    expect(await load('newest', '2026-01-01T00:00:00Z')).toEqual([1]);
    expect(await load('history', '2024-01-01T00:00:00Z')).toEqual([3]);
  });

  it('follows records without a url by their content', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const note = (text: string) => ({
      type: 'project',
      repository: 'https://service.example/acme/app',
      text,
    });
    const app = batchOf('repository', [{ type: 'repository', url: 'https://service.example/acme/app' }]);
    await writeStore(path, [app, batchOf('project', [note('a'), note('b'), note('b')])], factsOf('a'));
    const written = await writeStore(path, [app, batchOf('project', [note('c'), note('b')])], factsOf('b'));
    expect(written.changes['project']).toMatchObject({ added: 1, vanished: 2, unchanged: 1 });
    expect(ask(path, "SELECT json ->> 'text' FROM other_records ORDER BY 1")).toEqual(['b', 'c']);
    for (const [name, changes] of [
      ['c', { returned: 1, vanished: 1, unchanged: 1 }],
      ['d', { returned: 0, vanished: 0, unchanged: 2 }],
    ] as const) {
      const twice = await writeStore(path, [app, batchOf('project', [note('b'), note('b')])], factsOf(name));
      expect(twice.changes['project']).toMatchObject(changes);
    }
  });

  it('lets the last of two records with the same url win in a merge, and remembers one change at most', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1), issue(2)])], factsOf('a'));
    const changed = (number: number) => issue(number, { title: 'Changed' });
    const written = await writeStore(
      path,
      [batchOf('issue', [changed(1), issue(1), issue(2), changed(2), issue(2, { title: 'Again' })])],
      factsOf('b'),
    );
    expect(written.changes['issue']).toMatchObject({ changed: 1, unchanged: 1 });
    expect(ask(path, 'SELECT title FROM issues ORDER BY number')).toEqual(['Issue 1', 'Again']);
    expect(ask(path, "SELECT record_id, previous ->> 'title' FROM record_changes")).toEqual([[2, 'Issue 2']]);
  });

  it('refuses an archive that is older than the store, and accepts it as history', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const taken = (day: number) => ({ ...factsOf(`${day}.tar.gz`), takenAt: `2026-01-0${day}T00:00:00Z` });
    await writeStore(path, [batchOf('issue', [issue(1)])], taken(5));
    const old = batchOf('issue', [issue(1, { title: 'Old' }), issue(7)]);
    await expect(writeStore(path, [old], taken(3))).rejects.toMatchObject({ code: 'out-of-order' });
    const writer = await openStoreWriter(path, { clock, order: 'history' });
    writer.insertBatch(old);
    expect(await writer.finish(taken(3))).toMatchObject({ snapshotId: 2, changes: { issue: { added: 2 } } });
    // The newer archive lacks the repository, so it does not cover it: the issue that it lacks remains.
    expect(ask(path, 'SELECT title FROM issues ORDER BY number')).toEqual(['Issue 1', 'Issue 7']);
    expect(ask(path, 'SELECT id, position FROM snapshots ORDER BY position')).toEqual([
      [2, 1],
      [1, 2],
    ]);
    const store = openStore(path);
    const titles = store
      .history('https://service.example/acme/app/issues/1')
      .map(({ from, json }) => [from, JSON.parse(json ?? '{}').title]);
    expect(titles).toEqual([
      [2, 'Old'],
      [1, 'Issue 1'],
    ]);
    expect([...store.changes(1)].map(({ change, url }) => [change, url?.at(-1)])).toEqual([['changed', '1']]);
    store.close();
  });

  it('takes no archive for older because another one is dated in the future', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const present = createDrivenClock(Date.UTC(2026, 5, 1));
    const load = async (name: string, takenAt: string) => {
      const writer = await openStoreWriter(path, { clock: present });
      writer.insertBatch(batchOf('issue', [issue(1, { title: name })]));
      await writer.finish({ ...factsOf(name), takenAt });
    };
    await load('odd', '9999-01-01T00:00:00Z');
    await load('next', '2026-05-01T00:00:00Z');
    expect(ask(path, 'SELECT title FROM issues')).toEqual(['next']);
    await expect(load('older', '2026-04-01T00:00:00Z')).rejects.toMatchObject({ code: 'out-of-order' });
  });

  it('keeps records of any size in history', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const issues = [16_000, 16_384, 20_000, 32_768, 40_000].map((length, index) =>
      issue(index, { body: 'é'.repeat(length / 4).padEnd(length) }),
    );
    await writeStore(path, [], { ...factsOf('b'), takenAt: '2026-01-05T00:00:00Z' });
    const writer = await openStoreWriter(path, { clock, order: 'history' });
    writer.insertBatch(batchOf('issue', issues));
    await writer.finish({ ...factsOf('a'), takenAt: '2026-01-04T00:00:00Z' });
    const store = openStore(path);
    const kept = [...store.recordsAt(2)].map(({ json }) => JSON.parse(json));
    store.close();
    expect(kept).toEqual(issues);
  });

  it('finds a place in history for older archives only', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [], { ...factsOf('a'), takenAt: '2026-01-05T00:00:00Z' });
    const writer = await openStoreWriter(path, { clock, order: 'history' });
    const newer = { ...factsOf('b'), takenAt: '2026-01-06T00:00:00+00:00' };
    await expect(writer.finish(newer)).rejects.toMatchObject({ code: 'out-of-order' });
    await writer.abandon();
  });

  it('lets the last of two records with the same url win, in a first load too', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const first = issue(1, { labels: ['https://service.example/acme/app/labels/old', 'x'] });
    await writeStore(path, [batchOf('issue', [first, issue(2), issue(1, { title: 'Last' })])]);
    expect(ask(path, 'SELECT number, title FROM issues ORDER BY number')).toEqual([
      [1, 'Last'],
      [2, 'Issue 2'],
    ]);
    expect(ask(path, 'SELECT name FROM issue_labels')).toEqual(['bug', 'bug']);
    expect(
      ask(path, "SELECT count(*) FROM sqlite_schema WHERE name = 'issues_url' AND sql LIKE '%UNIQUE%'"),
    ).toEqual([1]);
  });

  it('numbers records over all tables', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const user = { type: 'user', url: 'https://service.example/alice' };
    await writeStore(path, [
      batchOf('issue', [issue(1)]),
      batchOf('user', [user]),
      batchOf('base', [{ url: 'x' }]),
    ]);
    await writeStore(path, [batchOf('issue', [issue(2)])], factsOf('b.tar.gz'));
    const sql = `SELECT id FROM issues UNION ALL SELECT id FROM users UNION ALL SELECT id FROM other_records`;
    expect([...ask(path, sql)].sort()).toEqual([1, 2, 3, 4]);
  });

  it('keeps unknown kinds, records without a url and rejected records whole', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const odd: RecordBatch = {
      ...batchOf('issue', ['{"type":"issue", "title":1.0}', '{"type":"issue","url":"a\\u0000b"}']),
      rejected: [
        {
          index: 2,
          source: Buffer.from('{"type":"issue","url":5}'),
          findings: [createFinding('record-invalid', 'no')],
        },
        { index: 3, source: Buffer.from([0x7b, 0xff, 0x7d]), findings: [] },
      ],
    };
    const written = await writeStore(path, [odd, batchOf('project', [{ url: 'p', n: 1 }])]);
    expect(written).toMatchObject({ counts: { issue: 2, project: 1 }, rejected: 2 });
    expect(
      ask(path, 'SELECT kind, url, entry_name, record_index, json FROM other_records ORDER BY id'),
    ).toEqual([
      ['issue', null, 'issues_000001.json', 0, '{"type":"issue", "title":1.0}'],
      ['issue', null, 'issues_000001.json', 1, '{"type":"issue","url":"a\\u0000b"}'],
      ['project', 'p', 'projects_000001.json', 0, '{"url":"p","n":1}'],
    ]);
    expect(ask(path, 'SELECT record_index, source, findings FROM rejected_records ORDER BY id')).toEqual([
      [2, '{"type":"issue","url":5}', expect.stringContaining('record-invalid')],
      [3, Buffer.from([0x7b, 0xff, 0x7d]), '[]'],
    ]);
  });

  it('keeps the documents of an archive', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const writer = await openStoreWriter(path, { clock });
    writer.insertDocument('schema.json', '{"version":"1.0.1"}');
    await writer.finish(factsOf('a.tar.gz'));
    expect(ask(path, 'SELECT snapshot_id, entry_name, json FROM archive_documents')).toEqual([
      [1, 'schema.json', '{"version":"1.0.1"}'],
    ]);
  });

  it('shows nothing before it is finished, and nothing after it is abandoned', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const writer = await openStoreWriter(path, { clock });
    writer.insertBatch(batchOf('issue', [issue(1)]));
    expect(existsSync(path)).toBe(false);
    await writer.abandon();
    expect(readdirSync(join(path, '..'))).toEqual([]);
  });

  it('leaves the old store byte for byte when abandoned', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1)])]);
    const before = readFileSync(path);
    const writer = await openStoreWriter(path, { clock });
    writer.insertBatch(batchOf('issue', [issue(1, { title: 'Changed' }), issue(2)]));
    await writer.abandon();
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['a.db']);
  });

  it('follows a link to the store and leaves the link', async () => {
    const directory = temporaryFolder();
    const path = join(directory, 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1)])]);
    symlinkSync('a.db', join(directory, 'link.db'));
    await writeStore(join(directory, 'link.db'), [batchOf('issue', [issue(2)])], factsOf('b.tar.gz'));
    expect(ask(path, 'SELECT count(*) FROM issues')).toEqual([2]);
    expect(readlinkSync(join(directory, 'link.db'))).toBe('a.db');
  });

  it('makes a new store private', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('removes what a killed run left behind', async () => {
    const path = join(temporaryFolder(), 'a.db');
    writeFileSync(`${path}.part`, 'half a page of something');
    await writeStore(path, [batchOf('issue', [issue(1)])]);
    expect(ask(path, 'SELECT count(*) FROM issues')).toEqual([1]);
  });

  it('survives a kill: the old store remains, and the next run takes over', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1)])]);
    const writer = await openStoreWriter(path, { clock });
    writer.insertBatch(
      batchOf(
        'issue',
        Array.from({ length: 5_000 }, (_, number) => issue(number, { body: 'x'.repeat(10_000) })),
      ),
    );
    const after = join(temporaryFolder(), 'a.db');
    for (const suffix of ['', '.part']) {
      copyFileSync(path + suffix, after + suffix);
    }
    await writer.abandon();
    expect(statSync(`${after}.part`).size).toBeGreaterThan(1_000_000);
    expect(ask(after, 'SELECT title FROM issues')).toEqual(['Issue 1']);
    await writeStore(after, [batchOf('issue', [issue(2)])], factsOf('b.tar.gz'));
    expect(ask(after, 'SELECT title FROM issues ORDER BY number')).toEqual(['Issue 1', 'Issue 2']);
  });

  it('keeps a record that is nested deeper than SQLite looks', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const depth = 20_000;
    const deep = `${'['.repeat(depth)}1.0${']'.repeat(depth)}`;
    const json = `{"type":"issue","url":"x","labels":${deep},"new":${deep},"title":"Deep"}`;
    await writeStore(path, [batchOf('issue', [json])]);
    const store = openStore(path);
    expect([...store.records()]).toEqual([{ id: 1, kind: 'issue', url: 'x', repo: undefined, json }]);
    store.close();
  });

  it('refuses a second writer while the first is at work', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const writer = await openStoreWriter(path, { clock });
    await expect(openStoreWriter(path, { clock })).rejects.toMatchObject({ code: 'locked' });
    writer.insertBatch(batchOf('issue', [issue(1)]));
    await writer.finish(factsOf('a.tar.gz'));
    expect(ask(path, 'SELECT count(*) FROM issues')).toEqual([1]);
  });

  it('recovers the journal that another program left next to the store', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, [batchOf('issue', [issue(1)])]);
    const other = new SqliteDatabase(path);
    onTestFinished(() => {
      other.close();
    });
    other.pragma('journal_mode = WAL');
    other.exec("UPDATE issues SET title = 'Mine'");
    writeFileSync(`${path}.copy`, readFileSync(path));
    writeFileSync(`${path}.copy-wal`, readFileSync(`${path}-wal`));
    await writeStore(`${path}.copy`, [batchOf('issue', [issue(2)])], factsOf('b.tar.gz'));
    expect(ask(`${path}.copy`, 'SELECT title FROM issues ORDER BY number')).toEqual(['Mine', 'Issue 2']);
  });

  it.each([
    ['a text', 'notes of mine'],
    ['an empty file', ''],
  ])('never changes %s that is not a store', async (_, content) => {
    const path = join(temporaryFolder(), 'a.db');
    writeFileSync(path, content);
    await expect(openStoreWriter(path, { clock })).rejects.toMatchObject({ code: 'not-a-store' });
    expect(readFileSync(path, 'utf8')).toBe(content);
    expect(readdirSync(join(path, '..'))).toEqual(['a.db']);
  });

  it('refuses a store of a newer Satchel', async () => {
    const path = join(temporaryFolder(), 'a.db');
    await writeStore(path, []);
    const bytes = readFileSync(path);
    bytes.writeUInt32BE(999, 60);
    writeFileSync(path, bytes);
    await expect(openStoreWriter(path, { clock })).rejects.toMatchObject({ code: 'store-newer' });
  });

  it('reports the obstacle if no file can be created', async () => {
    const path = join(temporaryFolder(), 'a.db');
    mkdirSync(path);
    await expect(openStoreWriter(path, { clock })).rejects.toMatchObject({ code: 'not-a-store' });
    writeFileSync(join(path, 'file'), '');
    await expect(openStoreWriter(join(path, 'file', 'b.db'), { clock })).rejects.toMatchObject({
      code: 'file-system',
    });
  });

  it('writes stores without damage, with their indexes', async () => {
    const path = join(temporaryFolder(), 'a.db');
    const numbers = Array.from({ length: 3_000 }, (_, index) => index);
    await writeStore(path, [
      batchOf(
        'issue',
        numbers.map((number) => issue(number, { body: 'x'.repeat(number) })),
      ),
    ]);
    await writeStore(
      path,
      [
        batchOf(
          'issue',
          numbers.filter((n) => n % 3 === 0).map((number) => issue(number)),
        ),
      ],
      factsOf('b'),
    );
    const db = new SqliteDatabase(path, { readonly: true });
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(db.pragma('foreign_key_check')).toEqual([]);
    expect(db.pragma('journal_mode', { simple: true })).toBe('delete');
    db.close();
    expect(ask(path, 'SELECT count(*), count(body) FROM issues')).toEqual([[3_000, 2_000]]);
  });
});
