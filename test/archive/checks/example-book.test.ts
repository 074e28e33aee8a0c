import { describe, expect, it } from 'vitest';
import { createExampleBook, numberOfKey } from '../../../src/archive/checks/example-book.ts';

const key = (low: number) => ({ high: 1, low: low * 2 ** 16 });

describe('createExampleBook()', () => {
  it('keeps the first case of each key, in order', () => {
    const book = createExampleBook<string>(() => false);
    book.keep(key(2), () => 'a');
    book.keep(key(1), () => 'b');
    book.keep(key(2), () => 'c');
    expect([...book.cases()]).toEqual([
      [numberOfKey(key(2)), 'a'],
      [numberOfKey(key(1)), 'b'],
    ]);
  });

  it('makes room by what was settled, so that late cases are kept too', () => {
    const book = createExampleBook<number>(({ low }) => low < key(9_990).low);
    for (let number = 0; number < 10_010; number += 1) {
      book.keep(key(number), () => number);
    }
    expect([...book.cases()].map(([, value]) => value)).toEqual(
      Array.from({ length: 20 }, (_, index) => 9_990 + index),
    );
  });

  it('keeps no more once it is full of open cases', () => {
    const book = createExampleBook<number>(() => false);
    for (let number = 0; number < 12_000; number += 1) {
      book.keep(key(number), () => number);
    }
    expect([...book.cases()]).toHaveLength(10_000);
    expect(book.has(numberOfKey(key(11_000)))).toBe(false);
  });
});
