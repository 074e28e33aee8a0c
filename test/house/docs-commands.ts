import { Command, type Option } from 'commander';
import { COMMANDS } from '../../src/cli/commands.table.ts';
import type { CommandContext } from '../../src/cli/context.ts';
import { addCommonFlags } from '../../src/cli/flags.ts';

/** Flags that many commands share: the reference shows them once, and commands refer to them. */
const SHARED_FLAGS: Readonly<Record<string, readonly string[]>> = {
  'Connection flags': [
    '--account',
    '--base-url',
    '--dialect',
    '--token-file',
    '--anonymous',
    '--client-id',
    '--client-secret-file',
    '--org',
    '--no-wait',
    '--allow-storage-host',
    '--ca-file',
  ],
  'Store flags': ['--db', '--vault'],
  'Format flags': ['--ndjson', '--csv', '--tsv', '--markdown', '--raw'],
  'Archive limits': [
    '--max-unpacked',
    '--max-entries',
    '--max-entry-size',
    '--max-ratio',
    '--max-record-size',
    '--max-nesting',
    '--splitter',
  ],
};

const COMMON = 'Flags of every command';

/** Every command that does something, with its own flags. */
export async function everyCommand(context: CommandContext): Promise<readonly Command[]> {
  const leaves: Command[] = [];
  for (const row of COMMANDS) {
    const command = new Command('satchel').command(row.name).summary(row.summary);
    await (await row.load())(command, context);
    leaves.push(...(command.commands.length === 0 ? [command] : command.commands));
  }
  return leaves;
}

/** The words that call a command: `satchel export wait`. */
export function nameOf(command: Command): string {
  const group = command.parent?.parent == null ? '' : `${command.parent.name()} `;
  return `satchel ${group}${command.name()}`;
}

/** A list of all commands, the flags that they share, and a section for each. */
export async function commandReference(context: CommandContext): Promise<string> {
  const commands = await everyCommand(context);
  const list = commands.map(
    (command) => `| [\`${nameOf(command)}\`](#${anchorOf(nameOf(command))}) | ${command.summary()} |`,
  );
  const shared = Object.entries(SHARED_FLAGS).map(
    ([title, names]) => [title, sharedRows(commands, names)] as const,
  );
  const groups = [...shared, [COMMON, optionRows(addCommonFlags(new Command()).options)] as const];
  return [
    ['| command | what it does |', '|---|---|', ...list].join('\n'),
    ...groups.map(([title, rows]) => `## ${title}\n\n${flagTable(rows)}`),
    ...commands.map((command) => describeCommand(command, shared)),
  ].join('\n\n');
}

/** The rows of flags as most commands have them that have all of these. */
function sharedRows(commands: readonly Command[], names: readonly string[]): readonly string[] {
  const sets = commands
    .map(({ options }) => options.filter(({ long }) => names.includes(long ?? '')))
    .filter((options) => options.length === names.length)
    .map((options) => optionRows(options).join('\n'));
  const most = sets.toSorted((one, other) => countOf(sets, other) - countOf(sets, one))[0];
  if (most === undefined) {
    throw new RangeError(`Cannot find a command with all of these flags: ${names.join(', ')}`);
  }
  return most.split('\n');
}

function countOf(texts: readonly string[], text: string): number {
  return texts.filter((other) => other === text).length;
}

function describeCommand(
  command: Command,
  shared: readonly (readonly [title: string, rows: readonly string[]])[],
): string {
  const rows = optionRows(command.options);
  const taken = shared.filter(([, group]) => group.every((row) => rows.includes(row)));
  const own = rows.filter((row) => !taken.some(([, group]) => group.includes(row)));
  const links = [...taken.map(([title]) => title), COMMON].map(
    (title) => `[${title.toLowerCase()}](#${anchorOf(title)})`,
  );
  const head = `## ${nameOf(command)}\n\n\`${nameOf(command)} ${command.usage()}\`: ${command.summary()}.`;
  return `${head} Also: ${links.join(', ')}.${own.length === 0 ? '' : `\n\n${flagTable(own)}`}`;
}

function optionRows(options: readonly Option[]): readonly string[] {
  return options.map(({ flags, description, defaultValue, argChoices }) => {
    const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
    const standard = defaultValue === undefined ? '' : ` (default: ${String(defaultValue)})`;
    return `| \`${flags.replaceAll('|', '\\|')}\` | ${description}${choices}${standard} |`;
  });
}

function flagTable(rows: readonly string[]): string {
  return ['| flag | what it does |', '|---|---|', ...rows].join('\n');
}

/** The fragment by which hosts of Markdown link to a heading. */
export function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-');
}
