import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type ArchiveEvent, openArchiveSource, readTogether } from '../../src/archive/index.ts';

const CURRENT = fileURLToPath(new URL('../fixtures/archives/current.tar.gz', import.meta.url));
const OLD = fileURLToPath(new URL('../fixtures/archives/2019.tar.gz', import.meta.url));

async function readAll(...paths: readonly string[]): Promise<readonly ArchiveEvent[]> {
  const sources = await Promise.all(paths.map((path) => openArchiveSource(path)));
  const events: ArchiveEvent[] = [];
  for await (const event of readTogether({ sources })) {
    events.push(event);
  }
  return events;
}

function endOf(events: readonly ArchiveEvent[]) {
  const ends = events.filter((event) => event.type === 'end');
  expect(ends).toHaveLength(1);
  return ends[0]?.container;
}

describe('readTogether()', () => {
  it('reads one archive as it is', async () => {
    const sha256 = createHash('sha256')
      .update(await readFile(CURRENT))
      .digest('hex');
    expect(endOf(await readAll(CURRENT))).toMatchObject({ isWhole: true, sha256 });
  });

  it('joins the parts of an export under one end, whatever their order', async () => {
    const one = endOf(await readAll(CURRENT));
    const other = endOf(await readAll(OLD));
    const both = endOf(await readAll(CURRENT, OLD));
    expect(both).toEqual(endOf(await readAll(OLD, CURRENT)));
    expect(both?.entryCount).toBe((one?.entryCount ?? 0) + (other?.entryCount ?? 0));
    expect(both?.packedBytes).toBe((one?.packedBytes ?? 0) + (other?.packedBytes ?? 0));
    expect(both?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect([one?.sha256, other?.sha256]).not.toContain(both?.sha256);
  });

  it('is whole only where all parts are', async () => {
    const folder = fileURLToPath(new URL('../../samples', import.meta.url));
    expect(endOf(await readAll(CURRENT, folder))?.sha256).toBeUndefined();
  });
});
