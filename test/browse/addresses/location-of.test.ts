import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locationOf } from '../../../src/browse/addresses/location-of.ts';
import { ANY_CHARACTER } from '../../base/support/any-character.ts';

const READER = 'http://127.0.0.1:7777';

describe('locationOf()', () => {
  it.each([
    '//evil.test/x',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '///evil.test',
    '/%2f%2fevil.test',
    '.evil.test/x',
    '@evil.test/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://evil.test/x',
    'https:evil.test',
    '/..//evil.test',
    '/\ud800/x',
    '//evil\u3002test',
  ])('links within the reader for %j', (address) => {
    const location = locationOf(address);
    expect(new URL(location, READER).origin).toBe(READER);
    expect(() => new Headers({ Location: location })).not.toThrow();
  });

  it('links within the reader for any text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: ANY_CHARACTER }),
        fc.constantFrom('', '/', '//', '\\', 'https://'),
        (text, start) => {
          const location = locationOf(start + text);
          expect(new URL(location, READER).origin).toBe(READER);
          expect(() => new Headers({ Location: location })).not.toThrow();
        },
      ),
    );
  });

  it('keeps the path, the query and the anchor, and appends an ending to the path', () => {
    expect(locationOf('/acme/app/issues?q=is%3Aopen#x')).toBe('/acme/app/issues?q=is%3Aopen#x');
    expect(locationOf('/acme/app/wiki/a%2Fb')).toBe('/acme/app/wiki/a%2Fb');
    expect(locationOf('/acme/app/issues?q=a', '.json')).toBe('/acme/app/issues.json?q=a');
  });
});
