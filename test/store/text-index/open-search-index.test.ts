import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactly } from '../../../src/search/search-query.ts';
import { matchExpression } from '../../../src/search/sql/match-expression.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import type { Database } from '../../../src/store/database.ts';
import { openSearchIndex } from '../../../src/store/text-index/open-search-index.ts';
import type { RowIndex } from '../../../src/store/text-index/row-index.ts';
import { IS_LONG } from '../../house/long-run.ts';

const TABLES = ['issue_comments', 'issues', 'releases'] as const;

/** A searchable row; the columns of its text depend on the table. */
interface Row {
  readonly table: (typeof TABLES)[number];
  readonly number: number;
  readonly text: string;
}

const WORDS = ['café', 'foo_bar', 'a.b.c', '#123', '日本語API', '見る', 'Ａ', 'plain', '', 'x'];
const anyText = fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(' '));

describe('openSearchIndex()', () => {
  it('finds accents, parts of code, and any piece of CJK text', () => {
    const db = openIndexed([
      { table: 'issues', number: 1, text: 'The naïve foo_bar in a.b.c breaks #123' },
      { table: 'issue_comments', number: 1, text: 'commit 0a1b2c3d of 日本語のAPI文書' },
    ]);
    const plain = ['naive', 'NAÏVE', '"foo bar"', 'foo', '"a b c"', '123'];
    expect(plain.map((match) => matches(db, 'search_text', match))).toEqual(plain.map(() => [1]));
    const cjk = ['日', '"日 本"', '"本 語"', 'api', '0a1b2c3d', '"0a1b" *'];
    expect(cjk.map((match) => matches(db, 'search_cjk', match))).toEqual(cjk.map(() => [2]));
    expect(matches(db, 'search_text', 'api')).toEqual([]);
    expect(matches(db, 'search_cjk', '"日 語"')).toEqual([]);
  });

  it('finds words inside of Thai and Lao text, words with and without marks, and both spellings of ß', () => {
    const db = openIndexed(
      ['การทดสอบระบบ', 'ພາສາລາວ', 'हिन्दी में', 'שָׁלוֹם', 'שלום', 'Straße', 'Strasse'].map((text, index) => ({
        table: 'issues',
        number: index + 1,
        text,
      })),
    );
    const found = (text: string) => {
      const match = matchExpression([exactly(text)], []);
      return ['search_text', 'search_cjk'].flatMap((index) => matches(db, index, match)).sort();
    };
    expect(['ทดสอบ', 'ລາວ', 'हिन्दी', 'שלום', 'שָׁלוֹם', 'strasse', 'Straße', 'สอบทด'].map(found)).toEqual([
      [1],
      [2],
      [3],
      [4, 5],
      [4, 5],
      [6, 7],
      [6, 7],
      [],
    ]);
  });

  it('assigns a text to its thread', () => {
    const db = openIndexed([
      { table: 'issue_comments', number: 7, text: 'of the issue' },
      { table: 'issue_comments', number: 8, text: 'of nothing' },
      { table: 'issues', number: 7, text: 'an issue' },
      { table: 'releases', number: 7, text: 'of itself' },
    ]);
    expect(subjects(db)).toEqual([
      [1, 3],
      [2, 2],
      [3, 3],
      [4, 4],
    ]);
  });

  it('reassigns it when a thread is added or removed', () => {
    const db = openIndexed([{ table: 'issue_comments', number: 7, text: 'first' }]);
    change(db, (writer) => {
      insertRow(db, 2, { table: 'issues', number: 7, text: 'late' });
      writer.add(2);
    });
    expect(subjects(db)[0]).toEqual([1, 2]);
    change(db, (writer) => {
      writer.remove(2);
      db.exec('DELETE FROM issues');
    });
    expect(subjects(db)).toEqual([[1, 1]]);
  });

  it('writes nothing if a row changes, but not its texts', () => {
    const db = openIndexed([{ table: 'issues', number: 7, text: 'stays' }]);
    const index = () =>
      ['search_text_data', 'search_title_data'].map((table) => db.prepare(`SELECT * FROM ${table}`).all());
    const before = index();
    change(db, (writer) => {
      writer.replace(1, () => db.exec("UPDATE issues SET state = 'closed'"));
    });
    expect(index()).toEqual(before);
  });

  it('replaces a large text by itself, by a small one and by others', () => {
    const db = openIndexed([{ table: 'issues', number: 7, text: 'small' }]);
    const [large, cjk] = ['plain ', '見る、'].map((words) => words.repeat(200_000));
    const found = [large, large, 'small', cjk, cjk, large].map((text = '') => {
      change(db, (writer) => {
        writer.replace(1, () => db.prepare('UPDATE issues SET body = ?').run(text));
      });
      return [matches(db, 'search_text', 'body : plain'), matches(db, 'search_cjk', 'body : 見')];
    });
    const [plain, none, inCjk] = [
      [[1], []],
      [[], []],
      [[], [1]],
    ];
    expect(found).toEqual([plain, plain, none, inCjk, inCjk, plain]);
  });

  it('ignores rows without text', () => {
    const db = openIndexed([{ table: 'issue_comments', number: 1, text: '' }]);
    expect(subjects(db)).toEqual([]);
    change(db, (writer) => {
      writer.remove(1);
      writer.add(1);
      writer.remove(99);
      writer.add(99);
    });
    expect(subjects(db)).toEqual([]);
  });

  it('keeps up row by row what it would build at once', () => {
    const anyStep = fc.record({
      table: fc.constantFrom(...TABLES),
      number: fc.integer({ min: 1, max: 2 }),
      text: fc.option(anyText),
      isReplaced: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.array(anyStep, { maxLength: 6 }), { maxLength: 3 }), (loads) => {
        const db = openIndexed([]);
        const state = new Map<number, Row>();
        for (const steps of loads) {
          change(db, (writer) => {
            for (const step of steps) {
              applyStep({ db, writer, state, step });
            }
          });
        }
        const fresh = openIndexed([], state);
        expect(contents(db)).toEqual(contents(fresh));
        db.close();
        fresh.close();
      }),
      { numRuns: IS_LONG ? 600 : 60 },
    );
  });
});

