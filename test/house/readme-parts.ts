import { Command, type Option } from 'commander';
import { EXIT_CODES, FAILURES } from '../../src/base/index.ts';
import { COMMANDS } from '../../src/cli/commands.table.ts';
import type { CommandContext } from '../../src/cli/context.ts';
import { addCommonFlags } from '../../src/cli/flags.ts';
import { OTHER_VARIABLES, SHARED_FLAGS, sharedVariableOf } from '../../src/cli/variables.ts';
import { FINDINGS } from '../../src/model/index.ts';
import { SAVED_QUERIES } from '../../src/reading/index.ts';
import { QUALIFIERS } from '../../src/search/index.ts';
import { documentSchema } from '../../src/store/index.ts';
import { VAULT_FINDINGS } from '../../src/vault/index.ts';

/** The parts of the README that follow from tables in the code, by the name in their markers. */
export async function generatedParts(context: CommandContext): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['commands', await commandReference(context)],
    ['variables', variables()],
    ['exit-codes', exitCodes()],
    ['failures', failures()],
    ['findings', findings(FINDINGS)],
    ['vault-findings', findings(VAULT_FINDINGS)],
    ['saved-queries', savedQueries()],
    ['schema', schema()],
    ['qualifiers', qualifiers()],
  ]);
}

/** Puts each part between its markers `<!-- part NAME -->` and `<!-- end NAME -->`. */
export function withParts(readme: string, parts: ReadonlyMap<string, string>): string {
  let text = readme;
  for (const [name, part] of parts) {
    const [before, rest] = text.split(`<!-- part ${name} -->`);
    const after = rest?.split(`<!-- end ${name} -->`)[1];
    if (before === undefined || after === undefined) {
      throw new RangeError(`Cannot find the part "${name}" in the README`);
    }
    text = `${before}<!-- part ${name} -->\n${part}\n<!-- end ${name} -->${after}`;
  }
  return text;
}

function exitCodes(): string {
  const rows = Object.values(EXIT_CODES).map(({ status, meaning }) => `| ${status} | ${meaning} |`);
  return ['| status | meaning |', '|---|---|', ...rows].join('\n');
}

function failures(): string {
  const rows = Object.entries(FAILURES).map(
    ([code, { exit, summary }]) => `| \`${code}\` | ${EXIT_CODES[exit].status} | ${summary} |`,
  );
  return ['| code | exit | what it means |', '|---|---|---|', ...rows].join('\n');
}

function findings(
  table: Readonly<Record<string, { readonly severity: string; readonly summary: string }>>,
): string {
  const rows = Object.entries(table).map(
    ([code, { severity, summary }]) => `| \`${code}\` | ${severity} | ${summary} |`,
  );
  return ['| code | severity | what it means |', '|---|---|---|', ...rows].join('\n');
}

function savedQueries(): string {
  const rows = Object.entries(SAVED_QUERIES).map(([name, { title, parameters }]) => {
    const taken = Object.entries(parameters).map(([key, row]) => `\`${key}=${row.default}\``);
    return `| \`${name}\` | ${title} | ${taken.join(' ')} |`;
  });
  return ['| name | what it answers | parameters |', '|---|---|---|', ...rows].join('\n');
}

function qualifiers(): string {
  const rows = Object.entries(QUALIFIERS).map(
    ([name, { example, summary }]) => `| \`${name}:\` | \`${example.replaceAll('|', '\\|')}\` | ${summary} |`,
  );
  return ['| qualifier | example | what it asks for |', '|---|---|---|', ...rows].join('\n');
}

/** Tables and views with their columns. What is named like another table's column and means the same is said again. */
function schema(): string {
  const sections = documentSchema().map(({ name, kind, words, columns }) => {
    const rows = columns.map((column) => `| \`${column.name}\` | ${column.type} | ${column.words} |`);
    const table = ['| column | type | what it holds |', '|---|---|---|', ...rows].join('\n');
    const label = kind === 'table' ? '' : ` (${kind === 'view' ? 'view' : 'search index'})`;
    return `**\`${name}\`**${label} ${words}\n\n${table}`;
  });
  return sections.join('\n\n');
}

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

async function commandReference(context: CommandContext): Promise<string> {
  const sections = (await everyCommand(context)).map((command) =>
    describeCommand(command, command.parent?.parent == null ? '' : `${command.parent.name()} `),
  );
  const common = optionRows(addCommonFlags(new Command()).options);
  return [...sections, `**Every command**\n\n${common}`].join('\n\n');
}

/** The variables that no command's name is in; the others follow from the names of their flags. */
function variables(): string {
  const shared = Object.entries(SHARED_FLAGS).map(
    ([flag, words]) => `| \`${sharedVariableOf(flag)}\` | ${words} | \`${flag}\` |`,
  );
  const others = Object.entries(OTHER_VARIABLES).map(([name, words]) => `| \`${name}\` | ${words} | |`);
  return ['| variable | what it holds | flag |', '|---|---|---|', ...shared, ...others].join('\n');
}

function describeCommand(command: Command, prefix: string): string {
  const usage = `satchel ${prefix}${command.name()} ${command.usage()}`.trim();
  const rows = optionRows(command.options);
  return `**\`${usage}\`** ${command.summary()}\n\n${rows}`;
}

function optionRows(options: readonly Option[]): string {
  const rows = options.map(({ flags, description, defaultValue, argChoices }) => {
    const choices = argChoices === undefined ? '' : ` (${argChoices.join(', ')})`;
    const standard = defaultValue === undefined ? '' : ` (default: ${String(defaultValue)})`;
    return `| \`${flags.replaceAll('|', '\\|')}\` | ${description}${choices}${standard} |`;
  });
  return rows.length === 0 ? '' : ['| flag | what it does |', '|---|---|', ...rows].join('\n');
}
