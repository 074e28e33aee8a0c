import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findCredentials, type TokenFlags } from '../../src/cli/token-source.ts';
import { DIALECTS, type Dialect } from '../../src/model/index.ts';
import { createRecordedContext } from './support/recorded-context.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-token-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

async function find(
  flags: TokenFlags,
  env: Readonly<Record<string, string>>,
  dialect: Dialect = DIALECTS.github,
) {
  const context = createRecordedContext({ env });
  const baseUrl = new URL('https://api.github.com');
  return await findCredentials(flags, { dialect, baseUrl, context });
}

/** A directory with a `gh` that answers for one host. */
async function installGh(): Promise<string> {
  const path = join(directory, 'gh');
  await writeFile(
    path,
    '#!/bin/sh\n[ "$1 $2 $3 $4" = "auth token --hostname github.com" ] && echo from-gh\n',
  );
  await chmod(path, 0o755);
  return `${directory}:/usr/bin:/bin`;
}

describe('findCredentials()', () => {
  const env = { SATCHEL_TOKEN: 'ours', GH_TOKEN: 'theirs', GITHUB_TOKEN: 'last' };

  it("takes the file first, then our variable, then the dialect's", async () => {
    const path = join(directory, 'token');
    await writeFile(path, 'from-file\n');
    const { SATCHEL_TOKEN: _, ...others } = env;
    expect(await find({ tokenFile: path }, env)).toEqual({ token: 'from-file' });
    expect(await find({}, env)).toEqual({ token: 'ours' });
    expect(await find({}, others)).toEqual({ token: 'theirs' });
    expect(await find({}, { SERVICE_TOKEN: 'neutral' }, DIALECTS.service)).toEqual({ token: 'neutral' });
    await expect(find({}, others, DIALECTS.service)).rejects.toMatchObject({
      code: 'token-missing',
      exitStatus: 4,
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
