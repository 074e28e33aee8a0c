/**
 * Searches a store of one million comments, made on the first run, and prints how long the first page takes at the 95th
 * percentile, with a plain SQL scan for the same words beside it. Exits with 1 where a promised time is missed.
 *
 *     node dist/bench/search.js [--comments 1000000] [--rounds 20] [--folder DIR]
 */

import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Prose } from './prose.ts';

/** What this file calls of the built search; it is compiled apart from the sources. */
interface SearchRoom {
  searchStore(
    db: unknown,
    text: string,
    options: object,
  ): { readonly results: readonly unknown[]; readonly order: { readonly by: string } };
  completeTitles(db: unknown, typed: string, limit: number): readonly unknown[];
}

/** The same of the store. */
interface StoreRoom {
  openStore(path: string): {
    readonly db: unknown;
    query(sql: string, options: object): { readonly rows: Iterable<readonly unknown[]> };
    close(): void;
  };
  openStoreWriter(
    path: string,
    options: object,
  ): Promise<{
    insertBatch(batch: object): void;
    finish(facts: object): Promise<unknown>;
  }>;
}

const { values: flags } = parseArgs({
  options: {
    comments: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '20' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});
const COMMENTS = Number(flags.comments);
const COMMENTS_PER_ISSUE = 10;
const BATCH_RECORDS = 1_000;
const REPOSITORY = 'https://service.example/alice/garden';
const START_MS = Date.UTC(2016, 0);
const STEP_MS = 300_000;

interface Row {
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly query: (word: string, round: number) => string;
  /** Undefined where nothing is promised. */
  readonly targetMs: number | undefined;
  /** Whether titles are completed instead. */
  readonly isCompletion?: true;
}

/** Shares of all texts that a word may have to stand for its row; times in milliseconds at the 95th percentile. */
const ROWS: readonly Row[] = [
  { name: 'rare words', min: 0, max: 0.000_5, query: (word: string) => word, targetMs: 50 },
  { name: 'selective words', min: 0.000_5, max: 0.01, query: (word: string) => word, targetMs: 50 },
  {
    name: 'selective, open, by one author',
    min: 0.000_5,
    max: 0.01,
    query: (word: string) => `is:open author:user3 ${word}`,
    targetMs: 50,
  },
  { name: 'in titles', min: 0.000_5, max: 0.01, query: (word: string) => `in:title ${word}`, targetMs: 50 },
  { name: 'common words', min: 0.05, max: 1, query: (word: string) => word, targetMs: 100 },
  {
    name: 'common words, open',
    min: 0.05,
    max: 1,
    query: (word: string) => `is:open ${word}`,
    targetMs: 100,
  },
  {
    name: 'selective words, last updated',
    min: 0.000_5,
    max: 0.01,
    query: (word: string) => `${word} sort:updated`,
    targetMs: undefined,
  },
  {
    name: 'common words, last updated',
    min: 0.05,
    max: 1,
    query: (word: string) => `${word} sort:updated`,
    targetMs: undefined,
  },
  {
    name: 'common words that meet nowhere',
    min: 0.05,
    max: 1,
    query: (word: string) => `${word} -${word}`,
    targetMs: undefined,
  },
  {
    name: 'title completion, first word',
    min: 0.000_05,
    max: 1,
    query: (word: string, round: number) => word.slice(0, 1 + (round % 5)),
    targetMs: 20,
    isCompletion: true,
  },
  {
    name: 'title completion, second word',
    min: 0.000_05,
    max: 1,
    query: (word: string, round: number) => `${word} ${word.slice(0, 1 + (round % 5))}`,
    targetMs: 20,
    isCompletion: true,
  },
];

const room = (await import(new URL('../store/index.js', import.meta.url).href)) as StoreRoom; // Built beside this file.
const searching = (await import(new URL('../search/index.js', import.meta.url).href)) as SearchRoom;
const path = join(flags.folder, `search-${COMMENTS}.db`);
if (!existsSync(path)) {
  mkdirSync(flags.folder, { recursive: true });
  await makeStore();
}
const store = room.openStore(path);
const shares = sampleWords();
line(['query', 'order', 'p95 ms', 'median ms', 'target ms', 'scan ms']);
for (const row of ROWS) {
  const words = shares
    .filter(({ share }) => share > row.min && share <= row.max)
    .slice(0, Number(flags.rounds));
  const times: number[] = [];
  let order = '';
  for (const [round, { word }] of words.entries()) {
    const text = row.query(word, round);
    const startMs = performance.now();
    order = row.isCompletion === true ? complete(text) : search(text);
    times.push(performance.now() - startMs);
  }
  const p95 = percentile(times, 0.95);
  const scan = words[0] === undefined ? 0 : scanMs(words[0].word);
  const cells = [p95, percentile(times, 0.5), row.targetMs, scan].map((ms) => ms?.toFixed(0) ?? '-');
  line([row.name, order, ...cells]);
  if (row.targetMs !== undefined && p95 > row.targetMs) {
    process.exitCode = 1;
  }
}
store.close();

function search(text: string): string {
  return searching.searchStore(store.db, text, { limit: 30, nowMs: START_MS }).order.by;
}

function complete(typed: string): string {
  searching.completeTitles(store.db, typed, 10);
  return 'newest';
}

async function makeStore(): Promise<void> {
  const startMs = performance.now();
  const prose = new Prose();
  const writer = await room.openStoreWriter(path, { clock: { now: () => START_MS, sleep: async () => {} } });
  const issues = Math.ceil(COMMENTS / COMMENTS_PER_ISSUE);
  insert('issue', issues, (number) => ({
    url: `${REPOSITORY}/issues/${number}`,
    repository: REPOSITORY,
    title: prose.text(50).replaceAll('\n', ' '),
    labels: [],
    assignees: [],
    closed_at: number % 4 === 0 ? null : timeOf(number * COMMENTS_PER_ISSUE + 9),
    created_at: timeOf(number * COMMENTS_PER_ISSUE),
  }));
  insert('issue_comment', COMMENTS, (number) => ({
    url: `${REPOSITORY}/issues/${Math.ceil(number / COMMENTS_PER_ISSUE)}#issuecomment-${number}`,
    issue: `${REPOSITORY}/issues/${Math.ceil(number / COMMENTS_PER_ISSUE)}`,
    created_at: timeOf(number),
  }));
  const facts = {
    archiveName: 'bench',
    packedBytes: 0,
    unpackedBytes: 0,
    entryCount: 0,
    archiveSha256: undefined,
  };
  await writer.finish({ ...facts, takenAt: undefined, migrationId: undefined, scope: undefined });
  console.log(`A store of ${COMMENTS} comments took ${((performance.now() - startMs) / 1000).toFixed(0)} s`);

  function insert(kind: string, count: number, make: (number: number) => object): void {
    for (let first = 1; first <= count; first += BATCH_RECORDS) {
      const records = Array.from({ length: Math.min(BATCH_RECORDS, count - first + 1) }, (_, index) => {
        const value = {
          type: kind,
          user: `https://service.example/user${prose.favourite(500)}`,
          body: prose.body(),
          reactions: [],
          ...make(first + index),
        };
        return { index, value, source: Buffer.from(JSON.stringify(value)) };
      });
      writer.insertBatch({ kind, entryName: `${kind}s_000001.json`, records, rejected: [] });
    }
  }
}

function timeOf(step: number): string {
  return `${new Date(START_MS + step * STEP_MS).toISOString().slice(0, 19)}Z`;
}

/** Words of the same prose, with the share of texts that hold each. */
function sampleWords(): readonly { readonly word: string; readonly share: number }[] {
  const words = new Set(
    new Prose()
      .text(200_000)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
  const sql = 'select count(*) from search_text where search_text match :word';
  return [...words].slice(0, 3_000).map((word) => {
    const [row] = [...store.query(sql, { parameters: { word: `"${word}"` } }).rows];
    return { word, share: Number(row?.[0] ?? 0) / (COMMENTS * (1 + 1 / COMMENTS_PER_ISSUE)) };
  });
}

/** What the same question costs without an index. */
function scanMs(word: string): number {
  const sql =
    "select count(*) from (select thread_url from issue_comments where body like '%' || :word || '%' group by 1)";
  const startMs = performance.now();
  for (const _ of store.query(sql, { parameters: { word } }).rows) {
    // Reading the one row is what is measured.
  }
  return performance.now() - startMs;
}

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function line([name = '', order = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(34) + order.padEnd(12) + cells.map((cell) => cell.padStart(12)).join(''));
}
