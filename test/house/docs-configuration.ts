import { readFileSync } from 'node:fs';
import { SCHEMA_PATH } from './docs-schema.ts';

/** The part of JSON Schema that the schema of configurations uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly items?: Schema;
  readonly description?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly $defs?: Readonly<Record<string, Schema>>;
}

/** Headings, and the definitions of the schema for objects with settings. */
const SECTIONS = [
  ['Top level', ''],
  ['`daemon`', 'daemon'],
  ['`log`', 'log'],
  ['An account', 'account'],
  ['A job', 'job'],
  ['`retention` of a job', 'retention'],
  ['`encryption` of a job', 'encryption'],
  ['A notification of type `webhook`', 'webhook'],
  ['A notification of type `slack` or `teams`', 'chat'],
  ['A notification of type `ntfy`', 'ntfy'],
  ['A notification of type `healthchecks`', 'healthchecks'],
  ['A notification of type `email`', 'email'],
  ['A notification of type `exec`', 'exec'],
] as const;

/** Names for the values of definitions. */
const VALUES: Readonly<Record<string, string>> = {
  account: 'account',
  calendarSpan: 'calendar span',
  command: 'list of texts',
  cron: 'cron expression',
  encryption: 'section',
  job: 'job',
  keepCount: 'number, or `unlimited`',
  moment: 'date or time span',
  name: 'name',
  names: 'list of texts',
  notification: 'notification',
  on: 'list of occasions',
  path: 'path',
  percent: 'percentage',
  reference: 'environment variable',
  retention: 'section',
  size: 'size',
  span: 'time span',
  template: 'text',
  timeZone: 'time zone',
};

export function configurationReference(): string {
  const root: Schema = JSON.parse(readFileSync(SCHEMA_PATH, 'utf8'));
  return SECTIONS.map(([title, name]) => {
    const schema = name === '' ? root : (root.$defs?.[name] ?? root.properties?.[name]);
    const rows = Object.entries(schema?.properties ?? {}).map(([setting, row]) => {
      const required = schema?.required?.includes(setting) === true ? ' (required)' : '';
      return `| \`${setting}\`${required} | ${valuesOf(row)} | ${wordsOf(row, root)} |`;
    });
    return `### ${title}\n\n${['| setting | value | what it means |', '|---|---|---|', ...rows].join('\n')}`;
  }).join('\n\n');
}

function valuesOf({ $ref, enum: choices, type, items }: Schema): string {
  const name = definitionOf($ref);
  if (name !== undefined) {
    return VALUES[name] ?? name;
  }
  if (choices !== undefined) {
    return choices.map((choice) => `\`${choice}\``).join(', ');
  }
  if (type === 'array' && items !== undefined) {
    return `list of ${valuesOf(items).replace(/^(name|path|text)$/, '$1s')}`;
  }
  if (Array.isArray(type) && type.includes('array')) {
    return `${items === undefined ? 'text' : valuesOf(items)}, or a list`;
  }
  const words = { integer: 'number', string: 'text', boolean: '`true`, `false`', object: 'section' };
  return [type ?? []]
    .flat()
    .map((one) => words[one as keyof typeof words] ?? '')
    .join(' or ');
}

function wordsOf({ $ref, description, items }: Schema, root: Schema): string {
  const name = definitionOf($ref ?? items?.$ref);
  return (description ?? (name === undefined ? '' : root.$defs?.[name]?.description) ?? '').replaceAll(
    '|',
    '\\|',
  );
}

function definitionOf(reference: string | undefined): string | undefined {
  return reference?.replace('#/$defs/', '');
}
