import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../../../../src/store/database.ts';
import { openSegmentIndex } from '../../../../src/store/search/segments/segment-index.ts';

/** All characters in the long run, else all below those of East Asia and some above. */
const LONG = process.env['SATCHEL_TEST_LONG'] === '1';

type Texts = readonly (string | null)[];

const TOKENIZER = 'unicode61 remove_diacritics 2';

/** A store of texts with two indexes over them: one that FTS5 fills, and an empty one. */
function openIndexes(): Database {
  const db = openDatabase(':memory:', { readonly: false });
  db.exec(`
    CREATE TABLE texts (id INTEGER PRIMARY KEY, a, b);
    CREATE VIRTUAL TABLE theirs USING fts5 (a, b, content = texts, content_rowid = id, tokenize = '${TOKENIZER}', prefix = '1 3');
    CREATE VIRTUAL TABLE ours USING fts5 (a, b, content = texts, content_rowid = id, tokenize = '${TOKENIZER}', prefix = '1 3');
    CREATE VIRTUAL TABLE our_words USING fts5vocab (ours, instance);
    CREATE VIRTUAL TABLE their_words USING fts5vocab (theirs, instance);
  `);
  db.unsafeMode(true);
  return db;
}

/** Fills both indexes, ours with segments of so many words; `isOurs` false leaves a text to FTS5 in ours too. */
function fill(
  db: Database,
  rows: readonly Texts[],
  options: { places: number; isOurs?: (id: number) => boolean },
) {
  const { places, isOurs = () => true } = options;
  const spec = { name: 'ours', columnCount: 2, tokenizer: TOKENIZER, prefixes: [1, 3] };
  const index = openSegmentIndex(db, spec, { places, wordBytes: 4 * places });
  const addText = db.prepare('INSERT INTO texts VALUES (?, ?, ?)');
  const addTheirs = db.prepare('INSERT INTO theirs (rowid, a, b) VALUES (?, ?, ?)');
  const addOurs = db.prepare('INSERT INTO ours (rowid, a, b) VALUES (?, ?, ?)');
  db.exec('BEGIN');
  for (const [at, texts] of rows.entries()) {
    const id = 3 * at + 1;
    addText.run(id, ...texts);
    addTheirs.run(id, ...texts);
    if (isOurs(id)) {
      index.add(id, texts.map(rangeOf), { isAscii: texts.every((text) => !/[^\0-\x7f]/.test(text ?? '')) });
    } else {
      addOurs.run(id, ...texts);
    }
  }
  db.exec('COMMIT; BEGIN');
  index.finish();
  db.exec('COMMIT');
}

/** A text in the middle of other bytes. */
function rangeOf(text: string | null) {
  return text === null
    ? null
    : { bytes: Buffer.from(`..${text}..`), start: 2, end: 2 + Buffer.byteLength(text) };
}

/** FTS5's own look at the whole index, and a comparison with its texts; throws where anything is wrong. */
function requireIntegrity(db: Database): void {
  db.exec("INSERT INTO ours (ours, rank) VALUES ('integrity-check', 1)");
}

function requireSame(db: Database): void {
  const differences = db
    .prepare(`
      SELECT * FROM (SELECT * FROM our_words EXCEPT SELECT * FROM their_words)
      UNION ALL
      SELECT * FROM (SELECT * FROM their_words EXCEPT SELECT * FROM our_words)
    `)
    .all();
  expect(differences).toEqual([]);
  const rowsOf = (table: string) => db.prepare(`SELECT * FROM ${table} ORDER BY id`).raw().all();
  expect(rowsOf('ours_docsize')).toEqual(rowsOf('theirs_docsize'));
  const totals = (table: string) => db.prepare(`SELECT block FROM ${table}_data WHERE id = 1`).pluck().get();
  expect(totals('ours')).toEqual(totals('theirs'));
}

function find(db: Database, table: string, match: string): readonly unknown[] {
  return db.prepare(`SELECT rowid, bm25(${table}) FROM ${table} (?) ORDER BY rowid`).raw().all(match);
}

const anyWord = fc.oneof(
  fc.constantFrom(
    'a',
    'the',
    'THE',
    'of',
    'x86',
    'internationalisation',
    'Internationalisations',
    'foo_bar',
    'a.b',
  ),
  fc.stringMatching(/^[ -~]{0,24}$/),
  fc.stringMatching(/^[a-c]{1,14}$/),
);
/** Of Latin, Greek, Cyrillic, Hebrew and Arabic, with the marks among them. */
const anyCharacter = fc
  .integer({ min: 0x80, max: 0x6ff })
  .map((codePoint) => String.fromCodePoint(codePoint));
