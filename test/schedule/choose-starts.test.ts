import { expect, it } from 'vitest';
import { chooseStarts, type QueuedRun } from '../../src/schedule/choose-starts.ts';

const run = (job: string, changes: Partial<QueuedRun> = {}): QueuedRun => ({
  job,
  startMs: 0,
  lanes: [job],
  lastStartMs: undefined,
  isBegun: false,
  ...changes,
});
const choose = (waiting: readonly QueuedRun[], running: readonly QueuedRun[] = [], free = 9) =>
  chooseStarts(waiting, { nowMs: 10, running, free });

it.each([
  ['who came first', [run('a', { startMs: 2 }), run('b', { startMs: 1 })], ['b', 'a']],
  ['who was begun before', [run('a'), run('b', { isBegun: true })], ['b', 'a']],
  ['who waited the longest', [run('a', { lastStartMs: 2 }), run('b', { lastStartMs: 1 })], ['b', 'a']],
  ['who never ran', [run('a', { lastStartMs: 2 }), run('b')], ['b', 'a']],
  ['nobody before the time', [run('a', { startMs: 11 }), run('b', { startMs: 10 })], ['b']],
])('chooseStarts() starts %s', (_, waiting, chosen) => {
  expect(choose(waiting)).toEqual(chosen);
});

it('chooseStarts() keeps all lanes free for a run that waits for one of them', () => {
  const waiting = [run('wide', { lanes: ['x', 'y'] }), run('narrow', { startMs: 1, lanes: ['y'] })];
  expect(choose(waiting, [run('other', { lanes: ['x'] })])).toEqual([]);
  expect(choose(waiting)).toEqual(['wide']);
  expect(choose([run('a'), run('b'), run('c')], [], 2)).toEqual(['a', 'b']);
});