/** Inserts, changes or deletes a record. Its id only depends on its table and number. */
function applyStep(at: {
  readonly db: Database;
  readonly writer: RowIndex;
  readonly state: Map<number, Row>;
  readonly step: Omit<Row, 'text'> & { readonly text: string | null; readonly isReplaced: boolean };
}): void {
  const { db, writer, state, step } = at;
  const { table, number, text, isReplaced } = step;
  const id = TABLES.indexOf(table) * 2 + number;
  const remove = () => db.prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
  const insert = () => text !== null && insertRow(db, id, { table, number, text });
  state.delete(id);
  if (text !== null) {
    state.set(id, { table, number, text });
  }
  if (isReplaced) {
    writer.replace(id, () => [remove(), insert()]);
  } else {
    writer.remove(id);
    remove();
    insert();
    writer.add(id);
  }
}

function openIndexed(rows: readonly Row[], byId: ReadonlyMap<number, Row> = new Map()): Database {
  const db = new SqliteDatabase(':memory:');
  applySchema(db);
  for (const [index, row] of rows.entries()) {
    insertRow(db, index + 1, row);
  }
  for (const [id, row] of byId) {
    insertRow(db, id, row);
  }
  openSearchIndex(db, { isNew: true }).finish();
  return db;
}

function change(db: Database, work: (writer: RowIndex) => void): void {
  db.exec('BEGIN');
  const writer = openSearchIndex(db, { isNew: false });
  work(writer);
  writer.finish();
  db.exec('COMMIT');
  checkIntegrity(db);
}

/** Rank 1 compares the index with the texts that it refers to (sqlite.org/fts5.html, 6.4). */
function checkIntegrity(db: Database): void {
  for (const table of ['search_text', 'search_title']) {
    db.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('integrity-check', 1)`);
  }
  db.exec("INSERT INTO search_cjk (search_cjk) VALUES ('integrity-check')");
}

function insertRow(db: Database, id: number, { table, number, text }: Row): void {
  const url = `https://service.example/acme/app/${table}/${number}/${id}`;
  const own = {
    issues: { number, title: text, state: 'open', body: `body ${text}` },
    issue_comments: { number, body: text },
    releases: { name: text, tag_name: `v${number}` },
  }[table];
  const row: Record<string, unknown> = { id, url, repo: 'acme/app', shape_id: 1, digest: 0, ...own };
  const names = Object.keys(row);
  db.prepare(`INSERT INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`).run(
    Object.values(row),
  );
}

function matches(db: Database, table: string, match: string): unknown[] {
  return db.prepare(`SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rowid`).pluck().all(match);
}

function subjects(db: Database): unknown[] {
  return db.prepare('SELECT id, subject_id FROM search_documents ORDER BY id').raw().all();
}

function contents(db: Database): unknown {
  checkIntegrity(db);
  const terms = ['cafe', '"foo bar"', '"a b c"', '日', '"本 語"', 'api', 'plain', 'body', 'v1', 'a'];
  return {
    subjects: db.prepare('SELECT * FROM search_documents ORDER BY id').raw().all(),
    hits: ['search_text', 'search_cjk', 'search_title'].map((table) =>
      terms.map((term) => matches(db, table, term)),
    ),
  };
}
