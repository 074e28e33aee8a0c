import { describe, expect, it } from 'vitest';
import { parseFault } from '../../../../src/sandbox/server/faults/fault.ts';
import { FaultDesk } from '../../../../src/sandbox/server/faults/fault-desk.ts';

const EVENTS = { at: 'api', method: 'GET', path: '/events' } as const;
const USER = { at: 'api', method: 'GET', path: '/user' } as const;

describe('FaultDesk', () => {
  it('hands a fault to so many requests of its route, after those that it spares', () => {
    const desk = new FaultDesk([parseFault('answer,route=/events,skip=1,times=2')]);
    const hits = [USER, EVENTS, EVENTS, USER, EVENTS, EVENTS].map((target) => desk.take(target).length);
    expect(hits).toEqual([0, 0, 1, 0, 1, 0]);
    expect(desk.list()).toEqual([]);
  });

  it('keeps what befalls the storage origin and migrations from the API', () => {
    const desk = new FaultDesk(['ignored_range', 'failed_migration', 'delay'].map(parseFault));
    expect(desk.take(EVENTS).map(({ kind }) => kind)).toEqual(['delay']);
    expect(desk.take({ at: 'storage' }).map(({ kind }) => kind)).toEqual(['ignored_range']);
    expect(desk.take({ at: 'migration' }).map(({ kind }) => kind)).toEqual(['failed_migration']);
  });

  it('forgets', () => {
    const desk = new FaultDesk([parseFault('delay')]);
    desk.clear();
    expect(desk.take(EVENTS)).toEqual([]);
  });
});
