import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createLog } from '../../../src/cli/output/create-log.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

describe('createLog()', () => {
  it.runIf(existsSync('/dev/full'))('stops nothing if its disk is full, and reports it once', () => {
    const { stderr, clock, err } = createRecordedContext();
    const log = createLog({ level: 'info', file: '/dev/full', stderr, clock, secrets: [] });
    for (let line = 0; line < 3_000; line += 1) {
      log.write('info', { event: 'x', line, rest: 'x'.repeat(1_000) }, 'Something happened');
    }
    log.close();
    expect(err()).toBe('Cannot write the log "/dev/full": no space is left on the device\n');
  });
});
