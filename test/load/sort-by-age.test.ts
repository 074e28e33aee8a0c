import { describe, expect, it } from 'vitest';
import { openArchiveSource } from '../../src/archive/archive-source.ts';
import { sortByAge } from '../../src/load/sort-by-age.ts';
import { CURRENT, OLD } from '../house/samples.ts';

describe('sortByAge()', () => {
  it('puts the oldest archive first', async () => {
    const sources = await Promise.all([CURRENT, OLD].map((path) => openArchiveSource(path)));
    expect((await sortByAge(sources, { nowMs: Date.UTC(2030) })).map(({ name }) => name)).toEqual([
      OLD,
      CURRENT,
    ]);
  });

  it('takes no age from files that are dated in the future', async () => {
    const sources = await Promise.all([CURRENT, OLD].map((path) => openArchiveSource(path)));
    const sorted = await sortByAge(sources, { nowMs: Date.UTC(2010) });
    expect(sorted.map(({ name }) => name)).toEqual([CURRENT, OLD]); // As they were given.
  });

  it('does not look into an archive that is alone', async () => {
    const source = {
      type: 'packed',
      name: 'stream',
      isGzip: true,
      sizeBytes: undefined,
      open: () => expect.unreachable(),
    } as const;
    expect(await sortByAge([source], { nowMs: 0 })).toEqual([source]);
  });
});
