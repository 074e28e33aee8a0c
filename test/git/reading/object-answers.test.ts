import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAnswerCutter, type GitObject } from '../../../src/git/reading/object-answers.ts';
import { Failure } from '../../../src/model/failure.ts';

const ID = '0123456789abcdef0123456789abcdef01234567';

function cut(
  bytes: Uint8Array,
  brings: readonly boolean[],
  chunkBytes = bytes.length,
): (GitObject | undefined)[] {
  const answers: (GitObject | undefined)[] = [];
  const cutter = createAnswerCutter({
    bringsBytes: () => brings[answers.length] === true,
    onAnswer: (object) => answers.push(object),
  });
  for (let start = 0; start < bytes.length; start += Math.max(chunkBytes, 1)) {
    cutter.push(bytes.subarray(start, start + chunkBytes));
  }
  return answers;
}

describe('createAnswerCutter()', () => {
  it('reads answers from pieces of any size', () => {
    const content = fc.uint8Array({ maxLength: 50 });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.boolean(), content)),
        fc.integer({ min: 1, max: 70 }),
        (requests, size) => {
          const output = Buffer.concat(
            requests.map(([brings, bytes]) =>
              Buffer.concat([
                Buffer.from(`${ID} blob ${bytes.length}\n`),
                ...(brings ? [bytes, Buffer.from('\n')] : []),
              ]),
            ),
          );
          const answers = cut(
            output,
            requests.map(([brings]) => brings),
            size,
          );
          expect(answers.map((answer) => answer?.sizeBytes)).toEqual(
            requests.map(([, { length }]) => length),
          );
          expect(answers.map((answer) => answer?.bytes && [...answer.bytes])).toEqual(
            requests.map(([brings, bytes]) => (brings ? [...bytes] : undefined)),
          );
        },
      ),
    );
  });

  it('reads what is not there as undefined', () => {
    expect(cut(Buffer.from(`${ID} missing\nabc ambiguous\n`), [false, true])).toEqual([undefined, undefined]);
  });

  it.each(['nonsense\n', `${ID} blob -1\n`, `${ID} thing 1\n`, 'x'.repeat(9_000)])('fails on %j', (text) => {
    expect(() => cut(Buffer.from(text), [false])).toThrow(Failure);
  });
});
