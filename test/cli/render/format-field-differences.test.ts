import { describe, expect, it } from 'vitest';
import { formatFieldDifferences } from '../../../src/cli/render/format-field-differences.ts';

const plain = (_: readonly string[], text: string) => text;

describe('formatFieldDifferences()', () => {
  it('shows long values that part late from shortly before that place', () => {
    const values = [1, 2].map((last) => ({ before: 'x'.repeat(500), last, after: 'y'.repeat(500) }));
    const [line = '', ...others] = formatFieldDifferences(
      JSON.stringify({ list: [values[0]] }),
      JSON.stringify({ list: [values[1]] }),
      plain,
    );
    expect(others).toEqual([]);
    const [old, young] = line.replace('  list: ', '').split(' → ');
    expect(old).toMatch(/^…x+","last":1,"after":"y+…$/);
    expect(young).toBe(old?.replace('"last":1', '"last":2'));
    expect(line.length).toBeLessThan(230);
  });

  it('shows what one long value has at its end and the other has not', () => {
    const names = Array.from({ length: 40 }, (_, index) => `label-${index}`);
    const [line] = formatFieldDifferences(
      JSON.stringify({ labels: names }),
      JSON.stringify({ labels: [...names, 'bug'] }),
      plain,
    );
    expect(line).toMatch(/^ {2}labels: ….*"label-39"\] → ….*"label-39","bug"\]$/);
  });

  it('shows short values, and long ones that part early, from their beginning', () => {
    const long = 'z'.repeat(200);
    expect(formatFieldDifferences('{"a":1}', '{"b":2}', plain)).toEqual([
      '  a: 1 → (absent)',
      '  b: (absent) → 2',
    ]);
    const [line] = formatFieldDifferences(`{"a":"1${long}"}`, `{"a":"2${long}"}`, plain);
    expect(line).toMatch(/^ {2}a: "1z{98}… → "2z{98}…$/);
  });
});
