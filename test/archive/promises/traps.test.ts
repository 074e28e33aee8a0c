import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How many traps the facts of the archive format list in their section 3. */
const TRAP_COUNT = 38;

describe('the traps of the archive format', () => {
  it('each have a test that is named after them', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^traps-of-.*\.test\.ts$/.test(name));
    const text = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');
    const tested = new Set([...text.matchAll(/['"]trap (\d+): /g)].map((match) => Number(match[1])));
    const all = Array.from({ length: TRAP_COUNT }, (_, index) => index + 1);
    expect(all.filter((number) => !tested.has(number))).toEqual([]);
    expect(tested.size).toBe(TRAP_COUNT);
    expect(text).not.toMatch(/\.(?:skip|todo|fails)\b/);
  });
});
