import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applySchema } from '../../../src/store/database/schema.ts';
import type { Database } from '../../../src/store/database.ts';
import { createFileRegister } from '../../../src/store/file-register.ts';
import { FILES_OF_SNAPSHOTS, readKeptFiles } from '../../../src/store/kept-files.ts';
import { nextSnapshotId } from '../../../src/store/snapshot-writer.ts';
import { removeLaterSpans } from '../../../src/store/writing/file-spans.ts';
import { IS_LONG } from '../../house/long-run.ts';

const RUNS = IS_LONG ? 1_500 : 40;

/** The files of an archive: the versions of their contents by name. */
type Files = Readonly<Record<string, number>>;

/** The model: the files of each snapshot, the oldest first. A store has one row for each file of each of them. */
type History = readonly Files[];

type Step =
  /** An archive is loaded, at any place in time. */
  | { readonly type: 'load'; readonly place: number; readonly files: Files }
  /** The store becomes what it was at a snapshot. */
  | { readonly type: 'restore'; readonly place: number };

const template = (() => {
  const db = new SqliteDatabase(':memory:');
  applySchema(db);
  return db.serialize();
})();

const digestOf = (name: string, version: number) => `${name}${version}`;

function openEmpty(): Database {
  return new SqliteDatabase(template);
}

function load(db: Database, position: number, files: Files): void {
  const id = nextSnapshotId(db);
  const register = createFileRegister(db, id);
  for (const [entryName, version] of Object.entries(files)) {
    const sizeBytes = entryName.length * version;
    register.addFile({ entryName, content: 'attachment', sha256: digestOf(entryName, version), sizeBytes });
  }
  db.prepare('UPDATE snapshots SET position = position + 1 WHERE position >= ?').run(position);
  db.prepare(
    `INSERT INTO snapshots
       (id, position, archive_name, packed_bytes, unpacked_bytes, entry_count, loaded_at, satchel_version, counts)
     VALUES (?, ?, 'a.tar.gz', 1, 1, 1, '2026-01-01T00:00:00Z', '0', '{}')`,
  ).run(id, position);
  register.settle();
}

function restore(db: Database, position: number): void {
  removeLaterSpans(db, position);
  db.prepare('DELETE FROM snapshots WHERE position > ?').run(position);
}

/** The store and the model after a step; `place` chooses among the places that there are. */
function take(db: Database, history: History, step: Step): History {
  if (step.type === 'restore') {
    const length = history.length === 0 ? 0 : (step.place % history.length) + 1;
    restore(db, length);
    return history.slice(0, length);
  }
  const at = step.place % (history.length + 1);
  load(db, at + 1, step.files);
  return history.toSpliced(at, 0, step.files);
}

const digestsOf = (files: Files) => Object.entries(files).map(([name, version]) => digestOf(name, version));

function rowsOf(db: Database, sql: string, parameters: object = {}): readonly unknown[] {
  return db.prepare(sql).raw().all(parameters);
}

function expectSame(db: Database, history: History, chosen: readonly number[]): void {
  expect(
    rowsOf(
      db,
      `SELECT position, entry_name, sha256 FROM snapshot_files JOIN snapshots ON snapshots.id = snapshot_id
       ORDER BY position, entry_name`,
    ),
  ).toEqual(
    history.flatMap((files, at) =>
      Object.entries(files)
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([name, version]) => [at + 1, name, digestOf(name, version)]),
    ),
  );
  const places = [...new Set(chosen.map((place) => place % Math.max(1, history.length)))];
  const ids = places.map((at) =>
    db
      .prepare('SELECT id FROM snapshots WHERE position = ?')
      .pluck()
      .get(at + 1),
  );
  const needed = rowsOf(db, FILES_OF_SNAPSHOTS, { snapshots: JSON.stringify(ids) });
  expect(needed.map((row) => (Array.isArray(row) ? row[0] : row)).sort()).toEqual(
    [...new Set(places.flatMap((at) => digestsOf(history[at] ?? {})))].sort(),
  );
  const names = [...new Set(history.flatMap((files) => Object.keys(files)))].sort();
  for (const [id, name] of names.entries()) {
    db.prepare(
      "INSERT OR IGNORE INTO attachments (id, asset_url, url, shape_id, digest) VALUES (?, 'tarball://root/' || ?, ?, 1, 0)",
    ).run(id, name, name);
  }
  const newest = names.map((name) => {
    const version = history.findLast((files) => Object.hasOwn(files, name))?.[name] ?? 0;
    return [name, digestOf(name, version)];
  });
  expect([...readKeptFiles(db)].map(({ entryName, sha256 }) => [entryName, sha256])).toEqual(newest);
  db.exec('DELETE FROM attachments');
  expect([...readKeptFiles(db)].map(({ sha256 }) => sha256).sort()).toEqual(
    digestsOf(history.at(-1) ?? {}).sort(),
  );
  expect(db.pragma('foreign_key_check')).toEqual([]);
}

