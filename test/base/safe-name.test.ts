import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileNamer, foldName, safeName } from '../../src/base/index.ts';
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

describe('safeName()', () => {
  it('shortens texts of any length', () => {
    expect(Buffer.byteLength(safeName('\u200b'.repeat(5_000_000)))).toBeLessThanOrEqual(150);
  });

  it('names a hostile text of a megabyte like any other', () => {
    expect(Buffer.byteLength(safeName(`a${' '.repeat(1_000_000)}x`))).toBeLessThanOrEqual(150);
  });

  it.each([
    ['photo.png', 'photo.png'],
    ['mesures été (2).txt', 'mesures été (2).txt'],
    ['23c5d9a4-2b62-4b3d-9f5c-0a1b2c3d4e5f', '23c5d9a4-2b62-4b3d-9f5c-0a1b2c3d4e5f'],
    ['', '_'],
    ['..', '_'],
    ['../../x', '__.._x'],
    ['/etc/passwd', '_etc_passwd'],
    ['C:\\x', 'C_x'],
    ['.bashrc', '_bashrc'],
    ['-rf', '_rf'],
    ['~', '_'],
    ['  a', '_a'],
    ['v1. ', 'v1'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['com1 .txt', '_com1 .txt'],
    ['line\nbreak', 'line_break'],
    ['pay\u202egnp.exe', 'pay_gnp.exe'],
    ['zero\u200bwidth', 'zero_width'],
    ['e\u0301', '\u00e9'],
  ])('makes %j %j', (text, name) => {
    expect(safeName(text)).toBe(name);
  });

  it('keeps the start and the extension of a long text, and distinguishes long texts', () => {
    const [a, b] = [safeName(`${'é'.repeat(200)}a.png`), safeName(`${'é'.repeat(200)}b.png`)];
    expect(a).toMatch(/^é+-[0-9a-f]{12}\.png$/);
    expect(a).not.toBe(b);
    expect(Buffer.byteLength(a)).toBeLessThanOrEqual(150);
  });

  it('returns a name that every file system accepts, and that it does not change again', () => {
    fc.assert(
      fc.property(TEXTS, fc.constantFrom(60, 150, 255), (text, maxBytes) => {
        const name = safeName(text, maxBytes);
        expect(name).not.toMatch(/[<>:"|?*\\/\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]|^[-.~ ]|[. ]$|^$/u);
        expect(name).not.toMatch(/^(?:con|prn|aux|nul|com\d|lpt\d) *(?:\.|$)/i);
        expect(Buffer.byteLength(name)).toBeLessThanOrEqual(maxBytes);
        expect(safeName(name, maxBytes)).toBe(name);
      }),
    );
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
