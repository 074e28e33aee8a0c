import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFileNamer, safeName } from '../../../../src/store/dump/markdown/file-namer.ts';

describe('safeName()', () => {
  it.each([
    ['feature/v1.0', 'feature-v1.0'],
    ['..', '_'],
    ['', '_'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['v1. ', 'v1'],
    ['a:b?c*"<>|d\u0000', 'a-b-c-d-'],
    ['été', 'été'],
    [`${'é'.repeat(200)}.png`, `${'é'.repeat(73)}.png`],
  ])('turns %j into %j', (text, name) => {
    expect(safeName(text)).toBe(name);
  });
});

describe('createFileNamer()', () => {
  it('never gives a name twice, also where file systems ignore case', () => {
    const namer = createFileNamer();
    const texts = ['V1', 'v1', 'v1', 'v1-2', 'e\u0301', '\u00e9'];
    expect(texts.map((text) => namer.nameOf(text, '.md'))).toEqual([
      'V1.md',
      'v1-2.md',
      'v1-3.md',
      'v1-2-2.md',
      'é.md',
      'é-2.md',
    ]);
  });

  it('gives names that every file system takes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const name = createFileNamer().nameOf(text, '.md');
        expect(name).toMatch(/^[^\p{Cc}<>:"/\\|?*]+$/u);
        expect(name).not.toMatch(/^\.|[. ]$/);
        expect(Buffer.byteLength(name)).toBeLessThan(200);
      }),
    );
  });
});
