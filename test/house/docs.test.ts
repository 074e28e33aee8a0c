import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it } from 'vitest';
import { isHelpTopic } from '../../src/cli/help/help-topics.table.ts';
import { runSatchel } from '../../src/cli/program.ts';
import { FINDINGS } from '../../src/model/findings.table.ts';
import { VAULT_FINDINGS } from '../../src/vault/vault-findings.table.ts';
import { createCommandContext, createRecordedContext } from '../cli/support/recorded-context.ts';
import { temporaryFolder } from './afterwards.ts';
import { everyCommand, nameOf, parseErrorOf } from './docs-commands.ts';
import { generatedParts, partsIn, withoutParts, withParts } from './docs-parts.ts';
import { SCHEMA_PATH, withSettings } from './docs-schema.ts';
import { commandLinesIn, ROOT, readDocuments, splitWords } from './documents.ts';
import { PICTURE_COLUMNS, terminalPicture } from './terminal-picture.ts';

/** With this variable set, the test writes the documents instead of checking them. */
const IS_WRITING = process.env['SATCHEL_WRITE_DOCS'] === '1';

/** Wide enough that no line of the examples is truncated. */
const TERMINAL_COLUMNS = 180;

const BLOCK = /```console\n\$ satchel ([^\n]*)\n([\s\S]*?)```/g;

const documents = readDocuments();
const context = createCommandContext();

let parts: ReadonlyMap<string, string>;

const schema = JSON.parse(readFileSync(SCHEMA_PATH, 'utf8'));

beforeAll(async () => {
  if (IS_WRITING) {
    writeFileSync(SCHEMA_PATH, JSON.stringify(withSettings(schema))); // The reference shows it.
  }
  parts = await generatedParts(context);
});

/** The output of a command in `directory`, without anything that depends on the machine. */
async function outputOf(
  line: string,
  directory: string,
  {
    columns = TERMINAL_COLUMNS,
    env = { NO_COLOR: '1' },
  }: { columns?: number; env?: Record<string, string> } = {},
): Promise<string> {
  const recorded = createRecordedContext({ env: { XDG_DATA_HOME: join(directory, 'home'), ...env } });
  const chunks: Buffer[] = []; // Of both streams, in the order of a terminal.
  const write = (chunk: Buffer, _: unknown, done: () => void) => {
    chunks.push(chunk);
    done();
  };
  const stdout = Object.assign(new Writable({ write }), { isTTY: true, columns });
  await runSatchel(splitWords(line), { ...recorded, stdout, stderr: new Writable({ write }) });
  return Buffer.concat(chunks)
    .toString('utf8')
    .replaceAll(`${directory}/`, '')
    .replaceAll('\r\n', '\n')
    .replaceAll(/[ \t]+$/gm, '')
    .trimEnd();
}

/** Runs `work` in a temporary folder with the samples. */
async function inFolder<Result>(work: (directory: string) => Promise<Result>): Promise<Result> {
  const directory = temporaryFolder();
  symlinkSync(join(ROOT, 'samples'), join(directory, 'samples'));
  const before = process.cwd();
  process.chdir(directory);
  try {
    return await work(directory);
  } finally {
    process.chdir(before);
  }
}

/** The text with its generated parts and the output of its commands up to date. */
async function currentText(text: string, directory: string): Promise<string> {
  if (!text.includes('$ satchel load') && text.includes('--db work.db')) {
    await outputOf('load samples/current.tar.gz --db work.db', directory);
  }
  let current = withParts(text, parts);
  for (const [block, line = ''] of text.matchAll(BLOCK)) {
    const output = await outputOf(line, directory);
    current = current.replace(block, () => `\`\`\`console\n$ satchel ${line}\n${output}\n\`\`\``);
  }
  return current;
}

/** The commands in the README's picture, with the number of lines to show of each. */
const PICTURED = [
  ['verify samples/current.tar.gz --quick', 5],
  ['load samples/current.tar.gz --db work.db', 2],
  ['search "is:issue sensor" --db work.db --limit 3', 8],
  ['issue view asterholm-mira/tidewatch#12 --db work.db', 16],
] as const;

async function currentPicture(directory: string): Promise<string> {
  const lines: string[] = [];
  for (const [line, shown] of PICTURED) {
    const output = await outputOf(line, directory, { columns: PICTURE_COLUMNS, env: { FORCE_COLOR: '1' } });
    lines.push(`\u001b[32m$\u001b[39m satchel ${line}`, ...output.split('\n').slice(0, shown), '');
  }
  return terminalPicture('Satchel in a terminal: verify, load, search and read', lines.slice(0, -1));
}

