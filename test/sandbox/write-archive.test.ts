import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/base/json.ts';
import { createSeededRandom } from '../../src/base/random.ts';
import type { DialectName } from '../../src/model/dialects.table.ts';
import type { MigrationRequest } from '../../src/model/migrations.ts';
import type { Generation } from '../../src/sandbox/archive/records/record-context.ts';
import { type ExportedArchive, writeArchive, writeRubyJson } from '../../src/sandbox/write-archive.ts';
import { temporaryFolder } from '../house/afterwards.ts';
import { EXPECTED_FIELDS } from './archive/records/expected-fields.ts';
import { makeWorld, repositoryNames } from './support/make-world.ts';
import { type JsonRecord, type UnpackedArchive, unpackArchive } from './support/unpack-archive.ts';

const world = makeWorld();
const all = repositoryNames(world);
const directory = temporaryFolder();

interface Written {
  readonly exported: ExportedArchive;
  readonly archive: UnpackedArchive;
}

let runs = 0;

async function write(
  request: Partial<MigrationRequest> = {},
  generation: Generation = 'current',
  seed = 'order',
  dialect: DialectName = 'github',
): Promise<Written> {
  runs += 1;
  const workDirectory = join(directory, `work-${runs}`);
  mkdirSync(workDirectory);
  const exported = await writeArchive({
    world,
    request: { repositories: all, ...request },
    generation,
    dialect,
    path: join(directory, `${runs}.tar.gz`),
    workDirectory,
    guid: '9248fe02-5be4-41ec-976e-37d1e2495c19',
    random: createSeededRandom(seed),
  });
  expect(readdirSync(workDirectory)).toEqual([]);
  return { exported, archive: unpackArchive(exported.path, join(directory, `out-${runs}`)) };
}

function recordsOf({ archive }: Written): readonly JsonRecord[] {
  return [...archive.records.values()].flat();
}

let current: Written;
let old: Written;

beforeAll(async () => {
  current = await write();
  old = await write({}, '2019');
});

