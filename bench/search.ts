/**
 * Runs a demanding mix of searches on a store of one million comments, which is generated on the first run, and prints
 * the CPU time of the first page for each class. Exits with 1 if the 95th percentile of the mix misses its target.
 *
 *     node compiled/bench/search.js [--comments 1000000] [--rounds 15] [--folder DIR]
 */

import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type * as SearchStore from '../src/search/search-store.ts';
import type * as StoreReader from '../src/store/store.ts';
import type * as StoreWriter from '../src/store/store-writer.ts';
import { importBuilt } from './import-built.ts';
import { Prose } from './prose.ts';

const { values: flags } = parseArgs({
  options: {
    comments: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '15' },
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
  readonly query: (words: Words) => string;
  /** Whether to complete titles instead. */
  readonly isCompletion?: true;
  /** Whether it is excluded from the mix. */
  readonly isApart?: true;
}

/** A word of the row's class, and words to combine it with. */
interface Words {
  readonly word: string;
  readonly rare: string;
  readonly common: string;
  readonly round: number;
}

/** The minimum and maximum share of texts that contain a word of each class. */
const RARE = { min: 0, max: 0.000_5 };
const SELECTIVE = { min: 0.000_5, max: 0.01 };
const COMMON = { min: 0.05, max: 1 };
const ANY = { min: 0.000_05, max: 1 };

/** The mix consists of fifteen searches of each class. */
const ROWS: readonly Row[] = [
  { name: 'rare', ...RARE, query: ({ word }) => word },
  { name: 'selective', ...SELECTIVE, query: ({ word }) => word },
  { name: 'between', min: 0.01, max: 0.05, query: ({ word }) => word },
  { name: 'common', ...COMMON, query: ({ word }) => word },
  { name: 'rare rare common', ...RARE, query: ({ word, rare, common }) => `${word} ${rare} ${common}` },
  { name: 'selective common', ...SELECTIVE, query: ({ word, common }) => `${word} ${common}` },
  { name: 'common common', ...COMMON, query: ({ word, common }) => `${word} ${common}` },
  { name: '"common common"', ...COMMON, query: ({ word, common }) => `"${word} ${common}"` },
  { name: 'selective -common', ...SELECTIVE, query: ({ word, common }) => `${word} -${common}` },
  { name: 'selective OR common', ...SELECTIVE, query: ({ word, common }) => `${word} OR ${common}` },
  { name: 'common, first three letters', ...COMMON, query: ({ word }) => `${word.slice(0, 3)}*` },
  { name: 'any, first three letters', ...ANY, query: ({ word }) => `${word.slice(0, 3)}*` },
  { name: 'any, first letter', ...ANY, query: ({ word }) => `${word.slice(0, 1)}*` },
  { name: 'in:title selective', ...SELECTIVE, query: ({ word }) => `in:title ${word}` },
  { name: 'is:open common', ...COMMON, query: ({ word }) => `is:open ${word}` },
  { name: 'is:open author: selective', ...SELECTIVE, query: ({ word }) => `is:open author:user3 ${word}` },
  { name: 'comments:>5 common', ...COMMON, query: ({ word }) => `comments:>5 ${word}` },
  { name: 'sort:updated selective', ...SELECTIVE, query: ({ word }) => `sort:updated ${word}` },
  { name: 'sort:updated common', ...COMMON, query: ({ word }) => `sort:updated ${word}` },
  { name: 'sort:comments common', ...COMMON, query: ({ word }) => `sort:comments ${word}` },
  { name: 'sort:created-asc common', ...COMMON, query: ({ word }) => `sort:created-asc ${word}` },
  { name: 'involves:', ...ANY, query: ({ round }) => `involves:user${1 + round * 7}` },
  {
    name: 'commenter: common',
    ...COMMON,
    query: ({ word, round }) => `commenter:user${1 + round * 7} ${word}`,
  },
  {
    name: 'qualifiers alone',
    ...ANY,
    query: ({ round }) =>
      [
        'is:open',
        `author:user${round}`,
        'created:2018-03 is:closed',
        'no:label comments:>5',
        'updated:>2019',
      ][round % 5] ?? '',
  },
  { name: 'common that meet nowhere', ...COMMON, isApart: true, query: ({ word }) => `${word} -${word}` },
  {
    name: 'completion, first word',
    ...ANY,
    isCompletion: true,
    query: ({ word, round }) => word.slice(0, 1 + (round % 5)),
  },
  {
    name: 'completion, second word',
    ...ANY,
    isCompletion: true,
    query: ({ word, round }) => `${word} ${word.slice(0, 1 + (round % 5))}`,
  },
];

/** The promised 95th percentile of the mix, in milliseconds of CPU time. */
const TARGET_MS = 20;

const { completeTitles, searchStore } = await importBuilt<typeof SearchStore>('search/search-store');
const { openStore } = await importBuilt<typeof StoreReader>('store/store');
const { openStoreWriter } = await importBuilt<typeof StoreWriter>('store/store-writer');
const path = join(flags.folder, `search-${COMMENTS}.db`);
if (!existsSync(path)) {
  mkdirSync(flags.folder, { recursive: true });
  await makeStore();
}
const store = openStore(path);
const shares = sampleWords();
const mix: number[] = [];
line(['query', 'order', 'median', 'p95', 'max']);
for (const row of ROWS) {
  const times: number[] = [];
  let order = '';
  for (const words of chooseWords(row)) {
    const text = row.query(words);
    const start = process.cpuUsage();
    order = row.isCompletion === true ? complete(text) : search(text);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  line([row.name, order, ...figures(times)]);
  mix.push(...(row.isApart === true ? [] : times));
}
line(['all', '-', ...figures(mix)]);
store.close();
if (percentile(mix, 0.95) > TARGET_MS) {
  process.exitCode = 1;
}

function chooseWords({ min, max }: Row): readonly Words[] {
  const within = (least: number, most: number) =>
    shares.filter(({ share }) => share > least && share <= most).map(({ word }) => word);
  const rare = within(RARE.min, RARE.max);
  const common = within(COMMON.min, COMMON.max);
  return within(min, max)
    .slice(0, Number(flags.rounds))
    .map((word, round) => ({
      word,
      rare: rare[rare.length - 1 - round] ?? word,
      common: common[common.length - 1 - round] ?? word,
      round,
    }));
}

function figures(times: readonly number[]): readonly string[] {
  return [0.5, 0.95, 1].map((share) => percentile(times, share).toFixed(1));
}

function search(text: string): string {
  return searchStore(store.db, text, { limit: 30, nowMs: START_MS }).order.by;
}

function complete(typed: string): string {
  completeTitles(store.db, typed, 10);
  return 'newest';
}

async function makeStore(): Promise<void> {
  const startMs = performance.now();
  const prose = new Prose();
  const writer = await openStoreWriter(path, { clock: { now: () => START_MS } });
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

/** Words of the same prose, with the share of texts that contain each. */
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

function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function line([name = '', order = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(34) + order.padEnd(12) + cells.map((cell) => cell.padStart(12)).join(''));
}
