import { chmod, cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BackupBench, openBackupBench } from '../../backup/support/backup-bench.ts';
import { IS_LONG } from '../../house/long-run.ts';

/**
 * Disks rot: each file of a vault is changed, truncated, emptied and deleted. `vault check --read-data` must report it,
 * and `vault repair` and `vault rebuild` must repair it or say that they cannot.
 */

const SPOILS: Readonly<Record<string, (path: string) => Promise<void>>> = {
  async flip(path) {
    const bytes = await readFile(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeOver(path, bytes);
  },
  async halve(path) {
    const bytes = await readFile(path);
    await writeOver(path, bytes.subarray(0, bytes.length >> 1));
  },
  async empty(path) {
    await writeOver(path, Buffer.of());
  },
  async delete(path) {
    await rm(path);
  },
};

/** Git makes object files read-only. */
async function writeOver(path: string, bytes: Uint8Array): Promise<void> {
  await chmod(path, 0o600);
  await writeFile(path, bytes);
}

let model: BackupBench;
let files: readonly string[];

beforeAll(async () => {
  model = await openBackupBench({ repositories: 1, issues: 2 });
  expect((await model.backup()).status).toBe(0);
  model.clock.advance(86_400_000);
  const entries = await readdir(model.vault, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(model.vault.length + 1))
    .sort();
});

async function run(vault: string, command: string, ...args: readonly string[]) {
  return await model.run([...command.split(' '), '--vault', vault, ...args], { clock: model.clock });
}

/** All files; in the short run, one of each sort, distributed among the tests. */
function chosen(turn: number, turns: number): readonly string[] {
  const sorts = [...new Map(files.map((path) => [sortOf(path), path])).values()];
  return IS_LONG ? files : sorts.filter((_path, index) => index % turns === turn);
}

function sortOf(path: string): string {
  const [top = '', , ...rest] = path.split('/');
  return top === 'git' ? `git ${rest[0]} ${/\.\w+$/.exec(path)?.[0]}` : top;
}

/** Only archives cannot be restored. Everything else is derived from them. */
const LOST = /^archives\//;

describe('rot', () => {
  const words = Object.keys(SPOILS);

  it.each(words)('is found and mended in every file: %s', async (word) => {
    const paths = chosen(words.indexOf(word), words.length);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      const vault = join(model.directory, 'spoiled');
      await rm(vault, { recursive: true, force: true });
      await cp(model.vault, vault, { recursive: true });
      const size = (await readFile(join(vault, path))).length;
      if (size === 0 && word !== 'delete') {
        continue;
      }
      await SPOILS[word]?.(join(vault, path));
      const told = await run(vault, 'vault check', '--read-data');
      expect(told.status, `${word} ${path}: ${told.out}`).not.toBe(0);
      const planned = await run(vault, 'vault repair', '--dry-run');
      const repaired = await run(vault, 'vault repair');
      expect(repaired.status, `${word} ${path}: ${planned.out} ${repaired.out}`).toBe(planned.status);
      const rebuilt = await run(vault, 'vault rebuild');
      const after = await run(vault, 'vault check', '--read-data');
      const all = `${word} ${path}:\n${told.out}${repaired.out}${rebuilt.err}${after.out}`;
      expect(after.status === 0, all).toBe(!LOST.test(path));
    }
  });

  it('does not stop a backup, which repairs what it downloads again', async () => {
    const vault = join(model.directory, 'healed');
    const paths = chosen(0, 1).filter((name) => /\.pack$|^blobs|packed-refs/.test(name));
    expect(paths.length).toBeGreaterThan(1);
    for (const together of IS_LONG ? paths.map((path) => [path]) : [paths]) {
      await rm(vault, { recursive: true, force: true });
      await cp(model.vault, vault, { recursive: true });
      for (const path of together) {
        await SPOILS['flip']?.(join(vault, path));
      }
      const args = ['--repository', ...model.sandbox.ready.repositories, '--fresh'];
      await model.call(['backup', '--vault', vault, ...args], { clock: model.clock });
      const { out, status } = await run(vault, 'vault check', '--read-data');
      expect([status, out]).toEqual([0, out]);
    }
  });
});
