import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../../src/library/sandbox.ts';
import { backup, openVault } from '../../../src/library/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

it('backs up with a token as a setting, and refuses wrong settings before anything is started', async () => {
  const requests: string[] = [];
  const sandbox = await startSandbox({ onRequest: ({ path }) => void requests.push(path) });
  onTestFinished(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  const vault = join(temporaryFolder(), 'vault');
  const settings = { baseUrl, token, vault, pollIntervalMs: 1 };
  await expect(backup({ vault, token: undefined })).rejects.toMatchObject({ code: 'token-missing' });
  await expect(backup({ ...settings, pushedSince: 'yesterday' })).rejects.toThrow(
    'Cannot read the time "yesterday": it is neither a date nor a span',
  );
  expect([requests, existsSync(vault)]).toEqual([[], false]);
  await expect(backup({ ...settings, keepLast: -1 })).rejects.toThrow('"keepLast" must be a whole number');
  expect(requests.filter((path) => path.includes('migrations'))).toEqual([]);
  const report = await backup({
    ...settings,
    vault: pathToFileURL(vault),
    keepLast: 1,
    pushedSince: '3650d',
  });
  expect(report).toMatchObject({ exit: 'done', isSkipped: false });
  expect((await (await openVault(vault)).runs()).at(-1)).toMatchObject({ exit: 'done' });
});
