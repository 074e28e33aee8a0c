import { request } from 'undici';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FAULT_KINDS, parseFault } from '../../../../src/sandbox/fault.ts';
import { askUrl, type Harbour, openHarbour } from '../support/harbour.ts';

const withFaults = (...texts: readonly string[]) => openHarbour({ faults: texts.map(parseFault) });
const ORDER = { method: 'POST', body: { repositories: ['logbook'] } } as const;

/** Address of a finished archive on the storage origin. */
async function archiveUrl({ ask, clock }: Harbour): Promise<string> {
  const { id } = (await ask('/user/migrations', ORDER)).json;
  clock.advance(10_000);
  return (await ask(`/user/migrations/${id}/archive`)).headers['location'] ?? '';
}

describe('faults of the API', () => {
  it('answer in place of the service the given number of times', async () => {
    const { ask } = await withFaults(
      'answer,route=GET /user,status=503,times=2',
      'answer,status=418,body=tea,skip=2',
    );
    const statuses = [];
    for (let count = 0; count < 4; count += 1) {
      statuses.push((await ask('/user')).status);
    }
    expect(statuses).toEqual([503, 503, 418, 200]);
  });

  it('lose the response to a started migration', async () => {
    const { ask } = await withFaults('lost_answer,route=POST /user/migrations');
    expect((await ask('/user/migrations', ORDER)).status).toBe(502);
    expect((await ask('/user/migrations')).json).toHaveLength(1);
  });

  it.each(['before', 'in'])('close the connection %s the body', async (stage) => {
    const { ask } = await withFaults(`reset,stage=${stage}`);
    await expect(ask('/user')).rejects.toThrow();
    expect((await ask('/user')).status).toBe(200);
  });

  it('close the connection after the body, so that the next request needs a new one', async () => {
    const { ask } = await withFaults('reset,stage=after');
    expect((await ask('/user')).json.login).toBe('alice');
    expect((await ask('/user')).status).toBe(200);
  });

  it.each(['wrong_length,bytes=10', 'reset,stage=in', 'wrong_clock', 'lost_answer', 'duplicate_page'])(
    'have no effect on a closed connection: %s',
    async (outer) => {
      const complaints = vi.spyOn(console, 'error'); // Node's server would write into an answer that is gone.
      onTestFinished(() => complaints.mockRestore());
      const { ask } = await withFaults(outer, 'reset,stage=after');
      const cut = await ask('/user');
      expect([cut.status, cut.json.login]).toEqual([200, 'alice']);
      expect((await ask('/user')).status).toBe(200);
      expect(complaints.mock.calls).toEqual([]);
    },
  );

  it('announce a wrong length', async () => {
    const { ask } = await withFaults('wrong_length,bytes=10');
    await expect(ask('/user')).rejects.toThrow();
  });

  it('make clients wait, with and without Retry-After', async () => {
    const { ask } = await withFaults(
      'secondary_limit,retry_after=7',
      'secondary_limit,status=429,skip=1',
      'primary_limit,skip=2',
    );
    const [first, second, third] = [await ask('/user'), await ask('/user'), await ask('/user')];
    expect([first.status, first.headers['retry-after']]).toEqual([403, '7']);
    expect([second.status, second.headers['retry-after']]).toEqual([429, undefined]);
    expect(second.json.message).toContain('secondary rate limit');
    expect(third.headers).toMatchObject({
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Date.parse('2026-03-10T12:01:00Z') / 1_000),
    });
  });

  it('repeat a page, and link to another origin', async () => {
    const { ask, sandbox } = await withFaults(
      'duplicate_page,route=GET /user/repos,times=2',
      'foreign_link,skip=2',
    );
    const first = await ask('/user/repos?per_page=2');
    const second = await ask('/user/repos?per_page=2&page=2');
    expect(second.json).toEqual(first.json);
    expect(second.headers['link']).toContain('page=3');
    const third = await ask('/user/repos?per_page=2');
    expect(third.headers['link']).toContain('<http://elsewhere.example/user/repos');
    expect(third.headers['link']).not.toContain(sandbox.ready.url);
  });

  it('redirect', async () => {
    const { ask, sandbox } = await withFaults('moved', 'moved,location=/user,status=307,skip=1');
    const { status, headers } = await ask('/versions');
    expect([status, headers['location']]).toEqual([301, `${sandbox.ready.url}/versions`]);
    const other = await ask('/versions');
    expect([other.status, other.headers['location']]).toEqual([307, '/user']);
  });

  it('send wrong validators, clocks and intervals', async () => {
    const { ask } = await withFaults(
      'stale_etag',
      'wrong_clock,offset_seconds=3600',
      'poll_interval,seconds=120,skip=1',
    );
    const stale = await ask('/user', { headers: { 'if-none-match': '"old"' } });
    expect([stale.status, stale.headers['date']]).toEqual([304, 'Tue, 10 Mar 2026 13:00:00 GMT']);
    expect((await ask('/user')).headers['x-poll-interval']).toBe('120');
  });

  it('respond late', async () => {
    const { ask, clock } = await withFaults('delay,delay_ms=5000');
    let isAnswered = false;
    const late = ask('/user').then(() => {
      isAnswered = true;
    });
    await ask('/user');
    expect(isAnswered).toBe(false);
    clock.advance(5_000);
    await late;
  });
});

