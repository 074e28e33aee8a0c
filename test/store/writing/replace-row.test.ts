import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invariant } from '../../../src/base/failure.ts';
import type { JsonObject } from '../../../src/base/json.ts';
import { applySchema } from '../../../src/store/database/schema.ts';
import type { Database } from '../../../src/store/database.ts';
import { RECORD_TABLES } from '../../../src/store/record-tables.table.ts';
import { RecordInput } from '../../../src/store/rows/record-input.ts';
import type { TableWriter } from '../../../src/store/writing/record-table.ts';
import { openTableWriters } from '../../../src/store/writing/table-writer.ts';
import { IS_LONG } from '../../house/long-run.ts';
import { anyRecord } from '../support/arbitrary-records.ts';

const RUNS = IS_LONG ? 600 : 100;
const URL = 'https://service.example/acme/app/x/1';
/** Kinds with a table; the id of a record is the place of its kind, because ids are unique across all tables. */
const KINDS: readonly string[] = RECORD_TABLES.map(({ kind }) => kind);

function openEmpty(): Database {
  const db = new SqliteDatabase(':memory:');
  applySchema(db);
  db.pragma('foreign_keys = OFF'); // As in every load.
  return db;
}

function inputOf(json: string): RecordInput {
  const value: JsonObject = JSON.parse(json);
  return new RecordInput({ index: 0, value, source: Buffer.from(json) });
}

/** Versions of records of kinds with a table. */
const anyVersions = fc.array(
  anyRecord.filter(({ kind, json }) => KINDS.includes(kind) && typeof JSON.parse(json).url === 'string'),
  { minLength: 20, maxLength: 40 },
);

describe('TableWriter.replace()', () => {
  it('leaves what removing the old version and inserting the new one leaves', () => {
    fc.assert(
      fc.property(anyVersions, (records) => {
        const states = [replaced, reinserted].map((change) => {
          const db = openEmpty();
          const writers = openTableWriters(db);
          const present = new Set<string>();
          for (const { kind, json } of records) {
            const id = KINDS.indexOf(kind);
            const table = writers.of(kind);
            invariant(table !== undefined, 'each kind of record has a table');
            if (present.has(kind)) {
              change(table, inputOf(json), id);
            } else {
              table.insert(inputOf(json), URL, id);
              present.add(kind);
            }
          }
          return contentsOf(db);
        });
        expect(states[0]).toEqual(states[1]);
      }),
      { numRuns: RUNS },
    );
  });

  it('writes nothing but what differs', () => {
    const db = openEmpty();
    const table = openTableWriters(db).of('issue');
    const version = (members: object) =>
      inputOf(JSON.stringify({ type: 'issue', url: URL, title: 'one', labels: ['a', 'b'], ...members }));
    table?.insert(version({ body: 'long', user: 'https://service.example/ann' }), URL, 1);
    db.exec(`
      CREATE TEMP TABLE written (what TEXT);
      CREATE TEMP TRIGGER titles AFTER UPDATE OF title ON issues BEGIN INSERT INTO written VALUES ('title'); END;
      CREATE TEMP TRIGGER urls AFTER UPDATE OF url ON issues BEGIN INSERT INTO written VALUES ('url'); END;
      CREATE TEMP TRIGGER bodies AFTER UPDATE OF body ON issues BEGIN INSERT INTO written VALUES ('body'); END;
      CREATE TEMP TRIGGER labels AFTER DELETE ON issue_labels BEGIN INSERT INTO written VALUES ('labels'); END;
    `);
    table?.replace(version({ body: 'longer', user: 'https://service.example/ann' }), URL, 1);
    expect(db.prepare('SELECT what FROM written').pluck().all()).toEqual(['body']);
  });
});

function replaced(table: TableWriter<string>, record: RecordInput, id: number): void {
  table.replace(record, URL, id);
}

function reinserted(table: TableWriter<string>, record: RecordInput, id: number): void {
  table.remove(id);
  table.insert(record, URL, id);
}

function contentsOf(db: Database): Readonly<Record<string, unknown>> {
  const tables = openTableWriters(db).layouts.flatMap(({ table, links }) => [
    table,
    ...links.map((link) => link.table),
  ]);
  return Object.fromEntries(
    [...tables, 'record_shapes'].map((table) => [table, db.prepare(`SELECT * FROM ${table}`).all()]),
  );
}
