import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFingerprintSet, fingerprintOf } from '../../src/archive/fingerprints.ts';

describe('fingerprintOf()', () => {
  it('distinguishes a scope and a text from their concatenation', () => {
    const prints = [
      fingerprintOf('c', 'ab'),
      fingerprintOf('bc', 'a'),
      fingerprintOf('abc'),
      fingerprintOf('', 'abc'),
      fingerprintOf(''),
    ];
    expect(new Set(prints.map(({ high, low }) => `${high} ${low}`)).size).toBe(prints.length);
  });

  it('never has a high word of 0', () => {
    for (let number = 0; number < 10_000; number += 1) {
      expect(fingerprintOf(String(number)).high).not.toBe(0);
    }
  });
});

describe('createFingerprintSet()', () => {
  it('contains what was added, like a set of strings', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (texts) => {
        const set = createFingerprintSet();
        const seen = new Set<string>();
        for (const text of texts) {
          expect(set.add(text)).toBe(!seen.has(text));
          seen.add(text);
        }
        expect(set.size).toBe(seen.size);
      }),
    );
  });

  it('distinguishes 300,000 similar addresses', () => {
    const set = createFingerprintSet();
    for (let number = 0; number < 300_000; number += 1) {
      set.add(`https://service.example/alice/garden/issues/${number}`);
    }
    expect(set.size).toBe(300_000);
    expect(set.add('https://service.example/alice/garden/issues/7')).toBe(false);
  });
});
