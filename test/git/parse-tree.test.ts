import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTree } from '../../src/git/parse-tree.ts';
import { Failure } from '../../src/model/failure.ts';

describe('parseTree()', () => {
  it('fails with git-unreadable at most, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(20, 32), (bytes, idBytes) => {
        try {
          parseTree(Buffer.from(bytes), idBytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Failure);
        }
      }),
    );
  });

  it('reads what git writes', () => {
    const tree = Buffer.concat([
      Buffer.from('40000 src\0'),
      Buffer.alloc(20, 1),
      Buffer.from('100644 a b\0'),
      Buffer.alloc(20, 255),
    ]);
    expect(parseTree(tree, 20)).toEqual([
      { name: 'src', kind: 'folder', id: '01'.repeat(20) },
      { name: 'a b', kind: 'file', id: 'ff'.repeat(20) },
    ]);
    expect(() => parseTree(tree.subarray(0, -1), 20)).toThrow(Failure);
  });
});
