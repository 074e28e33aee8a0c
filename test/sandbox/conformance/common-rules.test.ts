import { request } from 'undici';
import { beforeEach, describe, expect, it } from 'vitest';
import { claim } from '../../spec/claim.ts';
import { DIALECTS, openStage, type Stage } from './support/stage.ts';

describe.each(DIALECTS)('rules for all endpoints, specification 1, 4.0, 7 and 9 (%s)', (dialect) => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await openStage(dialect);
  });

  it('answer at the base URL and below /api/v3', async (context) => {
    const { url } = stage.sandbox.ready;
    for (const root of [url, `${url}/api/v3`]) {
      const { status, json } = await stage.askUrl(`${root}/user/migrations`, {
        method: 'POST',
        body: { repositories: [stage.sandbox.ready.repositories[0]] },
      });
      expect([status, json.url]).toEqual([201, `${root}/user/migrations/${json.id}`]);
    }
    claim(context, '1/hosted', '1/self-managed');
  });

  it('take the recommended media type', async (context) => {
    const headers = { accept: stage.names.mediaType };
    const reply = await stage.ask('/user/migrations', { headers });
    expect([reply.status, reply.json]).toEqual([200, []]);
    expect(reply.headers['content-type']).toContain('application/json');
    claim(context, '4.0/accept');
  });

  it('support both versions, which differ for github in the repositories of a migration', async (context) => {
    const fields: number[] = [];
    for (const version of ['2022-11-28', '2026-03-10']) {
      const { status, json } = await stage.ask('/user/migrations', {
        method: 'POST',
        headers: { [stage.names.version]: version },
        body: { repositories: [stage.sandbox.ready.repositories[0]] },
      });
      expect(status).toBe(201);
      fields.push(Object.keys(json.repositories[0]).length);
      claim(context, `9/${version}`);
    }
    // The specification has one record of a migration; the versions of github differ.
    expect(fields[0]! > fields[1]!).toBe(dialect === 'github');
    expect(dialect === 'github' ? fields[1] : 46).toBe(46);
    claim(context, '9/header', '4.0/version');
  });

  it('refuse an unknown version, and a body that is not JSON', async (context) => {
    const unknown = await stage.ask('/user', { headers: { [stage.names.version]: '1999-01-01' } });
    expect([unknown.status, typeof unknown.json.message]).toEqual([400, 'string']);
    const broken = await stage.ask('/user/migrations', { method: 'POST', body: '{' });
    expect([broken.status, typeof broken.json.message]).toEqual([400, 'string']);
    claim(context, '7/400');
  });

  it('answer over real sockets, header for header', async () => {
    const { statusCode, headers, body } = await request(stage.sandbox.ready.url, {
      headers: { 'user-agent': 'conformance' },
    });
    await body.dump();
    expect([statusCode, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
  });
});
