import { beforeEach, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import { askUrl, type Harbour, openHarbour, type Reply } from '../support/harbour.ts';
import { writeSmallArchive } from '../support/write-small-archive.ts';

const DIALECT_NAMES = ['service', 'github'] as const;
const DUE_MS = 1_600;
const SEVEN_DAYS_MS = 7 * 86_400_000;

let harbour: Harbour;

beforeEach(async () => {
  harbour = await openHarbour();
});

function start(body: unknown = { repositories: ['logbook'] }, path = '/user/migrations'): Promise<Reply> {
  return harbour.ask(path, { method: 'POST', body });
}

async function startId(body?: unknown): Promise<number> {
  return (await start(body)).json.id;
}

/** The part of an error that clients look at. */
function errorOf({ status, json }: Reply) {
  return { status, message: json.message, text: json.status };
}

const NOT_FOUND = { status: 404, message: 'Not Found', text: '404' };

describe('startMigration()', () => {
  it('answers 201 with the address of the new migration', async () => {
    const reply = await start({ repositories: ['ALICE/tide-tables', 'harbour-works/crane'] });
    const { base_url } = harbour.sandbox.ready;
    expect(reply.status).toBe(201);
    expect(reply.headers['location']).toBe(`${base_url}/user/migrations/${reply.json.id}`);
    expect(reply.headers['etag']).toMatch(/^W\/"[0-9a-f]+"$/);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.json).toMatchObject({
      state: 'pending',
      node_id: Buffer.from(`09:Migration${reply.json.id}`).toString('base64'),
      guid: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
      owner: { login: 'alice', type: 'User' },
      url: `${base_url}/user/migrations/${reply.json.id}`,
      created_at: '2026-03-10T17:30:00.000+05:30',
      updated_at: '2026-03-10T17:30:00.000+05:30',
    });
    expect(reply.json.repositories.map((item: { full_name: string }) => item.full_name)).toEqual([
      'alice/Tide-Tables',
      'Harbour-Works/crane',
    ]);
  });

  it.each(DIALECT_NAMES)('carries full or slim repositories, by the version (%s)', async (dialect) => {
    harbour = await openHarbour({ dialect });
    const { versionHeader } = DIALECTS[dialect];
    const record = async (version: string) => {
      const headers = { [versionHeader]: version };
      const body = { repositories: ['logbook'] };
      return (await harbour.ask('/user/migrations', { method: 'POST', body, headers })).json.repositories[0];
    };
    const full = await record('2022-11-28');
    expect(full).toMatchObject({
      visibility: 'private',
      has_downloads: true,
      permissions: { admin: true, push: true, pull: true },
      security_and_analysis: { secret_scanning: { status: 'disabled' } },
    });
    expect(full.temp_clone_token).toMatch(/^[0-9A-F]{29}$/);
    const newest = await record('2026-03-10');
    expect(Object.keys(newest)).toHaveLength(dialect === 'github' ? 46 : Object.keys(full).length);
    expect(full).toMatchObject(newest);
  });

  it('refuses unknown repositories exactly as the real service does', async () => {
    const reply = await start({ repositories: ['alice/nowhere'] });
    expect(reply.status).toBe(422);
    expect((await start({ repositories: [] })).json.errors).toEqual([
      { resource: 'Migration', field: 'repositories', code: 'missing_field' },
    ]);
    expect(reply.json).toEqual({
      message: 'Validation Failed',
      errors: [
        { resource: 'Migration', field: 'repositories', index: 0, code: 'invalid_value' },
        { resource: 'Migration', field: 'repositories', code: 'missing_field' },
      ],
      documentation_url: `${DIALECTS.service.docsUrl}/migrations/users#start-a-user-migration`,
      status: '422',
    });
  });

  it('keeps repositories of a person from an organization’s migration', async () => {
    expect((await start({ repositories: ['alice/logbook'] }, '/orgs/harbour-works/migrations')).status).toBe(
      422,
    );
    expect((await start({ repositories: ['crane'] }, '/orgs/harbour-works/migrations')).status).toBe(201);
  });
});

