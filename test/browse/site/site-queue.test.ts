import { describe, expect, it } from 'vitest';
import { SiteQueue } from '../../../src/browse/site/site-queue.ts';

describe('SiteQueue', () => {
  it('has all addresses of one repository before those of the next, also if they are found meanwhile', () => {
    const queue = new SiteQueue();
    queue.add('/', '');
    const asked: string[] = [];
    for (const address of queue) {
      asked.push(address);
      if (address === '/') {
        queue.add('/a/one', 'a/one');
        queue.add('/a/two', 'a/two');
      } else if (!address.endsWith('/issues')) {
        queue.add('/mira', '');
        queue.add(`${address}/issues`, address.slice(1));
      }
    }
    expect(asked.slice(0, 5)).toEqual(['/', '/a/one', '/a/one/issues', '/a/two', '/a/two/issues']);
    expect(asked.slice(5)).toEqual(['/mira', '/mira/issues']);
    expect(queue.size).toBe(7);
  });

  it('knows which pages link to an address without a page', () => {
    const queue = new SiteQueue();
    queue.add('/lost', '');
    queue.add('/there', '');
    expect(queue.noteLink('/lost', '/one')).toBe(true);
    expect(queue.noteLink('/lost', '/one')).toBe(false);
    expect(queue.noteLink('/lost', '/two')).toBe(true);
    expect(queue.noteLink('/there', '/one')).toBe(true);
    queue.noteWritten('/there');
    expect(queue.noteLink('/there', '/two')).toBe(false);
    expect([...queue.linkingTo(['/lost', '/there', '/unknown'])]).toEqual(['/one', '/two']);
  });
});
