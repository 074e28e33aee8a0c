import { closeSync, openSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transplantTrees } from '../../../src/store/transplant/transplant-trees.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

const SCHEMA = `
  CREATE TABLE plain (id INTEGER PRIMARY KEY, name, body);
  CREATE TABLE keyed (name TEXT, at INTEGER, body, PRIMARY KEY (name, at)) WITHOUT ROWID;
  CREATE INDEX plain_name ON plain (name, body);
  CREATE VIRTUAL TABLE texts USING fts5 (body, content = '', contentless_delete = 1);
`;

interface Shape {
  readonly pageBytes: number;
  readonly rows: number;
  /** Lengths of what rows hold, in turn; -1 is NULL. */
  readonly lengths: readonly number[];
  readonly step: number;
}

type Sqlite = SqliteDatabase.Database;

function makeFile(path: string, pageBytes: number, more = ''): Sqlite {
  const db = new SqliteDatabase(path);
  db.pragma(`page_size = ${pageBytes}`);
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  db.exec(`${more}; ${SCHEMA}`);
  return db;
}

function fill(db: Sqlite, { rows, lengths, step }: Shape): void {
  const plain = db.prepare('INSERT INTO plain VALUES (?, ?, ?)');
  const keyed = db.prepare('INSERT OR IGNORE INTO keyed VALUES (?, ?, ?)');
  const texts = db.prepare('INSERT INTO texts (rowid, body) VALUES (?, ?)');
  db.transaction(() => {
    for (let row = 0; row < rows; row += 1) {
      const id = (row * step) % 1_000_003; // Not in order, so that pages are split.
      const length = lengths[row % lengths.length] ?? 0;
      const name = length < 0 ? null : `${(id * 7919) % 997} `.repeat(Math.ceil(length / 4));
      plain.run(id, name, length % 3 === 0 ? Buffer.alloc(Math.max(0, length), id) : id);
      keyed.run(`${name ?? ''}${id}`, id, length % 2 === 0 ? name : null);
      texts.run(id + 1, `word${id} ${name ?? ''}`);
    }
    db.exec('DELETE FROM plain WHERE id % 7 = 0'); // Leaves free pages and holes.
  })();
}

/** Trees of both files under one name. */
function pairTrees(from: Sqlite, into: Sqlite): readonly { readonly from: number; readonly into: number }[] {
  const roots = (db: Sqlite) =>
    db
      .prepare<[], [string, number]>(
        'SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0 ORDER BY name',
      )
      .raw()
      .all();
  const sources = new Map(roots(from));
  return roots(into).map(([name, root]) => ({ from: sources.get(name) ?? 0, into: root }));
}

function transplant(sourcePath: string, targetPath: string, trees: ReturnType<typeof pairTrees>): boolean {
  const files = { from: openSync(sourcePath, 'r'), into: openSync(targetPath, 'r+') };
  try {
    return transplantTrees(files, trees);
  } finally {
    closeSync(files.from);
    closeSync(files.into);
  }
}

const TABLES = ['plain', 'keyed', 'texts_data', 'texts_idx', 'texts_docsize', 'texts_config'];

function contentsOf(db: Sqlite): unknown {
  const rows = TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all());
  return [
    ...rows,
    db.prepare('SELECT name, body FROM plain INDEXED BY plain_name ORDER BY name').raw().all(),
  ];
}

function emptyTexts(db: Sqlite): void {
  db.unsafeMode(true);
  for (const table of TABLES.slice(2)) {
    db.exec(`DELETE FROM ${table}`);
  }
  db.unsafeMode(false);
}

/** Fills one file, moves its trees into another one, and gives both as they are then. */
function move(shape: Shape, more = ''): { readonly source: Sqlite; readonly target: Sqlite } {
  const folder = temporaryDirectory();
  const [sourcePath, targetPath] = [join(folder, 'source.db'), join(folder, 'target.db')];
  const source = makeFile(sourcePath, shape.pageBytes);
  fill(source, shape);
  const empty = makeFile(targetPath, shape.pageBytes, more);
  emptyTexts(empty);
  const trees = pairTrees(source, empty).filter(({ from }) => from > 0);
  empty.close();
  expect(transplant(sourcePath, targetPath, trees)).toBe(true);
  return { source, target: new SqliteDatabase(targetPath) };
}

const LENGTHS = fc.array(fc.oneof(fc.integer({ min: -1, max: 60 }), fc.integer({ min: 60, max: 3_000 })), {
  minLength: 1,
  maxLength: 12,
});

