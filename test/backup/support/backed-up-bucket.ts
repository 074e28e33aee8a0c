import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type BucketBench, openBucketBench } from './bucket-bench.ts';

/** A bucket and the machine "first" after one backup. */
interface BackedUp {
  readonly objects: ReadonlyMap<string, Buffer>;
  readonly home: string;
}

let backedUp: Promise<BackedUp> | undefined;

/** A bench whose machine "first" has made one backup, which is made only once. */
export async function openBackedUp(page?: number): Promise<BucketBench> {
  backedUp ??= (async () => {
    const { server, machine } = await openBucketBench();
    const first = machine('first');
    expect(await first.backUpHere()).toMatchObject({ status: 0 });
    const home = mkdtempSync(join(tmpdir(), 'satchel-backed-up-'));
    cpSync(first.home, home, { recursive: true });
    return { objects: new Map(server.objects), home };
  })();
  const { objects, home } = await backedUp;
  const bench = await openBucketBench({}, page === undefined ? {} : { page });
  for (const [key, bytes] of objects) {
    bench.server.objects.set(key, bytes);
  }
  cpSync(home, bench.machine('first').home, { recursive: true });
  return bench;
}

export async function removeBackedUp(): Promise<void> {
  rmSync((await backedUp)?.home ?? '', { recursive: true, force: true });
  backedUp = undefined;
}