describe('getMigration()', () => {
  it('follows the clock from pending over exporting to exported', async () => {
    const id = await startId();
    const show = async () => {
      const { json } = await harbour.ask(`/user/migrations/${id}`);
      return [json.state, json.updated_at];
    };
    expect(await show()).toEqual(['pending', '2026-03-10T17:30:00.000+05:30']);
    harbour.clock.advance(400);
    expect(await show()).toEqual(['exporting', '2026-03-10T17:30:00.400+05:30']);
    harbour.clock.advance(1_200);
    expect(await show()).toEqual(['exported', '2026-03-10T17:30:01.600+05:30']);
    harbour.clock.advance(30 * 86_400_000);
    expect(await show()).toEqual(['exported', '2026-03-10T17:30:01.600+05:30']);
  });

  it('fails if its archive cannot be written, and shows the reason to the owner of the sandbox', async () => {
    const errors: unknown[] = [];
    const writeArchive = () => Promise.reject(new Error('no ink'));
    harbour = await openHarbour({ writeArchive, onError: (error) => errors.push(error) });
    const id = await startId();
    harbour.clock.advance(DUE_MS);
    expect((await harbour.ask(`/user/migrations/${id}`)).json.state).toBe('failed');
    expect(errors).toEqual([new Error('no ink')]);
  });

  it('stays exporting until the archive exists if builds are slow', async () => {
    let finish = () => {};
    const held = new Promise<void>((resolve) => {
      finish = resolve;
    });
    harbour = await openHarbour({
      hasInstantBuilds: false,
      writeArchive: async (options) => {
        await held;
        return await writeSmallArchive(options);
      },
    });
    const id = await startId();
    harbour.clock.advance(DUE_MS);
    expect((await harbour.ask(`/user/migrations/${id}`)).json.state).toBe('exporting');
    expect(errorOf(await harbour.ask(`/user/migrations/${id}/archive`))).toEqual(NOT_FOUND);
    finish();
  });

  it('leaves repositories out when the query says so', async () => {
    const id = await startId();
    for (const query of ['exclude=repositories', 'exclude[]=repositories', 'exclude%5B%5D=x,repositories']) {
      expect((await harbour.ask(`/user/migrations/${id}?${query}`)).json).not.toHaveProperty('repositories');
    }
    expect((await harbour.ask(`/user/migrations/${id}?exclude=x`)).json).toHaveProperty('repositories');
  });

  it('answers 304 to its validator without counting the request, until something changes', async () => {
    const id = await startId();
    const path = `/user/migrations/${id}`;
    const first = await harbour.ask(path);
    const headers = { 'if-none-match': first.headers['etag']! };
    const again = await harbour.ask(path, { headers });
    expect(again.status).toBe(304);
    expect(again.bytes).toHaveLength(0);
    expect(again.headers['etag']).toBe(first.headers['etag']);
    expect(again.headers['x-ratelimit-used']).toBe(first.headers['x-ratelimit-used']);
    harbour.clock.advance(400);
    expect((await harbour.ask(path, { headers })).status).toBe(200);
  });

  it.each(['1', '0', '-1', 'abc', '99999999999999999999', '%00', '1.0'])(
    'does not know migration %s',
    async (id) => {
      expect(errorOf(await harbour.ask(`/user/migrations/${id}`))).toEqual(NOT_FOUND);
    },
  );

  it('does not show migrations of an organization among those of the account', async () => {
    const { id } = (await start({ repositories: ['crane'] }, '/orgs/harbour-works/migrations')).json;
    expect((await harbour.ask(`/user/migrations/${id}`)).status).toBe(404);
    const { json } = await harbour.ask(`/orgs/HARBOUR-WORKS/migrations/${id}`);
    expect(json.owner).toMatchObject({ login: 'Harbour-Works', type: 'Organization' });
    expect(json.url).toBe(`${harbour.sandbox.ready.base_url}/orgs/Harbour-Works/migrations/${id}`);
    expect((await harbour.ask(`/orgs/nobody/migrations/${id}`)).status).toBe(404);
  });
});

describe('listMigrations()', () => {
  it('keeps the families apart', async () => {
    await startId();
    expect((await harbour.ask('/orgs/Harbour-Works/migrations')).json).toEqual([]);
  });
});

describe('getArchive()', () => {
  it.each(DIALECT_NAMES)(
    'redirects to the storage origin, with the URL in the body (%s)',
    async (dialect) => {
      harbour = await openHarbour({ dialect });
      const { id, guid } = (await start()).json;
      harbour.clock.advance(DUE_MS);
      const reply = await harbour.ask(`/user/migrations/${id}/archive`);
      const location = reply.headers['location']!;
      expect(reply.status).toBe(302);
      expect(reply.text).toBe(location);
      expect(reply.headers['content-type']).toBe('text/html;charset=utf-8');
      expect(reply.headers['x-ratelimit-used']).toBe('2');
      const url = new URL(location);
      expect(url.origin).toBe(harbour.sandbox.ready.storage_url);
      expect(url.searchParams.get('response-content-disposition')).toBe(`filename=${guid}.tar.gz`);
      expect((await askUrl(location)).status).toBe(200);
    },
  );

  it('answers the same 404 before the export, after deletion and after seven days', async () => {
    const [early, deleted, expired] = [await startId(), await startId(), await startId()];
    const before = await harbour.ask(`/user/migrations/${early}/archive`);
    harbour.clock.advance(DUE_MS);
    await harbour.ask(`/user/migrations/${deleted}/archive`, { method: 'DELETE' });
    const afterDelete = await harbour.ask(`/user/migrations/${deleted}/archive`);
    harbour.clock.advance(SEVEN_DAYS_MS - 1);
    expect((await harbour.ask(`/user/migrations/${expired}/archive`)).status).toBe(302);
    harbour.clock.advance(1);
    const afterDays = await harbour.ask(`/user/migrations/${expired}/archive`);

    expect(before.status).toBe(404);
    expect(before.json).toEqual({
      message: 'Not Found',
      documentation_url: `${DIALECTS.service.docsUrl}/migrations/users#download-a-user-migration-archive`,
      status: '404',
    });
    expect([afterDelete, afterDays].map(({ status, text }) => ({ status, text }))).toEqual([
      { status: 404, text: before.text },
      { status: 404, text: before.text },
    ]);
    expect((await harbour.ask(`/user/migrations/${deleted}`)).json.state).toBe('exported');
    expect((await harbour.ask(`/user/migrations/${expired}`)).json.state).toBe('exported');
  });
});

describe('deleteArchive()', () => {
  it('answers 204 once, and invalidates signed URLs', async () => {
    const id = await startId();
    const path = `/user/migrations/${id}/archive`;
    expect((await harbour.ask(path, { method: 'DELETE' })).status).toBe(404);
    harbour.clock.advance(DUE_MS);
    const { headers } = await harbour.ask(path);
    const reply = await harbour.ask(path, { method: 'DELETE' });
    expect(reply.status).toBe(204);
    expect(reply.bytes).toHaveLength(0);
    expect(reply.headers['content-type']).toBe('application/octet-stream');
    expect((await askUrl(headers['location']!)).status).toBe(404);
    expect((await harbour.ask(path, { method: 'DELETE' })).status).toBe(404);
  });
});
