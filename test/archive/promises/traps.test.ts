import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const FORMAT = readFileSync(new URL('../../../docs/concepts/archive-format.md', import.meta.url), 'utf8');

/** The numbers of the traps in the last section of the archive format. */
const TRAPS = [...(FORMAT.split('## 3. Traps')[1] ?? '').matchAll(/^(\d+)\. /gm)].map(([, number]) =>
  Number(number),
);

describe('the traps of the archive format', () => {
  it('each have a test that is named after them', () => {
    const files = readdirSync(import.meta.dirname).filter((name) => /^traps-of-.*\.test\.ts$/.test(name));
    const text = files.map((name) => readFileSync(new URL(name, import.meta.url), 'utf8')).join('\n');
    const tested = new Set([...text.matchAll(/['"]trap (\d+): /g)].map((match) => Number(match[1])));
    expect(TRAPS.length).toBeGreaterThanOrEqual(38);
    expect([...tested].sort((one, other) => one - other)).toEqual(TRAPS);
    expect(text).not.toMatch(/\.(?:skip|todo|fails)\b/);
  });
});
