import { describe, expect, it } from 'vitest';
import type { Report } from '../../src/app/context.ts';
import { createLoadPace, loadListeners } from '../../src/app/load-progress.ts';
import type { ArchiveSource } from '../../src/archive/archive-source.ts';
import { createDrivenClock } from '../../src/base/clock.ts';

const MIB = 1024 * 1024;

describe('createLoadPace()', () => {
  it('estimates the reading alone', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    expect(pace.fields().leftMs).toBeUndefined();
    clock.advance(15_000);
    pace.observe({ doneBytes: 2 * MIB, totalBytes: 4 * MIB, records: 30_000 });
    expect(pace.fields()).toMatchObject({ leftMs: 15_000, recordsPerSecond: 2_000 });
    expect(pace.describe()).toBe('Loading 2.00 MiB of 4.00 MiB (50 %), 2000 records/s, 15 s left to read');
  });

  it('names each later stage and how long it has taken, and promises no end', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    clock.advance(30_000);
    pace.observe({ doneBytes: 4 * MIB, totalBytes: 4 * MIB });
    clock.advance(3_000);
    pace.observe({ doneBytes: 4 * MIB, totalBytes: 4 * MIB }); // The stage goes on.
    clock.advance(1_000);
    expect(pace.fields()).toMatchObject({ stage: 'placing', leftMs: undefined });
    expect(pace.describe()).toBe(
      'Read 4.00 MiB; reading its last records and placing its files, 4.0 s so far',
    );
    pace.finishReading();
    clock.advance(5_000);
    pace.finishReading();
    clock.advance(7_000);
    expect(pace.fields()).toMatchObject({ stage: 'writing', leftMs: undefined });
    expect(pace.describe()).toBe('Read 4.00 MiB; building indexes and writing the store, 12 s so far');
  });

  it('reports the end of an archive of unknown size', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    pace.observe({ doneBytes: MIB, totalBytes: undefined });
    pace.finishReading();
    expect(pace.describe()).toBe('Read 1.00 MiB; building indexes and writing the store, 0.0 s so far');
  });

  it('reads on with the next archive of several', () => {
    const clock = createDrivenClock(0);
    const pace = createLoadPace(clock);
    clock.advance(10_000);
    pace.observe({ doneBytes: MIB, archiveEndBytes: MIB, totalBytes: 4 * MIB });
    pace.finishReading();
    clock.advance(10_000);
    expect(pace.describe()).toBe(
      'Read 1.00 MiB of 4.00 MiB (25 %); building indexes and writing the store, 10 s so far',
    );
    clock.advance(10_000);
    pace.observe({ doneBytes: 2 * MIB, archiveEndBytes: 4 * MIB, totalBytes: 4 * MIB });
    expect(pace.describe()).toBe('Loading 2.00 MiB of 4.00 MiB (50 %), 30 s left to read');
  });
});

const PACKED: ArchiveSource = {
  type: 'packed',
  name: 'a.tar.gz',
  isGzip: true,
  sizeBytes: 4 * MIB,
  open: () => {
    throw new Error('Nothing is read here');
  },
};

function listen(sources: readonly ArchiveSource[]) {
  const clock = createDrivenClock(0);
  const lines: string[] = [];
  const onReport = ({ text }: Report) => void lines.push(typeof text === 'function' ? text() : (text ?? ''));
  return { clock, lines, ...loadListeners(sources, { clock, onReport }) };
}

describe('loadListeners()', () => {
  it('reports the share that was read, the speed and the remaining time', () => {
    const { clock, lines, onProgress, onRecords } = listen([PACKED]);
    clock.advance(2_000);
    onRecords(5_000);
    onProgress(MIB);
    expect(lines).toEqual(['Loading 1.00 MiB of 4.00 MiB (25 %), 2500 records/s, 6.0 s left to read']);
  });

  it('reports what is known if the size is unknown', () => {
    const { lines, onProgress } = listen([{ ...PACKED, sizeBytes: undefined }]);
    onProgress(MIB);
    expect(lines).toEqual(['Loading 1.00 MiB, 0 records/s']);
  });

  it('names what follows the reading once all records were read', () => {
    const { lines, onProgress, onRead } = listen([{ ...PACKED, sizeBytes: undefined }]);
    onProgress(MIB);
    onRead();
    expect(lines.at(-1)).toBe('Read 1.00 MiB; building indexes and writing the store, 0.0 s so far');
  });
});
