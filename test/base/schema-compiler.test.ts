import { describe, expect, it } from 'vitest';
import { createSchemaCompiler } from '../../src/base/index.ts';

const schema = {
  $id: 'test:person',
  type: 'object',
  required: ['login'],
  properties: { login: { type: 'string' }, 'a/b': { enum: ['x', 'y'] } },
};

describe('createSchemaCompiler()', () => {
  const validate = createSchemaCompiler([schema]).validatorFor('test:person');

  it('finds nothing in a value that fits', () => {
    expect(validate({ login: 'mira', other: 1 })).toEqual([]);
  });

  it('points at what is wrong', () => {
    expect(validate({ login: 1 })).toEqual([{ pointer: '/login', message: 'must be string' }]);
    expect(validate({ login: 'mira', 'a/b': 'z' })).toEqual([
      { pointer: '/a~1b', message: 'must be equal to one of the allowed values: x, y' },
    ]);
    expect(validate({})).toEqual([{ pointer: '/login', message: 'must be present' }]);
    expect(validate([])).toEqual([{ pointer: '', message: 'must be object' }]);
  });

  it('stops at the first fault of a hostile value', () => {
    const hostile = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    const strict = { $id: 'test:strict', type: 'object', additionalProperties: { type: 'string' } };
    expect(createSchemaCompiler([strict]).validatorFor('test:strict')(hostile).length).toBe(1);
  });

  it('refuses an id that it was not given', () => {
    expect(() => createSchemaCompiler([schema]).validatorFor('test:none')).toThrow(RangeError);
  });
});
