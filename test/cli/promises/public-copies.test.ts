import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { connectDuck } from '../../dump/support/connect-duck.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { type PlantedWorld, plantWorld } from '../support/planted-world.ts';
import { runHere } from '../support/run-here.ts';

const TABLES = ['csv', 'ndjson', 'json', 'parquet'] as const;
const OUTPUTS = [...TABLES, 'markdown', 'archive', 'site'] as const;
type Output = (typeof OUTPUTS)[number];

let directory = '';
let db = '';
let world: PlantedWorld;

beforeAll(async () => {
  directory = temporaryFolder();
  db = join(directory, 'work.db');
  world = plantWorld(directory);
  const [first = '', second = ''] = world.archives;
  expect((await run('load', first, '--db', db, '--taken-at', '2026-01-01')).status).toBe(0);
  const { status, err } = await run('load', second, '--db', db, '--taken-at', '2026-02-01');
  expect(status, err).toBe(6); // One record is rejected.
  await world.capture(db);
}, 120_000);

async function run(...args: readonly string[]) {
  return await runHere(args, { HOME: directory, XDG_DATA_HOME: join(directory, 'data') });
}

/** Writes an output of the store. Returns its names and contents, without any compression, and the words of the run. */
async function write(
  output: Output,
  isPublic: boolean,
): Promise<{ readonly text: string; readonly err: string }> {
  const path = join(directory, `${output}-${isPublic}${output === 'archive' ? '.tar.gz' : ''}`);
  const flags = output === 'site' ? (isPublic ? [] : ['--include-private']) : isPublic ? ['--public'] : [];
  const args = output === 'site' ? ['site', path] : ['dump', output, '--output', path];
  const { status, err } = await run(...args, '--db', db, ...flags);
  expect([status, err]).toEqual([0, expect.stringContaining('Wrote')]);
  return { err, text: output === 'parquet' ? await readParquet(path) : readAll(path) };
}

function readAll(path: string): string {
  const names = path.endsWith('.tar.gz') ? [] : readdirSync(path, { recursive: true, encoding: 'utf8' });
  const files = names.length === 0 ? [path] : names.map((name) => join(path, name));
  const texts = files.flatMap((file) => {
    try {
      const bytes = readFileSync(file);
      return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes).toString() : bytes.toString();
    } catch {
      return []; // A folder.
    }
  });
  return [...names, ...texts].join('\n');
}

async function readParquet(path: string): Promise<string> {
  const duck = await connectDuck();
  const texts = [path];
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    texts.push(name);
    if (name.endsWith('.parquet')) {
      const rows = await duck.runAndReadAll(`SELECT to_json(one)::VARCHAR FROM '${join(path, name)}' AS one`);
      texts.push(...rows.getRows().map(([row]) => String(row)));
    }
  }
  return texts.join('\n');
}

function found(words: ReadonlyMap<string, string>, text: string): readonly string[] {
  const lower = text.toLowerCase();
  return [...words].flatMap(([word, place]) => (lower.includes(word) ? [`${word}: ${place}`] : []));
}

describe('copies for the public', () => {
  it.each(OUTPUTS)(
    'have no word of anything private, as %s',
    async (output) => {
      const { text, err } = await write(output, true);
      expect(found(world.secret, text)).toEqual([]);
      expect(found(world.open, text).length).toBeGreaterThan(5);
      expect(err).toContain('1 repository, not 3 private, and 1 that may be private');
      expect(err).not.toMatch(/quokka/);
    },
    120_000,
  );

  it('have what is public, each in some of them', async () => {
    const texts = ['ndjson', 'archive', 'site'].map((output) =>
      readAll(join(directory, `${output}-true${output === 'archive' ? '.tar.gz' : ''}`)),
    );
    const all = texts.join('\n');
    expect([...world.open].filter(([word]) => !all.includes(word))).toEqual([]);
  });

  it('differ from copies of everything, which have all words', async () => {
    const texts: string[] = [];
    for (const output of ['ndjson', 'archive', 'site'] as const) {
      texts.push((await write(output, false)).text);
    }
    const all = texts.join('\n');
    const missing = [...world.secret].filter(([word]) => !all.includes(word) && !world.packed.has(word));
    expect(missing).toEqual([]);
    expect(found(world.secret, texts[2] ?? '').some((line) => line.includes('source'))).toBe(true);
  }, 120_000);

  it('have no git data, as archive', () => {
    const [all, open] = [false, true].map((isPublic) =>
      readAll(join(directory, `archive-${isPublic}.tar.gz`)),
    );
    expect(all).toContain('repositories/acme/open.git/objects/');
    expect(open).not.toMatch(/repositories\/[^"]*\/objects/);
  });

  it('have the patch of a pull request without mail addresses', () => {
    const patch = join(directory, 'site-true', 'acme', 'open', 'pull', '3.patch');
    expect(existsSync(patch)).toBe(true);
    expect(readFileSync(patch, 'utf8')).toMatch(/^From: walnut\d+x <>$[\s\S]*^Co-authored-by: Bo$/m);
  });

  it.each([
    ['a private repository', ['--repository', 'acme/none'], 10],
    ['an older snapshot', ['--snapshot', '1'], 2],
    ['a private table', ['--table', 'teams'], 2],
  ])('cannot be made of %s', async (_what, flags, status) => {
    const result = await run(
      'dump',
      'csv',
      '--public',
      '--db',
      db,
      '--output',
      join(directory, 'x'),
      ...flags,
    );
    expect(result.status).toBe(status);
  });
});
