import { readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSeededRandom, createSystemClock } from '../../../src/base/index.ts';
import { digestOfCaller, openGateMemory } from '../../../src/client/gate/open-gate-memory.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { TOKEN } from '../support/test-client.ts';

function open(directory: string | undefined, callerDigest: string) {
  return openGateMemory({
    directory,
    callerDigest,
    random: createSeededRandom('memory'),
    onTrouble: (text) => {
      throw new Error(text);
    },
  });
}

describe('openGateMemory()', () => {
  it('names the file after the digest, and removes those of tokens that were forgotten', async () => {
    const directory = temporaryFolder();
    await writeFile(join(directory, 'gate-1-old.json'), '{}');
    const longAgo = new Date(createSystemClock().now() - 3 * 24 * 3_600_000);
    await utimes(join(directory, 'gate-1-old.json'), longAgo, longAgo);
    await open(directory, 'abc').update((state) => ({ state, result: undefined }));
    expect(await readdir(directory)).toEqual(['gate-1-abc.json']);
  });

  it('shares nothing without a directory', async () => {
    const first = open(undefined, 'abc');
    await first.update((state) => ({ state: { ...state, nextLease: 9 }, result: undefined }));
    expect(await open(undefined, 'abc').update((state) => ({ state, result: state.nextLease }))).toBe(1);
  });
});

describe('digestOfCaller()', () => {
  it('distinguishes tokens, services and anonymous callers without revealing the token', () => {
    const digests = [
      digestOfCaller('https://a.example', TOKEN),
      digestOfCaller('https://b.example', TOKEN),
      digestOfCaller('https://a.example', `${TOKEN}x`),
      digestOfCaller('https://a.example', undefined),
      digestOfCaller('https://a.example', 'anonymous'),
    ];
    expect(new Set(digests).size).toBe(5);
    for (const digest of digests) {
      expect(digest).toMatch(/^[0-9a-f]{32}$/);
    }
  });
});
