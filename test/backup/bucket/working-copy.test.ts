import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openBackedUp } from '../support/backed-up-bucket.ts';

const IS_LONG = process.env['SATCHEL_TEST_LONG'] === '1';

/** The files of a machine's working copies; in a short run, the first one of each folder. */
function filesOf(home: string): readonly string[] {
  const root = join(home, '.cache', 'satchel', 'vaults');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size > 0);
  const folders = new Set<string>();
  return files.sort().filter((path) => {
    const [folder = ''] = /(?:blobs|git)(?=\/)/.exec(path) ?? [path];
    const isFirst = !folders.has(folder);
    folders.add(folder);
    return IS_LONG || isFirst;
  });
}

function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / 2);
  bytes[middle] = (bytes[middle] ?? 0) ^ 1;
  writeFileSync(path, bytes);
}

describe('a changed bit in a working copy', () => {
  it('is mended there, and reaches no other machine', { timeout: 600_000 }, async () => {
    const count = filesOf((await openBackedUp()).machine('first').home).length;
    expect(count).toBeGreaterThan(4);
    for (let index = 0; index < count; index += 1) {
      const { server, machine } = await openBackedUp();
      const first = machine('first');
      const path = filesOf(first.home)[index] ?? '';
      const what = relative(first.home, path);
      flip(path);
      const [archive = ''] = [...server.objects.keys()].filter((key) => key.startsWith('archives/'));
      const pinned = await first.ask(['vault', 'pin', archive.slice('archives/'.length)]);
      expect([what, pinned.status, pinned.err]).toEqual([what, 0, expect.any(String)]);
      for (const name of ['first', 'second']) {
        const { out } = await machine(name).ask(['vault', 'check', '--read-data', '--json']);
        expect([what, name, JSON.parse(out).findings]).toEqual([what, name, []]);
      }
      const again = await first.backUpHere();
      expect([what, again.status]).toEqual([what, 0]);
      const { out } = await machine('third').ask(['vault', 'check', '--read-data', '--json']);
      expect([what, JSON.parse(out).findings]).toEqual([what, []]);
    }
  });
});
