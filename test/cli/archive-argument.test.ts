import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/index.ts';
import { showReading } from '../../src/cli/archive-argument.ts';
import { createReporter } from '../../src/cli/reporter.ts';
import { createRecordedContext } from './support/recorded-context.ts';

const MIB = 1024 * 1024;

describe('showReading()', () => {
  it('shows the share, the rate and the remaining time', () => {
    const clock = createDrivenClock(0);
    const context = { ...createRecordedContext({ terminalColumns: 100 }), clock };
    const reporter = createReporter(context, { json: false, quiet: false });
    const onProgress = showReading(reporter, clock, { verb: 'Verifying', totalBytes: 8 * MIB });
    for (const doneBytes of [0, 2 * MIB]) {
      onProgress(doneBytes);
      clock.advance(1_000);
    }
    onProgress(4 * MIB);
    reporter.end();
    expect(context.err()).toContain('Verifying 4.00 MiB of 8.00 MiB (50 %), 2.00 MiB/s, 2.0 s left');
  });
});
