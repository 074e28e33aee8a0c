/**
 * Loads an archive into SQLite in the usual way: tar, stream-json, ajv and better-sqlite3, a transaction for each file,
 * with indexes and a full-text table from the start. Usage: `naive.js ARCHIVE FOLDER`.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import Database from 'better-sqlite3';
import { streamArray } from 'stream-json/streamers/stream-array.js';
import { list } from 'tar';

type Row = Readonly<Record<string, unknown>>;

const SCHEMAS = new URL('../../../schemas/archive/', import.meta.url);

const [archive = '', folder = ''] = process.argv.slice(2);
const ajv = new Ajv2020({
  strict: false,
  schemas: readdirSync(SCHEMAS).map((name) => JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8'))),
});
const idOf = new Map(
  readdirSync(SCHEMAS).map((name) => [
    name.replace('.schema.json', ''),
    String(JSON.parse(readFileSync(new URL(name, SCHEMAS), 'utf8')).$id),
  ]),
);

const db = new Database(join(folder, 'store.db'));
db.pragma('journal_mode = WAL');
db.pragma('synchronous = NORMAL');
db.exec('CREATE VIRTUAL TABLE search USING fts5(url UNINDEXED, title, body)');
const inserts = new Map<string, Database.Statement>();
const insertText = db.prepare('INSERT INTO search VALUES (?, ?, ?)');

function insertOf(kind: string): Database.Statement {
  let insert = inserts.get(kind);
  if (insert === undefined) {
    db.exec(
      `CREATE TABLE ${kind} (url TEXT PRIMARY KEY, user TEXT, title TEXT, body TEXT, created_at TEXT, json TEXT)`,
    );
    db.exec(`CREATE INDEX ${kind}_user ON ${kind} (user)`);
    db.exec(`CREATE INDEX ${kind}_created_at ON ${kind} (created_at)`);
    insert = db.prepare(`INSERT OR REPLACE INTO ${kind} VALUES (?, ?, ?, ?, ?, ?)`);
    inserts.set(kind, insert);
  }
  return insert;
}

const insertFile = db.transaction((records: readonly Row[]) => {
  for (const record of records) {
    const kind = String(record['type']);
    const validate = ajv.getSchema(idOf.get(kind) ?? '');
    if (validate?.(record) !== true) {
      throw new Error(`Not valid: ${record['url']}`);
    }
    const { url, user = null, title = null, body = null, created_at: createdAt = null } = record;
    insertOf(kind).run(url, user, title, body, createdAt, JSON.stringify(record));
    if (body !== null) {
      insertText.run(url, title, body);
    }
  }
});

const pending: Promise<void>[] = [];
await list({
  file: archive,
  onReadEntry(entry) {
    if (!/_\d+\.json$/.test(entry.path)) {
      return;
    }
    const parsing = streamArray.withParserAsStream();
    let records: Row[] = [];
    pending.push(
      new Promise<void>((resolve, reject) => {
        parsing.on('data', ({ value }: { value: Row }) => {
          records.push(value);
          if (records.length === 500) {
            insertFile(records);
            records = [];
          }
        });
        parsing.on('end', () => {
          insertFile(records);
          resolve();
        });
        parsing.on('error', reject);
      }),
    );
    entry.pipe(parsing);
  },
});
await Promise.all(pending);
db.close();