const anyUnicodeWord = fc.oneof(
  anyWord,
  fc.constantFrom(
    'Straße',
    'ÉCOLE',
    'e\u0301cole',
    '\u0301x',
    'ﬁne',
    'Ⱥ',
    'İstanbul',
    '“quoted”',
    '🧵',
    '日本語',
    'ｆｕｌｌ',
    '𝐀x',
    'a\u0345b',
  ),
  fc.string({ unit: anyCharacter, maxLength: 12 }),
);
const anyText = fc.option(fc.array(anyWord, { maxLength: 40 }).map((words) => words.join(' ')));
const anyRows = fc.array(fc.tuple(anyText, anyText), { maxLength: 60 });
const anyUnicodeText = fc.option(fc.array(anyUnicodeWord, { maxLength: 30 }).map((words) => words.join(' ')));
const anyUnicodeRows = fc.array(fc.tuple(anyUnicodeText, anyUnicodeText), { maxLength: 40 });

describe('openSegmentIndex()', () => {
  it('writes the index that FTS5 would, whatever the ASCII texts and however many segments', () => {
    fc.assert(
      fc.property(anyRows, fc.integer({ min: 1, max: 400 }), (rows, places) => {
        const db = openIndexes();
        try {
          fill(db, rows, { places });
          requireIntegrity(db);
          requireSame(db);
        } finally {
          db.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('folds and cuts the texts of every script as FTS5 does', () => {
    fc.assert(
      fc.property(anyUnicodeRows, (rows) => {
        const db = openIndexes();
        try {
          fill(db, rows, { places: 200 });
          requireIntegrity(db);
          requireSame(db);
        } finally {
          db.close();
        }
      }),
      { numRuns: 60 },
    );
  });

  it('knows every character there is', () => {
    const db = openIndexes();
    const rows: Texts[] = [];
    for (let first = 0x80; first < 0x11_0000; first += first < 0x3000 || LONG ? 64 : 4_096) {
      const characters = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(first + at));
      const sound = characters.filter((character) => !/\p{Surrogate}/u.test(character));
      rows.push([
        sound.map((character) => `x${character}y`).join(' '),
        sound.map((one) => `${one} ${one}z`).join(' '),
      ]);
    }
    fill(db, rows, { places: 20_000 });
    requireSame(db);
    db.close();
  });

  it('stands beside what FTS5 writes into the same index, and FTS5 goes on with it', () => {
    fc.assert(
      fc.property(anyRows, fc.array(fc.boolean(), { minLength: 1 }), (rows, choices) => {
        const db = openIndexes();
        try {
          fill(db, rows, { places: 100, isOurs: (id) => choices[id % choices.length] ?? true });
          requireSame(db);
          db.exec("INSERT INTO ours (ours) VALUES ('optimize')");
          requireIntegrity(db);
          requireSame(db);
          const texts = db.prepare('SELECT id, a, b FROM texts WHERE id % 2 = 1').raw().all();
          const remove = db.prepare("INSERT INTO ours (ours, rowid, a, b) VALUES ('delete', ?, ?, ?)");
          for (const row of texts) {
            remove.run(row);
          }
          db.exec('DELETE FROM texts WHERE id % 2 = 1');
          requireIntegrity(db);
        } finally {
          db.close();
        }
      }),
      { numRuns: 40 },
    );
  });

  it('finds by words, phrases, prefixes and columns, and ranks as FTS5 does', () => {
    const db = openIndexes();
    const rows = Array.from({ length: 4_000 }, (_, at): Texts => {
      const rare = at % 97 === 0 ? 'needle in the haystack' : '';
      return [`title ${at % 13}`, `common words and ${rare} number${at} ${'common '.repeat(at % 5)}`];
    });
    fill(db, rows, { places: 9_000 });
    for (const match of [
      'common',
      'needle',
      '"in the haystack"',
      'num*',
      'n*',
      'nee*',
      'a : common',
      'common NOT needle',
      'needle AND common',
    ]) {
      expect(find(db, 'ours', match), match).toEqual(find(db, 'theirs', match));
    }
    requireIntegrity(db);
    db.close();
  });

  it('keeps positions that take several pages, and words longer than FTS5 takes', () => {
    const db = openIndexes();
    const long = `${'x'.repeat(40_000)} ${'y'.repeat(32_768)} ${'y'.repeat(32_769)}`;
    const rows = [
      ['again '.repeat(70_000), null],
      [null, `${'once '.repeat(33_000)}upon ${'once '.repeat(40_000)}upon`],
      [long, long],
      ['again', 'once'],
    ];
    fill(db, rows, { places: 50_000 });
    requireIntegrity(db);
    requireSame(db);
    expect(find(db, 'ours', '"once upon"')).toEqual(find(db, 'theirs', '"once upon"'));
    db.close();
  });
});
