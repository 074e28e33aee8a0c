import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { itLong } from '../../house/long-only.ts';
import { installNode, NODE_RELEASES } from '../../house/node-releases.ts';
import { batchOf } from '../../store/support/archive-text.ts';
import { writeStore } from '../../store/support/write-store.ts';
import { APPLICABLE, NOT_APPLICABLE, type Outcome } from '../support/conformance.table.ts';
import { serveInFront, serveMcp } from '../support/serve-mcp.ts';

const TOOL = fileURLToPath(
  new URL('../../../node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url),
);

/** Needs Node 22, other than the release in our dependencies. */
const NEWEST = '@modelcontextprotocol/conformance@0.1.16';

/** The tool calls tools and reads resources by names of its own. Each is one of ours, so that real answers are checked. */
const TRANSLATIONS: readonly (readonly [theirs: string, ours: string])[] = [
  ['"name":"test_simple_text"', '"name":"list_repositories","arguments":{}'],
  [
    '"name":"test_error_handling","arguments":{}',
    '"name":"read_thread","arguments":{"thread":"acme/app#999"}',
  ],
  ['test://static-text', 'satchel://schema'],
  ['test://template/123/data', 'satchel://thread/acme/app/123'],
  [
    '"ref":{"type":"ref/prompt","name":"test_prompt_with_arguments"},"argument":{"name":"arg1","value":"test"}',
    '"ref":{"type":"ref/resource","uri":"satchel://thread/{owner}/{name}/{number}"},"argument":{"name":"owner","value":"ac"}',
  ],
];

describe('satchel mcp', () => {
  const expected = {
    ...Object.fromEntries(APPLICABLE.map((scenario) => [scenario, 'passed'])),
    ...Object.fromEntries(Object.entries(NOT_APPLICABLE).map(([scenario, [outcome]]) => [scenario, outcome])),
  };

  it('passes every scenario of the conformance tool that applies to it', async () => {
    expect(await outcomesOf(process.execPath, TOOL)).toEqual(expected);
  });

  itLong('passes those of the newest one', async ({ skip }) => {
    const installed = await installNode(NODE_RELEASES[0], 'conformance', [NEWEST]);
    if (installed === undefined) {
      skip('the registry cannot be reached');
    } else {
      const tool = join(installed.folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
      expect(await outcomesOf(installed.node, tool)).toEqual(expected);
    }
  });
});

/** Runs all scenarios, even experimental ones, on the packed program. Returns what became of each. */
async function outcomesOf(node: string, tool: string): Promise<Readonly<Record<string, Outcome>>> {
  const folder = temporaryFolder();
  const db = join(folder, 'work.db');
  const repository = 'https://service.example/acme/app';
  const thread = { repository, user: 'https://service.example/mira', title: 'A tern', body: 'It left.' };
  const issue = {
    type: 'issue',
    url: `${repository}/issues/123`,
    created_at: '2026-05-01T00:00:00Z',
    ...thread,
  };
  await writeStore(db, [
    batchOf('repository', [{ type: 'repository', url: repository, name: 'app', private: false }]),
    batchOf('issue', [issue]),
  ]);
  const { url, headers } = await serveMcp(db);
  const translated = new Set<string>();
  const front = await serveInFront(url, headers, (text) => {
    const [theirs, ours] = TRANSLATIONS.find(([wanted]) => text.includes(wanted)) ?? ['', ''];
    translated.add(theirs);
    return text.replace(theirs, ours);
  });
  await new Promise<void>((resolve, reject) => {
    const args = ['server', '--url', front, '--suite', 'all', '--output-dir', join(folder, 'results')];
    // It ends with an error, as it expects all scenarios to apply.
    execFile(node, [tool, ...args], { cwd: folder }, (error) =>
      error === null || error.code === 1 ? resolve() : reject(error),
    );
  });
  expect(TRANSLATIONS.filter(([theirs]) => !translated.has(theirs))).toEqual([]);
  return readOutcomes(join(folder, 'results'));
}

function readOutcomes(folder: string): Readonly<Record<string, Outcome>> {
  const outcomes = readdirSync(folder).map((name): readonly [string, Outcome] => {
    const checks: readonly { readonly status: string }[] = JSON.parse(
      readFileSync(join(folder, name, 'checks.json'), 'utf8'),
    );
    const has = (status: string) => checks.some((check) => check.status === status);
    const [, scenario = ''] = /^server-(.+)-\d{4}-\d\d-\d\dT/.exec(name) ?? [];
    return [scenario, has('FAILURE') ? 'failed' : has('SUCCESS') ? 'passed' : 'nothing checked'];
  });
  return Object.fromEntries(outcomes);
}
