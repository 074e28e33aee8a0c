import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createSchemaCompiler } from '../../src/base/schema-compiler.ts';
import { openSchemas, writeStandaloneSchemas } from '../../src/base/standalone-schemas.ts';

const text = { $id: 'test:text', type: 'string', minLength: 1 };
const person = {
  $id: 'test:person',
  type: 'object',
  required: ['login'],
  properties: { login: { $ref: 'test:text' }, 'a/b': { enum: ['x', 'y'] } },
};
// In the project's folder, as a built program is: the module requires parts of the compiler's run time.
const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
mkdirSync(dist, { recursive: true });
const folder = mkdtempSync(join(dist, 'standalone-'));
const path = join(folder, 'schemas.cjs');
const byName = new Map([text, person].map((schema) => [schema.$id, schema]));
writeStandaloneSchemas({ byName, digest: 'one' }, path);

/** Has nothing to compile: whatever it judges, it judges by the code. */
const opened = (digest: string, from = path) => openSchemas({ byName: new Map(), digest }, from);

afterAll(() => rmSync(folder, { recursive: true }));

describe('openSchemas()', () => {
  it('judges like the compiler that wrote the schemas', () => {
    const compiled = createSchemaCompiler([text, person]).validatorFor('test:person');
    const judge = opened('one').validatorFor('test:person');
    for (const value of [{ login: 'mira' }, { login: '' }, {}, [], { login: 'mira', 'a/b': 'z' }]) {
      expect(judge(value)).toEqual(compiled(value));
    }
    expect(judge({ login: '' })).toHaveLength(1);
  });

  it('finds no paths of schemas in the code, which nothing reads', () => {
    expect(readFileSync(path, 'utf8')).toContain('instancePath');
    expect(readFileSync(path, 'utf8')).not.toContain('schemaPath');
  });

  it('opens no module of other schemas, and none that is not there, but compiles', () => {
    expect(() => opened('two').validatorFor('test:person')).toThrow(RangeError);
    expect(() => opened('one', `${path}.none`).validatorFor('test:person')).toThrow(RangeError);
    expect(openSchemas({ byName, digest: 'two' }, path).validatorFor('test:person')({})).toHaveLength(1);
  });

  it('refuses an id that it does not have', () => {
    expect(() => opened('one').validatorFor('test:none')).toThrow(RangeError);
  });
});
