import fc from 'fast-check';
import { stringify as toToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { stringify as toYaml } from 'yaml';
import { readJson } from '../../src/config/read-json.ts';
import { readToml } from '../../src/config/read-toml.ts';
import { readYaml } from '../../src/config/read-yaml.ts';
import { placeOfPointer, placesOf } from '../../src/config/text-place.ts';

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

describe('the place of a member', () => {
  it.each([
    ['YAML', readYaml, (value: Tree) => toYaml(value)],
    ['JSON', readJson, (value: Tree) => JSON.stringify(value, null, '\t')],
    ['dense JSON', readJson, (value: Tree) => JSON.stringify(value)],
    ['TOML', readToml, (value: Tree) => toToml(value)],
  ])('is the place of its key, in any %s', (_name, read, write) => {
    fc.assert(
      fc.property(tree, (value) => {
        const text = write(value);
        const found = read(text);
        if (!('value' in found)) {
          throw new Error(`${JSON.stringify(found)} in ${text}`);
        }
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

describe('placesOf()', () => {
  it('counts lines and columns from 1', () => {
    const place = placesOf('ab\n\ncd');
    expect([0, 2, 3, 4, 5].map(place)).toEqual([
      { line: 1, column: 1 },
      { line: 1, column: 3 },
      { line: 2, column: 1 },
      { line: 3, column: 1 },
      { line: 3, column: 2 },
    ]);
  });
});

describe('placeOfPointer()', () => {
  it('falls back to what is around a member without a place', () => {
    const places = new Map([['/a', { line: 2, column: 1 }]]);
    expect(placeOfPointer(places, '/a/b/c')).toEqual({ line: 2, column: 1 });
    expect(placeOfPointer(places, '/z')).toEqual({ line: 1, column: 1 });
  });
});
