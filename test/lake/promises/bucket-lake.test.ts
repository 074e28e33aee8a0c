import { describe, expect, it } from 'vitest';
import { openBucketBench } from '../../backup/support/bucket-bench.ts';

const VAULT = 's3://work/vault';
const LAKE = 's3://work/lake';

describe('the commands for a lake in object storage', () => {
  it('write it on one machine, and query it on another', async () => {
    const { machine } = await openBucketBench();
    const first = machine('first');
    expect(await first.backUpHere('--vault', VAULT)).toMatchObject({ status: 0 });
    const sync = ['lake', 'sync', '--vault', VAULT, '--output', LAKE];
    expect(JSON.parse(await first.run([...sync, '--json']))).toMatchObject({
      output: LAKE,
      new_snapshots: 1,
    });
    expect(await first.run(sync)).toBe(`${LAKE}\n`);
    const second = machine('second');
    const ask = async (...query: readonly string[]) =>
      JSON.parse(await second.run(['query', ...query, '--json'])) as readonly object[];
    const counting = 'select count(*) as issues from issues';
    expect(await ask('--lake', LAKE, counting)).toEqual(await ask('--vault', VAULT, counting));
    expect(await ask('--lake', LAKE, 'label-mix')).toEqual(await ask('--vault', VAULT, 'label-mix'));
    expect(await second.ask(['lake', 'sync', '--vault', VAULT, '--output', VAULT])).toMatchObject({
      status: 2,
      err: expect.stringContaining('contains other objects'),
    });
  });
});
