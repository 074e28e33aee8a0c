import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { getEncoding, type Tiktoken } from 'js-tiktoken';
import { beforeAll, expect, it } from 'vitest';
import { openArchiveSource } from '../../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createGitStage } from '../../../src/git/git-stage.ts';
import { loadArchiveSource } from '../../../src/load/load-archive-source.ts';
import { prepareMcpServers } from '../../../src/mcp/create-mcp-server.ts';
import { type AnswerSources, openAnswers } from '../../../src/mcp/open-answers.ts';
import { parseThreadAddress } from '../../../src/reading/thread-address.ts';
import { foldersNextTo } from '../../../src/store/file-folders.ts';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { ROOT } from '../../house/documents.ts';
import { CURRENT } from '../../house/samples.ts';
import {
  folderAnswer,
  listAnswer,
  repositoriesAnswer,
  searchAnswer,
  threadAnswers,
} from '../support/service-answers.ts';

const GUIDE = join(ROOT, 'docs/guides/assistants.md');
const IS_WRITING = process.env['SATCHEL_WRITE_DOCS'] === '1';
const NOW_MS = Date.UTC(2026, 5, 2);
const REPO = 'northquay-works/ferrylight';
const TABLE = /\| question \|[\s\S]*?\n(?=\n|$)/;

interface Question {
  readonly words: string;
  readonly tool: string;
  readonly values?: Readonly<Record<string, unknown>>;
  /** A part of the right answer. */
  readonly answer: RegExp;
  /** What the service's own server answers, given our answer; undefined if it cannot. */
  readonly service?: (ours: string) => readonly string[];
}

let sources: AnswerSources;
let client: Client;
let encoding: Tiktoken;

const threadAt = (address: string) => sources.reading.thread(parseThreadAddress([address]));
const threadsIn = (text: string) => (text.match(/^\S+#\d+/gm) ?? []).map(threadAt);
const issuesOf = (repo: string) =>
  [...sources.reading.threads({ kind: 'issue', repo, limit: 1_000, nowMs: NOW_MS }).threads()].map(
    ({ number }) => threadAt(`${repo}#${number}`),
  );

const QUESTIONS: readonly Question[] = [
  {
    words: 'Which repositories are there?',
    tool: 'list_repositories',
    answer: /northquay-works\/ferrylight \(/,
    service: () => [repositoriesAnswer(sources.reading)],
  },
  {
    words: 'What was said of maintenance windows?',
    tool: 'search',
    values: { query: '"maintenance windows"' },
    answer: /#14 Let the login form skip maintenance windows/,
    service: (ours) => [searchAnswer(threadsIn(ours))],
  },
  {
    words: 'Which issues are open?',
    tool: 'search',
    values: { query: 'is:issue is:open', limit: 50 },
    answer: /\(issue, open, by /,
    service: (ours) => [listAnswer(threadsIn(ours))],
  },
  {
    words: 'Why was issue 13 closed?',
    tool: 'read_thread',
    values: { thread: `${REPO}#13` },
    answer: /prints what it would do/,
    service: () => threadAnswers(threadAt(`${REPO}#13`)),
  },
  {
    words: 'What came of pull request 8?',
    tool: 'read_thread',
    values: { thread: `${REPO}#8` },
    answer: /webhook sender has changed too much/,
    service: () => threadAnswers(threadAt(`${REPO}#8`)),
  },
  {
    words: 'What is in the top folder?',
    tool: 'read_file',
    values: { repository: REPO },
    answer: /^README\.md$/m,
    service: (ours) => [folderAnswer(REPO, ours.split('\n\n')[0]?.split('\n').slice(1) ?? [])],
  },
  {
    words: 'What does the README say?',
    tool: 'read_file',
    values: { repository: REPO, path: 'README.md' },
    answer: /^# /m,
    service: (ours) => [ours],
  },
  {
    words: 'Who opened the most issues?',
    tool: 'query_sql',
    values: {
      sql: 'SELECT author, count(*) AS issues FROM issues GROUP BY author ORDER BY issues DESC LIMIT 5',
    },
    answer: /^author\tissues\n\S+\t\d+$/m,
    service: () => sources.reading.repositoryNames().map((repo) => listAnswer(issuesOf(repo))),
  },
  {
    words: 'Which pull requests did casimir-wexlund open?',
    tool: 'search',
    values: { query: 'is:pr author:casimir-wexlund' },
    answer: /#8 Keep maintenance windows/,
    service: (ours) => [searchAnswer(threadsIn(ours))],
  },
  {
    words: 'What did issue 13 say before it was edited?',
    tool: 'history',
    values: { record: `${REPO}#13` },
    answer: /issue written/,
  },
];

beforeAll(async () => {
  const db = join(temporaryFolder(), 'work.db');
  const clock = createDrivenClock(NOW_MS);
  const folders = foldersNextTo(db);
  await loadArchiveSource({
    ...{ sources: [await openArchiveSource(CURRENT)], dbPath: db, clock },
    archive: { name: 'current.tar.gz' },
    files: { folders, openRepositoryStage: (directory) => createGitStage({ directory }) },
  });
  const { signal } = new AbortController();
  sources = openAnswers({ store: db, folders, clock, searchPath: process.env['PATH'] ?? '', signal });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await (await prepareMcpServers(sources))().connect(far);
  client = new Client({ name: 'test', version: '1' });
  await client.connect(near);
  encoding = getEncoding('o200k_base');
  afterFile(async () => {
    await client.close();
    sources.close();
  });
});

it('answers ten questions, in as many tokens as the guide says', async () => {
  const rows: string[] = [];
  for (const { words, tool, values = {}, answer, service } of QUESTIONS) {
    const { content } = await client.callTool({ name: tool, arguments: values });
    const [{ text }] = content as [{ readonly text: string }];
    expect(text, words).toMatch(answer);
    const theirs = service?.(text).map(tokensOf);
    const sum = theirs?.reduce((total, tokens) => total + tokens, 0);
    const calls = theirs === undefined || theirs.length === 1 ? '' : ` in ${theirs.length} calls`;
    rows.push(
      `| ${words} | \`${tool}\` | ${tokensOf(text)} | ${sum === undefined ? '' : `${sum}${calls}`} |`,
    );
  }
  const table = `| question | tool | tokens | tokens of the service's server |\n|---|---|---|---|\n${rows.join('\n')}\n`;
  const guide = readFileSync(GUIDE, 'utf8');
  if (IS_WRITING) {
    writeFileSync(GUIDE, guide.replace(TABLE, table));
  } else {
    expect(TABLE.exec(guide)?.[0]).toBe(table);
  }
});

it('describes itself in the tokens that the guide says', async () => {
  const { tools } = await client.listTools();
  const [, figure = ''] = /described in about ([\d,]+) tokens/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const tokens = tokensOf(JSON.stringify(tools));
  expect(Math.round(tokens / 100) * 100).toBe(Number(figure.replace(',', '')));
});

function tokensOf(text: string): number {
  return encoding.encode(text).length;
}