describe('transplantTrees()', () => {
  it('moves trees of any form, so that the file is whole and says the same', () => {
    const shapes = fc.record<Shape>({
      pageBytes: fc.constantFrom(512, 1_024, 4_096, 16_384, 65_536),
      rows: fc.integer({ min: 0, max: 200 }),
      lengths: LENGTHS,
      step: fc.constantFrom(1, 17, 999_983),
    });
    fc.assert(
      fc.property(shapes, (shape) => {
        const { source, target } = move(shape);
        expect(target.pragma('integrity_check', { simple: true })).toBe('ok');
        target.exec("INSERT INTO texts (texts) VALUES ('integrity-check')");
        expect(contentsOf(target)).toEqual(contentsOf(source));
        source.close();
        target.close();
      }),
      { numRuns: 20 },
    );
  });

  it('moves deep trees, which can be written to afterwards', () => {
    const shape = { pageBytes: 512, rows: 3_000, lengths: [3, 90, 700], step: 7_907 };
    const { source, target } = move(shape, 'CREATE TABLE other (x); INSERT INTO other VALUES (1)');
    fill(target, { ...shape, step: 0, rows: 1 });
    target.exec(
      'INSERT INTO plain SELECT id + 2000000, name, body FROM plain; DELETE FROM keyed WHERE at % 2',
    );
    expect(target.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(target.pragma('freelist_count', { simple: true })).toBeGreaterThan(0);
    source.close();
    target.close();
  });

  it('passes the page of the locks by', () => {
    const folder = temporaryDirectory();
    const [sourcePath, targetPath] = [join(folder, 'source.db'), join(folder, 'target.db')];
    const pageBytes = 65_536;
    const source = makeFile(sourcePath, pageBytes);
    fill(source, { pageBytes, rows: 100, lengths: [9_000], step: 17 });
    const target = makeFile(targetPath, pageBytes);
    emptyTexts(target);
    const trees = pairTrees(source, target);
    target.close();
    // A file that ends two pages before the lock's: its middle is one free list, and a hole on the disk.
    const pages = 0x4000_0000 / pageBytes - 2;
    const bytes = readFileSync(targetPath);
    bytes.writeUInt32BE(pages, 28);
    writeFileSync(targetPath, bytes);
    truncateSync(targetPath, pages * pageBytes);
    expect(transplant(sourcePath, targetPath, trees)).toBe(true);
    const moved = new SqliteDatabase(targetPath);
    const faults = moved.prepare<[], string>('PRAGMA integrity_check').pluck().all();
    expect(faults.filter((fault) => !fault.includes('never used'))).toEqual([]);
    expect(contentsOf(moved)).toEqual(contentsOf(source));
    source.close();
    moved.close();
  });

  it('leaves files alone that do not fit together', () => {
    const folder = temporaryDirectory();
    const sourcePath = join(folder, 'source.db');
    const source = makeFile(sourcePath, 4_096);
    fill(source, { pageBytes: 4_096, rows: 50, lengths: [10, 5_000], step: 1 });
    const refuse = (name: string, pageBytes: number, prepare: (db: Sqlite) => void, more = '') => {
      const path = join(folder, name);
      const db = makeFile(path, pageBytes, more);
      emptyTexts(db);
      prepare(db);
      const trees = pairTrees(source, db);
      db.close();
      const before = readFileSync(path);
      expect(transplant(sourcePath, path, trees), name).toBe(false);
      expect(readFileSync(path).equals(before), name).toBe(true);
    };
    refuse('other-pages', 1_024, () => {});
    refuse('filled', 4_096, (db) => db.exec('INSERT INTO plain (name) VALUES (1)'));
    refuse('vacuuming', 4_096, () => {}, 'PRAGMA auto_vacuum = 1');
    refuse('other-encoding', 4_096, () => {}, "PRAGMA encoding = 'UTF-16le'");
    refuse('other-schema', 4_096, (db) => db.exec('CREATE TABLE unknown (x)'));
    source.close();
  });

  it('leaves a file alone where the other one is damaged', () => {
    const folder = temporaryDirectory();
    const [sourcePath, targetPath] = [join(folder, 'source.db'), join(folder, 'target.db')];
    const source = makeFile(sourcePath, 1_024);
    fill(source, { pageBytes: 1_024, rows: 300, lengths: [10, 500, 5_000], step: 17 });
    const target = makeFile(targetPath, 1_024);
    emptyTexts(target);
    const trees = pairTrees(source, target);
    source.close();
    target.close();
    const whole = readFileSync(sourcePath);
    const empty = readFileSync(targetPath);
    const damages = fc.array(
      fc.tuple(fc.integer({ min: 1_024, max: whole.length - 1 }), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 200,
      },
    );
    fc.assert(
      fc.property(damages, (bytes) => {
        const damaged = Buffer.from(whole);
        for (const [at, byte] of bytes) {
          damaged[at] = byte;
        }
        writeFileSync(sourcePath, damaged);
        writeFileSync(targetPath, empty);
        if (!transplant(sourcePath, targetPath, trees)) {
          // What stands behind the pages of the header is nothing to SQLite.
          expect(readFileSync(targetPath).subarray(0, empty.length).equals(empty)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });
});
