import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createBrowseApp } from '../../../src/browse/create-browse-app.ts';
import { openAnswers } from '../../../src/mcp/open-answers.ts';
import { TOOLS } from '../../../src/mcp/tools.table.ts';
import { parseCsv } from '../../dump/support/parse-csv.ts';
import { afterFile, temporaryFolder } from '../../house/afterwards.ts';
import { TELLING_COUNT, TELLING_PLACES } from '../../store/support/telling-records.ts';
import { misnamedIn, originsOf, writeTellingStore } from '../../store/support/telling-store.ts';
import { runHere } from '../support/run-here.ts';

const { open, hidden, internal } = TELLING_PLACES;
const PLACES = [
  { ...open, isPrivate: false },
  { ...hidden, isPrivate: true },
  { ...internal, isPrivate: true },
];

let directory: string;
let db: string;

beforeAll(async () => {
  directory = temporaryFolder(afterFile);
  db = join(directory, 'telling.db');
  await writeTellingStore(db);
});

async function run(...args: readonly string[]): Promise<string> {
  const { status, out, err } = await runHere([...args, '--db', db], { HOME: directory });
  expect([0, 3, 6], err).toContain(status);
  return out;
}

function textsBelow(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const texts = names.flatMap((name) => {
    try {
      return [readFileSync(join(folder, name), 'utf8')];
    } catch {
      return []; // A folder.
    }
  });
  return [...names, ...texts].join('\n');
}

describe.each(PLACES)('$repo', ({ repo, isPrivate }) => {
  it('is private or public in lists', async () => {
    const listed: unknown = JSON.parse(await run('repo', 'list', '--json=repo,is_private', '--limit', '100'));
    expect(listed).toContainEqual({ repo, is_private: isPrivate });
    expect(await run('repo', 'view', repo)).toMatch(isPrivate ? /\bprivate\b/ : /\bpublic\b/);
  });

  it('is private or public for assistants', async () => {
    const sources = openAnswers({
      ...{ store: db, folders: undefined, clock: createSystemClock(), searchPath: '' },
      signal: new AbortController().signal,
    });
    onTestFinished(() => sources.close());
    const lines = (await TOOLS.list_repositories.run({}, sources)).split('\n');
    const own = lines.find((line) => line.startsWith(`${repo} `)) ?? '';
    expect(own.includes('(private, ')).toBe(isPrivate);
  });

  it('is private or public in pages', async () => {
    const { app, close } = createBrowseApp({ store: db, clock: createSystemClock(), searchPath: '' });
    onTestFinished(close);
    for (const path of [`/${repo}`, `/-/owners/${repo.split('/')[0]}/`]) {
      const page = await (await app.request(path)).text();
      expect([path, page.includes('<span class="tag">private</span>')]).toEqual([path, isPrivate]);
    }
  });

  it('is private or public where a forge restores it', async () => {
    const path = join(directory, `forge-${isPrivate}-${repo.replace('/', '-')}`);
    await run('dump', 'forge', '--output', path, '--repository', repo);
    expect(/is_private: \w+/.exec(textsBelow(path))?.[0]).toBe(`is_private: ${isPrivate}`);
  });

  it('is private or public as Markdown', async () => {
    const path = join(directory, `markdown-${repo.replace('/', '-')}`);
    await run('dump', 'markdown', '--output', path, '--repository', repo);
    expect(/Visibility.*\b(?:private|public)\b/i.exec(textsBelow(path))?.[0]).toContain(
      isPrivate ? 'private' : 'public',
    );
  });
});

describe('fields are named after their columns', () => {
  it.each([
    ['repo', open.repo, [], []],
    [
      ...(['issue', `${open.repo}#10`, ['--state', 'all']] as const),
      ['assignees ← issue_assignees.login', 'labels ← issue_labels.name'],
    ],
    [
      ...(['pr', `${open.repo}#20`, ['--state', 'all']] as const),
      ['base ← pull_requests.base_ref', 'head ← pull_requests.head_ref', 'labels ← pull_request_labels.name'],
    ],
    ['release', `https://service.example/${open.repo}/releases/tag/tag-0`, [], []],
  ] as const)('in lists and views: %s', async (noun, one, all, otherwise) => {
    const listed: unknown = JSON.parse(await run(noun, 'list', '--json', '--limit', '100', ...all));
    expect(listed).toHaveLength(PLACES.length * TELLING_COUNT);
    const viewed: unknown = JSON.parse(await run(noun, 'view', one, '--json'));
    expect(misnamedIn([listed, viewed], originsOf(db))).toEqual(otherwise);
  });

  it('in counts of a repository', async () => {
    const listed: unknown = JSON.parse(await run('repo', 'list', '--json', '--limit', '100'));
    expect(listed).toContainEqual(
      expect.objectContaining({
        repo: open.repo,
        ...{ open_issues: 2, closed_issues: 6 },
        ...{ open_pull_requests: 1, merged_pull_requests: 5, closed_pull_requests: 2 },
      }),
    );
  });

  it.each(['ndjson', 'csv'])('in dumps: %s', async (format) => {
    const path = join(directory, format);
    await run('dump', format, '--output', path);
    const tables = readdirSync(path).filter((name) => name.endsWith(`.${format}`));
    expect(tables.length).toBeGreaterThan(20);
    const rows = tables.flatMap((name) => {
      const text = readFileSync(join(path, name), 'utf8');
      if (format === 'ndjson') {
        const lines = text.split('\n').filter((line) => line !== '');
        return lines.map((line): unknown => JSON.parse(line));
      }
      const [columns = [], ...cells] = parseCsv(text);
      return cells.map((row) => Object.fromEntries(row.map((cell, index) => [columns[index], cell])));
    });
    expect(misnamedIn(rows, originsOf(db))).toEqual([]);
  });
});
