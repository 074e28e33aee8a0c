import { describe, expect, it } from 'vitest';
import { KeptLists } from '../../../../src/sandbox/server/api/kept-list.ts';

describe('KeptLists', () => {
  it('makes a list once for all of its pages, and again for other filters, askers and changes', () => {
    const lists = new KeptLists();
    let made = 0;
    const take = (address: string, asker: object, of: readonly unknown[]) =>
      lists.take(new URL(address, 'http://localhost'), asker, {
        paging: ['after', 'before', 'page', 'per_page'],
        of,
        make: () => {
          made += 1;
          return made;
        },
      });
    const [mira, world] = [{ login: 'mira' }, {}];
    expect(take('/alerts?state=open&per_page=2', mira, [world])).toBe(1);
    expect(take('/alerts?state=open&after=x&per_page=5', mira, [world])).toBe(1);
    expect(take('/alerts?state=open&page=7&before=y', mira, [world])).toBe(1);
    expect(take('/alerts?state=fixed', mira, [world])).toBe(2);
    expect(take('/other?state=open', mira, [world])).toBe(3);
    expect(take('/alerts?state=open', { login: 'noor' }, [world])).toBe(4);
    expect(take('/alerts?state=open', mira, [{}])).toBe(5);
    expect(take('/alerts?state=open', mira, [world])).toBe(6);
    for (let number = 1; number <= 20; number += 1) {
      take(`/alerts?number=${number}`, mira, [world]);
    }
    expect(take('/alerts?number=20', mira, [world])).toBe(26);
    expect(take('/alerts?state=open', mira, [world])).toBe(27);
  });
});