/** Accounts share no file, and an archive may lack any: exports of other repositories follow each other. */
const anyFiles: fc.Arbitrary<Files> = fc
  .record({
    account: fc.constantFrom('a', 'a', 'b', 'ab'),
    versions: fc.array(fc.constantFrom(0, 1, 1, 1, 2), { minLength: 8, maxLength: 8 }),
  })
  .map(({ account, versions }) =>
    Object.fromEntries(
      versions.flatMap((version, at) => {
        const owner = at < 4 ? 'a' : 'b';
        return version > 0 && account.includes(owner) ? [[`attachments/${owner}${at}`, version]] : [];
      }),
    ),
  );

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 9, arbitrary: fc.record({ type: fc.constant('load'), place: fc.nat(99), files: anyFiles }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restore'), place: fc.nat(99) }) },
);

describe('the files of snapshots', () => {
  it('are those of one row for each file of each snapshot, in any order of loading', () => {
    const anyChoice = fc.array(fc.nat(99), { maxLength: 3 });
    fc.assert(
      fc.property(fc.array(fc.tuple(anyStep, anyChoice), { minLength: 1, maxLength: 12 }), (steps) => {
        const db = openEmpty();
        let history: History = [];
        for (const [step, chosen] of steps) {
          history = take(db, history, step);
          expectSame(db, history, chosen);
        }
        db.close();
      }),
      { numRuns: RUNS },
    );
  });

  const orders = {
    'the oldest first': (count: number) => Array.from({ length: count }, (_, at) => at),
    'the newest first': (count: number) => Array.from({ length: count }, (_, at) => count - 1 - at),
    'every other one later': (count: number) => {
      const ages = Array.from({ length: count }, (_, at) => at);
      return [...ages.filter((age) => age % 2 === 0), ...ages.filter((age) => age % 2 === 1)];
    },
  };

  it.each(Object.entries(orders))('take one row each while archives gain a file, %s', (_, orderOf) => {
    const db = openEmpty();
    const loaded: number[] = [];
    for (const age of orderOf(30)) {
      const files = Array.from({ length: age + 1 }, (_, file) => [`attachments/${file}`, 1]);
      load(db, loaded.filter((other) => other < age).length + 1, Object.fromEntries(files));
      loaded.push(age);
    }
    expect(rowsOf(db, 'SELECT count(*) FROM snapshot_files')).toEqual([[(30 * 31) / 2]]);
    const rows = rowsOf(db, 'SELECT * FROM kept_files');
    expect(rows.length - 30).toBeLessThanOrEqual(1); // Half of the second archive may be another series.
    db.close();
  });

  it('take one row each while archives of accounts, of one repository and without files alternate', () => {
    const db = openEmpty();
    let position = 0;
    const next = (...files: readonly string[]) => {
      position += 1;
      load(db, position, Object.fromEntries(files.map((name) => [`attachments/${name}`, 1])));
    };
    for (let week = 0; week < 20; week += 1) {
      const weeks = Array.from({ length: week + 1 }, (_, at) => at);
      next(...weeks.flatMap((at) => [`acme-app-${at}`, `acme-site-${at}`]));
      next(...weeks.map((at) => `zoo-${at}`));
      next();
      next(...weeks.map((at) => `acme-app-${at}`).slice(-3));
    }
    expect(rowsOf(db, "SELECT count(*) FROM kept_files WHERE entry_name LIKE '%zoo%'")).toEqual([[20]]);
    expect(rowsOf(db, 'SELECT count(*) FROM kept_files')).toEqual([[80]]);
    db.close();
  });
});
