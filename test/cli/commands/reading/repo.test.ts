import { beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../../src/base/clock.ts';
import { openReadingBench, type ReadingBench, readFixture } from './support/reading-bench.ts';

let bench: ReadingBench;

beforeAll(async () => {
  bench = await openReadingBench();
});

const terminal = { terminalColumns: 80 };

describe('satchel repo', () => {
  it('lists repositories', async () => {
    const { out } = await bench.run(['repo', 'list'], terminal);
    expect(out).toBe(await readFixture('repo-list-80.txt'));
    expect(
      JSON.parse((await bench.run(['repo', 'list', 'Northquay-Works', '--json=repo,topics'])).out),
    ).toEqual([{ repo: 'northquay-works/ferrylight', topics: ['status-page', 'monitoring', 'self-hosted'] }]);
  });

  it('says what a repository holds', async () => {
    const { out } = await bench.run(['repo', 'view', 'ferrylight'], terminal);
    expect(out).toBe(await readFixture('repository-80.txt'));
  });

  it('shows the README of its newest commit, and does without one if git cannot be asked', async () => {
    const env = { PATH: process.env['PATH'] ?? '' };
    const { out: whole } = await bench.run(['repo', 'view', 'ferrylight'], {
      ...terminal,
      env,
      clock: createSystemClock(),
    });
    expect(whole).toMatch(/ {2}6 collaborators\n\nREADME\.md\n\n {2}\S*[# ]*ferrylight\n/);
    expect(whole).toContain('What it will do some day');
    const { status, out, err } = await bench.run(['repo', 'view', 'ferrylight'], { env: { PATH: '' } });
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).not.toContain('README.md');
  });

  it('asks for the name of one of several as it takes it', async () => {
    const { status, err } = await bench.run(['repo', 'view']);
    expect(status).toBe(2);
    expect(err).toMatch(
      /^satchel: Cannot choose a repository: the store has 3\. Name one, such as \S+\/\S+ or /,
    );
  });

  it('accepts an address of the service', async () => {
    const { out } = await bench.run([
      'repo',
      'view',
      'https://service.example/Northquay-Works/Ferrylight',
      '--json',
    ]);
    expect(JSON.parse(out)).toMatchObject({ repo: 'northquay-works/ferrylight', counts: { releases: 12 } });
  });
});
