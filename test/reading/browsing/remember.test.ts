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

  it('aborts shared work only when all who wait for it have left, and does it again then', async () => {
    const memory = createMemory(2);
    const started: AbortSignal[] = [];
    const work = (signal: AbortSignal) => {
      started.push(signal);
      return new Promise<string>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason)),
      );
    };
    const [one, other] = [new AbortController(), new AbortController()];
    const asked = [one, other].map(({ signal }) => memory.share('a', work, signal).catch(String));
    one.abort(new Error('left'));
    expect(started.map(({ aborted }) => aborted)).toEqual([false]);
    other.abort(new Error('left, too'));
    expect(started.map(({ aborted }) => aborted)).toEqual([true]);
    expect(await Promise.all(asked)).toEqual(['Error: left, too', 'Error: left, too']);
    expect(await memory.share('a', () => Promise.resolve('yes'), undefined)).toBe('yes');
    expect(await memory.share('a', work, new AbortController().signal)).toBe('yes');
    await expect(memory.share('b', work, one.signal)).rejects.toThrow('left');
    expect(started).toHaveLength(1);
  });
});
