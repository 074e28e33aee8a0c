import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { findCredentials } from '../../../src/app/service/token-source.ts';
import type { ServiceSettings } from '../../../src/app/service-settings.ts';
import { runSatchel } from '../../../src/cli/program.ts';
import { DIALECTS, type Dialect } from '../../../src/model/dialects.table.ts';
import { createRecordedContext } from '../../cli/support/recorded-context.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

let directory: string;

beforeAll(async () => {
  directory = temporaryFolder();
});

type Env = Readonly<Record<string, string>>;

async function find(flags: ServiceSettings, env: Env, dialect: Dialect = DIALECTS.github) {
  return await findAt('https://api.github.com', env, { flags, dialect });
}

interface Call {
  readonly flags?: ServiceSettings;
  readonly dialect?: Dialect;
  readonly accountsAt?: readonly string[];
}

async function findAt(address: string, env: Env, call: Call = {}) {
  const { flags = {}, dialect = DIALECTS.github, accountsAt = [] } = call;
  const context = createRecordedContext({ env });
  return await findCredentials(flags, { dialect, baseUrl: new URL(address), context, accountsAt });
}

/** A directory with a `gh` that answers for one host, and otherwise, as the real one does, with its variables. */
async function installGh(): Promise<string> {
  const path = join(directory, 'gh');
  await writeFile(
    path,
    '#!/bin/sh\n[ "$1 $2 $3 $4" = "auth token --hostname github.com" ] && echo from-gh || echo "$GH_TOKEN$GH_ENTERPRISE_TOKEN"\n',
  );
  await chmod(path, 0o755);
  return `${directory}:/usr/bin:/bin`;
}

