import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from '../../../src/cli/flags/variables.ts';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { addTo, createShape, schemaOf } from '../support/output-shape.ts';
import { createCommandContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

const SCHEMAS = fileURLToPath(new URL('../../../schemas/output/', import.meta.url));

/** With this variable set, the test writes the schemas instead of checking them. */
const IS_WRITING = process.env['SATCHEL_WRITE_DOCS'] === '1';

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;
const PLAIN_MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** Commands that run until interrupted, or have their own test. */
const LEFT_OUT = new Set(['sandbox', 'demo']);

/** Commands whose output has the columns of a query, or records as the service answered. */
const FREE = new Set([
  'datasette',
  'query',
  'events list',
  'notifications list',
  'notifications view',
  'notifications subscription',
  'notifications subscribe',
  'alerts list',
  'alerts view',
  'alerts dismiss',
  'alerts reopen',
  'alerts assign',
  'budgets list',
  'budgets view',
  'budgets create',
  'budgets update',
  'export list',
  'export repos',
  'history',
]);

/** What a command printed with `--json`: one value, or one for each line. */
interface Printed {
  readonly command: string;
  readonly isLines: boolean;
  readonly values: readonly unknown[];
}

const TIMEOUT_MS = 300_000;

let bench: CliBench;
let cases: ReturnType<typeof casesFor>;
let printed: readonly Printed[];

beforeAll(async () => {
  bench = await openCliBench();
  const { organization, repositories, oauth_app: app } = bench.sandbox.ready;
  const { directory } = bench;
  await mkdir(join(directory, 'out'));
  const [repository = ''] = repositories;
  const clientId = app.client_id;
  cases = casesFor({ directory, vault: join(directory, 'vault'), organization, repository, clientId });
  const all: Printed[] = [];
  for (const [command, endings] of Object.entries(cases)) {
    const runs = LEFT_OUT.has(command) ? [] : endings.filter((ending) => !ending.includes('--help'));
    for (const ending of runs) {
      const args = [...command.split(' '), ...ending, '--json', ...serviceOf(command)];
      const { out } = await bench.run(args, command === 'backup' ? { env: envWithGit() } : {});
      all.push({ command, ...valuesIn(out) });
    }
  }
  printed = all;
}, TIMEOUT_MS);

/** The environment of the bench, with programs. */
function envWithGit() {
  return {
    SATCHEL_TOKEN: bench.sandbox.ready.tokens.classic,
    XDG_DATA_HOME: join(bench.directory, 'data'),
    PATH: process.env['PATH'] ?? '',
  };
}

/** The service of commands that call it. */
function serviceOf(command: string): readonly string[] {
  return ASKING.has(command.split(' ')[0] ?? '') ? ['--base-url', bench.sandbox.ready.base_url] : [];
}

function valuesIn(out: string): Omit<Printed, 'command'> {
  try {
    return { isLines: false, values: [JSON.parse(out)] };
  } catch {
    const lines = out.split('\n').filter((line) => line !== '');
    return { isLines: true, values: lines.map((line): unknown => JSON.parse(line)) };
  }
}

describe('--json of every command', () => {
  it('prints every time in UTC with seconds', () => {
    const odd: string[] = [];
    let times = 0;
    for (const { command, values } of printed) {
      JSON.stringify(values, (_, value: unknown) => {
        if (typeof value === 'string' && MOMENT.test(value) && value.length < 40) {
          times += 1;
          odd.push(...(PLAIN_MOMENT.test(value) ? [] : [`${command}: ${value}`]));
        }
        return value;
      });
    }
    expect(odd).toEqual([]);
    expect(times).toBeGreaterThan(100);
  });

  it('matches its schema in schemas/output', () => {
    const commands = new Set(printed.map(({ command }) => command));
    const faults: string[] = [];
    for (const command of commands) {
      const path = join(SCHEMAS, `${command.replaceAll(' ', '-')}.schema.json`);
      const results = printed.filter((one) => one.command === command);
      if (IS_WRITING) {
        writeFileSync(path, `${JSON.stringify(schemaFor(command, results, path), null, 2)}\n`);
      }
      const validate = new Ajv2020({ strict: false, formats: { 'date-time': PLAIN_MOMENT } }).compile(
        JSON.parse(readFileSync(path, 'utf8')),
      );
      for (const value of results.flatMap(({ values }) => values)) {
        if (!validate(value)) {
          const [error] = validate.errors ?? [];
          faults.push(
            `${command}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`,
          );
        }
      }
    }
    expect(faults).toEqual([]);
    expect(commands.size).toBeGreaterThan(50);
  });
});

describe('every command that has rows', () => {
  it('writes them in a pipe as with --tsv', async () => {
    const commands = leavesOf(await createCommandContext().loadProgram())
      .filter(({ options }) => options.some(({ long }) => long === '--tsv'))
      .map((command) => pathOf(command).join(' '));
    for (const command of commands) {
      const [ending = []] = cases[command] ?? [];
      const args = [...command.split(' '), ...ending, ...serviceOf(command)];
      const { out } = await bench.run(args);
      expect(out, command).not.toContain('─');
      expect(out, command).toBe((await bench.run([...args, '--tsv'])).out);
    }
    expect(commands.length).toBeGreaterThan(15);
  });
});

const EXIT_ERROR = {
  title: 'exit_error',
  description: 'why the command failed; always the last line',
  type: 'object',
  required: ['message_type', 'code', 'exit_status', 'message'],
  properties: {
    message_type: { const: 'exit_error' },
    code: { type: 'string' },
    exit_status: { type: 'number' },
    message: { type: 'string' },
    hint: { type: 'string' },
    details: { type: 'object' },
  },
  additionalProperties: false,
};

/** The schema of what a command printed, with the descriptions that people wrote into the former one. */
function schemaFor(command: string, results: readonly Printed[], path: string): object {
  const values = results.flatMap((result) => result.values);
  const types = new Map<string, unknown[]>();
  for (const value of values) {
    const { message_type: type = '' } = (value ?? {}) as { readonly message_type?: string };
    types.set(type, [...(types.get(type) ?? []), value]);
  }
  types.delete('exit_error');
  const shapes = [...types].map(([type, some]) => {
    const shape = createShape();
    for (const value of some) {
      addTo(shape, value);
    }
    return FREE.has(command) ? freeSchema(some[0]) : titled(schemaOf(shape), type);
  });
  const isLines = results.some((result) => result.isLines) || (types.size > 0 && !types.has(''));
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://satchel.example/schemas/output/${command.replaceAll(' ', '-')}.schema.json`,
    title: `satchel ${command} --json`,
    description: isLines ? 'Each line of the output.' : 'The output.',
    anyOf: [...shapes, EXIT_ERROR],
  };
  return existsSync(path) ? withDescriptions(schema, JSON.parse(readFileSync(path, 'utf8'))) : schema;
}

function freeSchema(value: unknown): object {
  const record = { type: 'object' };
  return Array.isArray(value) ? { type: 'array', items: record } : record;
}

/** An event is recognised by its type. */
function titled(schema: Readonly<Record<string, unknown>>, type: string): object {
  return type === ''
    ? schema
    : {
        title: type,
        ...schema,
        properties: { ...(schema['properties'] as object), message_type: { const: type } },
      };
}

function withDescriptions(schema: object, former: unknown): object {
  const old = (former ?? {}) as Readonly<Record<string, unknown>>;
  const entries = Object.entries(schema).map(([name, value]: [string, unknown]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? withDescriptions(value, old[name])
      : value,
  ]);
  const text = old['description'];
  const made = Object.fromEntries(entries);
  return typeof text !== 'string'
    ? made
    : 'description' in made
      ? { ...made, description: text }
      : { description: text, ...made };
}
