import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { searchAttachments } from '../../src/search/search-attachments.ts';
import { applySchema } from '../../src/store/database/schema.ts';
import { blobPath, foldersIn } from '../../src/store/file-folders.ts';
import { temporaryFolder } from '../house/afterwards.ts';

/** Attached texts, newest first. */
const FILES = [
  { name: 'a.txt', repo: 'acme/app', text: 'hello acme' },
  { name: 'b.txt', repo: 'group/tools/shed', text: 'hello group' },
  { name: 'c.txt', repo: 'zed/app', text: 'hello zed' },
  { name: 'd.txt', repo: null, text: 'hello nobody' },
];

const ALL = FILES.map(({ name }) => name);

/** A search of a store with these files. */
function openFiles() {
  const db = new SqliteDatabase(':memory:');
  applySchema(db);
  const folders = foldersIn(temporaryFolder());
  db.exec(`
    INSERT INTO snapshots
      (id, position, archive_name, packed_bytes, unpacked_bytes, entry_count, loaded_at, satchel_version, counts, series)
    VALUES (1, 1, 'a.tar.gz', 1, 1, 1, '2026-01-01T00:00:00Z', '0', '{}', 1)`);
  for (const [id, { name, repo, text }] of FILES.entries()) {
    const sha256 = createHash('sha256').update(text).digest('hex');
    const path = blobPath(folders, sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    db.prepare(
      `INSERT INTO attachments (id, repo, name, created_at, asset_url, url, shape_id, digest)
       VALUES (?, ?, ?, ?, ?, ?, 1, 0)`,
    ).run(id, repo, name, `${2030 - id}-01-01T00:00:00Z`, `tarball://root/attachments/${name}`, name);
    db.prepare("INSERT INTO kept_files VALUES ('attachments/' || ?, 1, NULL, 'attachment', ?, 1)").run(
      name,
      sha256,
    );
  }
  return (query: string, options: { readonly limit?: number; readonly owners?: readonly string[] } = {}) => {
    const { hits, isComplete } = searchAttachments(db, query, { folders, nowMs: 0, limit: 9, ...options });
    return { names: hits.map(({ name }) => name), isComplete };
  };
}

describe('searchAttachments()', () => {
  it.each([
    ['hello', ALL],
    ['hello repo:acme/app', ['a.txt']],
    ['type:attachment hello repo:Acme/App', ['a.txt']],
    ['hello user:acme', ['a.txt']],
    ['hello org:zed', ['c.txt']],
    ['hello org:group', ['b.txt']],
    ['hello repo:acme/app org:zed', ['a.txt', 'c.txt']],
    ['hello -repo:acme/app', ['b.txt', 'c.txt', 'd.txt']],
    ['hello NOT (user:acme OR user:zed)', ['b.txt', 'd.txt']],
    ['repo:acme/app', []],
    ['hello repo:acme/app type:commit', []],
    ['hello repo:acme/app is:open', []],
  ])('finds for %j what it should', (query, names) => {
    expect(openFiles()(query)).toEqual({ names, isComplete: true });
  });

  it('neither reads nor counts files of other places', () => {
    const search = openFiles();
    expect(search('hello', { limit: 1 })).toEqual({ names: ['a.txt'], isComplete: false });
    expect(search('hello user:acme', { limit: 1 })).toEqual({ names: ['a.txt'], isComplete: true });
    expect(search('hello', { limit: 1, owners: ['zed'] })).toEqual({ names: ['c.txt'], isComplete: true });
  });
});
