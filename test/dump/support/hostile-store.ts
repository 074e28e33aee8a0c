import { join } from 'node:path';
import { openDatabase } from '../../../src/store/database.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';

const REPO = 'https://service.example/acme/app';

/** Texts that break writers of CSV, JSON and Parquet, or spreadsheets. */
export const HOSTILE_TEXTS: readonly string[] = [
  '=HYPERLINK("http://example.org","x")',
  '+1+cmd|calc',
  '-2+3',
  '@SUM(A1)',
  '\ttab',
  '\rreturn',
  "'quoted",
  '+1',
  '-1.5',
  '',
  ' ',
  'a,b',
  'say "hi"',
  'line\nbreak\r\nand\rmore',
  'NUL \u0000 inside',
  'lone \ud800 surrogate',
  '🧵 \u2028 \u2029 \u0085',
  'NULL',
  '\\N',
  'x'.repeat(300_000),
];

/** Texts that look like times, but are not valid ones: JavaScript interprets the second as 2 March. */
export const NO_TIMES: readonly string[] = [
  '9999-99-99T99:99:99Z',
  '2023-02-30T00:00:00Z',
  '2016-12-31T23:59:60Z',
];

/** Writes a store in which every text is hostile, with blobs and the largest integers. Returns its path. */
export async function writeHostileStore(directory: string): Promise<string> {
  const dbPath = join(directory, 'hostile.db');
  const issues = HOSTILE_TEXTS.map((text, index) => ({
    type: 'issue',
    url: `${REPO}/issues/${index + 1}`,
    repository: REPO,
    title: text,
    body: text,
    created_at: NO_TIMES[index] ?? '2024-05-06T07:08:09.120Z',
    secret: { note: text },
  }));
  const literals =
    `{"type":"issue","url":"${REPO}/issues/99","closed_at":null,` +
    '"big":9007199254740993,"huge":1e400,"list":[1.0,-0,12345678901234567890]}';
  await writeStore(dbPath, [
    batchOf('repository', [{ type: 'repository', url: REPO, name: 'app', private: false }]),
    batchOf('issue', [...issues, literals]),
  ]);
  const db = openDatabase(dbPath, { readonly: false });
  db.prepare("UPDATE issues SET digest = 9223372036854775807 WHERE url LIKE '%/99'").run();
  const reject = db.prepare(
    "INSERT INTO rejected_records VALUES (?, 1, 'issue', 'issues_1.json', ?, '[]', ?)",
  );
  reject.run(1001, 0, Buffer.from([0, 255, 34, 10, 128]));
  reject.run(1002, 1, '{"=": "text"}');
  db.close();
  return dbPath;
}
