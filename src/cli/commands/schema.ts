import type { Command } from 'commander';
import { nearestName } from '../../base/nearest-name.ts';
import { Failure } from '../../model/failure.ts';
import { type DocumentedTable, documentSchema } from '../../store/schema-documentation.ts';
import type { CommandContext } from '../context.ts';
import { addFlag, addHelpEnd } from '../flags/flags.ts';
import { writeText } from '../output/terminal.ts';

interface SchemaOptions {
  readonly sql?: boolean;
  readonly json?: boolean;
}

/** `satchel schema`: describes all tables and columns. It needs no store. */
export function defineSchema(command: Command, context: CommandContext): void {
  command.argument('[table]', 'only this table or view');
  addFlag(command, '--sql', 'print the SQL statements that create them');
  addHelpEnd(command, ['schema issues', 'schema --json', 'schema threads --sql']);
  command.action(async (name: string | undefined, options: SchemaOptions) => {
    const tables = chooseTables(documentSchema(), name);
    await writeText(context.stdout, render(tables, options));
  });
}

function chooseTables(tables: readonly DocumentedTable[], name: string | undefined) {
  if (name === undefined) {
    return tables;
  }
  const chosen = tables.filter((table) => table.name === name.toLowerCase());
  if (chosen.length === 0) {
    const nearest = nearestName(
      name,
      tables.map((table) => table.name),
    );
    const guess = nearest === undefined ? '' : `Did you mean "${nearest}"? `;
    throw new Failure('usage', `Cannot show the schema of "${name}": there is no such table or view`, {
      hint: `${guess}"satchel schema" lists them`,
    });
  }
  return chosen;
}

function render(tables: readonly DocumentedTable[], options: SchemaOptions): string {
  if (options.json === true) {
    return `${JSON.stringify(tables, null, 2)}\n`;
  }
  return options.sql === true
    ? tables.map((table) => `${table.sql};\n`).join('\n')
    : tables.map(inWords).join('\n');
}

function inWords({ name, kind, words, columns }: DocumentedTable): string {
  const widthOf = (texts: readonly string[]) => Math.max(...texts.map((text) => text.length));
  const nameWidth = widthOf(columns.map((column) => column.name));
  const typeWidth = widthOf(columns.map((column) => column.type));
  const lines = columns.map((column) =>
    `  ${column.name.padEnd(nameWidth)}  ${column.type.padEnd(typeWidth)}  ${column.words}`.trimEnd(),
  );
  return [`${kind} ${name}: ${words}`, ...lines, ''].join('\n');
}
