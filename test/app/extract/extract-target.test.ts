import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExtractTarget, PathBook } from '../../../src/app/extract/extract-target.ts';
import { ANY_CHARACTER } from '../../base/support/any-character.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const NAMES = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom('..', '.', 'CON', 'nul.txt', 'COM1', 'a ', 'a.', 'A.TXT', 'a.txt', 'a\0b', '\u202egnp.exe'),
);

describe('new PathBook()', () => {
  it('gives no two entries one place, in any case of letters', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.array(NAMES, { minLength: 1, maxLength: 3 }), { maxLength: 20 }),
        (lists) => {
          const book = new PathBook();
          const meanings = new Map<string, string>();
          for (const parts of lists) {
            const entryName = parts.join('/');
            const place = book.placeOf(entryName);
            expect(book.placeOf(entryName)).toBe(place);
            const meaning = entryName
              .split('/')
              .filter((part) => part !== '' && part !== '.')
              .join('/');
            const key = place.toLowerCase();
            expect(meanings.get(key) ?? meaning).toBe(meaning);
            meanings.set(key, meaning);
          }
        },
      ),
    );
  });

  it('numbers names that differ only in their case', () => {
    const book = new PathBook();
    expect(['a/b.txt', 'a/B.txt', 'A/b.txt', 'a/b.txt'].map((name) => book.placeOf(name))).toEqual([
      'a/b.txt',
      'a/B-2.txt',
      'A-2/b.txt',
      'a/b.txt',
    ]);
  });

  it('keeps a file and a folder of one name apart', () => {
    const book = new PathBook();
    expect([book.placeOf('a'), book.placeOf('a/b')]).toEqual(['a', 'a-2/b']);
  });
});

describe('new ExtractTarget()', () => {
  function openTarget() {
    const [directory, stage] = [temporaryFolder(), temporaryFolder()];
    const target = new ExtractTarget(directory, stage);
    const write = (entryName: string, content: string) => {
      const file = target.open(entryName);
      file.write(Buffer.from(content));
      file.end();
    };
    const contentOf = (name: string) => readFileSync(join(directory, name), 'utf8');
    return { directory, stage, target, write, contentOf };
  }

  it('moves files to their places when they are settled, or when there are many', async () => {
    const { directory, stage, target, write } = openTarget();
    write('0.txt', '0');
    await target.settleMany();
    expect(readdirSync(directory)).toEqual([]);
    for (let number = 1; number < 1_000; number += 1) {
      write(`${number}.txt`, String(number));
    }
    await target.settleMany();
    expect(readdirSync(directory)).toHaveLength(1_000);
    write('last.txt', 'last');
    await target.settle();
    expect(readdirSync(directory)).toHaveLength(1_001);
    expect(readdirSync(stage)).toEqual([]);
  });

  describe.each([[false], [true]])('settled in between: %s', (isSettled) => {
    async function openWritten(content: string) {
      const opened = openTarget();
      opened.write('a/one.txt', content);
      if (isSettled) {
        await opened.target.settle();
      }
      return opened;
    }

    it('keeps the last of entries with one name', async () => {
      const { stage, target, write, contentOf } = await openWritten('first');
      write('a/one.txt', 'last');
      await target.settle();
      expect(contentOf('a/one.txt')).toBe('last');
      expect(readdirSync(stage)).toEqual([]);
    });

    it('accepts two spellings of one path only with one content', async () => {
      const { stage, target, write, contentOf } = await openWritten('same');
      write('a//one.txt', 'same');
      expect(() => write('a/./one.txt', 'other')).toThrow('it exists already');
      await target.settle();
      expect(contentOf('a/one.txt')).toBe('same');
      expect(readdirSync(stage)).toEqual([]);
    });
  });

  it.each([
    ['accepts', 'same'],
    ['never replaces', 'other'],
  ])('%s a file with the %s content that another process wrote meanwhile', async (_, content) => {
    const { directory, target, write, contentOf } = openTarget();
    write('a/one.txt', 'same');
    writeFileSync(join(directory, 'a/one.txt'), content);
    const failure = await target.settle().catch((error: unknown) => error);
    expect(failure).toEqual(content === 'same' ? undefined : expect.objectContaining({ code: 'exists' }));
    expect(contentOf('a/one.txt')).toBe(content);
  });
});
