import { describe, expect, it } from 'vitest';
import { dialectOf, tokenKindOf } from '../../src/model/dialect.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';

describe('dialectOf()', () => {
  it.each([
    ['https://api.github.com', 'github'],
    ['https://api.acme.ghe.com/', 'github'],
    ['https://code.example.org/api/v3', 'github'],
    ['https://code.example.org/api/v3/', 'github'],
    ['http://127.0.0.1:8080', 'service'],
    ['https://api.service.example', 'service'],
    ['https://notgithub.com', 'service'],
  ])('reads %s as %s', (baseUrl, name) => {
    expect(dialectOf(new URL(baseUrl)).name).toBe(name);
  });
});

describe('tokenKindOf()', () => {
  it.each(
    Object.values(DIALECTS).flatMap((dialect) =>
      dialect.tokenPrefixes.map(({ prefix, kind }) => [prefix, kind] as const),
    ),
  )('knows %s as %s', (prefix, kind) => {
    expect(tokenKindOf(`${prefix}0123456789`)).toBe(kind);
  });

  it('does not guess', () => {
    expect(tokenKindOf('0123456789abcdef0123456789abcdef01234567')).toBe('unknown');
  });
});
