import { beforeEach, describe, expect, it } from 'vitest';
import { DIALECTS } from '../../../../src/model/dialects.table.ts';
import { askUrl, type Harbour, openHarbour, type Reply } from '../support/harbour.ts';
import { writeSmallArchive } from '../support/write-small-archive.ts';

const DUE_MS = 1_600;

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
  });

  it('refuses unknown repositories exactly as the real service does', async () => {
    const reply = await start({ repositories: ['alice/nowhere'] });
    expect(reply.status).toBe(422);
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
});

describe('getMigration()', () => {
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

  it('does not show migrations of an organization among those of the account', async () => {
    const { id } = (await start({ repositories: ['crane'] }, '/orgs/harbour-works/migrations')).json;
    expect((await harbour.ask(`/user/migrations/${id}`)).status).toBe(404);
    const { json } = await harbour.ask(`/orgs/HARBOUR-WORKS/migrations/${id}`);
    expect(json.owner).toMatchObject({ login: 'Harbour-Works', type: 'Organization' });
    expect(json.url).toBe(`${harbour.sandbox.ready.base_url}/orgs/Harbour-Works/migrations/${id}`);
    expect((await harbour.ask(`/orgs/nobody/migrations/${id}`)).status).toBe(404);
    expect((await harbour.ask('/user/migrations')).json).toEqual([]);
  });
});

describe('deleteArchive()', () => {
  it('answers 204 once, and invalidates signed URLs', async () => {
    const id = await startId();
    const path = `/user/migrations/${id}/archive`;
    expect((await harbour.ask(path, { method: 'DELETE' })).status).toBe(404);
    harbour.clock.advance(DUE_MS);
    const { headers } = await harbour.ask(path);
    expect((await askUrl(headers['location']!)).status).toBe(200);
    const reply = await harbour.ask(path, { method: 'DELETE' });
    expect(reply.status).toBe(204);
    expect(reply.bytes).toHaveLength(0);
    expect(reply.headers['content-type']).toBe('application/octet-stream');
    expect((await askUrl(headers['location']!)).status).toBe(404);
    expect(errorOf(await harbour.ask(path))).toEqual(NOT_FOUND);
    expect((await harbour.ask(`/user/migrations/${id}`)).json.state).toBe('exported');
  });
});
