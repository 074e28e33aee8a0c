import { describe, expect, it } from 'vitest';
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
});
