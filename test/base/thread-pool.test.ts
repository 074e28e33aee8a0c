import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { COMPILED } from '../house/packed-program.ts';

const PROGRAM = `
import { createHook } from 'node:async_hooks';
const { keepThreadPoolAwake } = await import(process.argv[1]);
const hold = setInterval(() => undefined, 1_000_000);
let requests = 0;
createHook({
  init(id, type) {
    requests += type === 'FSREQCALLBACK' ? 1 : 0;
    if (requests === 2) {
      clearInterval(hold);
    }
  },
}).enable();
keepThreadPoolAwake(1);
`;

describe('keepThreadPoolAwake()', () => {
  it('makes requests while the process waits for something else, and does not keep it alive by itself', () => {
    const module = new URL('base/thread-pool.js', COMPILED).href;
    const { status } = spawnSync(process.execPath, ['--input-type=module', '--eval', PROGRAM, module], {
      timeout: 60_000,
    });
    expect(status).toBe(0);
  });
});
