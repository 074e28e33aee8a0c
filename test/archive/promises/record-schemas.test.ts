import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createArchiveSchemas } from '../../../src/archive/index.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/base/index.ts';
import { RECORD_KINDS } from '../../../src/model/index.ts';
import { type RecordPromise, rightValues, wrongValues } from '../schemas/field-promises.ts';
import { RECORD_PROMISES } from '../schemas/record-promises.ts';

const FOLDER = new URL('../../../schemas/archive/', import.meta.url);
const schemas = createArchiveSchemas();

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
  it.each([...Object.keys(RECORD_KINDS), 'schema', 'urls', 'record-file', 'defs'])(
    '%s describes itself and each of its properties',
    (name) => {
      const schema = schemaOf(name);
      expect(schema).toMatchObject({
        title: expect.stringMatching(/^[A-Z]/),
        description: expect.stringMatching(/\.$/),
      });
      expect([...undescribed(schema, '')]).toEqual([]);
    },
  );
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
