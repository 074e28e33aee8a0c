import { describe, expect, it } from 'vitest';
import { fileFailure } from '../../src/base/file-failure.ts';
import { EXIT_CODES } from '../../src/model/exit-codes.table.ts';
import { exitOf, Failure, failureOf, isTemporary, messageOf } from '../../src/model/failure.ts';
import { FAILURES, type FailureCode } from '../../src/model/failures.table.ts';

const codes = Object.keys(FAILURES) as FailureCode[];

describe('Failure', () => {
  it.each(codes)('%s has a hint and an exit status of the table', (code) => {
    const failure = new Failure(code, 'Cannot go on');
    expect(EXIT_CODES[exitOf(failure)].status).not.toBe(0);
    expect(failure.hint).not.toBe('');
    expect(FAILURES[code].summary).not.toMatch(/\.$/);
  });

  it('keeps its cause, its details and a better hint', () => {
    const cause = new Error('deep');
    const failure = new Failure('network', 'Cannot reach it', {
      cause,
      hint: 'Plug it in',
      details: { errorCode: 'ECONNRESET' },
    });
    expect(failure).toMatchObject({ cause, hint: 'Plug it in', details: { errorCode: 'ECONNRESET' } });
  });

  it('has a code of the table', () => {
    expect(() => new Failure('nope' as never, 'Cannot do it')).toThrow(
      expect.objectContaining({ code: 'usage', message: expect.stringContaining('"nope"') }),
    );
  });

  it('can be extended, and recognises only what is of the class', () => {
    class Mine extends Failure {
      override readonly name = 'Mine';
      readonly owner = 'me';
    }
    const mine = new Mine('locked', 'Cannot use it: it is mine');
    const other = new Failure('locked', 'Cannot use it');
    expect([mine instanceof Mine, mine instanceof Failure, mine.owner, mine.name]).toEqual([
      true,
      true,
      'me',
      'Mine',
    ]);
    expect([other instanceof Mine, other instanceof Failure]).toEqual([false, true]);
    expect(exitOf(mine)).toBe(exitOf(other));
  });

  it('has a reason without what was attempted', () => {
    const reasonOf = (message: string) => new Failure('absent', message).reason;
    expect(reasonOf('Cannot show acme/app: there is no branch "a: b"')).toBe('there is no branch "a: b"');
    expect(reasonOf('There is no such page')).toBe('There is no such page');
  });

  it('counts what fails in base', () => {
    const failure = fileFailure(Object.assign(new Error('full'), { code: 'ENOSPC' }), 'write', '/x');
    expect(failure).toBeInstanceOf(Failure);
    expect([exitOf(failure), exitOf(new Error('other'))]).toEqual(['failed', 'failed']);
    expect(failure).toMatchObject({ code: 'disk-full', hint: FAILURES['disk-full'].hint });
    expect(new Error('other')).not.toBeInstanceOf(Failure);
  });

  it('shows no token, wherever it fails', () => {
    const token = `ghp_${'a1'.repeat(18)}`;
    const [below, above] = [
      fileFailure(Object.assign(new Error('none'), { code: 'ENOENT' }), 'read', `/x/${token}`),
      new Failure('absent', `Cannot read "/x/${token}"`, { details: { errors: [token] } }),
    ];
    expect(messageOf(below)).toBe('Cannot read "/x/[redacted]": there is no such file or directory');
    expect([above.message, above.details]).toEqual([
      'Cannot read "/x/[redacted]"',
      { errors: ['[redacted]'] },
    ]);
  });

  it('distinguishes temporary from permanent failures', () => {
    expect(isTemporary(new Failure('rate-limited', 'Cannot go on'))).toBe(true);
    expect(isTemporary(new Failure('network', 'Cannot go on'))).toBe(true);
    expect(isTemporary(new Failure('unauthorized', 'Cannot go on'))).toBe(false);
  });

  it.each([
    ['SIGTERM', AbortSignal.abort(new Failure('terminated', 'Stopped')), 'terminated', 143],
    ['another signal', AbortSignal.abort(), 'interrupted', 130],
    ['none', new AbortController().signal, 'internal', 1],
  ])('is what was thrown after %s', (_, signal, code, status) => {
    const failure = failureOf(new TypeError('x is not a function'), signal);
    expect([failure.code, EXIT_CODES[exitOf(failure)].status]).toEqual([code, status]);
  });
});
