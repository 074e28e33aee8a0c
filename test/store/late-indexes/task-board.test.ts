import { describe, expect, it } from 'vitest';
import { createBoardMemory, TaskBoard } from '../../../src/store/late-indexes/task-board.ts';

describe('TaskBoard', () => {
  it('gives a task to one side only', () => {
    const memory = createBoardMemory();
    const [giver, doer] = [new TaskBoard(memory), new TaskBoard(memory)];
    expect(doer.take(0, 'begun')).toBe(true);
    expect(giver.take(0, 'withdrawn')).toBe(false);
    expect(giver.take(1, 'withdrawn')).toBe(true);
    expect(doer.take(1, 'begun')).toBe(false);
  });

  it('tells how far a task is', () => {
    const memory = createBoardMemory();
    const [giver, doer] = [new TaskBoard(memory), new TaskBoard(memory)];
    doer.take(3, 'begun');
    doer.prove(3, 17);
    expect(giver.waitFor(3, 'proved', 0)).toBe(true);
    expect(giver.rowsOf(3)).toBe(17);
    expect(giver.waitFor(3, 'done', 0), 'waits no longer than it may').toBe(false);
    doer.end(3, 'done');
    expect(giver.waitFor(3, 'done', 0)).toBe(true);
    doer.end(4, 'failed');
    expect(giver.waitFor(4, 'proved', 0)).toBe(false);
  });
});
