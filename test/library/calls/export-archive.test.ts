import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  downloadArchive,
  exportArchive,
  waitForMigration,
} from '../../../src/library/client.ts';
import { type SandboxOptions, startSandbox } from '../../../src/library/sandbox.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

const POLLS = { pollIntervalMs: 1 } as const;

async function openClient(options?: SandboxOptions) {
  const sandbox = await startSandbox(options);
  const client = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token });
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  return { client, ready: sandbox.ready };
}

it('exports an account into a verified archive, of all repositories or of some', async () => {
  const { client, ready } = await openClient();
  const own: string[] = [];
  for await (const { fullName } of client.repositories.listFor({ type: 'user' })) {
    own.push(fullName);
  }
  const directory = temporaryFolder();
  const whole = await exportArchive({ client, directory: pathToFileURL(directory), ...POLLS });
  expect(whole.migration.state).toBe('exported');
  expect(whole.verification).toMatchObject({ isVerified: true });
  expect(whole.verification.records['repository']).toBe(own.length);
  const path = join(directory, 'one.tar.gz');
  const [name = ''] = ready.repositories;
  const one = await exportArchive({ client, repositories: [name], excludeGitData: true, path, ...POLLS });
  expect([one.path, one.verification.records['repository']]).toEqual([path, 1]);
});

it('gives no name to an archive that is damaged, and replaces no file', async () => {
  const faults = [{ kind: 'truncated_archive', times: 9, bytes: 100 }] as const;
  const { client, ready } = await openClient({ faults });
  const directory = temporaryFolder();
  const path = join(directory, 'work.tar.gz');
  const failed = exportArchive({ client, repositories: ready.repositories, path, ...POLLS });
  await expect(failed).rejects.toMatchObject({ code: 'archive-damaged' });
  expect(existsSync(path)).toBe(false);

  writeFileSync(path, 'mine');
  const { client: sound, ready: other } = await openClient();
  const { migration } = await sound
    .migrationsOf({ type: 'user' })
    .start({ repositories: other.repositories });
  await waitForMigration({ client: sound, id: migration.id, ...POLLS });
  await expect(downloadArchive({ client: sound, id: migration.id, path })).rejects.toMatchObject({
    code: 'usage',
  });
  expect(readdirSync(directory)).toEqual(['work.tar.gz']);
});

it('ends with the reason of its signal while it waits', async () => {
  const { client, ready } = await openClient({ pendingMs: 3_600_000 });
  const stop = new AbortController();
  const reason = new Error('no time');
  const onState = () => stop.abort(reason);
  const exporting = exportArchive({
    client,
    repositories: ready.repositories,
    signal: stop.signal,
    onState,
    ...POLLS,
  });
  await expect(exporting).rejects.toBe(reason);
});

it('fails before anything is sent if its argument is wrong', async () => {
  await expect(exportArchive({} as Parameters<typeof exportArchive>[0])).rejects.toThrow(
    'Cannot export the account: "client" is missing',
  );
});
