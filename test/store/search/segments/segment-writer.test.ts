import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../src/store/database.ts';
import { addSegments } from '../../../../src/store/search/segments/index-records.ts';
import { createSegmentSink } from '../../../../src/store/search/segments/segment-sink.ts';
import { SegmentWriter } from '../../../../src/store/search/segments/segment-writer.ts';

const ROWS = 1_500_000;
/** Far apart, so that the list of the pages that rows begin is longer than a page itself. */
const rowidAt = (row: number) => 10_000 * row + 1;
const isRare = (row: number) => row % 1_000 === 7;

describe('SegmentWriter', () => {
  it('leads through a word of very many rows by an index of two levels', () => {
    const db = openDatabase(':memory:', { readonly: false });
    db.exec("CREATE VIRTUAL TABLE words USING fts5 (text, content = '', columnsize = 0)");
    db.unsafeMode(true);
    db.exec('BEGIN');
    const writer = new SegmentWriter(1_001, createSegmentSink(db, 'words'));
    const everywhere = { bytes: Buffer.from([2, 3, 3]), length: 3 };
    const once = { bytes: Buffer.from([5]), length: 1 };
    writer.beginTerm({ bytes: Buffer.from('0rare'), length: 5 });
    for (let row = 0; row < ROWS; row += 1) {
      if (isRare(row)) {
        writer.addRow(rowidAt(row), once);
      }
    }
    writer.beginTerm({ bytes: Buffer.from('0the'), length: 4 });
    for (let row = 0; row < ROWS; row += 1) {
      writer.addRow(rowidAt(row), everywhere);
    }
    const segments = [{ segment: 1_001, pages: writer.finish() }];
    addSegments(db, 'words', { segments, totals: { rows: ROWS, words: [3 * ROWS] } });
    db.exec('COMMIT');

    const levels = db
      .prepare('SELECT DISTINCT (id >> 31) & 31 FROM words_data WHERE (id >> 36) & 1')
      .pluck()
      .all();
    expect(levels).toEqual([0, 1]);
    db.exec("INSERT INTO words (words) VALUES ('integrity-check')");
    const together = db.prepare("SELECT rowid FROM words ('the AND rare')").pluck().all();
    expect(together).toEqual(Array.from({ length: ROWS / 1_000 }, (_, at) => rowidAt(1_000 * at + 7)));
    expect(db.prepare('SELECT count(*) FROM words (\'"the the rare"\')').pluck().get()).toBe(ROWS / 1_000);
    db.close();
  });
});
