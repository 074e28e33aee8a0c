import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../src/base/index.ts';
import { runSatchel } from '../../src/cli/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { createRecordedContext } from '../cli/support/recorded-context.ts';
import { generatedParts, withParts } from './readme-parts.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PATH = join(ROOT, 'README.md');

/** With this variable set, the test writes the README instead of judging it. */
const IS_WRITING = process.env['SATCHEL_WRITE_README'] === '1';

/** As wide as the examples of the README need it: none of their lines is cut. */
const TERMINAL_COLUMNS = 180;

const BLOCK = /```console\n\$ satchel ([^\n]*)\n([\s\S]*?)```/g;

let directory: string;
const before = process.cwd();

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'satchel-readme-'));
  process.chdir(ROOT);
});

afterAll(() => {
  process.chdir(before);
  rmSync(directory, { recursive: true, force: true });
});

/** Splits a command line as a shell would, as far as the README uses one. */
function splitWords(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? '',
  );
}

/** What a command line of the README prints, with times and places made the same on every machine. */
async function outputOf(line: string): Promise<string> {
  const recorded = createRecordedContext({ env: { XDG_DATA_HOME: directory, NO_COLOR: '1' } });
  const stdout = Object.assign(recorded.stdout, { isTTY: true, columns: TERMINAL_COLUMNS });
  const context = { ...recorded, stdout };
  const store = join(directory, 'work.db');
  const args = splitWords(line).map((word) => (word === 'work.db' ? store : word));
  await runSatchel(args, context);
  return `${context.err()}${context.out()}`
    .replaceAll(store, 'work.db')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '');
}

async function currentReadme(readme: string): Promise<string> {
  const context = { ...createRecordedContext(), endWith: () => undefined };
  let text = withParts(readme, await generatedParts(context));
  for (const [block, line = ''] of readme.matchAll(BLOCK)) {
    const output = await outputOf(line);
    text = text.replace(block, () => `\`\`\`console\n$ satchel ${line}\n${output.trimEnd()}\n\`\`\``);
  }
  return text;
}

describe('README.md', () => {
  const readme = readFileSync(PATH, 'utf8');

  it('shows what the commands print, and what the tables of the code say', async () => {
    const current = await currentReadme(readme);
    if (IS_WRITING) {
      writeFileSync(PATH, current);
    } else {
      expect(readme).toBe(current);
    }
  });

  it('shows no question to a store that is not run', () => {
    const run = new Set([...readme.matchAll(BLOCK)].map(([, line]) => `satchel ${line}`));
    const shown = readme.match(/(?<=^(?:\$ )?)satchel (?:query|tables|schema|stats)\b.*$/gm) ?? [];
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((line) => !run.has(line))).toEqual([]);
  });

  it('has the two set-up commands on its first screen', () => {
    const screen = readme.split('\n').slice(0, 40).join('\n');
    expect(screen).toContain('npm ci && npm run demo');
    expect(screen).toContain('npm ci && npm test');
  });

  it('shows library code that inspects an archive', async () => {
    const { kinds, repositories } = await runSnippet('createInspection', 'kinds, repositories, findings');
    expect(kinds.length).toBeGreaterThan(5);
    expect(repositories.length).toBeGreaterThan(0);
  });

  it('shows library code that extracts files', async () => {
    const { files } = await runSnippet('extract', 'files', { here: join(directory, 'here') });
    expect(files.map(({ path }: { readonly path: string }) => existsSync(path))).toContain(true);
  });

  it('shows library code that runs the jobs of a configuration', async () => {
    const sandbox = await startSandbox({
      dialect: 'service',
      clock: createSystemClock(),
      repositories: 1,
      issues: 2,
      pendingMs: 0,
      exportMs: 0,
    });
    onTestFinished(() => sandbox.close());
    const { base_url: baseUrl, tokens } = sandbox.ready;
    writeFileSync(join(directory, 'token'), tokens.classic, { mode: 0o600 });
    const configuration = join(directory, 'satchel.yaml');
    writeFileSync(
      configuration,
      `accounts: { main: { base_url: "${baseUrl}", dialect: service, token_file: token } }
jobs: { home: { account: main, vault: vault, schedule: "@daily", poll_interval: 50ms } }
`,
    );
    const places = { 'satchel.yaml': configuration, 'runs.json': join(directory, 'runs.json') };
    const { outcome, summary } = await runSnippet('runJob', 'outcome, summary', places);
    expect([outcome, summary]).toMatchObject(['succeeded', { isVerified: true, repositories: 1 }]);
  });

  /** Runs the code block that imports `name`, with files in other places, and gives what it calls `results`. */
  async function runSnippet(name: string, results: string, places: Readonly<Record<string, string>> = {}) {
    const snippets = [...readme.matchAll(/```ts\n(import \{ ([^}]*) \} from 'satchel';\n[\s\S]*?)```/g)];
    const [, snippet = '', imported = ''] =
      snippets.find(([, , names = '']) => names.split(', ').includes(name)) ?? [];
    const names = imported.split(', ');
    const body = Object.entries(places).reduce(
      (text, [place, path]) => text.replaceAll(`'${place}'`, JSON.stringify(path)),
      snippet.replace(/^import.*\n/, ''),
    );
    const library: Record<string, unknown> = await import('../../src/index.ts');
    expect(names.filter((exported) => library[exported] === undefined)).toEqual([]);
    const run = new Function(...names, `return (async () => { ${body}; return { ${results} }; })()`);
    return await run(...names.map((exported) => library[exported]));
  }
});
