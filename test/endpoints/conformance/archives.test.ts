import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { archiveSourceFromStream } from '../../../src/archive/archive-source.ts';
import { readArchive } from '../../../src/archive/read-archive.ts';
import { createMigrations, type Migrations } from '../../../src/endpoints/migrations.ts';
import { waitForMigration } from '../../../src/export/wait-for-migration.ts';
import type { MigrationId } from '../../../src/model/migrations.ts';
import { makeTarGz, recordFile, SCHEMA_PART } from '../../archive/support/make-tar.ts';
import { json, text } from '../../client/support/scripted-server.ts';
import { claim } from '../../spec/claim.ts';
import { migrationJson, startScriptedService } from '../support/scripted-service.ts';
import { type ClientStage, DIALECT_NAMES, openClientStage } from './support/client-stage.ts';

const DAY_MS = 86_400_000;

/** The files that specification 2.8 names, less those that only archives of older generations hold. */
const FILES =
  'attachments commit_comments issue_comments issue_events issues milestones organizations protected_branches pull_request_reviews pull_requests releases repositories schema users'.split(
    ' ',
  );

const OLDER_FILES = ['bases', 'projects', 'review_comments'];

interface Exported {
  readonly id: MigrationId;
  readonly migrations: Migrations;
}

async function exportAll(stage: ClientStage): Promise<Exported> {
  const migrations = createMigrations(stage.clientOf('classic'), { type: 'user' });
  const { migration } = await migrations.start({ repositories: stage.sandbox.ready.repositories });
  await waitForMigration({ migrations, id: migration.id, clock: stage.clock });
  return { id: migration.id, migrations };
}

/** The names of the entries of an archive, and the codes of what was found in it. */
async function lookInto(bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const source = await archiveSourceFromStream(Readable.from(bytes), 'the download');
  const records: string[] = [];
  const others: string[] = [];
  const codes: string[] = [];
  for await (const event of readArchive({ source })) {
    if (event.type === 'entry') {
      (event.entry.class === 'records' ? records : others).push(event.entry.name);
    }
    if (event.type === 'finding') {
      codes.push(event.finding.code);
    }
  }
  return { records, others, codes };
}

describe.each(DIALECT_NAMES)('an archive, specification 2.8, 3 and 4.5 (%s)', (dialect) => {
  it('is downloaded once it is exported, and read', async (context) => {
    const stage = await openClientStage(dialect, { issues: 40, years: 4, hasInstantBuilds: true });
    const { id, migrations } = await exportAll(stage);
    const answer = await migrations.openArchive(id);
    expect(answer.outcome).toBe('content');
    const { records, others } = await lookInto(answer.outcome === 'content' ? answer.body : []);
    claim(context, '3/migration/exported', '4.5/archive/302', '7/302', '4.5/archive/path/migration_id');
    claim(context, '2.8/archive/container');
    const names = [...records, ...others];
    for (const name of FILES) {
      const file = new RegExp(`^${name}(_\\d+)?\\.json$`);
      expect(
        names.some((entry) => file.test(entry)),
        name,
      ).toBe(true);
      claim(context, `2.8/archive/${name}`);
    }
    for (const name of ['attachments', 'repositories']) {
      expect(
        others.some((entry) => entry.startsWith(`${name}/`)),
        name,
      ).toBe(true);
      claim(context, `2.8/archive/directory-${name}`);
    }
    const atStorage = stage.requests.filter(({ origin }) => origin === 'storage');
    expect(atStorage.map(({ hasAuthorization }) => hasAuthorization)).toEqual([false]);
  });

  it('is there for seven days, and its absence is explained afterwards', async (context) => {
    const stage = await openClientStage(dialect, { hasInstantBuilds: true });
    const { id, migrations } = await exportAll(stage);
    stage.clock.advance(6 * DAY_MS);
    expect((await migrations.archiveLocation(id)).href).toContain('http');
    stage.clock.advance(2 * DAY_MS);
    await expect(migrations.archiveLocation(id)).rejects.toMatchObject({
      code: 'absent',
      message: expect.stringMatching(/seven days|7 days/),
    });
    claim(context, '3/migration/seven-days', '8.3/archive');
  });

  it('leaves no repository locked', async (context) => {
    const stage = await openClientStage(dialect, { hasInstantBuilds: true });
    const migrations = createMigrations(stage.clientOf('classic'), { type: 'user' });
    const { user, repositories } = stage.sandbox.ready;
    const repository = repositories.find((name) => name.startsWith(`${user}/`))!;
    const { migration } = await migrations.start({ repositories: [repository], lockRepositories: true });
    await waitForMigration({ migrations, id: migration.id, clock: stage.clock });
    expect(await migrations.unlock(migration.id, repository)).toBe('unlocked');
    expect(await migrations.unlock(migration.id, repository)).toBe('not-locked');
    claim(context, '3/migration/unlock');
  });
});

describe('files of older archives, specification 2.8', () => {
  it.for(OLDER_FILES)('%s are read as records', async (name, context) => {
    const parts = [SCHEMA_PART, recordFile(`${name}_000001.json`, [])];
    const { records } = await lookInto([makeTarGz(parts)]);
    expect(records).toEqual([`${name}_000001.json`]);
    claim(context, `2.8/archive/${name}`);
  });
});

describe('an archive that the service does not deliver, specification 4.5', () => {
  const EXPORTED = migrationJson({ state: 'exported' });

  it.for([
    ['4.5/archive/304', text(304, ''), 'not-the-service', '304'],
    ['4.5/archive/401', json(401, { message: 'Requires authentication' }), 'unauthorized', '401'],
    ['4.5/archive/403', json(403, { message: 'Resource not accessible' }), 'forbidden', '403'],
  ] as const)('%s is recognized, and not followed', async ([row, step, code, status], context) => {
    const { client, requests } = await startScriptedService(step, json(200, EXPORTED));
    const migrations = createMigrations(client, { type: 'user' });
    await expect(migrations.openArchive(79)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(status),
    });
    expect(requests.map(({ path }) => path)).toEqual(['/user/migrations/79/archive']);
    claim(context, row);
  });

  it('is asked for with the number of the migration', async (context) => {
    const { client, requests } = await startScriptedService(
      text(302, '', { location: 'https://storage.example/a?sig=x' }),
    );
    const location = await createMigrations(client, { type: 'user' }).archiveLocation(79);
    expect(location.href).toBe('https://storage.example/a?sig=x');
    expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /user/migrations/79/archive',
    ]);
    claim(context, '4.5/archive/path/migration_id');
  });
});
