import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createSchemaCompiler, openStandaloneSchemas, writeStandaloneSchemas } from '../../src/base/index.ts';

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
writeFileSync(path, writeStandaloneSchemas([text, person], 'one'));

afterAll(() => rmSync(folder, { recursive: true }));

describe('openStandaloneSchemas()', () => {
  it('judges like the compiler that wrote the schemas', () => {
    const compiled = createSchemaCompiler([text, person]).validatorFor('test:person');
    const judge = openStandaloneSchemas(path, 'one')?.validatorFor('test:person');
    for (const value of [{ login: 'mira' }, { login: '' }, {}, [], { login: 'mira', 'a/b': 'z' }]) {
      expect(judge?.(value)).toEqual(compiled(value));
    }
    expect(judge?.({ login: '' })).toHaveLength(1);
  });

  it('opens no module of other schemas, and none that is not there', () => {
    expect(openStandaloneSchemas(path, 'two')).toBeUndefined();
    expect(openStandaloneSchemas(`${path}.none`, 'one')).toBeUndefined();
  });

  it('refuses an id that it does not have', () => {
    const schemas = openStandaloneSchemas(path, 'one');
    expect(() => schemas?.validatorFor('test:none')).toThrow(RangeError);
  });
});