describe('findCredentials()', () => {
  const env = { SATCHEL_TOKEN: 'ours', GH_TOKEN: 'theirs', GITHUB_TOKEN: 'last' };

  it("uses the file first, then our variable, then the dialect's", async () => {
    const path = join(directory, 'token');
    await writeFile(path, 'from-file\n');
    const { SATCHEL_TOKEN: _, ...others } = env;
    expect(await find({ tokenFile: path }, env)).toEqual({ token: 'from-file' });
    expect(await find({}, env)).toEqual({ token: 'ours' });
    expect(await find({}, others)).toEqual({ token: 'theirs' });
    expect(await find({}, { SERVICE_TOKEN: 'neutral' }, DIALECTS.service)).toEqual({ token: 'neutral' });
    await expect(find({}, others, DIALECTS.service)).rejects.toMatchObject({
      code: 'token-missing',
    });
  });

  it('then asks the GitHub CLI for this host', async () => {
    const withGh = { PATH: await installGh() };
    expect(await find({}, { ...withGh, GITHUB_TOKEN: 'last' })).toEqual({ token: 'last' });
    expect(await find({}, withGh)).toEqual({ token: 'from-gh' });
    await expect(find({}, withGh, DIALECTS.service)).rejects.toMatchObject({ code: 'token-missing' });
    await expect(find({}, { PATH: '/nowhere' })).rejects.toMatchObject({ code: 'token-missing' });
  });

  it('says what is wrong with a token file', async () => {
    const path = join(directory, 'empty');
    await writeFile(path, ' \n');
    await expect(find({ tokenFile: path }, env)).rejects.toThrow('it is empty');
    await expect(find({ tokenFile: join(directory, 'none') }, env)).rejects.toMatchObject({ code: 'absent' });
  });

  it('reports a file with a secret that others can read, and uses it', async () => {
    const path = join(directory, 'open-token');
    await writeFile(path, 'ghp_open\n');
    const said: unknown[] = [];
    const read = async (mode: number) => {
      await chmod(path, mode);
      const context = {
        ...createRecordedContext(),
        onReport: ({ text }: { readonly text?: unknown }) => void said.push(text),
      };
      return await findCredentials(
        { tokenFile: path },
        { dialect: DIALECTS.github, baseUrl: new URL('https://api.github.com'), context },
      );
    };
    expect(await read(0o600)).toEqual({ token: 'ghp_open' });
    expect(said).toEqual([]);
    expect(await read(0o640)).toEqual({ token: 'ghp_open' });
    expect(said).toEqual([
      `Other users of this machine can read the token file "${path}": chmod 600 keeps it to you`,
    ]);
  });

  it('lets callers come without a token, or as an OAuth app', async () => {
    const path = join(directory, 'secret');
    await writeFile(path, 'from-file\n');
    expect(await find({ anonymous: true }, env)).toEqual({});
    const clientId = 'Iv1.0123456789abcdef';
    expect(await find({ clientId }, { ...env, SATCHEL_CLIENT_SECRET: 'hush' })).toEqual({
      application: { clientId, clientSecret: 'hush' },
    });
    expect(await find({ clientId, clientSecretFile: path }, env)).toEqual({
      application: { clientId, clientSecret: 'from-file' },
    });
    await expect(find({ clientId }, env)).rejects.toThrow('no client secret was given');
    await expect(find({ clientId, anonymous: true }, env)).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('findCredentials() for a host', () => {
  const hosted = { GH_TOKEN: 'hosted', GITHUB_TOKEN: 'hosted too' };
  const own = { GH_ENTERPRISE_TOKEN: 'own', GITHUB_ENTERPRISE_TOKEN: 'own too' };

  it.each([
    ['https://api.github.com', hosted, 'hosted'],
    ['https://api.github.com', { GITHUB_TOKEN: 'second' }, 'second'],
    ['https://API.GITHUB.COM/', hosted, 'hosted'],
    ['https://github.com/api/v3', hosted, 'hosted'],
    ['https://api.octo.ghe.com', hosted, 'hosted'],
    ['https://code.example.org/api/v3', { ...own, ...hosted, GH_HOST: 'code.example.org' }, 'own'],
    ['https://code.example.org/api/v3', { ...own, GH_HOST: 'Code.Example.org' }, 'own'],
    ['https://code.example.org:8443/api/v3', { ...own, GH_HOST: 'code.example.org:8443' }, 'own'],
    ['https://code.example.org/api/v3', { GITHUB_ENTERPRISE_TOKEN: 'x', GH_HOST: 'code.example.org' }, 'x'],
    ['https://code.example.org/api/v3', { SATCHEL_TOKEN: 'ours', ...hosted }, 'ours'],
    ['https://a.example/', { SATCHEL_TOKEN: 'ours', SATCHEL_BASE_URL: 'https://a.example/api/v3' }, 'ours'],
  ])('at %s reads %j', async (address, env, token) => {
    expect(await findAt(address, { PATH: '/nowhere', ...env })).toEqual({ token });
  });

  it.each([
    ['https://code.example.org/api/v3', hosted, 'GH_TOKEN is for github.com'],
    ['https://code.example.org/api/v3', { GITHUB_TOKEN: 'x' }, 'GITHUB_TOKEN is for github.com'],
    ['http://127.0.0.1:8080/api/v3', hosted, 'GH_TOKEN is for'],
    ['https://github.com.example.org', hosted, 'GH_TOKEN is for'],
    ['https://notgithub.com', hosted, 'GH_TOKEN is for'],
    ['https://ghe.com', hosted, 'GH_TOKEN is for'],
    ['https://github.com@code.example.org', hosted, 'GH_TOKEN is for'],
    [
      'https://api.github.com',
      { ...own, GH_HOST: 'github.com' },
      'GH_ENTERPRISE_TOKEN is only for your own server',
    ],
    ['https://code.example.org', own, 'GH_ENTERPRISE_TOKEN is for the host in GH_HOST, which is not set'],
    ['https://b.example', { ...own, GH_HOST: 'a.example' }, 'GH_ENTERPRISE_TOKEN is for a.example'],
    [
      'https://b.example',
      { SATCHEL_TOKEN: 'x', SATCHEL_BASE_URL: 'https://a.example' },
      'for https://a.example',
    ],
    [
      'http://a.example',
      { SATCHEL_TOKEN: 'x', SATCHEL_BASE_URL: 'https://a.example' },
      'for https://a.example',
    ],
  ])('at %s ignores %j, and says why', async (address, env, words) => {
    const failure = await findAt(address, { PATH: '/nowhere', ...env }).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'token-missing', message: expect.stringContaining(words) });
  });

  it('leaves the token of a configured account to that account', async () => {
    const accountsAt = ['https://a.example/api/v3'];
    const env = { PATH: '/nowhere', SATCHEL_TOKEN: 'x' };
    expect(await findAt('https://a.example/api/v3/', env, { accountsAt })).toEqual({ token: 'x' });
    await expect(findAt('https://b.example', env, { accountsAt })).rejects.toThrow(
      'is for https://a.example',
    );
    const both = { ...env, SATCHEL_BASE_URL: 'https://b.example' };
    expect(await findAt('https://b.example', both, { accountsAt })).toEqual({ token: 'x' });
  });

  it('binds a file that a variable names, and trusts one that was typed', async () => {
    const path = join(directory, 'bound');
    await writeFile(path, 'from-file');
    const env = { PATH: '/nowhere', SATCHEL_BASE_URL: 'https://a.example' };
    const flags = { tokenFile: path };
    expect(await findAt('https://b.example', env, { flags })).toEqual({ token: 'from-file' });
    for (const variable of ['SATCHEL_TOKEN_FILE', 'SATCHEL_EXPORT_LIST_TOKEN_FILE']) {
      const refused = findAt('https://b.example', { ...env, [variable]: path }, { flags });
      await expect(refused).rejects.toThrow(`${variable} is for https://a.example`);
      expect(await findAt('https://a.example', { ...env, [variable]: path }, { flags })).toEqual({
        token: 'from-file',
      });
    }
  });

  it('asks the GitHub CLI for the token of that host, not for one in the environment', async () => {
    const env = { PATH: await installGh(), ...hosted, ...own };
    await expect(findAt('https://code.example.org', env)).rejects.toMatchObject({ code: 'token-missing' });
    const asked = findAt('https://api.github.com.example.org', env);
    await expect(asked).rejects.toMatchObject({ code: 'token-missing' });
  });
});

describe('a command', () => {
  it('sends nothing to a host that no token belongs to, nor a token to another machine in the clear', async () => {
    let requests = 0;
    const server = createServer((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
      const env = { HOME: directory, PATH: '/nowhere', GH_TOKEN: 'ghp_secret', GITHUB_TOKEN: 'ghp_secret' };
      const context = createRecordedContext({ env });
      expect(await runSatchel(['rate-limit', '--base-url', address], context)).toBe(4);
      expect(context.err()).toContain('GH_TOKEN is for github.com');
      expect(requests).toBe(0);
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
    const context = createRecordedContext({ env: { HOME: directory, SATCHEL_TOKEN: 'ghp_secret' } });
    expect(await runSatchel(['rate-limit', '--base-url', 'http://code.example.org'], context)).toBe(2);
    expect(context.err()).toContain('a token would cross the network unencrypted');
  });
});
