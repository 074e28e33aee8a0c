import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify as toYaml } from 'yaml';
import { placeOfPointer, readDocument } from '../../src/config/read-document.ts';

type Tree = { readonly [key: string]: Tree | string | number | boolean | readonly (Tree | string)[] };

const key = fc.oneof(
  fc.stringMatching(/^[a-z_]{1,6}$/),
  fc.constantFrom('a b', 'x.y', '#', '"', 'ü', 'a/b', '~'),
);
const scalar = fc.oneof(
  fc.constantFrom('', 'a # b', '"""', "it's", 'x = 1', '[y]', 'two\nlines', '\\'),
  fc.integer(),
  fc.boolean(),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.dictionary(
    key,
    fc.oneof(
      { depthSize: 'small' },
      scalar,
      tie('tree'),
      fc.array(fc.constantFrom('p', 'q]', '#r')),
      fc.array(tie('tree'), { maxLength: 3 }),
    ),
    { maxKeys: 4, noNullPrototype: true },
  ) as fc.Arbitrary<Tree>,
}));

function pointersOf(
  value: unknown,
  pointer = '',
): readonly { readonly pointer: string; readonly name: string }[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) => {
    const here = `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    return [...(Array.isArray(value) ? [] : [{ pointer: here, name }]), ...pointersOf(member, here)];
  });
}

describe('readDocument()', () => {
  it.each([
    ['YAML', (value: Tree) => toYaml(value)],
    ['JSON', (value: Tree) => JSON.stringify(value, null, '\t')],
    ['dense JSON', (value: Tree) => JSON.stringify(value)],
  ])('knows the values, and the places of the keys, of any %s', (_name, write) => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = write(value);
        const found = readDocument(text);
        if (!('value' in found)) {
          throw new Error(`${JSON.stringify(found)} in ${text}`);
        }
        expect(found.value).toEqual(value);
        const lines = text.split('\n');
        for (const { pointer, name } of pointersOf(value)) {
          const { line, column } = found.places.get(pointer) ?? { line: 0, column: 0 };
          const rest = lines[line - 1]?.slice(column - 1) ?? '';
          const spellings = [name, JSON.stringify(name), `'${name}'`];
          expect(
            spellings.some((spelling) => rest.startsWith(spelling)),
            `${pointer} in\n${text}`,
          ).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});

describe('placeOfPointer()', () => {
  it('falls back to what is around a member without a place', () => {
    const places = new Map([['/a', { line: 2, column: 1 }]]);
    expect(placeOfPointer(places, '/a/b/c')).toEqual({ line: 2, column: 1 });
    expect(placeOfPointer(places, '/z')).toEqual({ line: 1, column: 1 });
  });
});
