import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackedUp } from '../../backup/support/backed-up-bucket.ts';
import { keysOf } from '../../backup/support/bucket-bench.ts';
import { IS_LONG } from '../../house/long-run.ts';

/** The files of a machine's working copies. */
function filesOf(home: string): readonly string[] {
  const root = join(home, '.cache', 'satchel', 'vaults');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size > 0);
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

/** Changes a bit in these of the files, and uses the working copy. */
async function useChanged(isChanged: (index: number) => boolean): Promise<void> {
  const { server, machine } = await openBackedUp();
  const first = machine('first');
  const changed = filesOf(first.home).filter((_, index) => isChanged(index));
  const what = changed.map((path) => relative(first.home, path)).join(', ');
  for (const path of changed) {
    flip(path);
  }
  const [archive = ''] = keysOf(server, 'archives/');
  expect(await first.ask(['vault', 'pin', archive.slice('archives/'.length)]), what).toMatchObject({
    status: 0,
  });
  expect(await machine('second').findings(), what).toEqual([]);
  expect(await first.backUpHere(), what).toMatchObject({ status: 0 });
  expect(await machine('third').findings(), what).toEqual([]);
}

describe('a changed bit in a working copy', () => {
  it('is mended there, and reaches no other machine', { timeout: 2_700_000 }, async () => {
    const count = filesOf((await openBackedUp()).machine('first').home).length;
    expect(count).toBeGreaterThan(4);
    if (IS_LONG) {
      for (let one = 0; one < count; one += 1) {
        await useChanged((index) => index === one);
      }
    } else {
      await useChanged(() => true);
    }
  });
});
