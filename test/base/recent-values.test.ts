import { describe, expect, it } from 'vitest';
import { createRecentValues } from '../../src/base/index.ts';

describe('createRecentValues()', () => {
  it('forgets first what was not wanted for the longest time', () => {
    const forgotten: string[] = [];
    const recent = createRecentValues<string>({ maxWeight: 2, onForget: (value) => forgotten.push(value) });
    recent.set('a', 'A');
    recent.set('b', 'B');
    recent.get('a');
    recent.set('c', 'C');
    expect(forgotten).toEqual(['B']);
    expect(recent.values()).toEqual(['A', 'C']);
  });

  it('weighs what it keeps', () => {
    const recent = createRecentValues<string>({ maxWeight: 10 });
    recent.set('a', 'A', 6);
    recent.set('a', 'A2', 4);
    recent.set('b', 'B', 6);
    recent.set('heavy', 'H', 11);
    expect([recent.get('a'), recent.get('b'), recent.get('heavy')]).toEqual(['A2', 'B', undefined]);
    recent.delete('a');
    expect(recent.values()).toEqual(['B']);
  });
});
