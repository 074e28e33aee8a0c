import { describe, expect, it } from 'vitest';
import { EXIT_CODES, FAILURES, Failure, type FailureCode, invariant } from '../../src/base/index.ts';

const codes = Object.keys(FAILURES) as FailureCode[];

describe('Failure', () => {
  it.each(codes)('%s has a hint and an exit status of the table', (code) => {
    const failure = new Failure(code, 'Cannot go on');
    const statuses: readonly number[] = Object.values(EXIT_CODES).map(({ status }) => status);
    expect(statuses).toContain(failure.exitStatus);
    expect(failure.exitStatus).not.toBe(0);
    expect(failure.hint).not.toBe('');
    expect(FAILURES[code].summary).not.toMatch(/\.$/);
  });

  it('keeps its cause, its details and a better hint', () => {
    const cause = new Error('deep');
    const failure = new Failure('network', 'Cannot reach it', {
      cause,
      hint: 'Plug it in',
      details: { host: 'x' },
    });
    expect(failure).toMatchObject({ cause, hint: 'Plug it in', details: { host: 'x' } });
  });

  it('has a reason without what was attempted', () => {
    const reasonOf = (message: string) => new Failure('absent', message).reason;
    expect(reasonOf('Cannot show acme/app: there is no branch "a: b"')).toBe('there is no branch "a: b"');
    expect(reasonOf('There is no such page')).toBe('There is no such page');
  });

  it('distinguishes temporary from permanent failures', () => {
    expect(new Failure('rate-limited', 'Cannot go on').isTemporary).toBe(true);
    expect(new Failure('network', 'Cannot go on').isTemporary).toBe(true);
    expect(new Failure('unauthorized', 'Cannot go on').isTemporary).toBe(false);
  });
});

describe('invariant()', () => {
  it('stops on a broken promise and on nothing else', () => {
    expect(() => invariant(1 + 1 === 2, 'sums hold')).not.toThrow();
    expect(() => invariant(false, 'sums hold')).toThrow('sums hold');
  });
});