describe('faults of migrations', () => {
  it('can fail one migration and keep another pending', async () => {
    const { ask, clock } = await withFaults('failed_migration', 'pending_migration,skip=1');
    const ids = [];
    for (let count = 0; count < 3; count += 1) {
      ids.push((await ask('/user/migrations', ORDER)).json.id);
    }
    clock.advance(86_400_000);
    const states = await Promise.all(ids.map(async (id) => (await ask(`/user/migrations/${id}`)).json.state));
    expect(states).toEqual(['failed', 'pending', 'exported']);
  });
});

describe('faults of the storage origin', () => {
  it('change the bytes', async () => {
    const harbour = await withFaults(
      'truncated_archive,bytes=9,skip=1',
      'corrupted_archive,offset=40,skip=2',
    );
    const url = await archiveUrl(harbour);
    const whole = (await askUrl(url)).bytes;
    expect((await askUrl(url)).bytes).toEqual(whole.subarray(0, -9));
    const corrupted = (await askUrl(url)).bytes;
    expect(corrupted).toHaveLength(whole.length);
    expect(corrupted.equals(whole)).toBe(false);
    expect((await askUrl(url)).bytes).toEqual(whole);
  });

  it('ignore ranges, change the object and expire links', async () => {
    const harbour = await withFaults('ignored_range', 'changed_object,skip=1', 'expired_link,skip=2');
    const url = await archiveUrl(harbour);
    const part = { headers: { range: 'bytes=10-', 'if-range': '"x"' } };
    expect((await askUrl(url, part)).status).toBe(200);
    const changed = await askUrl(url, part);
    expect([changed.status, changed.headers['etag']]).toEqual([200, '"another-object"']);
    const expired = await askUrl(url);
    expect([expired.status, expired.text.includes('Request has expired')]).toEqual([403, true]);
  });

  it('interrupt the download', async () => {
    const harbour = await withFaults('reset,route=storage,stage=in');
    const url = await archiveUrl(harbour);
    const answer = await request(url, { headers: { 'user-agent': 'x' } });
    await expect(answer.body.arrayBuffer()).rejects.toThrow();
  });
});

describe('the control endpoint', () => {
  it('is not available by default', async () => {
    const { sandbox } = await openHarbour();
    expect((await askUrl(`${sandbox.ready.url}/-/faults`)).status).toBe(404);
  });

  it('lists, adds and removes faults of every kind', async () => {
    const { sandbox, ask } = await openHarbour({ hasFaultControl: true });
    const url = `${sandbox.ready.url}/-/faults`;
    const kinds = Object.keys(FAULT_KINDS);
    const added = await askUrl(url, { method: 'POST', body: kinds.map((kind) => ({ kind, skip: 1_000 })) });
    expect([added.status, added.json.length]).toEqual([201, kinds.length]);
    expect((await askUrl(url)).json.map((fault: { kind: string }) => fault.kind)).toEqual(kinds);
    expect((await ask('/user')).status).toBe(200);
    expect((await askUrl(url, { method: 'DELETE' })).status).toBe(204);
    expect((await askUrl(url)).json).toEqual([]);
    expect((await askUrl(url, { method: 'POST', body: { kind: 'x' } })).status).toBe(422);
    await askUrl(url, { method: 'POST', body: { kind: 'answer', status: 500, route: 'GET /user' } });
    expect((await ask('/user')).status).toBe(500);
  });
});
