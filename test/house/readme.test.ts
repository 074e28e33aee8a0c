import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runSatchel } from '../../src/cli/index.ts';
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

  it('shows library code that says what it does', async () => {
    const [, snippet = ''] = /```ts\n([\s\S]*?)```/.exec(readme) ?? [];
    const library: Record<string, unknown> = await import('../../src/index.ts');
    const [, names = ''] = /import \{ ([^}]*) \} from 'satchel'/.exec(snippet) ?? [];
    for (const name of names.split(', ')) {
      expect(library[name]).toBeTypeOf('function');
    }
    const body = snippet.replace(/^import.*\n/, '');
    const run = new Function(
      ...names.split(', '),
      `return (async () => { ${body}; return { kinds, repositories, findings }; })()`,
    );
    const { kinds, repositories } = await run(...names.split(', ').map((name) => library[name]));
    expect(kinds.length).toBeGreaterThan(5);
    expect(repositories.length).toBeGreaterThan(0);
  });
});