describe('documents', () => {
  it.each([...documents])(
    '%s matches the output of commands and the tables of the code',
    async (path, text) => {
      const current = await inFolder((directory) => currentText(text, directory));
      if (IS_WRITING && current !== text) {
        writeFileSync(join(ROOT, path), current);
      } else {
        expect(text).toBe(current);
      }
    },
  );

  it('include the schema of configurations, with the settings of the code', () => {
    expect(schema).toEqual(withSettings(schema));
  });

  it('picture a terminal as it is', async () => {
    const picture = await inFolder(currentPicture);
    const path = join(ROOT, 'docs/images/terminal.svg');
    if (IS_WRITING) {
      writeFileSync(path, picture);
    } else {
      expect(readFileSync(path, 'utf8')).toBe(picture);
    }
  });

  it('show each generated part once', () => {
    const shown = [...documents.values()].flatMap(partsIn);
    expect(shown.toSorted()).toEqual([...parts.keys()].sort());
  });

  it('show only calls that the program accepts', async () => {
    const commands = new Map((await everyCommand(context)).map((command) => [nameOf(command), command]));
    const refused = [...documents].flatMap(([path, text]) =>
      commandLinesIn(withoutParts(text)).flatMap((line) => {
        const reason = refusalOf(line, commands);
        return reason === undefined ? [] : [`${path}: ${line}: ${reason}`];
      }),
    );
    expect(refused).toEqual([]);
  });

  it('name of each command exactly the flags that it has', async () => {
    const sections = new Map(
      (parts.get('commands') ?? '')
        .split(/^## /m)
        .map((section) => [section.slice(0, section.indexOf('\n')), section] as const),
    );
    const flagsIn = (title: string) =>
      [...(sections.get(title)?.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm) ?? [])].map(([, flag]) => flag);
    for (const command of await everyCommand(context)) {
      const groups = sections.get(nameOf(command))?.matchAll(/\[(\w+ flags)\]\(#[^)]*\)(?: \(([^)]*)\))?/g);
      const shared = [...(groups ?? [])].flatMap(([, title = '', some]) =>
        some === undefined
          ? flagsIn(title.replace(/^./, (letter) => letter.toUpperCase()))
          : some.match(/--[\w-]+/g),
      );
      const named = [...flagsIn(nameOf(command)), ...shared];
      expect(named.toSorted(), nameOf(command)).toEqual(command.options.map(({ long }) => long).sort());
    }
  });

  it('run every query, list of tables and search that they show', () => {
    const unrun = [...documents].flatMap(([path, text]) => {
      const run = new Set([...text.matchAll(BLOCK)].map(([, line]) => `satchel ${line}`));
      const shown =
        text.match(/(?<=^(?:\$ )?)satchel (?:query|tables|schema|stats|search|diff)\b.*$/gm) ?? [];
      return shown
        .filter((line) => line.includes('work.db') && !run.has(line))
        .map((line) => `${path}: ${line}`);
    });
    expect(unrun).toEqual([]);
  });

  it('give every finding a cause and a cure', () => {
    const written = withoutParts(documents.get('docs/reference/findings.md') ?? '');
    const missing = [...Object.keys(FINDINGS), ...Object.keys(VAULT_FINDINGS)].filter(
      (code) => !written.includes(`\`${code}\``),
    );
    expect(missing).toEqual([]);
  });
});

/** Why the program would reject a command line, if it would; it is not run. A name without arguments is not a call. */
function refusalOf(line: string, commands: ReadonlyMap<string, Command>): string | undefined {
  const words = splitWords(line);
  const name =
    [3, 2].map((count) => words.slice(0, count).join(' ')).find((start) => commands.has(start)) ?? '';
  const command = commands.get(name);
  if (command === undefined) {
    const isGroup = [...commands.keys()].some((key) => key.startsWith(`${line} `));
    const isTopic = words[1] === 'help' && isHelpTopic(words[2]);
    return isGroup || isTopic || line === 'satchel --version' ? undefined : 'there is no such command';
  }
  const args = words.slice(name.split(' ').length);
  return args.length === 0 ? undefined : parseErrorOf(command, args);
}

describe('README.md', () => {
  const readme = documents.get('README.md') ?? '';

  it('is short enough to be read', () => {
    expect(readme.split('\n').length).toBeLessThan(250);
  });

  it('has the two set-up commands on its first screen', () => {
    const screen = readme.split('\n').slice(0, 40).join('\n');
    expect(screen).toContain('npm ci && npm run demo');
    expect(screen).toContain('npm ci && npm test');
  });

  it('refers to no package that a stranger could publish under our name', () => {
    const suspects = [...documents].filter(([, text]) =>
      /npx satchel|npm (?:i|install) (?:-g )?satchel/.test(text),
    );
    expect(suspects.map(([path]) => path)).toEqual([]);
  });
});
