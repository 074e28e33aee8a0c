import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../src/archive/fingerprints.ts';

describe('fingerprintOf()', () => {
  it('tells a text in the name of another one from their joined text', () => {
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
