import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { startFrontService } from '../support/front-service.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Path = readonly (string | number)[];

/** An invalid value to replace times with. */
const IMPOSSIBLE_TIME = '2026-13-45T99:99:99Z';

/** The paths in a value; of lists, only the first item. */
function* pathsIn(value: Json, before: Path = []): Generator<Path> {
  if (Array.isArray(value)) {
    yield* value.length === 0 ? [] : pathsIn(value[0] ?? null, [...before, 0]);
  } else if (value !== null && typeof value === 'object') {
    for (const [name, member] of Object.entries(value)) {
      yield [...before, name];
      yield* pathsIn(member, [...before, name]);
    }
  }
}

/** A copy with another value at the path; undefined removes it. */
function changed(value: Json, path: Path, replacement: Json | undefined): Json {
  const copy = structuredClone(value);
  let parent = copy as Record<string | number, Json>;
  for (const name of path.slice(0, -1)) {
    parent = parent[name] as Record<string | number, Json>;
  }
  const last = path.at(-1) ?? '';
  if (replacement === undefined) {
    delete parent[last];
  } else {
    parent[last] = replacement;
  }
  return copy;
}

function valueAt(value: Json, path: Path): unknown {
  return path.reduce<unknown>((part, name) => (part as Record<string | number, unknown>)[name], value);
}

/** Copies of an item with each of its members missing, null, or unknown. */
function mutantsOf(item: Json, identity: string): Json[] {
  const mutants = [...pathsIn(item)]
    .filter((path) => path[0] !== identity)
    .flatMap((path) => {
      const value = valueAt(item, path);
      const unknown =
        typeof value !== 'string'
          ? []
          : [/^\d{4}-\d\d-\d\dT/.test(value) ? IMPOSSIBLE_TIME : 'never-heard-of'];
      return [undefined, null, ...unknown].map((replacement) => changed(item, path, replacement));
    });
  return mutants.map((mutant, index) => {
    const id = valueAt(item, [identity]);
    return changed(mutant, [identity], typeof id === 'number' ? 10_000 + index : `${10_000 + index}`);
  });
}

describe('an item that the service describes otherwise costs no list', () => {
  let bench: CliBench;

  beforeAll(async () => {
    bench = await openCliBench();
  });

  async function listThrough(identity: string, args: readonly string[], token: 'classic' | 'fineGrained') {
    let sent = 0;
    const front = await startFrontService(bench.sandbox.ready.base_url, (answer) => {
      const { body } = answer;
      const items = Array.isArray(body) ? body : (body as { budgets?: Json[] } | undefined)?.budgets;
      if (items?.[0] !== undefined) {
        const mutants = mutantsOf(items[0], identity).slice(0, 300);
        sent = mutants.length;
        answer.body = Array.isArray(body) ? mutants : { budgets: mutants };
        delete answer.headers['link'];
        delete answer.headers['etag'];
      }
    });
    const { tokens } = bench.sandbox.ready;
    const env = {
      SATCHEL_TOKEN: token === 'classic' ? tokens.classic : tokens.fine_grained,
      XDG_DATA_HOME: join(bench.directory, `data-${identity}-${args[0]}`),
      PATH: process.env['PATH'] ?? '',
    };
    const run = async (...more: readonly string[]) =>
      await bench.run([...args, ...more, '--base-url', front.url], { env } as never);
    return { run, sent: () => sent };
  }

  it.each([
    ['events', 'id', ['events', 'list', '--feed', 'public']],
    ['notifications', 'id', ['notifications', 'list', '--all']],
    ['alerts', 'number', ['alerts', 'list', '--org', 'ORG']],
    ['budgets', 'id', ['budgets', 'list', '--org', 'ORG']],
  ] as const)('%s', async (name, identity, words) => {
    const args = words.map((word) => (word === 'ORG' ? bench.sandbox.ready.organization : word));
    const { run, sent } = await listThrough(identity, args, name === 'budgets' ? 'fineGrained' : 'classic');
    const db = join(bench.directory, `${name}.db`);
    const listed = await run('--capture', '--db', db, '--json');
    expect(listed.status).toBe(0);
    expect(sent()).toBeGreaterThan(10);
    expect(JSON.parse(listed.out)).toHaveLength(sent());
    const shown = await run();
    expect(shown.status).toBe(0);
    const kept = await bench.run(['query', `SELECT count(*) FROM ${name}`, '--db', db, '--csv']);
    expect(kept.out.trim().split(/\s+/).at(-1)).toBe(String(sent()));
  });
});
