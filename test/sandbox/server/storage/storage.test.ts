import { readFile } from 'node:fs/promises';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { parseRange } from '../../../../src/sandbox/server/storage/storage.ts';
import { askUrl, type Harbour, openHarbour, type Question, START_MS } from '../support/harbour.ts';

let harbour: Harbour;
let location: string;
let whole: Buffer;

beforeEach(async () => {
  harbour = await openHarbour();
  const body = { repositories: ['logbook'] };
  const { id } = (await harbour.ask('/user/migrations', { method: 'POST', body })).json;
  harbour.clock.advance(10_000);
  location = (await harbour.ask(`/user/migrations/${id}/archive`)).headers['location']!;
  whole = await readFile(harbour.sandbox.exported(id)!.path);
});

function fetchArchive(headers: Record<string, string> = {}, question: Question = {}) {
  return askUrl(location, { ...question, headers });
}

/** The code and message of an XML error. */
function errorOf({ status, headers, text }: Awaited<ReturnType<typeof askUrl>>) {
  expect(headers['content-type']).toBe('application/xml');
  return [status, /<Code>(.*?)<\/Code>/.exec(text)?.[1], /<Message>(.*?)<\/Message>/.exec(text)?.[1]];
}

describe('answerStorageRequest()', () => {
  it('sends the whole archive with the headers of a download', async () => {
    const reply = await fetchArchive();
    expect(reply.status).toBe(200);
    expect(reply.bytes.equals(whole)).toBe(true);
    expect(reply.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'max-age=2592000',
      'content-disposition': expect.stringMatching(/^filename=[0-9a-f-]{36}\.tar\.gz$/),
      'content-length': String(whole.length),
      'content-type': 'application/x-gzip',
      etag: expect.stringMatching(/^"[0-9a-f]{32}"$/),
      'last-modified': new Date(START_MS + 1_600).toUTCString(),
    });
    expect(reply.headers).not.toHaveProperty('content-encoding');
  });

  it('sends the part in a range', async () => {
    const reply = await fetchArchive({ range: 'bytes=5-' });
    expect(reply.status).toBe(206);
    expect(reply.headers['content-range']).toBe(`bytes 5-${whole.length - 1}/${whole.length}`);
    expect(reply.headers['content-length']).toBe(String(whole.length - 5));
    expect(reply.bytes.equals(whole.subarray(5))).toBe(true);
    expect((await fetchArchive({ range: 'bytes=0-0' })).bytes.equals(whole.subarray(0, 1))).toBe(true);
    expect((await fetchArchive({ range: 'bytes=-3' })).bytes.equals(whole.subarray(-3))).toBe(true);
  });

  it('answers 416 with the size to a range beyond the end', async () => {
    const reply = await fetchArchive({ range: `bytes=${whole.length}-` });
    expect(errorOf(reply)).toEqual([416, 'InvalidRange', 'The requested range is not satisfiable']);
    expect(reply.headers['content-range']).toBe(`bytes */${whole.length}`);
    expect(reply.text).toContain(`<ActualObjectSize>${whole.length}</ActualObjectSize>`);
  });

  it('resumes only while the object is the same', async () => {
    const { headers } = await fetchArchive();
    const ask = async (condition: string) =>
      (await fetchArchive({ range: 'bytes=5-', 'if-range': condition })).status;
    expect(await ask(headers['etag']!)).toBe(206);
    expect(await ask(headers['last-modified']!)).toBe(206);
    expect(await ask(`"${'0'.repeat(32)}"`)).toBe(200);
    expect(await ask(`W/${headers['etag']}`)).toBe(200);
  });

  it('refuses an additional Authorization header', async () => {
    const reply = await fetchArchive({}, { authorization: 'Bearer anything' });
    expect(errorOf(reply)).toEqual([
      400,
      'InvalidArgument',
      'Only one auth mechanism allowed; only the X-Amz-Algorithm query parameter, Signature query string ' +
        'parameter or the Authorization header should be specified',
    ]);
  });

  it('refuses an address that has expired, with the times', async () => {
    harbour.clock.advance(300_000);
    expect((await fetchArchive()).status).toBe(200);
    harbour.clock.advance(1_000);
    const reply = await fetchArchive();
    expect(errorOf(reply)).toEqual([403, 'AccessDenied', 'Request has expired']);
    expect(reply.text).toContain('<X-Amz-Expires>300</X-Amz-Expires>');
    expect(reply.text).toContain('<Expires>2026-03-10T12:05:10.000Z</Expires>');
    expect(reply.text).toContain('<ServerTime>2026-03-10T12:05:11.000Z</ServerTime>');
  });

  it('uses the given lifetime of links', async () => {
    harbour = await openHarbour({ linkTtlMs: 2_000 });
    const body = { repositories: ['logbook'] };
    const { id } = (await harbour.ask('/user/migrations', { method: 'POST', body })).json;
    harbour.clock.advance(10_000);
    location = (await harbour.ask(`/user/migrations/${id}/archive`)).headers['location']!;
    harbour.clock.advance(2_001);
    expect((await fetchArchive()).status).toBe(403);
  });

  it('refuses a changed address', async () => {
    location = location.replace('actor_id=11', 'actor_id=12');
    expect(errorOf(await fetchArchive()).slice(0, 2)).toEqual([403, 'SignatureDoesNotMatch']);
  });

  it.each(['HEAD', 'PUT', 'POST', 'DELETE'] as const)(
    'refuses %s: the signature is good for GET',
    async (method) => {
      expect((await fetchArchive({}, { method })).status).toBe(403);
    },
  );

  it('refuses an address without a signature', async () => {
    location = new URL(new URL(location).pathname, location).href;
    expect(errorOf(await fetchArchive())).toEqual([403, 'AccessDenied', 'Access Denied']);
  });

  it('does not find an archive that is no longer kept', async () => {
    const long = await openHarbour({ linkTtlMs: 30 * 86_400_000 });
    const body = { repositories: ['logbook'] };
    const { id } = (await long.ask('/user/migrations', { method: 'POST', body })).json;
    long.clock.advance(10_000);
    location = (await long.ask(`/user/migrations/${id}/archive`)).headers['location']!;
    expect((await fetchArchive()).status).toBe(200);
    long.clock.advance(7 * 86_400_000);
    expect(errorOf(await fetchArchive())).toEqual([404, 'NoSuchKey', 'The specified key does not exist.']);
  });

  it('uses the given clock for the Date header', async () => {
    expect((await fetchArchive()).headers['date']).toBe(new Date(START_MS + 10_000).toUTCString());
  });

  it('sends exactly the bytes of any satisfiable range', async () => {
    const offset = fc.nat(whole.length + 20);
    await fc.assert(
      fc.asyncProperty(offset, offset, async (first, last) => {
        const { status, bytes } = await fetchArchive({ range: `bytes=${first}-${last}` });
        if (last < first) {
          expect([status, bytes.length]).toEqual([200, whole.length]);
        } else if (first < whole.length) {
          expect(status).toBe(206);
          expect(bytes.equals(whole.subarray(first, last + 1))).toBe(true);
        } else {
          expect(status).toBe(416);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('survives any path, query and header', async () => {
    const origin = harbour.sandbox.ready.storage_url;
    const header = fc.string({ unit: fc.constantFrom(...'aZ09 ",;=*/W:-') });
    await fc.assert(
      fc.asyncProperty(
        fc.webPath(),
        fc.webQueryParameters(),
        fc.record({ range: header, 'if-range': header }),
        async (path, query, headers) => {
          const forged = await askUrl(`${origin}${path}?${query}`, { headers });
          expect(errorOf(forged)).toEqual([403, 'AccessDenied', 'Access Denied']);
          expect([200, 206, 416]).toContain((await fetchArchive(headers)).status);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('parseRange()', () => {
  it.each([
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=3-5', { start: 3, end: 5 }],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=9-9', { start: 9, end: 9 }],
    ['bytes=-4', { start: 6, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['Bytes=0-0', { start: 0, end: 0 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-12', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=5-3', 'whole'],
    ['bytes=-', 'whole'],
    ['bytes=0-1,3-4', 'whole'],
    ['items=0-1', 'whole'],
    ['bytes=a-b', 'whole'],
    ['', 'whole'],
    [null, 'whole'],
  ])('reads "%s" of ten bytes', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  it('never leaves the object', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 1_000_000 }), (first, last, sizeBytes) => {
        const range = parseRange(`bytes=${first}-${last}`, sizeBytes);
        if (typeof range === 'object') {
          expect(range.start).toBeLessThanOrEqual(range.end);
          expect(range.end).toBeLessThan(sizeBytes);
        }
      }),
    );
  });
});
