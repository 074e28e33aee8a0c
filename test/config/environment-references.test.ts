import { describe, expect, it } from 'vitest';
import { referencesIn, resolveReferences } from '../../src/config/index.ts';

const WEB = `https://hc.example/\${ID}/\${KIND}`;

describe('resolveReferences()', () => {
  it('puts variables in the place of their names', () => {
    expect(resolveReferences(WEB, { ID: 'abc', KIND: ' x \n' })).toBe('https://hc.example/abc/x');
    expect(resolveReferences('$ID {ID} plain', { ID: 'abc' })).toBe('$ID {ID} plain');
  });

  it('fails where one is not set, or empty', () => {
    expect(() => resolveReferences(WEB, { ID: 'abc', KIND: ' ' })).toThrow('the variable is not set');
  });
});

describe('referencesIn()', () => {
  it('names the variables that a text refers to', () => {
    expect(referencesIn(WEB)).toEqual(['ID', 'KIND']);
  });
});
