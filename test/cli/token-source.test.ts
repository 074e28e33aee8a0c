import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findToken } from '../../src/cli/token-source.ts';
import { DIALECTS } from '../../src/model/index.ts';
import { createRecordedContext } from './support/recorded-context.ts';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'satchel-token-'));
});

afterAll(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe('findToken()', () => {
  const env = { SATCHEL_TOKEN: 'ours', GH_TOKEN: 'theirs', GITHUB_TOKEN: 'last' };

  it("takes the file first, then our variable, then the dialect's", async () => {
    const path = join(directory, 'token');
    await writeFile(path, 'from-file\n');
    expect(await findToken(path, DIALECTS.github, createRecordedContext({ env }))).toBe('from-file');
    expect(await findToken(undefined, DIALECTS.github, createRecordedContext({ env }))).toBe('ours');
    const { SATCHEL_TOKEN: _, ...others } = env;
    expect(await findToken(undefined, DIALECTS.github, createRecordedContext({ env: others }))).toBe(
      'theirs',
    );
    await expect(
      findToken(undefined, DIALECTS.service, createRecordedContext({ env: others })),
    ).rejects.toMatchObject({
      code: 'token-missing',
      exitStatus: 4,
    });
  });

  it('says what is wrong with a token file', async () => {
    const path = join(directory, 'empty');
    await writeFile(path, ' \n');
    const context = createRecordedContext({ env });
    await expect(findToken(path, DIALECTS.github, context)).rejects.toThrow('it is empty');
    await expect(findToken(join(directory, 'none'), DIALECTS.github, context)).rejects.toMatchObject({
      code: 'absent',
    });
  });
});
