import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CURRENT } from '../../house/samples.ts';
import { type CliBench, openCliBench } from '../support/run-cli.ts';

let bench: CliBench;
const withPath = { env: { PATH: String(process.env['PATH']) } };

beforeAll(async () => {
  bench = await openCliBench({ repositories: 1, issues: 1 });
});

describe('satchel verify', () => {
  it.each([[], ['--quick'], ['--deep'], ['--splitter', 'stream-json']])(
    'finds a sample whole and right with %j',
    async (...flags) => {
      const { status, out, err } = await bench.run(['verify', CURRENT, ...flags], withPath);
      expect([status, err]).toEqual([0, '']);
      expect(out).toContain('verified');
      expect(out).not.toContain('warning');
    },
  );

  it('reports as JSON and as SARIF', async () => {
    const report = JSON.parse((await bench.run(['verify', CURRENT, '--json'])).out);
    expect(report).toMatchObject({ is_verified: true, rejected: 0, container: { is_whole: true } });
    const sarif = JSON.parse((await bench.run(['verify', CURRENT, '--sarif'])).out);
    expect(sarif.runs[0].tool.driver.name).toBe('satchel');
  });

  it('expects the digest in the manifest of a vault', async () => {
    const vault = join(bench.directory, 'vault');
    await mkdir(join(vault, 'archives'), { recursive: true });
    await mkdir(join(vault, 'manifests'));
    const archive = join(vault, 'archives', 'a.tar.gz');
    await copyFile(CURRENT, archive);
    await writeFile(join(vault, 'manifests', 'a.tar.gz.json'), JSON.stringify({ sha256: '0'.repeat(64) }));
    const { status, out } = await bench.run(['verify', archive]);
    expect(status).toBe(6);
    expect(out).toContain('digest-mismatch');
  });

  it('stops at a limit that was asked for', async () => {
    const { status, out } = await bench.run(['verify', CURRENT, '--max-entries', '3']);
    expect(status).toBe(6);
    expect(out).toContain('limit-exceeded');
    expect((await bench.run(['verify', CURRENT, '--max-entries', 'few'])).status).toBe(2);
  });

  it('writes each finding at once with --all', async () => {
    const cut = join(bench.directory, 'cut.tar.gz');
    const whole = await readFile(CURRENT);
    await writeFile(cut, whole.subarray(0, whole.length - 2_000));
    const { status, out } = await bench.run(['verify', cut, '--all', '--json']);
    expect(status).toBe(6);
    const events = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events[0]).toMatchObject({ message_type: 'finding' });
    expect(events.at(-1)).toMatchObject({ message_type: 'summary', is_verified: false });
  });

  it.each([
    ['--quick', '--deep'],
    ['--sarif', '--json'],
    ['--sarif', '--all'],
  ])('refuses %s with %s', async (one, other) => {
    const { status, out } = await bench.run(['verify', CURRENT, one, other]);
    expect([status, out.includes('verified')]).toEqual([2, false]);
  });
});