describe('writeArchive()', () => {
  it('reports size and digests of the file that it wrote', () => {
    const bytes = readFileSync(current.exported.path);
    expect(current.exported.sizeBytes).toBe(bytes.length);
    expect(current.exported.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(current.exported.md5).toBe(createHash('md5').update(bytes).digest('hex'));
  });

  it('adds what the specification names, and changes no other record by it', async () => {
    const { archive } = await write({}, 'current', 'order', 'service');
    const nameOf = (name: string) => (name === 'pull_request_review_comments' ? 'review_comments' : name);
    for (const [name, records] of current.archive.records) {
      expect([name, archive.records.get(nameOf(name))]).toEqual([name, records]);
    }
    const known = new Set([...current.archive.records.keys()].map(nameOf));
    const added = [...archive.records.keys()].filter((name) => !known.has(name));
    expect(added.toSorted()).toEqual(['bases', 'projects']);
    for (const name of added) {
      const urls = archive.records.get(name)?.map(({ url }) => url) ?? [];
      expect(urls.length).toBeGreaterThan(0);
      expect(new Set(urls).size).toBe(urls.length);
    }
  });

  it('counts what is in the files', () => {
    for (const written of [current, old]) {
      const counts: Record<string, number> = {};
      for (const { type } of recordsOf(written)) {
        counts[type] = (counts[type] ?? 0) + 1;
      }
      expect(written.exported.counts).toEqual(counts);
      expect(written.exported.files).toBe(written.archive.names.filter((name) => !name.endsWith('/')).length);
      expect(written.exported.attachments).toBe(written.archive.records.get('attachments')?.length);
      const gitHeads = written.archive.names.filter((name) => /\.git\/HEAD$/.test(name));
      expect(written.exported.gitRepositories).toBe(gitHeads.length);
    }
  });

  it('is the same, byte for byte, for the same seed; only the order differs for another', async () => {
    const again = await write();
    expect(again.exported.sha256).toBe(current.exported.sha256);
    const other = await write({}, 'current', 'another order');
    expect(other.archive.names).not.toEqual(current.archive.names);
    expect(other.archive.names.toSorted()).toEqual(current.archive.names.toSorted());
  });

  it('begins with the directory itself and roots every name there, long ones included', () => {
    const { names } = current.archive;
    expect(names[0]).toBe('./');
    expect(names.filter((name) => !name.startsWith('./'))).toEqual([]);
    expect(names.some((name) => Buffer.byteLength(name) > 100)).toBe(true);
    expect(new Set(names).size).toBe(names.length);
    const magic = gunzipSync(readFileSync(current.exported.path)).toString('latin1', 257, 265);
    expect(magic).toBe('ustar  \0');
  });

  it('says in schema.json, on one line, which format it has', () => {
    const schema = readFileSync(join(current.archive.directory, 'schema.json'), 'utf8');
    expect(schema).toMatch(/^\{"version":"1\.0\.1","github_sha":"[\da-f]{40}"\}$/);
  });

  it('numbers record files from 1 and fills each with 100 records before the next', () => {
    const files = readdirSync(current.archive.directory).filter((name) => /_\d{6}\.json$/.test(name));
    for (const [prefix, records] of current.archive.records) {
      const numbers = files.filter((name) => name.replace(/_\d{6}\.json$/, '') === prefix).length;
      expect(numbers).toBe(Math.ceil(records.length / 100));
      expect(files).toContain(`${prefix}_${String(numbers).padStart(6, '0')}.json`);
    }
    expect(current.archive.records.get('issue_events')?.length).toBeGreaterThan(200);
  });

  it('spells empty arrays as its generation did', () => {
    const read = ({ archive }: Written) =>
      readFileSync(join(archive.directory, 'issues_000001.json'), 'utf8');
    expect(read(current)).toMatch(/": \[\],?\n/);
    expect(read(current)).not.toMatch(/": \[\n\n/);
    expect(read(old)).toMatch(/": \[\n\n {4}\],?\n/);
    expect(read(old)).not.toMatch(/": \[\]/);
    expect(read(current).endsWith(']')).toBe(true);
  });

  it('has the fields of each kind in their order, in both generations', () => {
    for (const { archive, exported } of [current, old]) {
      for (const [prefix, records] of archive.records) {
        const marked = (EXPECTED_FIELDS[prefix] ?? '').split(' ');
        const fields = marked.filter((field) => exported === current.exported || !field.startsWith('+'));
        for (const record of records) {
          const expected = fields
            .filter((field) => !field.startsWith('?') || field.slice(1) in record)
            .map((field) => field.replace(/^[+?]/, ''));
          expect(Object.keys(record)).toEqual(expected);
        }
      }
    }
    expect([...current.archive.records.keys()].toSorted()).toEqual(Object.keys(EXPECTED_FIELDS).toSorted());
  });

  it('keeps bots apart as users, and did not in 2019', () => {
    const bots = current.archive.records.get('bots') ?? [];
    expect(bots.length).toBeGreaterThan(0);
    for (const bot of bots) {
      expect(bot).toMatchObject({ type: 'user', url: expect.stringMatching(/\[bot\]$/) });
    }
    expect(old.archive.records.has('bots')).toBe(false);
    expect(old.archive.records.has('discussion_categories')).toBe(false);
  });

  it('lets the records of repositories take turns, each in the order of its numbers', () => {
    const events = current.archive.records.get('issue_events') ?? [];
    const runsOfRepositories = events.map(({ url }) => url.split('/').slice(0, 5).join('/'));
    const turns = runsOfRepositories.filter((name, index) => name !== runsOfRepositories[index - 1]).length;
    expect(turns).toBeGreaterThan(new Set(runsOfRepositories).size);
    for (const name of new Set(runsOfRepositories)) {
      const ids = events
        .filter(({ url }) => url.startsWith(`${name}/`))
        .map(({ url }) => Number(url.split('-').at(-1)));
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    }
  });

  it('accepts repositories in any case, and only those', async () => {
    const [first = ''] = all;
    const one = await write({ repositories: [first.toUpperCase()] });
    expect(one.exported.counts['repository']).toBe(1);
    expect(one.archive.records.get('repositories')?.[0]?.['git_url']).toBe(
      `tarball://root/repositories/${first}.git`,
    );
    expect(one.archive.records.has('organizations')).toBe(false);
    const foreign = recordsOf(one).filter(
      ({ repository }) => repository !== undefined && repository !== `${world.webUrl}/${first}`,
    );
    expect(foreign).toEqual([]);
  });

  it('refuses a repository that the world does not have', async () => {
    await expect(write({ repositories: ['nobody/nothing'] })).rejects.toThrow(RangeError);
  });

  it.each([
    ['excludeMetadata', /^\.\/(?:schema\.json|repositories\/.*)?$/],
    ['excludeGitData', /^\.\/(?!repositories\/)/],
    ['excludeAttachments', /^\.\/(?!attachments|repository_files)/],
    ['excludeReleases', /^\.\/(?!releases)/],
    ['orgMetadataOnly', /^\.\/(?:(?:schema|(?:users|organizations|teams)_000001)\.json)?$/],
  ] as const)('leaves out what %s names, and nothing else', async (name, allowed) => {
    const { archive } = await write({ [name]: true });
    expect(archive.names.filter((entry) => !allowed.test(entry))).toEqual([]);
    const inAllowed = (entry: string) => allowed.test(entry) && !entry.startsWith('./bots');
    if (name !== 'orgMetadataOnly') {
      expect(archive.names.filter(inAllowed).toSorted()).toEqual(
        current.archive.names.filter(inAllowed).toSorted(),
      );
    }
  });

  it('leaves nothing behind when it is aborted', async () => {
    const path = join(directory, 'stopped.tar.gz');
    const workDirectory = join(directory, 'stopped');
    mkdirSync(workDirectory);
    const signal = AbortSignal.abort(new Error('enough'));
    const options = { world, generation: 'current', path, workDirectory, guid: 'g', signal } as const;
    const writing = writeArchive({
      ...options,
      request: { repositories: all },
      random: createSeededRandom('x'),
    });
    await expect(writing).rejects.toThrow('enough');
    expect(existsSync(path) || existsSync(`${path}.part`)).toBe(false);
    expect(readdirSync(workDirectory)).toEqual([]);
  });
});

const PRETTY = [{ labels: [], title: 'é 🌊 / [],\n', nested: { list: [[], 'x: []'] } }];

describe('writeRubyJson()', () => {
  it('indents by two, keeps what is not ASCII, and ends without a newline', () => {
    expect(writeRubyJson(PRETTY, 'current')).toBe(
      '[\n  {\n    "labels": [],\n    "title": "é 🌊 / [],\\n",\n    "nested": {\n      "list": [\n        [],\n        "x: []"\n      ]\n    }\n  }\n]',
    );
  });

  it('gives empty arrays of 2019 a blank line, and leaves texts alone', () => {
    expect(writeRubyJson(PRETTY, '2019')).toBe(
      '[\n  {\n    "labels": [\n\n    ],\n    "title": "é 🌊 / [],\\n",\n    "nested": {\n      "list": [\n        [\n\n        ],\n        "x: []"\n      ]\n    }\n  }\n]',
    );
  });

  it('writes what JSON reads back, in both generations', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const json = value as JsonValue;
        expect(JSON.parse(writeRubyJson(json, '2019'))).toEqual(JSON.parse(JSON.stringify(json)));
        expect(JSON.parse(writeRubyJson(json, 'current'))).toEqual(JSON.parse(JSON.stringify(json)));
      }),
    );
  });
});
