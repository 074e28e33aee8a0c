import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSystemClock } from '../../../src/base/clock.ts';
import { createClient, type Report } from '../../../src/library/client.ts';
import { startSandbox } from '../../../src/library/sandbox.ts';
import { loadArchive, openStore } from '../../../src/library/store.ts';
import { backup, openVault } from '../../../src/library/vault.ts';
import { openVault as openForWriting } from '../../../src/vault/vault.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { CURRENT, OLD } from '../../house/samples.ts';

it('gives all times of its own in UTC, with milliseconds only if there are any', async () => {
  // The service of the specification writes local times with an offset.
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const { baseUrl, token } = sandbox;
  const folder = join(temporaryFolder(), 'vault');
  const reports: Report[] = [];
  const onReport = (report: Report) => void reports.push(report);
  const settings = { baseUrl, token, vault: folder, pollIntervalMs: 1, onReport };
  const report = await backup(settings);
  const skipped = await backup({ ...settings, skipIfYoungerMs: 1e15 });

  await using client = createClient({ baseUrl, token });
  const migrations: unknown[] = [];
  for await (const migration of client.migrationsOf({ type: 'user' }).list()) {
    migrations.push(migration);
  }

  const takenAt = new Date(1_234);
  const vault = await openVault(folder);
  const imported = await vault.import([OLD], { takenAt });
  const dated = await vault.import([CURRENT]);
  const pinned = await vault.pin(['latest']);
  const [runs, status, archives] = [await vault.runs(), await vault.status(), await vault.archives()];

  const release = await (await openForWriting(folder, { clock: createSystemClock() })).lock('a test');
  const locked = await vault.prune().catch((error) => error.details);
  await release();

  const path = join(temporaryFolder(), 'own.db');
  await loadArchive(CURRENT, { store: path, takenAt });
  using store = openStore(path);
  const snapshots = store.snapshots();

  const results = {
    ...{
      report,
      skipped,
      reports,
      migrations,
      imported,
      dated,
      pinned,
      runs,
      status,
      archives,
      locked,
      snapshots,
    },
  };
  const moments = momentsIn(results);
  for (const name of ['takenAt', 'createdAt', 'beganAt', 'endedAt', 'pinnedAt', 'startedAt', 'loadedAt']) {
    expect([...moments.keys()].join(' ')).toContain(name);
  }
  expect(
    [...moments].filter(([, text]) => !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?Z$/.test(text)),
  ).toEqual([]);
});

/** The times in a result, by where they are. */
function momentsIn(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (typeof value === 'string') {
    return new Map(/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) ? [[path, value]] : []);
  }
  const members = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return new Map(members.flatMap(([name, member]) => [...momentsIn(member, `${path}/${name}`)]));
}
