import { describe, expect, it, vi } from 'vitest';
import { RecentValues } from '../../src/base/recent-values.ts';

describe('RecentValues', () => {
  it('evicts the least recently used value first', () => {
    const forgotten: string[] = [];
    const recent = new RecentValues<string>({ maxWeight: 2, onForget: (value) => forgotten.push(value) });
    recent.set('a', 'A');
    recent.set('b', 'B');
    recent.get('a');
    recent.set('c', 'C');
    expect(forgotten).toEqual(['B']);
    expect(recent.values()).toEqual(['A', 'C']);
  });

  it('counts a value that is taken instead of made as used', () => {
    const recent = new RecentValues<string>({ maxWeight: 2 });
    recent.set('a', 'A');
    recent.set('b', 'B');
    recent.getOrMake('a', () => 'another');
    recent.set('c', 'C');
    expect(recent.values()).toEqual(['A', 'C']);
  });

  it('limits the total weight', () => {
    const recent = new RecentValues<string>({ maxWeight: 10 });
    recent.set('a', 'A', 6);
    recent.set('a', 'A2', 4);
    recent.set('b', 'B', 6);
    recent.set('heavy', 'H', 11);
    expect([recent.get('a'), recent.get('b'), recent.get('heavy')]).toEqual(['A2', 'B', undefined]);
    recent.delete('a');
    expect(recent.values()).toEqual(['B']);
  });

  it('makes a value once, until it is evicted', () => {
    const recent = new RecentValues<string>({ maxWeight: 3 });
    const make = vi.fn(() => 'AA');
    const take = () => recent.getOrMake('a', make, ({ length }) => length);
    expect([take(), take()]).toEqual(['AA', 'AA']);
    expect(make).toHaveBeenCalledTimes(1);
    recent.set('b', 'B', 2);
    take();
    expect(make).toHaveBeenCalledTimes(2);
  });
});
