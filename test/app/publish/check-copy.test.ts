import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkCopy } from '../../../src/app/publish/check-copy.ts';
import { WordFinder } from '../../../src/base/word-finder.ts';
import type { PrivateWord } from '../../../src/store/public-report.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

describe('checkCopy()', () => {
  it('counts all places, and names a thousand of them', async () => {
    const path = join(temporaryFolder(), 'copy.txt');
    writeFileSync(path, 'mira@example.org\n'.repeat(1_001));
    const words = new WordFinder<PrivateWord>();
    words.add('mira@example.org', { kind: 'address', instead: '' });
    const options = { words, isCode: () => false, signal: new AbortController().signal };
    const { places, placeCount } = await checkCopy(path, options);
    expect(placeCount).toBe(1_001);
    expect(places).toHaveLength(1_000);
    expect(places.at(-1)).toEqual({ file: 'copy.txt', line: 1_000, kind: 'address' });
  });
});
