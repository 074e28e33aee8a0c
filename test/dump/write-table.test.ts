import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { portableJson } from '../../src/dump/write-table.ts';

describe('portableJson()', () => {
  it('replaces surrogates without a partner, and nothing else', () => {
    expect(portableJson(String.raw`["\ud83e\uddf5", "\uD83E", "\uddf5", "\\ud800", "\ud800\ud800"]`)).toBe(
      String.raw`["\ud83e\uddf5", "\ufffd", "\ufffd", "\\ud800", "\ufffd\ufffd"]`,
    );
  });

  it('keeps well-formed text', () => {
    const anyText = fc
      .array(fc.integer({ min: 0xd7f0, max: 0xe010 }))
      .map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(anyText, (text) => {
        expect(JSON.parse(portableJson(JSON.stringify([text])))).toEqual([Buffer.from(text).toString()]);
      }),
    );
  });
});
