/**
 * Starts `satchel browse` on a store of one million comments, generated on the first run. Prints the time to the first
 * byte of its pages and the pages per second on one core, next to those of plain SQL pages of the same store. Exits
 * with 1 if a promised figure is missed.
 *
 *     node compiled/bench/browse.js [--comments 1000000] [--pages 200] [--folder DIR]
 */

import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type * as StoreReader from '../src/store/store.ts';
import { browseArchiveFile } from './browse-archive-file.ts';
import { importBuilt } from './import-built.ts';
import { Prose } from './prose.ts';
import { median, runProgram } from './run-program.ts';
import { type ServingProcess, startServing } from './serving-process.ts';

const { values: flags } = parseArgs({
  options: {
    comments: { type: 'string', default: '1000000' },
    pages: { type: 'string', default: '200' },
    folder: { type: 'string', default: join(tmpdir(), 'satchel-bench') },
  },
});
const COMMENTS = Number(flags.comments);
const PAGES = Number(flags.pages);
const SATCHEL = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const RIVAL = fileURLToPath(new URL('rivals/plain-pages.js', import.meta.url));
const FIRST_BYTE_TARGET_MS = 50;
const START_TARGET_MS = 300;
const REQUESTS_TARGET = 200;
const CONCURRENCY = 4;
const STARTS = 5;
/** The range of shares of texts that contain a selective word, as in the benchmark of searches. */
const SELECTIVE = { min: 0.000_5, max: 0.01 };

const storePath = join(flags.folder, `browse-${COMMENTS}.db`);
if (!existsSync(storePath)) {
  const archive = await browseArchiveFile(COMMENTS, flags.folder);
  await runProgram(process.execPath, [SATCHEL, 'load', archive, '--db', storePath, '--quiet']);
}
const kinds = await chooseAddresses();

const starts: number[] = [];
for (let round = 0; round < STARTS; round += 1) {
  const server = await startSatchel();
  starts.push(server.startMs);
  await server.end();
}
const startMs = median(starts);
console.log(
  `Start to the first answer: ${startMs.toFixed(0)} ms (median of ${STARTS}, promised below ${START_TARGET_MS} ms)\n`,
);
check(startMs < START_TARGET_MS);

line(['first byte, ms', 'p95 cold', 'p95 warm', 'median warm', 'promised', 'plain p95', 'kB a page']);
const ours = await startSatchel();
const plain = await startServing([RIVAL, storePath], '/');
for (const { name, paths, isInPlain, isPromised } of kinds) {
  const cold = await visit(ours, paths);
  const warm = await visit(ours, paths);
  const rival = isInPlain ? await visit(plain, paths) : undefined;
  const sizeKb = median(cold.map(({ sizeBytes }) => sizeBytes)) / 1_000;
  line([
    name,
    percentile(cold, 0.95).toFixed(1),
    percentile(warm, 0.95).toFixed(1),
    percentile(warm, 0.5).toFixed(1),
    isPromised ? `< ${FIRST_BYTE_TARGET_MS}` : '-',
    rival === undefined ? '-' : percentile(rival, 0.95).toFixed(1),
    sizeKb.toFixed(0),
  ]);
  check(!isPromised || percentile(cold, 0.95) < FIRST_BYTE_TARGET_MS);
}
await ours.end();

line(['\nrequests a second', 'cold', 'warm', '', 'promised', 'plain']);
const mixed = kinds.filter(({ isInPlain }) => isInPlain).flatMap(({ paths }) => paths.slice(0, PAGES));
const fresh = await startSatchel();
const coldRate = await rateOf(fresh, mixed);
const warmRate = await rateOf(fresh, mixed);
const plainRate = await rateOf(plain, mixed);
line([
  'lists, threads and searches',
  coldRate.toFixed(0),
  warmRate.toFixed(0),
  '',
  `> ${REQUESTS_TARGET}`,
  plainRate.toFixed(0),
]);
check(warmRate > REQUESTS_TARGET);
await fresh.end();
await plain.end();

function startSatchel(): Promise<ServingProcess> {
  return startServing([SATCHEL, 'browse', storePath, '--json'], '/');
}

interface AddressKind {
  readonly name: string;
  readonly paths: readonly string[];
  readonly isInPlain: boolean;
  readonly isPromised: boolean;
}

