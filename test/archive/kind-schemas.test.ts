import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createArchiveSchemas } from '../../src/archive/index.ts';
import { writeArchiveSchemas } from '../../src/archive/kind-schemas.ts';
import { isJsonObject, type JsonObject } from '../../src/base/index.ts';
import { RECORD_KINDS } from '../../src/model/index.ts';
import { KIND_RECORDS } from './support/kind-records.ts';

const FOLDER = new URL('../../schemas/archive/', import.meta.url);
const require = createRequire(import.meta.url);
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
/** Compiled from the schemas, since there is no file of the build at this path. */
const schemas = createArchiveSchemas(join(dist, 'absent.cjs'));
const kinds = Object.entries(KIND_RECORDS);

function schemaOf(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8'));
}

function violationsOf(kind: string, value: unknown): readonly string[] {
  const validate = schemas.validatorFor(kind);
  expect(validate).toBeDefined();
  return (validate?.(value) ?? []).map(({ pointer, message }) => `${pointer} ${message}`);
}

describe('schemas/archive', () => {
  it('has a schema for every kind, both documents, record files and what they share', () => {
    const names = readdirSync(FOLDER).map((name) => name.replace('.schema.json', ''));
    expect(names.sort()).toEqual(
      [...Object.keys(RECORD_KINDS), 'defs', 'record-file', 'schema', 'urls'].sort(),
    );
  });

  it.each([...Object.keys(RECORD_KINDS), 'defs', 'record-file', 'schema', 'urls'])(
    '%s has a title and a description',
    (name) => {
      const schema = schemaOf(name);
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        $id: `https://satchel.example/schemas/archive/${name}.schema.json`,
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\.$/),
      });
      expect(schema).not.toHaveProperty('additionalProperties', false);
    },
  );
});

describe('createArchiveSchemas()', () => {
  it.each(kinds)(
    'accepts a %s of today and those of older and other writers',
    (kind, { current, sparse }) => {
      expect(violationsOf(kind, current)).toEqual([]);
      expect(violationsOf(kind, sparse)).toEqual([]);
    },
  );

  it.each(kinds)('knows all fields of a %s', (kind, { current, sparse }) => {
    const fields = schemas.fieldsOf(kind);
    expect(Object.keys({ ...current, ...sparse }).filter((field) => !fields.has(field))).toEqual([]);
  });

  it.each(kinds)('accepts unknown fields of a %s', (kind, { current }) => {
    expect(violationsOf(kind, { ...current, from_the_future: [{ a: 1 }] })).toEqual([]);
  });

  it.each(kinds)('reports each field that a %s lacks', (kind, { current }) => {
    const required = schemaOf(kind)['required'];
    for (const field of Array.isArray(required) ? required : []) {
      const { [String(field)]: _, ...rest } = current;
      expect(violationsOf(kind, rest)).toEqual([`/${field} must be present`]);
    }
  });

  it.each(kinds)('reports each field of a %s that has a wrong type', (kind, { current }) => {
    for (const [field, value] of Object.entries(current)) {
      const isArray = Array.isArray(value);
      const wrong = isArray || isJsonObject(value) ? 7.5 : [7.5];
      expect(violationsOf(kind, { ...current, [field]: wrong })[0]).toMatch(new RegExp(`^/${field} must be`));
    }
  });

  it('reports a wrong timestamp and an empty url', () => {
    const { current } = KIND_RECORDS.issue;
    expect(violationsOf('issue', { ...current, created_at: 'yesterday' })[0]).toMatch(
      /^\/created_at must match/,
    );
    expect(violationsOf('issue', { ...current, created_at: null })[0]).toMatch(
      /^\/created_at must be string/,
    );
    expect(violationsOf('issue', { ...current, url: '' })[0]).toMatch(/^\/url must NOT have fewer/);
  });

  it('points into lists and objects', () => {
    const { current } = KIND_RECORDS.repository;
    expect(violationsOf('repository', { ...current, labels: [{ url: 'u', name: 7 }] })).toEqual([
      '/labels/0/name must be string',
    ]);
    const pull = KIND_RECORDS.pull_request.current;
    expect(violationsOf('pull_request', { ...pull, base: { ref: 7 } })).toEqual([
      '/base/ref must be string,null',
    ]);
  });

  it('has no schema for unknown kinds', () => {
    expect(schemas.validatorFor('novelty')).toBeUndefined();
    expect(schemas.fieldsOf('novelty').size).toBe(0);
  });

  it('compiles the schema of record files', () => {
    expect(violationsOf('record-file', [{}])).toEqual([]);
    expect(violationsOf('record-file', [7])).toEqual(['/0 must be object']);
  });
});

describe('writeArchiveSchemas()', () => {
  // In the folder of the project, because the code requires parts of the compiler's run time.
  mkdirSync(dist, { recursive: true });
  const folder = mkdtempSync(join(dist, 'schemas-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('writes code that judges every kind as the schemas do', () => {
    const path = join(folder, 'schemas.cjs');
    writeArchiveSchemas(path);
    const built = createArchiveSchemas(path);
    const { byId }: { readonly byId: Record<string, (value: unknown) => boolean> } = require(path);
    for (const [kind, { current, sparse }] of kinds) {
      const judge = byId[String(schemaOf(kind)['$id'])];
      expect(judge?.(current)).toBe(true);
      expect(judge?.(sparse)).toBe(true);
      expect(judge?.([])).toBe(false);
      expect(built.validatorFor(kind)?.([])).toEqual(schemas.validatorFor(kind)?.([]));
    }
  });
});
