import { describe, expect, it, vi } from 'vitest';
import { createReporter } from '../../../src/cli/output/reporter.ts';
import { createRecordedContext } from '../support/recorded-context.ts';

describe('createReporter()', () => {
  it('writes events as NDJSON in snake_case on stdout for programs', () => {
    const context = createRecordedContext();
    const reporter = createReporter(context, { json: true, quiet: false });
    reporter.event('waiting', { migrationId: 7, counts: { issue_comment: 1 } }, 'waiting …');
    expect(JSON.parse(context.out())).toEqual({
      message_type: 'waiting',
      migration_id: 7,
      counts: { issue_comment: 1 },
    });
    expect(context.err()).toBe('');
  });

  it('writes sentences on stderr for people', () => {
    const context = createRecordedContext();
    const reporter = createReporter(context, { json: false, quiet: false });
    reporter.event('waiting', { migrationId: 7 }, 'Waiting for migration 7');
    reporter.event('silent', {});
    expect(context.err()).toBe('Waiting for migration 7\n');
    expect(context.out()).toBe('');
  });

  it('writes one line a minute without a terminal', () => {
    const context = createRecordedContext();
    const reporter = createReporter(context, { json: false, quiet: false });
    for (let second = 0; second <= 150; second += 1) {
      reporter.progress('download', { bytes: second }, `${second} s`);
      context.clock.advance(1_000);
    }
    expect(context.err()).toBe('60 s\n120 s\n');
  });

  it('rewrites one line on a terminal and clears it before a sentence', () => {
    const context = createRecordedContext({ terminalColumns: 20 });
    const reporter = createReporter(context, { json: false, quiet: false });
    reporter.progress('download', {}, 'x'.repeat(50));
    reporter.note('Done');
    expect(context.err()).toBe(`\r${'x'.repeat(18)}…\u001b[K\r\u001b[KDone\n`);
  });

  it('writes nothing with --quiet', () => {
    const context = createRecordedContext({ terminalColumns: 80 });
    const reporter = createReporter(context, { json: false, quiet: true });
    reporter.progress('download', {}, 'x');
    reporter.event('done', {}, 'Done');
    expect(context.err() + context.out()).toBe('');
  });

  it('updates the text each second, until the event is over', () => {
    vi.useFakeTimers();
    try {
      const context = createRecordedContext({ terminalColumns: 80 });
      const reporter = createReporter(context, { json: false, quiet: false });
      let seconds = 0;
      reporter.progress('waiting', {}, () => `${seconds} s`);
      for (seconds = 1; seconds <= 3; seconds += 1) {
        vi.advanceTimersByTime(1_000);
      }
      reporter.event('done', {}, 'Done');
      vi.advanceTimersByTime(5_000);
      reporter.progress('waiting', {}, 'again');
      reporter.end();
      vi.advanceTimersByTime(5_000);
      const drawn = context
        .err()
        .split('\r')
        .filter((line) => line.startsWith('\u001b') === false);
      expect(drawn.map((line) => line.replace('\u001b[K', ''))).toEqual([
        '',
        '0 s',
        '1 s',
        '2 s',
        '3 s',
        'again',
      ]);
      expect(context.err().endsWith('Done\n\ragain\u001b[K\r\u001b[K')).toBe(true);
    } finally {
      vi.useRealTimers();
    }
  });

  it('draws what follows an event, and updates it each second', () => {
    vi.useFakeTimers();
    try {
      const context = createRecordedContext({ terminalColumns: 80 });
      const reporter = createReporter(context, { json: false, quiet: false });
      reporter.progress('downloading', {}, 'half');
      reporter.event('downloaded', {}, 'Done');
      let seconds = 0;
      reporter.progress('waiting', {}, () => `${seconds} s`);
      seconds = 1;
      vi.advanceTimersByTime(1_000);
      reporter.end();
      expect(context.err()).toMatch(/Done\n\r0 s\S+\r1 s/);
    } finally {
      vi.useRealTimers();
    }
  });

  it('rewrites no line of a terminal that cannot', () => {
    const context = createRecordedContext({ terminalColumns: 80, env: { TERM: 'dumb' } });
    const reporter = createReporter(context, { json: false, quiet: false });
    reporter.progress('loading', {}, 'half');
    reporter.note('a note');
    reporter.end();
    expect(context.err()).toBe('a note\n');
  });
});
