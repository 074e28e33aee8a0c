import { describe, expect, it } from 'vitest';
import { createSchemaCompiler } from '../../src/base/schema-compiler.ts';

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

  it('points to the invalid value', () => {
    expect(validate({ login: 1 })).toEqual([{ pointer: '/login', message: 'must be string' }]);
    expect(validate({ login: 'mira', 'a/b': 'z' })).toEqual([
      { pointer: '/a~1b', message: 'must be one of x, y' },
    ]);
    expect(validate({})).toEqual([{ pointer: '/login', message: 'must be present' }]);
    expect(validate([])).toEqual([{ pointer: '', message: 'must be object' }]);
  });

  it('stops at the first fault of a hostile value', () => {
    const hostile = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`k${index}`, 1]));
    const strict = { $id: 'test:strict', type: 'object', additionalProperties: { type: 'string' } };
    expect(createSchemaCompiler([strict]).validatorFor('test:strict')(hostile).length).toBe(1);
  });

  it('rejects an unknown id', () => {
    expect(() => createSchemaCompiler([schema]).validatorFor('test:none')).toThrow(RangeError);
  });
});

describe('createSchemaCompiler({ findsAll: true })', () => {
  const schema = {
    $id: 'https://satchel.example/all',
    type: 'object',
    additionalProperties: false,
    properties: { name: { type: 'string' }, count: { type: 'integer' } },
  };

  it('finds every violation, and lists the known members', () => {
    const judge = createSchemaCompiler([schema], { findsAll: true }).validatorFor(schema.$id);
    expect(judge({ nam: 'x', name: 1, count: 'y' })).toEqual([
      { pointer: '/nam', message: 'is not a known field', known: ['name', 'count'] },
      { pointer: '/name', message: 'must be string' },
      { pointer: '/count', message: 'must be integer' },
    ]);
    expect(createSchemaCompiler([schema]).validatorFor(schema.$id)({ nam: 'x', name: 1 })).toHaveLength(1);
  });
});
