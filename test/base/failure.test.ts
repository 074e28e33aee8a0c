import { describe, expect, it } from 'vitest';
import { invariant } from '../../src/base/failure.ts';

describe('invariant()', () => {
  it('stops on a broken promise and on nothing else', () => {
    expect(() => invariant(1 + 1 === 2, 'sums hold')).not.toThrow();
    expect(() => invariant(false, 'sums hold')).toThrow('sums hold');
  });
});
