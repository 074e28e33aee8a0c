import { readFileSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTPUT_SHAPES, outputSchema, type Shape } from '../../../build/output-schemas.js';
import { pathOf } from '../../../src/cli/flags/variables.ts';
import { leavesOf } from '../../../src/cli/help/documented-command.ts';
import { ASKING, casesFor } from '../support/command-cases.ts';
import { shapeOf } from '../support/output-shape.ts';
import { createCommandContext } from '../support/recorded-context.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

/** With this variable set, the test writes the shapes of all output before it checks that they are right. */
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
      all.push({ command, values: valuesIn(out) });
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

function serviceOf(command: string): readonly string[] {
  return ASKING.has(command.split(' ')[0] ?? '') ? ['--base-url', bench.sandbox.ready.base_url] : [];
}

function valuesIn(out: string): readonly unknown[] {
  try {
    return [JSON.parse(out)];
  } catch {
    const lines = out.split('\n').filter((line) => line !== '');
    return lines.map((line): unknown => JSON.parse(line));
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

  it('matches its schema', () => {
    const commands = [...new Set(printed.map(({ command }) => command))].sort();
    const valuesOf = (command: string) =>
      printed.filter((one) => one.command === command).flatMap(({ values }) => values);
    if (IS_WRITING) {
      const rows = commands.map((command) => [command, shapesOf(command, valuesOf(command))]);
      writeFileSync(OUTPUT_SHAPES, JSON.stringify(Object.fromEntries(rows))); // `npm run docs` formats it.
    }
    const shapes: Readonly<Record<string, readonly Shape[]>> = JSON.parse(
      readFileSync(OUTPUT_SHAPES, 'utf8'),
    );
    expect(Object.keys(shapes)).toEqual(commands);
    const ajv = new Ajv2020({ strict: false, formats: { 'date-time': PLAIN_MOMENT } });
    const faults: string[] = [];
    for (const command of commands) {
      const validate = ajv.compile(outputSchema(command, shapes[command] ?? []));
      for (const value of valuesOf(command)) {
        if (!validate(value)) {
          const [error] = validate.errors ?? [];
          faults.push(
            `${command}: ${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`,
          );
        }
      }
    }
    expect(faults).toEqual([]);
    expect(commands.length).toBeGreaterThan(50);
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

/** The shapes of what a command printed: lines are told apart by their type. */
function shapesOf(command: string, values: readonly unknown[]): readonly Shape[] {
  const types = new Map<string, unknown[]>();
  for (const value of values) {
    const { message_type: type = '' } = (value ?? {}) as { readonly message_type?: string };
    types.set(type, [...(types.get(type) ?? []), value]);
  }
  types.delete('exit_error'); // All commands have it.
  return [...types].map(([type, some]) => {
    if (FREE.has(command)) {
      return Array.isArray(some[0]) ? ['object'] : 'object';
    }
    const shape = shapeOf(some);
    return type === '' || typeof shape !== 'object' ? shape : { ...shape, message_type: `=${type}` };
  });
}
