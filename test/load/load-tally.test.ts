import { describe, expect, it } from 'vitest';
import type { ArchiveEvent } from '../../src/archive/archive-event.ts';
import { createLoadTally } from '../../src/load/load-tally.ts';

function batch(kind: string, urls: readonly string[]): ArchiveEvent {
  const records = urls.map((url, index) => ({
    index,
    value: { type: kind, url },
    source: Buffer.from('{}'),
  }));
  return { type: 'records', batch: { kind, entryName: `${kind}s_000001.json`, records, rejected: [] } };
}

describe('createLoadTally()', () => {
  it('counts kinds, and the contents of each repository, the largest first', () => {
    const tally = createLoadTally();
    tally.observe(batch('issue', ['https://service.example/acme/app/issues/1']));
    tally.observe(
      batch(
        'issue_comment',
        [1, 2].map((id) => `https://service.example/acme/lib/issues/1#issuecomment-${id}`),
      ),
    );
    const { records, kinds, repositories } = tally.counts();
    expect({ records, kinds }).toEqual({ records: 3, kinds: { issue: 1, issue_comment: 2 } });
    expect(
      repositories.map(({ name, issueCount, commentCount }) => [name, issueCount, commentCount]),
    ).toEqual([
      ['acme/lib', 0, 2],
      ['acme/app', 1, 0],
    ]);
  });

  it('reports progress after some thousands of records, and at the end', () => {
    const tally = createLoadTally();
    const many = Array.from({ length: 4_000 }, (_, id) => `https://service.example/acme/app/issues/${id}`);
    expect([tally.observe(batch('issue', many)), tally.observe(batch('issue', many))]).toEqual([false, true]);
    const container = { isWhole: true, packedBytes: 0, unpackedBytes: 0, entryCount: 0, sha256: undefined };
    expect(tally.observe({ type: 'end', container })).toBe(true);
  });
});
