import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import type { RequestTrace } from '../../../src/library/client.ts';
import { startSandbox } from '../../../src/library/sandbox.ts';
import { backup, copyVault, openVault } from '../../../src/library/vault.ts';
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

it('leaves nothing behind if the token is wrong', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const vault = join(temporaryFolder(), 'vault');
  const settings = { baseUrl: sandbox.baseUrl, vault, token: 'ghp_wrong' };
  await expect(backup(settings)).rejects.toMatchObject({ code: 'unauthorized' });
  expect(existsSync(vault)).toBe(false);
});

it('asks once who the token is of, also for a new vault', async () => {
  const asked: string[] = [];
  const sandbox = await startSandbox({ onRequest: ({ path }) => void asked.push(path) });
  onTestFinished(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  await backup({ baseUrl, token, vault: join(temporaryFolder(), 'vault'), pollIntervalMs: 1 });
  expect(asked.filter((path) => path.endsWith('/user'))).toHaveLength(1);
});

it('calls the service as its connection says', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  const urls: string[] = [];
  const connection = { retries: 0, onRequest: ({ url }: RequestTrace) => void urls.push(url) };
  const settings = { baseUrl, token, vault: join(temporaryFolder(), 'vault'), pollIntervalMs: 1 };
  expect(await backup({ ...settings, connection })).toMatchObject({ exit: 'done' });
  expect(urls.length).toBeGreaterThan(3);

  const waits: string[] = [];
  const failing = await startSandbox({ faults: [{ kind: 'answer', route: 'GET /user', status: 503 }] });
  onTestFinished(() => failing.close());
  const onReport = ({ type }: { readonly type: string }) => void waits.push(type);
  await expect(
    backup({ ...settings, baseUrl: failing.baseUrl, token: failing.token, connection, onReport }),
  ).rejects.toMatchObject({ code: 'service-unavailable' });
  expect(waits).not.toContain('wait');
});

it('waits for other calls of this process on the vault, whatever its path is called, until its signal', async () => {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  const folder = temporaryFolder();
  const vault = join(folder, 'vault');
  symlinkSync(folder, join(folder, 'alias'));
  const backUp = (more: object = {}) => backup({ baseUrl, token, vault, pollIntervalMs: 1, ...more });
  const alias = join(folder, 'alias', 'vault');
  const [first, second] = await Promise.all([backUp(), backUp({ vault: alias, skipIfYoungerMs: 3_600_000 })]);
  expect([first.isSkipped, second.isSkipped]).toEqual([false, true]);

  const [one, another] = await Promise.all([openVault(vault), openVault(alias)]);
  const signal = AbortSignal.abort(new Error('no time'));
  const third = backUp();
  await expect(another.prune({ signal })).rejects.toThrow('no time');
  const results = await Promise.all([
    third,
    one.pin(['latest']),
    another.prune(),
    one.forget({ keepLast: 1 }),
    copyVault(join(folder, 'vault'), join(folder, 'copy')),
    copyVault(join(folder, 'vault'), join(folder, 'copy')),
  ]);
  expect(results[0]).toMatchObject({ exit: 'done' });
  const waiting = backUp();
  const controller = new AbortController();
  const stopped = another.prune({ signal: controller.signal });
  controller.abort(new Error('no time'));
  await expect(stopped).rejects.toThrow('no time');
  await expect(waiting).resolves.toMatchObject({ exit: 'done' });
});
