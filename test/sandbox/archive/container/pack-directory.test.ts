import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeededRandom } from '../../../../src/base/random.ts';
import { DirectoryPacker } from '../../../../src/sandbox/archive/container/pack-directory.ts';
import { temporaryFolder } from '../../../house/afterwards.ts';

const directory = temporaryFolder();
mkdirSync(join(directory, 'o.git/objects/pack'), { recursive: true });
mkdirSync(join(directory, 'o.git/hooks'));
for (let number = 1; number < 8; number += 1) {
  writeFileSync(join(directory, `users_00000${number}.json`), '[]'.repeat(number * 200));
}
writeFileSync(join(directory, 'o.git/objects/pack/pack-1.pack'), 'PACK');
writeFileSync(join(directory, 'o.git/hooks/pre-push.sample'), '#!/bin/sh\n');

async function pack(seed: string): Promise<{ readonly tar: Buffer; readonly files: number }> {
  const packer = new DirectoryPacker(directory, 1_700_000_000, createSeededRandom(seed));
  const chunks: Uint8Array[] = [];
  for await (const chunk of packer.pack()) {
    chunks.push(chunk);
  }
  return { tar: Buffer.concat(chunks), files: packer.files };
}

function list(tar: Buffer): readonly string[] {
  return execFileSync('tar', ['-tvf', '-'], { input: tar }).toString().trim().split('\n');
}

describe('DirectoryPacker', () => {
  it('begins with the directory itself, and counts the files', async () => {
    const { tar, files } = await pack('a');
    expect(list(tar)[0]).toMatch(/^drwxr-xr-x git\/git .* \.\/$/);
    expect(files).toBe(9);
  });

  it('orders entries by chance: the same for the same seed only', async () => {
    const [one, again, other] = await Promise.all([pack('a'), pack('a'), pack('b')]);
    expect(one.tar.equals(again.tar)).toBe(true);
    expect(list(other.tar)).not.toEqual(list(one.tar));
    expect(list(other.tar).toSorted()).toEqual(list(one.tar).toSorted());
  });

  it('makes packs read-only and hooks executable, whatever they are on disk', async () => {
    const lines = list((await pack('a')).tar);
    expect(lines.find((line) => line.endsWith('.pack'))).toMatch(/^-r--r--r-- /);
    expect(lines.find((line) => line.endsWith('.sample'))).toMatch(/^-rwxr-xr-x /);
    expect(lines.find((line) => line.endsWith('.json'))).toMatch(/^-rw-r--r-- /);
  });

  it('ends with two zero blocks, on the edge of a record of 20', async () => {
    const { tar } = await pack('a');
    expect(tar.length % 10_240).toBe(0);
    expect(tar.subarray(-1_024).every((byte) => byte === 0)).toBe(true);
  });
});
