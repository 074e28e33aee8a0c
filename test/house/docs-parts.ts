import { readFileSync } from 'node:fs';
import { fileNameOf, OUTPUT_SHAPES, outputSchema, type Shape } from '../../build/output-schemas.js';
import type { CommandContext } from '../../src/cli/context.ts';
import {
  FOREIGN_VARIABLES,
  OTHER_VARIABLES,
  SHARED_FLAGS,
  sharedVariableOf,
} from '../../src/cli/flags/variables.ts';
import { EXIT_CODES } from '../../src/model/exit-codes.table.ts';
import { FAILURES } from '../../src/model/failures.table.ts';
import { FINDINGS } from '../../src/model/findings.table.ts';
import { SAVED_QUERIES } from '../../src/reading/saved-queries.ts';
import { JOB_METRICS } from '../../src/schedule/metrics.table.ts';
import { QUALIFIERS } from '../../src/search/qualifiers.table.ts';
import { documentSchema } from '../../src/store/schema-documentation.ts';
import { VAULT_FINDINGS, type VaultFindingRow } from '../../src/vault/vault-findings.table.ts';
import { commandReference } from './docs-commands.ts';
import { configurationReference } from './docs-configuration.ts';

/** The parts of documents that are generated from tables in the code, by the names in their markers. */
export async function generatedParts(context: CommandContext): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['commands', await commandReference(context)],
    ['configuration', configurationReference()],
    ['metrics', metrics()],
    ['variables', variables()],
    ['foreign-variables', foreignVariables()],
    ['json-output', jsonOutput()],
    ['exit-codes', exitCodes()],
    ['failures', failures()],
    ['findings', findings(FINDINGS)],
    ['vault-findings', findings(VAULT_FINDINGS)],
    ['saved-queries', savedQueries()],
    ['schema', schema()],
    ['qualifiers', qualifiers()],
  ]);
}

const PART = /<!-- part (\S+) -->\n[\s\S]*?<!-- end \1 -->/g;

/** Inserts each part between its markers `<!-- part NAME -->` and `<!-- end NAME -->`. */
export function withParts(text: string, parts: ReadonlyMap<string, string>): string {
  return text.replaceAll(PART, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) {
      throw new RangeError(`There is no generated part "${name}"`);
    }
    return `<!-- part ${name} -->\n${part}\n<!-- end ${name} -->`;
  });
}

export function partsIn(text: string): readonly string[] {
  return [...text.matchAll(PART)].map(([, name = '']) => name);
}

/** A text without its generated parts. */
export function withoutParts(text: string): string {
  return text.replaceAll(PART, '');
}

function exitCodes(): string {
  const rows = Object.values(EXIT_CODES).map(({ status, meaning }) => `| ${status} | ${meaning} |`);
  return ['| status | meaning |', '|---|---|', ...rows].join('\n');
}

function failures(): string {
  const rows = Object.entries(FAILURES).map(
    ([code, { exit, summary, ...hints }]) =>
      `| \`${code}\` | ${EXIT_CODES[exit].status} | ${summary} | ${'commandHint' in hints ? hints.commandHint : hints.hint} |`,
  );
  return ['| code | exit | what it means | what to do |', '|---|---|---|---|', ...rows].join('\n');
}

function findings(
  table: Readonly<Record<string, Pick<VaultFindingRow, 'severity' | 'summary' | 'remedies'>>>,
): string {
  const rows = Object.entries(table).map(([code, { severity, summary, remedies = {} }]) => {
    const cures = Object.entries(remedies).map(([name, effect]) => `"vault ${name}" ${effect}`);
    const text = [summary, cures.join(', ')].filter((part) => part !== '').join('; ');
    return `| \`${code}\` | ${severity} | ${text} |`;
  });
  return ['| code | severity | what it means |', '|---|---|---|', ...rows].join('\n');
}

function savedQueries(): string {
  const rows = Object.entries(SAVED_QUERIES).map(([name, { title, parameters }]) => {
    const taken = Object.entries(parameters).map(([key, row]) => `\`${key}=${row.default}\``);
    return `| \`${name}\` | ${title} | ${taken.join(' ')} |`;
  });
  return ['| name | what it answers | parameters |', '|---|---|---|', ...rows].join('\n');
}

function metrics(): string {
  const rows = JOB_METRICS.map(
    ({ name, type, help, label }) =>
      `| \`${name}\` | ${type} | ${label === undefined ? 'job' : `job, ${label}`} | ${help} |`,
  );
  return ['| metric | type | labels | what it is |', '|---|---|---|---|', ...rows].join('\n');
}

function qualifiers(): string {
  const rows = Object.entries(QUALIFIERS).map(
    ([name, { example, summary }]) => `| \`${name}:\` | \`${example.replaceAll('|', '\\|')}\` | ${summary} |`,
  );
  return ['| qualifier | example | what it asks for |', '|---|---|---|', ...rows].join('\n');
}

/** Tables and views with their columns. */
function schema(): string {
  const sections = documentSchema().map(({ name, kind, words, columns }) => {
    const rows = columns.map((column) => `| \`${column.name}\` | ${column.type} | ${column.words} |`);
    const table = ['| column | type | what it holds |', '|---|---|---|', ...rows].join('\n');
    const label = kind === 'table' ? '' : ` (${kind === 'view' ? 'view' : 'search index'})`;
    return `## ${name}\n\n${words.replace(/^./, (letter) => letter.toUpperCase())}${label}.\n\n${table}`;
  });
  return sections.join('\n\n');
}

/** The variables without a command's name; all others are derived from the names of flags. */
function variables(): string {
  const shared = Object.entries(SHARED_FLAGS).map(
    ([flag, words]) => `| \`${sharedVariableOf(flag)}\` | ${words} | \`${flag}\` |`,
  );
  const others = Object.entries(OTHER_VARIABLES).map(([name, words]) => `| \`${name}\` | ${words} | |`);
  return ['| variable | what it holds | flag |', '|---|---|---|', ...shared, ...others].join('\n');
}

function foreignVariables(): string {
  const rows = Object.entries(FOREIGN_VARIABLES).map(
    ([names, words]) => `| ${names.replaceAll(/\w+/g, '`$&`')} | ${words} |`,
  );
  return ['| variable | what Satchel does with it |', '|---|---|', ...rows].join('\n');
}

function jsonOutput(): string {
  const shapes: Readonly<Record<string, readonly Shape[]>> = JSON.parse(readFileSync(OUTPUT_SHAPES, 'utf8'));
  const rows = Object.entries(shapes).map(([command, some]) => {
    const { title, description } = outputSchema(command, some);
    return `| \`${title}\` | ${description} | \`schemas/output/${fileNameOf(command)}\` |`;
  });
  return ['| command | what the schema describes | schema |', '|---|---|---|', ...rows].join('\n');
}
