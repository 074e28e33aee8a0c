import { describe, expect, it } from 'vitest';
import { createMemory } from '../../../src/reading/browsing/remember.ts';

describe('createMemory()', () => {
  it('makes an answer once', () => {
    const memory = createMemory(2);
    let made = 0;
    const make = () => {
      made += 1;
      return made;
    };
    expect([memory.get('a', make), memory.get('a', make), memory.get('b', make)]).toEqual([1, 1, 2]);
  });

  it('forgets what was asked for longest ago', () => {
    const memory = createMemory(2);
    const made: string[] = [];
    for (const name of ['a', 'b', 'a', 'c', 'a', 'b']) {
      memory.get(name, () => made.push(name));
    }
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('asks again for what failed', async () => {
    const memory = createMemory(2);
    const fail = () => Promise.reject(new Error('no'));
    await expect(memory.get('a', fail)).rejects.toThrow('no');
    await expect(memory.get('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });
});