async function chooseAddresses(): Promise<readonly AddressKind[]> {
  const { openStore } = await importBuilt<typeof StoreReader>('store/store');
  const store = openStore(storePath);
  const ask = (sql: string, parameters: Readonly<Record<string, unknown>> = {}) => [
    ...store.query(sql, { parameters }).rows,
  ];
  const repos = ask('SELECT repo FROM repositories ORDER BY repo').map(([repo]) => String(repo));
  const prose = new Prose();
  const pick = (max: number) => prose.favourite(max);
  const threads = (table: string, path: string) =>
    ask(`SELECT repo, number FROM ${table} ORDER BY (id * 2654435761) % 4294967296 LIMIT :pages`, {
      pages: PAGES,
    }).map(([repo, number]) => `/${repo}/${path}/${number}`);
  const perRepo = (ending: (round: number) => string) =>
    Array.from({ length: PAGES }, (_, round) => `/${repos[pick(repos.length) - 1]}/${ending(round)}`);
  const query = (text: string) => `?q=${encodeURIComponent(text)}`;
  const words = selectiveWords(ask);
  const labels = ['bug', 'enhancement', 'question', 'security', 'performance'];
  const kinds = [
    { name: 'repositories', paths: repos.map((repo) => `/${repo}`), isInPlain: false },
    { name: 'list of open issues', paths: perRepo(() => 'issues'), isInPlain: true },
    {
      name: 'list, filtered by label',
      paths: perRepo((round) => `issues${query(`is:closed label:${labels[round % labels.length]}`)}`),
      isInPlain: false,
    },
    {
      name: 'list, filtered by person',
      paths: perRepo(() => `issues${query(`author:user-${pick(500)}`)}`),
      isInPlain: false,
    },
    { name: 'list of pull requests', paths: perRepo(() => 'pulls'), isInPlain: false },
    { name: 'issue', paths: threads('issues', 'issues'), isInPlain: true },
    { name: 'pull request', paths: threads('pull_requests', 'pull'), isInPlain: false },
    {
      name: 'selective search',
      paths: words.slice(0, PAGES).map((word) => `/-/search${query(word)}`),
      isInPlain: true,
    },
  ].map((kind) => ({ ...kind, isPromised: true }));
  store.close();
  const again = (path: string) => Array.from({ length: PAGES }, () => path);
  const ofStore = [
    '/',
    '/-/since',
    '/-/snapshots',
    '/-/integrity',
    '/-/captures',
    '/-/people',
    '/-/activity',
  ];
  const ofRepository = ['attachments', 'labels', 'milestones', 'releases', 'pulse'];
  return [
    ...kinds,
    ...ofStore.map((path) => ({ name: path, paths: again(path), isInPlain: false, isPromised: false })),
    ...ofRepository.map((ending) => ({
      name: ending,
      paths: perRepo(() => ending),
      isInPlain: false,
      isPromised: false,
    })),
  ];
}

function selectiveWords(
  ask: (sql: string, parameters: Readonly<Record<string, unknown>>) => readonly (readonly unknown[])[],
) {
  const words = new Set(new Prose().text(200_000).match(/[a-z]{3,}/g));
  const sql = 'SELECT count(*) FROM search_text WHERE search_text MATCH :word';
  return [...words]
    .map((word) => ({ word, share: Number(ask(sql, { word: `"${word}"` })[0]?.[0] ?? 0) / COMMENTS }))
    .filter(({ share }) => share > SELECTIVE.min && share <= SELECTIVE.max)
    .slice(0, PAGES)
    .map(({ word }) => word);
}

async function visit(server: ServingProcess, paths: readonly string[]) {
  const answers = [];
  for (const path of paths) {
    const answer = await server.ask(path);
    if (answer.status !== 200) {
      throw new Error(`Cannot measure "${path}": it was answered with ${answer.status}`);
    }
    answers.push(answer);
  }
  return answers;
}

/** Pages per second for several concurrent readers. */
async function rateOf(server: ServingProcess, paths: readonly string[]): Promise<number> {
  const begin = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, (_, reader) =>
      visit(
        server,
        paths.filter((__, index) => index % CONCURRENCY === reader),
      ),
    ),
  );
  return (paths.length / (performance.now() - begin)) * 1_000;
}

function percentile(answers: readonly { readonly firstByteMs: number }[], share: number): number {
  const sorted = answers.map(({ firstByteMs }) => firstByteMs).toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function check(isKept: boolean): void {
  if (!isKept) {
    process.exitCode = 1;
  }
}

function line([name = '', ...cells]: readonly string[]): void {
  console.log(name.padEnd(30) + cells.map((cell) => cell.padStart(13)).join(''));
}
