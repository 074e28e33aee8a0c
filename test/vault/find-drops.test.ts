import { describe, expect, it } from 'vitest';
import { describeDrop, findDrops } from '../../src/vault/find-drops.ts';

const BEFORE = {
  bytes: 1_000_000,
  records: 1_000,
  repositories: 10,
  recordsByKind: { issue: 500, label: 15, team: 5 },
};

function drops(after: Partial<typeof BEFORE>, maxDrop = 0.3): readonly string[] {
  return findDrops(BEFORE, { ...BEFORE, ...after }, maxDrop).map(({ what }) => what);
}

function withKinds(counts: Partial<typeof BEFORE.recordsByKind>) {
  return { recordsByKind: { ...BEFORE.recordsByKind, ...counts } };
}

describe('findDrops()', () => {
  it('finds nothing if all grew, or shrank a little', () => {
    expect(drops({ bytes: 2_000_000, records: 990, ...withKinds({ issue: 499 }) })).toEqual([]);
  });

  it('finds a kind that vanished while the whole grew, be it a small one', () => {
    expect(drops({ records: 1_100, ...withKinds({ issue: 0 }) })).toEqual(['issue records']);
    expect(drops({ records: 1_100, ...withKinds({ label: 0 }) })).toEqual(['label records']);
  });

  it('finds fewer repositories, records and bytes beyond the given share', () => {
    const after = { bytes: 690_000, records: 690, repositories: 6 };
    expect(drops(after)).toEqual(['repositories', 'records', 'bytes']);
    expect(drops({ bytes: 700_000, records: 700, repositories: 7 })).toEqual([]);
  });

  it('lets few records of a kind, and few bytes, come and go', () => {
    expect(drops(withKinds({ team: 0, label: 5 }))).toEqual([]);
    const small = { ...BEFORE, bytes: 65_536 };
    expect(findDrops(small, { ...small, bytes: 0 }, 0.3)).toEqual([]);
  });

  it('finds that all records of a small account are gone', () => {
    const small = { bytes: 900, records: 6, repositories: 1, recordsByKind: { issue: 6 } };
    const [drop] = findDrops(small, { ...small, records: 0, recordsByKind: {} }, 0.3);
    expect(drop).toEqual({ what: 'records', before: 6, after: 0 });
  });

  it('finds nothing if a loss of everything is allowed', () => {
    expect(drops({ bytes: 0, records: 0, repositories: 0 }, 1)).toEqual([]);
  });
});

describe('describeDrop()', () => {
  it('says what fell, and sizes as people read them', () => {
    expect(describeDrop({ what: 'repositories', before: 12, after: 3 })).toBe(
      'repositories fell from 12 to 3',
    );
    expect(describeDrop({ what: 'bytes', before: 2_048, after: 1_024 })).toBe(
      'the size fell from 2.00 KiB to 1.00 KiB',
    );
  });
});
