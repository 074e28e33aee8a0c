import { beforeAll, describe, expect, it } from 'vitest';
import { openReadingBench, type ReadingBench, readFixture } from './support/reading-bench.ts';

let bench: ReadingBench;

beforeAll(async () => {
  bench = await openReadingBench();
});

const terminal = { terminalColumns: 80 };

describe('satchel release', () => {
  it('lists releases', async () => {
    const { out } = await bench.run(['release', 'list', '-L', '5'], terminal);
    expect(out).toBe(await readFixture('release-list-80.txt'));
  });

  it('accepts a login with an @, as the other lists do', async () => {
    const { out } = await bench.run(['release', 'list', '--json=author']);
    const [{ author }] = JSON.parse(out);
    const by = async (login: string) =>
      (await bench.run(['release', 'list', '--author', login, '--json'])).out;
    expect(JSON.parse(await by(`@${author}`)).length).toBeGreaterThan(0);
    expect(await by(`@${author}`)).toBe(await by(author));
  });

  it('shows a release with the sizes of its files', async () => {
    const args = ['release', 'view', 'v0.3.0-rc.1', '--repo', 'tidewatch'];
    expect((await bench.run(args, terminal)).out).toBe(await readFixture('release-80.txt'));
    const { assets } = JSON.parse((await bench.run([...args, '--json'])).out);
    expect(assets[0]).toMatchObject({ size_bytes: expect.any(Number), sha256: expect.any(String) });
  });

  it('shows the latest one if no tag is given, and names the nearest tag', async () => {
    expect((await bench.run(['release', 'view', 'ferrylight'])).out).toMatch(/^ferrylight v0\.9\.0 /);
    const { status, err } = await bench.run(['release', 'view', 'ferrylight', 'v0.33.0']);
    expect(status).toBe(10);
    expect(err).toMatch(/there is no such tag\. Did you mean v0\.3\.0\?\n$/);
  });
});
