import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { getAccount } from '../../../src/endpoints/account.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import { getRateLimit } from '../../../src/endpoints/rate-limit.ts';
import { createRepositories } from '../../../src/endpoints/repositories.ts';
import { downloadArchive } from '../../../src/export/download-archive.ts';
import { startMigration } from '../../../src/export/start-migration.ts';
import { waitForMigration } from '../../../src/export/wait-for-migration.ts';
import { DIALECTS, type DialectName } from '../../../src/model/dialects.table.ts';
import type { MigrationOwner } from '../../../src/model/migrations.ts';
import type { ServedRequest } from '../../../src/sandbox/sandbox-options.ts';
import { startSandbox } from '../../../src/sandbox/start-sandbox.ts';
import { createTestClient, START_MS } from '../../client/support/test-client.ts';
import { createTestDirectory } from '../support/archive-service.ts';

const DAY_MS = 86_400_000;

/** A sandbox and a client of it, on one clock whose sleeps cost nothing. */
async function startService(dialect: DialectName, token?: string) {
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const served: ServedRequest[] = [];
  const sandbox = await startSandbox({
    dialect,
    seed: 'export',
    clock,
    repositories: 2,
    issues: 3,
    years: 1,
    hasInstantBuilds: true,
    onRequest: (request) => served.push(request),
  });
  onTestFinished(() => sandbox.close());
  const client = createTestClient(new URL(sandbox.ready.base_url), {
    clock,
    dialect: DIALECTS[dialect],
    token: token ?? sandbox.ready.tokens.classic,
  });
  return { clock, sandbox, client, served, ready: sandbox.ready };
}

async function namesFor(client: Parameters<typeof createRepositories>[0], owner: MigrationOwner) {
  const names: string[] = [];
  for await (const { fullName } of createRepositories(client).listFor(owner)) {
    names.push(fullName);
  }
  return names;
}

describe.each<DialectName>(['service', 'github'])('an export in the %s dialect', (dialect) => {
  it.each(['user', 'organization'] as const)('goes from request to a whole file for a %s', async (type) => {
    const { clock, sandbox, client, served, ready } = await startService(dialect);
    expect(await getAccount(client)).toMatchObject({ login: ready.user });
    const owner: MigrationOwner = type === 'user' ? { type } : { type, name: ready.organization };
    const repositories = await namesFor(client, owner);
    const migrations = createMigrations(client, owner);
    const { migration, isAdopted } = await startMigration({ migrations, request: { repositories } });
    expect(migration).toMatchObject({ state: 'pending', repositories });
    expect(isAdopted).toBe(false);
    const states: string[] = [];
    const exported = await waitForMigration({
      migrations,
      id: migration.id,
      clock,
      onState: ({ state }) => states.push(state),
    });
    expect(states.at(-1)).toBe('exported');
    expect(exported.guid).toBe(migration.guid);
    const path = join(await createTestDirectory(), 'archive.tar.gz');
    const archive = await downloadArchive({ migrations, id: migration.id, path, clock });
    const digest = createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
    expect(archive.sha256).toBe(digest);
    expect(sandbox.exported(Number(migration.id))?.sizeBytes).toBe(archive.sizeBytes);
    const atStorage = served.filter(({ origin }) => origin === 'storage');
    expect(atStorage).toHaveLength(1);
    expect(atStorage[0]?.hasAuthorization).toBe(false);
    const listed: unknown[] = [];
    for await (const { id } of migrations.list({ exclude: ['repositories'] })) {
      listed.push(id);
    }
    expect(listed).toEqual([migration.id]);
    const held: string[] = [];
    for await (const { fullName } of migrations.repositories(migration.id)) {
      held.push(fullName);
    }
    expect(held).toEqual(repositories);
  });

  it('explains an archive that is not there yet, was deleted, or has expired', async () => {
    const { clock, client } = await startService(dialect);
    const migrations = createMigrations(client, { type: 'user' });
    const repositories = await namesFor(client, { type: 'user' });
    const { migration } = await startMigration({ migrations, request: { repositories } });
    await expect(migrations.archiveLocation(migration.id)).rejects.toMatchObject({ code: 'still-pending' });
    await waitForMigration({ migrations, id: migration.id, clock });
    expect(await migrations.deleteArchive(migration.id)).toBe('deleted');
    expect(await migrations.deleteArchive(migration.id)).toBe('absent');
    await expect(migrations.archiveLocation(migration.id)).rejects.toThrow('it was deleted at the service');
    clock.advance(8 * DAY_MS);
    await expect(migrations.archiveLocation(migration.id)).rejects.toThrow('it has expired');
    await expect(migrations.get(999_999)).rejects.toMatchObject({ code: 'absent' });
  });

  it('names the repository that the service does not have', async () => {
    const { client, ready } = await startService(dialect);
    const migrations = createMigrations(client, { type: 'user' });
    const request = { repositories: [`${ready.user}/there-is-none`] };
    await expect(startMigration({ migrations, request })).rejects.toMatchObject({
      code: 'request-refused',
      message: expect.stringContaining(`there is no repository "${ready.user}/there-is-none"`),
    });
  });

  it('unlocks what it locked', async () => {
    const { client } = await startService(dialect);
    const migrations = createMigrations(client, { type: 'user' });
    const [name = ''] = await namesFor(client, { type: 'user' });
    const { migration } = await startMigration({
      migrations,
      request: { repositories: [name], lockRepositories: true },
    });
    expect(migration.switches.lockRepositories).toBe(true);
    expect(await migrations.unlock(migration.id, name)).toBe('unlocked');
    expect(await migrations.unlock(migration.id, name)).toBe('not-locked');
  });

  it('says which token is needed where this one is wrong', async () => {
    const { client } = await startService(dialect, 'svp_nobody');
    await expect(getAccount(client)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('reads the limits', async () => {
    const { client } = await startService(dialect);
    const limits = await getRateLimit(client);
    expect(limits).toContainEqual(expect.objectContaining({ resource: 'core', limit: 5_000 }));
  });
});
