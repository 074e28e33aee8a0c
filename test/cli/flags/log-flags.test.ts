import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../house/afterwards.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

let bench: CliBench;

beforeAll(async () => {
  bench = await openCliBench();
});

async function linesOf(path: string) {
  return (await readFile(path, 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

describe('satchel backup --log-file', () => {
  it('appends NDJSON with one run id through all of it, and shows people what it always shows', async () => {
    const folder = temporaryFolder();
    const log = join(folder, 'deep', 'log.ndjson');
    const { status, out } = await bench.call(['backup', '--vault', join(folder, 'v'), '--log-file', log]);
    expect([status, out]).toEqual([0, expect.stringContaining('verified')]);
    const lines = await linesOf(log);
    const runs = JSON.parse((await bench.run(['log', '--vault', join(folder, 'v'), '--json'])).out);
    expect([...new Set(lines.map(({ run_id }) => run_id))]).toEqual([runs[0].run]);
    expect(lines.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account', 'started', 'downloaded', 'loaded', 'summary']),
    );
    expect(
      lines.every(
        ({ level, time, satchel }) => level === 'info' && !Number.isNaN(Date.parse(time)) && satchel !== '',
      ),
    ).toBe(true);
  });

  it('reports the failure, without the token, on stderr by default', async () => {
    const folder = temporaryFolder();
    const token = 'a-token-without-a-prefix';
    const { status, err } = await bench.call(
      ['backup', '--vault', join(folder, 'v'), '--log-level', 'error', '--quiet'],
      {
        env: { SATCHEL_TOKEN: token, HOME: folder },
      },
    );
    expect(status).toBe(4);
    const [line = ''] = err.split('\n');
    expect(JSON.parse(line)).toMatchObject({ level: 'error', event: 'failed', code: 'unauthorized' });
    expect(err).not.toContain(token);
  });

  it('logs progress only on request', async () => {
    const folder = temporaryFolder();
    const log = join(folder, 'log');
    await bench.call([
      'backup',
      '--vault',
      join(folder, 'v'),
      '--log-file',
      log,
      '--log-level',
      'debug',
      '--json',
    ]);
    expect((await linesOf(log)).some(({ level }) => level === 'debug')).toBe(true);
  });
});
