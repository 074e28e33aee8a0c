import { describe, expect, it } from 'vitest';
import { exitStatusOf } from '../../src/cli/exit.ts';
import { Failure } from '../../src/model/failure.ts';
import { createRecordedContext } from './support/recorded-context.ts';

const plain = { json: false, debug: false, command: 'satchel' };

describe('exitStatusOf()', () => {
  it('prints one sentence and the next step', () => {
    const context = createRecordedContext();
    const failure = new Failure('migration-failed', 'Cannot export: migration 7 failed', {
      hint: 'Export less',
    });
    expect(exitStatusOf(failure, context, plain)).toBe(7);
    expect(context.err()).toBe('satchel: Cannot export: migration 7 failed. Export less.\n');
  });

  it('prints the failure as JSON too when asked', () => {
    const context = createRecordedContext();
    exitStatusOf(new Failure('network', 'Cannot reach it', { details: { errorCode: 'x' } }), context, {
      ...plain,
      json: true,
    });
    expect(JSON.parse(context.out())).toMatchObject({
      message_type: 'exit_error',
      code: 'network',
      exit_status: 5,
      message: 'Cannot reach it',
      details: { errorCode: 'x' },
    });
  });

  it('ends with the status of the signal for a service manager', () => {
    for (const [code, status] of [
      ['interrupted', 130],
      ['terminated', 143],
    ] as const) {
      const context = createRecordedContext();
      context.controller.abort(new Failure(code, 'Interrupted'));
      expect(exitStatusOf(new Error('the connection broke'), context, plain)).toBe(status);
    }
  });

  it('hides the stack unless it is asked for', () => {
    const quiet = createRecordedContext();
    const error = new TypeError('x is not a function', { cause: new Error('deeper') });
    expect(exitStatusOf(error, quiet, plain)).toBe(1);
    expect(quiet.err().split('\n').length).toBe(2);
    const loud = createRecordedContext();
    exitStatusOf(error, loud, { ...plain, debug: true });
    expect(loud.err()).toContain('Caused by: Error: deeper');
  });

  it('calls everything after a signal an interruption', () => {
    const context = createRecordedContext();
    context.controller.abort();
    expect(exitStatusOf(new Error('aborted'), context, plain)).toBe(130);
  });
});
