import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lfsPathOf, parseLfsPointer } from '../../src/model/lfs.ts';

const OID = '4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393';
const VERSION = 'version https://git-lfs.github.com/spec/v1\n';
const POINTER = `${VERSION}oid sha256:${OID}\nsize 12345\n`;
const FOUND = { oid: OID, sizeBytes: 12_345 };

const oids = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

describe('parseLfsPointer()', () => {
  it.each([
    ['as git lfs writes it', POINTER],
    ['of the first version', POINTER.replace('git-lfs', 'hawser')],
    ['of the first trials', POINTER.replace('https://git-lfs.github.com/spec/v1', 'http://git-media.io/v/2')],
    ['with white space around it', `\n \t${POINTER}\n \r\n`],
    ['with an empty line', POINTER.replace('\n', '\n\n')],
    ['with an extension', POINTER.replace('oid', `ext-0-case sha256:${OID}\noid`)],
    ['without the last line feed', POINTER.trimEnd()],
    ['with the line feeds of Windows', POINTER.replaceAll('\n', '\r\n')],
  ])('reads a pointer %s', (_, text) => {
    expect(parseLfsPointer(text)).toEqual(FOUND);
  });

  it.each([
    ['another version', POINTER.replace('spec/v1', 'spec/v2')],
    ['no version', POINTER.slice(VERSION.length).padStart(150, '#')],
    ['the version last', POINTER.slice(VERSION.length) + VERSION],
    ['keys out of order', `${VERSION}size 12345\noid sha256:${OID}\n`],
    ['a key twice', `${POINTER}size 12345\n`],
    ['another kind of digest', POINTER.replace('sha256', 'sha512')],
    ['a short digest', POINTER.replace(OID, OID.slice(1))],
    ['an upper-case digest', POINTER.replace(OID, OID.toUpperCase())],
    ['a negative size', POINTER.replace('12345', '-1')],
    ['an impossible size', POINTER.replace('12345', '9999999999999999')],
    ['no size', POINTER.replace(/size.*\n/, '')],
    ['a line that is none', `${POINTER}\nnothing`],
    ['two spaces', POINTER.replace('oid ', 'oid  ')],
    ['text before it', `# ${POINTER}`],
    ['more bytes than a pointer may have', POINTER.replace('oid', `a ${'x'.repeat(1_000)}\noid`)],
    ['nothing', ''],
  ])('does not read %s', (_, text) => {
    expect(parseLfsPointer(text)).toBeUndefined();
  });

  it('reads what any writer of pointers writes, and no such text with a character less', () => {
    fc.assert(
      fc.property(oids, fc.maxSafeNat(), fc.nat(), (oid, sizeBytes, at) => {
        const text = `${VERSION}oid sha256:${oid}\nsize ${sizeBytes}\n`;
        expect(parseLfsPointer(text)).toEqual({ oid, sizeBytes });
        const cut = at % (text.length - 1 - String(sizeBytes).length);
        expect(parseLfsPointer(text.slice(0, cut) + text.slice(cut + 1))).toBeUndefined();
      }),
    );
  });

  it('takes any bytes, and finds only digests and sizes', () => {
    const lines = fc.array(
      fc.oneof(fc.constantFrom(...POINTER.split('\n'), `oid sha256:${OID}`), fc.string()),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        fc.oneof(
          lines.map((all) => all.join('\n')),
          fc.string({ unit: 'binary' }),
        ),
        (text) => {
          const found = parseLfsPointer(text);
          expect(found === undefined || (/^[0-9a-f]{64}$/.test(found.oid) && found.sizeBytes >= 0)).toBe(
            true,
          );
        },
      ),
    );
  });
});

describe('lfsPathOf()', () => {
  it('is where git lfs looks for an object', () => {
    expect(lfsPathOf(OID)).toBe(`lfs/objects/4d/7a/${OID}`);
  });
});
