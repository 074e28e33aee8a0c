import { describe, expect, it } from 'vitest';
import { BaseFailure, carryError, invariant, restoreError } from '../../src/base/failure.ts';

describe('the hints of a failure', () => {
  const OF_CODE = { hint: 'of the code', commandHint: 'of the code, for people' };

  it.each([
    [{}, OF_CODE, 'of the code', 'of the code, for people'],
    [{}, { hint: 'of the code' }, 'of the code', 'of the code'],
    [{ hint: 'own' }, OF_CODE, 'own', 'own'],
    [{ commandHint: 'own, for people' }, OF_CODE, 'of the code', 'own, for people'],
    [{ hint: 'own', commandHint: 'own, for people' }, OF_CODE, 'own', 'own, for people'],
    [{}, {}, '', ''],
  ])('are its own before those of its code: %j', (options, ofCode, hint, commandHint) => {
    const failure = new BaseFailure('code', 'Cannot do it', options, ofCode);
    expect([failure.hint, failure.commandHint]).toEqual([hint, commandHint]);
    expect(restoreError(carryError(failure))).toMatchObject({ code: 'code', hint, commandHint });
  });
});

describe('invariant()', () => {
  it('stops on a broken promise and on nothing else', () => {
    expect(() => invariant(1 + 1 === 2, 'sums hold')).not.toThrow();
    expect(() => invariant(false, 'sums hold')).toThrow('sums hold');
  });
});
