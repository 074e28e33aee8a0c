import { describe, expect, it } from 'vitest';
import type { ArchiveSource } from '../../src/archive/index.ts';
import { createDrivenClock } from '../../src/base/index.ts';
import { showLoading } from '../../src/cli/show-loading.ts';

const PACKED: ArchiveSource = {
  type: 'packed',
  name: 'a.tar.gz',
  isGzip: true,
  sizeBytes: 4 * 1024 * 1024,
  open: () => {
    throw new Error('Nothing is read here');
  },
};

function show(sources: readonly ArchiveSource[]) {
  const clock = createDrivenClock(0);
  const lines: string[] = [];
  const reporter = {
    event: () => {},
    note: () => {},
    end: () => {},
    progress: (_type: string, _fields: object, text: string | (() => string)) =>
      lines.push(typeof text === 'string' ? text : text()),
  };
  return { clock, lines, ...showLoading(reporter, sources, clock) };
}

describe('showLoading()', () => {
  it('shows the share that was read, the speed and the remaining time', () => {
    const { clock, lines, onProgress, onRecords } = show([PACKED]);
    clock.advance(2_000);
    onRecords(5_000);
    onProgress(1024 * 1024);
    expect(lines).toEqual(['Loading 1.00 MiB of 4.00 MiB (25 %), 2500 records/s, 6.0 s left to read']);
  });

  it('shows what is known if the size is unknown', () => {
    const { lines, onProgress } = show([{ ...PACKED, sizeBytes: undefined }]);
    onProgress(1024 * 1024);
    expect(lines).toEqual(['Loading 1.00 MiB, 0 records/s']);
  });

  it('names what follows the reading once all records were read', () => {
    const { lines, onProgress, onRead } = show([{ ...PACKED, sizeBytes: undefined }]);
    onProgress(1024 * 1024);
    onRead();
    expect(lines.at(-1)).toBe('Read 1.00 MiB; building indexes and writing the store, 0.0 s so far');
  });
});
