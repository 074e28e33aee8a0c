import { describe, expect, it } from 'vitest';
import { BUFFER_BYTES, BufferPool } from '../../../src/archive/threads/buffer-pool.ts';

function openPool() {
  const announced: number[] = [];
  return { announced, pool: new BufferPool((number) => announced.push(number)) };
}

describe('BufferPool', () => {
  it('hands out what came back before it makes more', () => {
    const { announced, pool } = openPool();
    const [first, second] = [pool.take(), pool.take()];
    pool.giveBack([second.number]);
    expect(pool.take().number).toBe(second.number);
    expect(pool.take().number).not.toBe(first.number);
    expect(announced).toEqual([0, 1, 2]);
  });

  it('replaces its largest free buffer if a record is too long for it, and only then', () => {
    const { announced, pool } = openPool();
    const [small, large] = [pool.take(), pool.take(3 * BUFFER_BYTES)];
    expect(large.buffer.bytes.length).toBe(4 * BUFFER_BYTES);
    pool.giveBack([large.number, small.number]);
    expect(pool.take(4 * BUFFER_BYTES).number).toBe(large.number);
    pool.giveBack([large.number]);
    expect(pool.take(4 * BUFFER_BYTES + 1)).toMatchObject({ number: large.number });
    expect(pool.take().number).toBe(small.number);
    expect(announced).toEqual([0, 1, 1]);
    expect(pool.close()).toBe(8 * BUFFER_BYTES);
  });

  it('lets the sender wait until enough has come back', async () => {
    const { pool } = openPool();
    const numbers = Array.from({ length: 6 }, () => pool.take().number);
    expect(pool.isSpent).toBe(false);
    const last = pool.take();
    expect(pool.isSpent).toBe(true);
    const waits = pool.whenFree().then(() => 'free');
    pool.giveBack([last.number]);
    expect([await waits, pool.isSpent]).toEqual(['free', false]);
    pool.giveBack(numbers);
  });

  it('takes nothing back after its end, when the other thread still answers', () => {
    const { pool } = openPool();
    const { number } = pool.take();
    expect(pool.close()).toBe(BUFFER_BYTES);
    expect(() => pool.giveBack([number])).not.toThrow();
  });
});
