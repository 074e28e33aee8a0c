import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ExtractTarget, PathBook } from '../../../src/app/extract/extract-target.ts';
import { temporaryDirectory } from '../../store/support/temporary-directory.ts';

const NAMES = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
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
  const { signal } = new AbortController();

  function openTarget() {
    const [directory, stage] = [temporaryDirectory(), temporaryDirectory()];
    const target = new ExtractTarget(directory, stage);
    const write = (entryName: string, content: string) => {
      const file = target.open(entryName);
      file.write(Buffer.from(content));
      file.end();
    };
    return { directory, target, write, at: (name: string) => join(directory, name) };
  }

  it('shows files once all are durable; of entries with one name, the last one', async () => {
    const { directory, target, write, at } = openTarget();
    write('a/one.txt', 'first');
    write('a/two.txt', 'two');
    write('a/one.txt', 'last');
    expect(readdirSync(directory)).toEqual([]);
    await target.finish(signal);
    expect(readdirSync(at('a'))).toEqual(['one.txt', 'two.txt']);
    expect(readFileSync(at('a/one.txt'), 'utf8')).toBe('last');
  });

  it.each([
    ['accepts', 'same'],
    ['never replaces', 'other'],
  ])('%s a file with the %s content that another process wrote meanwhile', async (_, content) => {
    const { target, write, at } = openTarget();
    write('a/one.txt', 'same');
    mkdirSync(at('a'));
    writeFileSync(at('a/one.txt'), content);
    const failure = await target.finish(signal).catch((error: unknown) => error);
    expect(failure).toEqual(content === 'same' ? undefined : expect.objectContaining({ code: 'usage' }));
    expect(readFileSync(at('a/one.txt'), 'utf8')).toBe(content);
  });
});
