import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readClientSettings } from '../../../src/app/service/client-settings.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { openCliBench } from '../../cli/support/run-cli.ts';
import { TEST_CERTIFICATE } from '../../client/support/test-certificate.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

async function read(
  env: Readonly<Record<string, string>>,
  flags: Parameters<typeof readClientSettings>[0] = {},
) {
  return await readClientSettings(flags, createRecordedContext({ env }));
}

/** How a file in PEM format begins (RFC 7468). */
const { cert: CERTIFICATE } = TEST_CERTIFICATE;

describe('readClientSettings()', () => {
  it('uses its own folder if the environment names no home', async () => {
    expect(await read({})).toEqual({ canWait: true, network: { proxies: { hasLoopback: false } } });
  });

  it('shares its state below the state and cache directories', async () => {
    expect(await read({ HOME: '/home/x' })).toMatchObject({
      limitsDirectory: join('/home/x', '.local', 'state', 'satchel', 'limits'),
      answersDirectory: join('/home/x', '.cache', 'satchel', 'answers'),
    });
    expect(await read({ HOME: '/home/x', XDG_STATE_HOME: '/s', XDG_CACHE_HOME: '/c' })).toMatchObject({
      limitsDirectory: join('/s', 'satchel', 'limits'),
      answersDirectory: join('/c', 'satchel', 'answers'),
    });
  });

  it.each([
    [{ https_proxy: 'http://a', HTTPS_PROXY: 'http://b' }, { https: 'http://a' }],
    [
      { HTTPS_PROXY: 'http://b', NO_PROXY: 'x' },
      { https: 'http://b', none: 'x' },
    ],
    [{ ALL_PROXY: 'http://c' }, { http: 'http://c', https: 'http://c' }],
    [{ HTTP_PROXY: 'http://d' }, { http: 'http://d' }],
    [{ HTTP_PROXY: 'http://d', REQUEST_METHOD: 'GET' }, {}],
  ])('reads the proxies of %j', async (env, proxies) => {
    expect((await read(env)).network).toEqual({ proxies: { ...proxies, hasLoopback: false } });
  });

  it('waits by default', async () => {
    expect((await read({}, { wait: false })).canWait).toBe(false);
    expect((await read({}, { wait: true })).canWait).toBe(true);
  });

  it('reads certificates, those of Node included, which they would replace', async () => {
    const directory = temporaryFolder();
    await writeFile(join(directory, 'a.pem'), `A\n${CERTIFICATE}`);
    await writeFile(join(directory, 'b.pem'), `B\n${CERTIFICATE}`);
    const env = { NODE_EXTRA_CA_CERTS: join(directory, 'b.pem') };
    expect((await read(env, { caFile: join(directory, 'a.pem') })).network?.caCertificates).toEqual([
      `A\n${CERTIFICATE}`,
      `B\n${CERTIFICATE}`,
    ]);
    await expect(read({}, { caFile: join(directory, 'none.pem') })).rejects.toMatchObject({ code: 'absent' });
  });
});

describe('addClientFlags()', () => {
  it('names the flags in the help of every command that calls the service', async () => {
    const bench = await openCliBench();
    const shared = ['--no-wait', '--allow-storage-host', '--ca-file'];
    const others = ['--anonymous', '--client-id', '--app-id'];
    const { out } = await bench.run(['events', 'list', '--help']);
    expect([...shared, ...others].filter((flag) => !out.includes(flag))).toEqual([]);
    const migrations = await bench.run(['export', 'list', '--help']);
    expect(shared.filter((flag) => !migrations.out.includes(flag))).toEqual([]);
    expect(others.filter((flag) => migrations.out.includes(flag))).toEqual([]);
    const result = await bench.call(['notifications', 'list', '--anonymous', '--no-wait']);
    expect(result.status).toBe(4);
  });
});
