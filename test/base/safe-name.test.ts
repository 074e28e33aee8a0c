import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { distinctName, FileNamer, foldName, LastingNamer } from '../../src/base/safe-name.ts';
import { ANY_CHARACTER } from './support/any-character.ts';

const ODD = [
  '..',
  '.',
  '...',
  '../../etc/passwd',
  '/etc/passwd',
  'C:\\Windows\\x',
  '~root',
  '-rf',
  '.ssh',
  'CON',
  'con .txt',
  'nul.txt',
  'COM¹',
  'a ',
  'a.',
  'A.TXT',
  'a.txt',
  'a\0b',
  '\u202egnp.exe',
  '\ud800',
  '\u2028',
  'ﬀ',
  'ss',
  'ß',
  'İ',
];

const TEXTS = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 12 }),
  fc.string({ maxLength: 400 }),
  fc.constantFrom(...ODD),
);

/** What every name must be, whatever the text. */
function expectSafe(name: string): void {
  expect(name).not.toMatch(/[<>:"|?*\\/\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^[-.~ ]|[. ]$|^$/u);
  expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(150);
}

/** Names that one form of repair, or one file system, makes alike. */
const ALIKE = [
  [
    '.notes',
    '_notes',
    '-notes',
    '--notes',
    'notes',
    'Notes',
    'NOTES',
    'notes.',
    'notes ',
    ' notes',
    'notes~',
  ],
  ['caf\u00e9', 'cafe\u0301', 'cafe', 'CAF\u00c9', 'ｃａｆｅ'],
  ['con', 'CON', '_con', 'con.txt', 'con .txt', 'con:', 'con\u200b', 'nul', 'LPT1', 'COM¹'],
  ['\ud800', '\ud801', '\ufffd', '', '.', '..', '...', '/', '\\', '*'],
  ['a/b', 'a\\b', 'a_b', 'a-b', 'a:b', 'a?b', 'a b'],
  ['x'.repeat(300), `${'x'.repeat(299)}y`, `${'x'.repeat(300)}.png`, 'x'.repeat(100), 'x'.repeat(101)],
  ['ss', 'ß', 'SS', 'ﬀ', 'ff', 'ſ', 's', 'K', 'k', 'K'],
];

describe('distinctName()', () => {
  it.each(['photo.png', 'Notes', '_', 'v1.2-rc+1', 'a@b', '23c5d9a4-2b62', 'x'.repeat(100)])(
    'leaves %j as it is',
    (text) => expect(distinctName(text)).toBe(text),
  );

  it('keeps the letters and the extension of other texts', () => {
    expect(distinctName('.notes')).toMatch(/^notes~[\da-f]{16}$/);
    expect(distinctName('my photo.png')).toMatch(/^my-photo~[\da-f]{16}\.png$/);
    expect(distinctName('..')).toMatch(/^_~[\da-f]{16}$/);
    expect(distinctName('dependabot[bot]', 20)).toMatch(/^dependabot-bot-?~[\da-f]{16}$/);
  });

  it('names a hostile text of megabytes like any other', () => {
    expectSafe(distinctName('\u200b'.repeat(5_000_000)));
    expectSafe(distinctName(`a${' '.repeat(1_000_000)}x`));
  });

  it.each(ALIKE)('makes safe names that are never the same', (...texts) => {
    const names = texts.map((text) => distinctName(text));
    expect(new Set(names).size).toBe(new Set(texts).size);
    names.forEach(expectSafe);
  });

  it('makes a safe name of any text, and the same name again of a name', () => {
    fc.assert(
      fc.property(TEXTS, TEXTS, (text, other) => {
        expectSafe(distinctName(text));
        expect(distinctName(text) === distinctName(other)).toBe(text === other);
      }),
    );
  });
});

describe('LastingNamer', () => {
  it.each(ALIKE)('names texts so that no file system takes one for another', (...texts) => {
    const namer = new LastingNamer();
    const paths = texts.map((text) => namer.pathOf(['stars', text, text]));
    expect(new Set(paths.map(foldName)).size).toBe(new Set(texts).size);
    expect(texts.map((text) => namer.pathOf(['stars', text, text]))).toEqual(paths);
  });

  it('gives each text its name of earlier runs, in any order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(ALIKE.flat(), { minLength: 2 }), (texts) => {
        const pathsOf = (namer: LastingNamer, given: readonly string[]) =>
          new Map(given.map((text) => [text, namer.pathOf(['gists', text])]));
        const first = pathsOf(new LastingNamer(), texts);
        const later = pathsOf(new LastingNamer(first.values()), texts.toReversed());
        expect([...later].toSorted()).toEqual([...first].toSorted());
      }),
    );
  });

  it('keeps files, folders, and names with an added extension apart', () => {
    const namer = new LastingNamer();
    const paths = [
      namer.pathOf(['a', 'run.sh'], '.txt'),
      namer.pathOf(['a', 'run.sh.txt']),
      namer.pathOf(['a', 'run.sh.txt', 'b']),
      namer.pathOf(['a', 'RUN.sh.txt', 'b']),
      namer.pathOf(['A', 'c']),
    ];
    const [first, ...others] = paths;
    expect(first).toBe('a/run.sh.txt');
    const digest = '~[\\da-f]{16}';
    const patterns = [
      `^a/run-sh${digest}.txt$`,
      `^a/run-sh-txt-${digest}/b$`,
      `^a/RUN-sh-txt-${digest}/b$`,
      `^A-${digest}/c$`,
    ].map((pattern) => expect.stringMatching(pattern));
    expect(others).toEqual(patterns);
  });
});

describe('FileNamer', () => {
  it('never returns a name twice, even for file systems that ignore case or composition', () => {
    const namer = new FileNamer();
    const texts = ['V1', 'v1', 'v1', 'v1-2', 'e\u0301', '\u00e9'];
    expect(texts.map((text) => namer.nameOf(text, { extension: '.md' }))).toEqual([
      'V1.md',
      'v1-2.md',
      'v1-3.md',
      'v1-2-2.md',
      'é.md',
      'é-2.md',
    ]);
  });

  it('numbers a name before its own extension', () => {
    const namer = new FileNamer();
    expect(['a.png', 'A.png', 'a-2.png'].map((text) => namer.nameOf(text))).toEqual([
      'a.png',
      'A-2.png',
      'a-2-2.png',
    ]);
  });

  it('returns names that are unique in their folder', () => {
    const namer = new FileNamer();
    expect(['one', 'two', 'ONE'].map((folder) => namer.nameOf('a.png', { folder }))).toEqual([
      'a.png',
      'a.png',
      'a-2.png',
    ]);
  });

  it('keeps any texts apart, within the length', () => {
    fc.assert(
      fc.property(fc.array(TEXTS, { maxLength: 30 }), fc.constantFrom('', '.md'), (texts, extension) => {
        const namer = new FileNamer(80);
        const names = texts.map((text) => namer.nameOf(text, { extension }));
        expect(new Set(names.map(foldName)).size).toBe(texts.length);
        expect(names.every((name) => Buffer.byteLength(name) <= 80)).toBe(true);
      }),
    );
  });
});
