import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createArchiveSchemas, writeArchiveSchemas } from '../../../src/archive/kind-schemas.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/json.ts';
import { RECORD_KINDS } from '../../../src/model/record-kinds.table.ts';
import { type RecordPromise, rightValues, wrongValues } from '../schemas/field-promises.ts';
import { fullRecordOf, RECORD_PROMISES } from '../schemas/record-promises.ts';

const FOLDER = new URL('../../../schemas/archive/', import.meta.url);
const NAMES = [...Object.keys(RECORD_KINDS), 'defs', 'record-file', 'schema', 'urls'];
const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
/** Compiled from the schemas, since there is no file of the build at this path. */
const schemas = createArchiveSchemas(join(dist, 'absent.cjs'));

/** Pointers of the violations in a value. */
function faultsOf(name: string, value: unknown): readonly string[] {
  const validate = schemas.validatorFor(name);
  expect(validate).toBeDefined();
  return (validate?.(value) ?? []).map(({ pointer }) => pointer);
}

function fullRecord({ generations }: RecordPromise): JsonObject {
  return Object.assign({}, ...Object.values(generations));
}

function minimalRecord({ required, fields }: RecordPromise): JsonObject {
  return Object.fromEntries(
    required.map((name) => [name, (fields[name] === undefined ? [] : rightValues(fields[name]))[0] ?? null]),
  );
}

function schemaOf(name: string): JsonObject {
  return JSON.parse(readFileSync(new URL(`${name}.schema.json`, FOLDER), 'utf8'));
}

describe('the promises', () => {
  it('cover every kind', () => {
    expect(Object.keys(RECORD_PROMISES).sort()).toEqual(Object.keys(RECORD_KINDS).sort());
  });
});

describe.each(Object.entries(RECORD_PROMISES))('the schema of a %s', (kind, promise) => {
  const { required, fields, generations } = promise;

  it('knows exactly the promised fields', () => {
    expect([...schemas.fieldsOf(kind)].sort()).toEqual(Object.keys(fields).sort());
    expect(schemaOf(kind)['required'] ?? []).toEqual(expect.arrayContaining([...required]));
  });

  it('accepts a minimal record', () => {
    expect(faultsOf(kind, minimalRecord(promise))).toEqual([]);
  });

  it.each(Object.entries(generations))('accepts a full record of %s, and all of its fields', (_, record) => {
    expect(faultsOf(kind, record)).toEqual([]);
    expect(Object.keys(record).filter((name) => fields[name] === undefined)).toEqual([]);
  });

  it('accepts fields that it does not know', () => {
    expect(faultsOf(kind, { ...fullRecord(promise), from_the_future: [{ a: 1 }] })).toEqual([]);
  });

  it('accepts every type that a field may have', () => {
    for (const [name, field] of Object.entries(fields)) {
      for (const value of rightValues(field)) {
        expect(
          faultsOf(kind, { ...fullRecord(promise), [name]: value }),
          `${name} ${JSON.stringify(value)}`,
        ).toEqual([]);
      }
    }
  });

  it('reports every required field that is absent', () => {
    for (const name of required) {
      const { [name]: _, ...rest } = fullRecord(promise);
      expect(faultsOf(kind, rest)).toEqual([`/${name}`]);
    }
  });

  it('reports every wrong value with its place', () => {
    for (const [name, field] of Object.entries(fields)) {
      for (const { value, pointer } of wrongValues(field)) {
        const record = { ...fullRecord(promise), [name]: value };
        expect(faultsOf(kind, record), `${name} ${JSON.stringify(value)}`).toEqual([`/${name}${pointer}`]);
      }
    }
  });

  it.each([null, true, 7, 'text', []])('refuses %j in place of a record', (value) => {
    expect(faultsOf(kind, value)).toEqual(['']);
  });
});

describe('schemas/archive', () => {
  it('has a schema for every kind, both documents, record files and what they share', () => {
    const names = readdirSync(FOLDER).map((name) => name.replace('.schema.json', ''));
    expect(names.sort()).toEqual(NAMES.toSorted());
  });

  it.each(NAMES)('%s describes itself and each of its properties', (name) => {
    const schema = schemaOf(name);
    expect(schema).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `https://satchel.example/schemas/archive/${name}.schema.json`,
      title: expect.stringMatching(/^[A-Z]/),
      description: expect.stringMatching(/\.$/),
    });
    expect(schema).not.toHaveProperty('additionalProperties', false);
    expect([...undescribed(schema, '')]).toEqual([]);
  });
});

describe('createArchiveSchemas()', () => {
  it('says what must be there, and where', () => {
    const messages = (kind: string, value: unknown) =>
      schemas
        .validatorFor(kind)?.(value)
        .map(({ pointer, message }) => `${pointer} ${message}`);
    const { url: _, ...pull } = fullRecordOf('pull_request');
    expect(messages('pull_request', pull)).toEqual(['/url must be present']);
    expect(messages('pull_request', { ...pull, url: 'u', base: { ref: 7 } })).toEqual([
      '/base/ref must be string,null',
    ]);
    expect(messages('record-file', [{}, 7])).toEqual(['/1 must be object']);
  });

  it('has no schema for unknown kinds', () => {
    expect(schemas.validatorFor('novelty')).toBeUndefined();
    expect(schemas.fieldsOf('novelty').size).toBe(0);
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
    const { byId }: { readonly byId: Record<string, (value: unknown) => boolean> } = createRequire(
      import.meta.url,
    )(path);
    for (const [kind, { generations }] of Object.entries(RECORD_PROMISES)) {
      const judge = byId[String(schemaOf(kind)['$id'])];
      expect(Object.values(generations).map((record) => judge?.(record))).not.toContain(false);
      expect(judge?.([])).toBe(false);
      expect(built.validatorFor(kind)?.([])).toEqual(schemas.validatorFor(kind)?.([]));
    }
  });
});

/** Pointers of properties and definitions, at any depth, without a description. */
function* undescribed(schema: JsonValue | undefined, pointer: string): Generator<string> {
  if (!isJsonObject(schema)) {
    return;
  }
  for (const group of ['properties', '$defs']) {
    const members = schema[group];
    for (const [name, member] of Object.entries(isJsonObject(members) ? members : {})) {
      if (!isJsonObject(member) || !/\.$/.test(String(member['description']))) {
        yield `${pointer}/${name}`;
      }
      yield* undescribed(member, `${pointer}/${name}`);
    }
  }
  yield* undescribed(schema['items'], `${pointer}/*`);
}
