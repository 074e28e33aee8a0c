import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../schemas/', import.meta.url));

const names = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);

describe('schemas', () => {
  it.each(names)('%s is JSON Schema 2020-12, with a title and an id', (name) => {
    const schema = JSON.parse(readFileSync(`${ROOT}${name}`, 'utf8'));
    const ajv = new Ajv2020({ strict: false });
    expect(ajv.validateSchema(schema), JSON.stringify(ajv.errors)).toBe(true);
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.title).toBeTypeOf('string');
    expect(schema.$id).toBeTypeOf('string');
  });

  it('have unique ids', () => {
    const ids = names.map((name) => JSON.parse(readFileSync(`${ROOT}${name}`, 'utf8')).$id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
