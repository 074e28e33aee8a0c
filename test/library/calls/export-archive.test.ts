import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import {
  createClient,
  createDrivenClock,
  downloadArchive,
  type ExportEvent,
  exportArchive,
  type Progress,
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
    code: 'exists',
    details: { path },
  });
  expect(readdirSync(directory)).toEqual(['work.tar.gz']);
});

it('sends nothing if the archive could not be written', async () => {
  const sent: string[] = [];
  const { client } = await openClient({ onRequest: ({ path }) => sent.push(path) });
  const directory = temporaryFolder();
  const file = join(directory, 'file');
  writeFileSync(file, 'mine');
  const targets = [
    [{ path: file }, 'exists'],
    [{ path: join(file, 'work.tar.gz') }, 'file-system'],
    [{ directory: file }, 'file-system'],
    [{ path: '/proc/1/work.tar.gz' }, 'absent'],
  ] as const;
  for (const [target, code] of targets) {
    await expect(exportArchive({ client, ...target, ...POLLS })).rejects.toMatchObject({ code });
  }
  expect([sent, readdirSync(directory)]).toEqual([[], ['file']]);
});

it('ends with the reason of its signal while it waits', async () => {
  const { client, ready } = await openClient({ pendingMs: 3_600_000 });
  const stop = new AbortController();
  const reason = new Error('no time');
  const onReport = ({ type }: ExportEvent) => void (type === 'waiting' && stop.abort(reason));
  const exporting = exportArchive({
    client,
    repositories: ready.repositories,
    signal: stop.signal,
    onReport,
    ...POLLS,
  });
  await expect(exporting).rejects.toBe(reason);
});

it('fails before anything is sent if its argument is wrong', async () => {
  await expect(exportArchive({} as Parameters<typeof exportArchive>[0])).rejects.toThrow(
    'Cannot export the account: "client" is missing',
  );
});

it('says what it does: the id of the migration, each poll, and how much was downloaded', async () => {
  const { client, ready } = await openClient();
  const told: string[] = [];
  let latest: Progress | undefined;
  const { migration, sizeBytes } = await exportArchive({
    ...{ client, repositories: ready.repositories, directory: temporaryFolder() },
    ...POLLS,
    onReport: (report) => told.push(report.type === 'started' ? String(report.fields.id) : report.type),
    onProgress: (progress) => {
      latest = progress;
    },
  });
  expect(told).toEqual([String(migration.id), ...told.slice(1).map(() => 'waiting')]);
  expect(told.length).toBeGreaterThan(1);
  expect(latest).toEqual({ doneBytes: sizeBytes, totalBytes: sizeBytes });
});

it('counts the waits before the start in its time limit', async () => {
  const limit = { kind: 'primary_limit', route: 'GET /user/repos', reset_seconds: 3_000 } as const;
  const sandbox = await startSandbox({ faults: [limit] });
  const clock = createDrivenClock(Date.now(), { skipSleeps: true });
  const client = createClient({ baseUrl: sandbox.baseUrl, token: sandbox.token, clock });
  onTestFinished(async () => {
    await client.close();
    await sandbox.close();
  });
  const exporting = exportArchive({ client, clock, timeoutMs: 60_000, directory: temporaryFolder() });
  await expect(exporting).rejects.toMatchObject({ code: 'still-pending' });
});
