import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock, createSystemClock } from '../../../src/base/clock.ts';
import { digestOfCaller, KnownLimits, openLimits } from '../../../src/client/gate/known-limits.ts';
import { ALL, NO_LIMITS, type TokenLimits } from '../../../src/client/gate/token-limits.ts';
import { START_MS, TOKEN } from '../support/test-client.ts';

const DIGEST = 'a'.repeat(32);
const LEFT: TokenLimits = { notBefore: {}, left: { core: { requests: 3, resetMs: START_MS + 60_000 } } };
const PAUSE: TokenLimits = {
  notBefore: { [ALL]: { reason: 'the service asks to wait', untilMs: START_MS + 30_000 } },
  left: {},
};

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'satchel-limits-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A process of its own, as far as the limits are concerned. */
function open(path: string, troubles: string[] = []): KnownLimits {
  const onTrouble = (text: string) => troubles.push(text);
  return new KnownLimits({ path, clock: createDrivenClock(START_MS), onTrouble });
}

describe('KnownLimits', () => {
  it('tells all who open the file, which only the user can read', () => {
    const path = join(newDirectory(), 'deep', 'limits.json');
    const [first, second] = [open(path), open(path)];
    expect(second.read()).toEqual(NO_LIMITS);
    first.add(LEFT);
    second.add(PAUSE);
    const both = { notBefore: PAUSE.notBefore, left: LEFT.left };
    expect([first.read(), second.read(), open(path).read()]).toEqual([both, both, both]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(path, '..'))).toEqual(['limits.json']);
  });

  it.each(['', '{', '[]', '{"version":1}', '{"version":2,"notBefore":{},"left":{}}', '\u0000'])(
    'replaces a damaged file (%j), and says so once',
    (content) => {
      const path = join(newDirectory(), 'limits.json');
      writeFileSync(path, content);
      const troubles: string[] = [];
      const limits = open(path, troubles);
      expect([limits.read(), limits.read()]).toEqual([NO_LIMITS, NO_LIMITS]);
      expect(troubles).toEqual([expect.stringMatching(/^The state of the rate limits in ".*; it is reset$/)]);
      limits.add(LEFT);
      expect(open(path, troubles).read()).toEqual(LEFT);
      expect(troubles).toHaveLength(1);
    },
  );

  it('continues in memory if nothing can be written, and reports it once', () => {
    const troubles: string[] = [];
    const limits = open('/dev/null/limits.json', troubles);
    limits.add(LEFT);
    limits.add(PAUSE);
    expect(limits.read()).toEqual({ notBefore: PAUSE.notBefore, left: LEFT.left });
    expect(troubles).toHaveLength(1);
  });
});

describe('openLimits()', () => {
  const options = { clock: createDrivenClock(START_MS), onTrouble: expect.unreachable };

  it('names the file after the digest, and removes those of tokens that were forgotten', () => {
    const directory = newDirectory();
    const old = `token-${'b'.repeat(32)}.json`;
    for (const name of [old, 'other.json']) {
      writeFileSync(join(directory, name), '{}');
      const longAgo = new Date(createSystemClock().now() - 3 * 24 * 3_600_000);
      utimesSync(join(directory, name), longAgo, longAgo);
    }
    openLimits(directory, DIGEST, options).add(LEFT);
    expect(readdirSync(directory).sort()).toEqual(['other.json', `token-${DIGEST}.json`]);
    expect(JSON.parse(readFileSync(join(directory, `token-${DIGEST}.json`), 'utf8'))).toEqual({
      version: 1,
      ...LEFT,
    });
  });

  it('shares nothing without a directory', () => {
    openLimits(undefined, DIGEST, options).add(LEFT);
    expect(openLimits(undefined, DIGEST, options).read()).toEqual(NO_LIMITS);
  });

  it('makes the folder', () => {
    const directory = join(newDirectory(), 'absent');
    openLimits(directory, DIGEST, options).add(LEFT);
    expect(openLimits(directory, DIGEST, options).read()).toEqual(LEFT);
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
