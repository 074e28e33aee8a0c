import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scrubJson } from '../../src/dump/scrub-json.ts';
import { ANY_CHARACTER } from '../base/support/any-character.ts';
import { meaningOf } from '../store/support/archive-text.ts';

const isSecret = (member: string) => member === 'email' || member === 'we"bhooks\\';

describe('scrubJson()', () => {
  it('removes members at any depth and keeps the digits of numbers', () => {
    const text =
      '{"email": 1, "a": [{"b": 1.0, "email": {"x": 2}}, 12345678901234567890, -0], "we\\"bhooks\\\\": []}';
    expect(scrubJson(text, isSecret)).toBe('{"a":[{"b":1.0},12345678901234567890,-0]}');
  });

  it('leaves texts alone, also if they look like members or numbers', () => {
    const text = String.raw`{"body":"\"email\": 1","n":"12","s":"s","list":[true,false,null,""],"__proto__":1}`;
    expect(scrubJson(text, isSecret)).toBe(text);
  });

  it('returns null for what is not JSON', () => {
    expect(scrubJson('{"email": ', isSecret)).toBeNull();
  });

  it('removes members next to texts of any length', () => {
    const long = `"${'x'.repeat(9_000_000)}"`;
    expect(scrubJson(`{"email":${long},"body":${long}}`, isSecret)).toBe(`{"body":${long}}`);
  });

  it('changes nothing but secret members', () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: ANY_CHARACTER }), (text) => {
        expect(meaningOf(scrubJson(text, () => false) ?? '')).toEqual(meaningOf(text));
      }),
    );
  });
});
