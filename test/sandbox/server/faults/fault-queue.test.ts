import { describe, expect, it } from 'vitest';
import { parseFault } from '../../../../src/sandbox/fault.ts';
import { FaultQueue } from '../../../../src/sandbox/server/faults/fault-queue.ts';

const EVENTS = { at: 'api', method: 'GET', path: '/events' } as const;
const USER = { at: 'api', method: 'GET', path: '/user' } as const;

describe('FaultQueue', () => {
  it('applies a fault to the given number of requests of its route, after those that it skips', () => {
    const queue = new FaultQueue([parseFault('answer,route=/events,skip=1,times=2')]);
    const hits = [USER, EVENTS, EVENTS, USER, EVENTS, EVENTS].map((target) => queue.take(target).length);
    expect(hits).toEqual([0, 0, 1, 0, 1, 0]);
    expect(queue.list()).toEqual([]);
  });

  it('does not apply faults of the storage origin and migrations to the API', () => {
    const queue = new FaultQueue(['ignored_range', 'failed_migration', 'delay'].map(parseFault));
    expect(queue.take(EVENTS).map(({ kind }) => kind)).toEqual(['delay']);
    expect(queue.take({ at: 'storage' }).map(({ kind }) => kind)).toEqual(['ignored_range']);
    expect(queue.take({ at: 'migration' }).map(({ kind }) => kind)).toEqual(['failed_migration']);
  });

  it('removes all faults', () => {
    const queue = new FaultQueue([parseFault('delay')]);
    queue.clear();
    expect(queue.take(EVENTS)).toEqual([]);
  });
});
