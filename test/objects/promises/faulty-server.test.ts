import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import * as sdk from '@aws-sdk/client-s3';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../../src/base/clock.ts';
import { createSeededRandom } from '../../../src/base/random.ts';
import type { Network } from '../../../src/client/network.ts';
import { readProxies } from '../../../src/client/network.ts';
import { openObjectStore } from '../../../src/objects/open-object-store.ts';
import { createS3Store } from '../../../src/objects/s3-store.ts';
import { readSmallObject } from '../../../src/objects/small-objects.ts';
import { PART_BYTES } from '../../../src/objects/upload-object.ts';
import { TEST_CERTIFICATE } from '../../client/support/test-certificate.ts';
import { startTunnelProxy } from '../../client/support/tunnel-proxy.ts';
import { temporaryFolder } from '../../house/afterwards.ts';
import { lendEnvironment } from '../support/lend-environment.ts';
import { type ObjectFault, type ObjectRequest, startObjectServer } from '../support/object-server.ts';

function openStore(url: string, network: Network = {}) {
  const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret', AWS_ENDPOINT_URL: url };
  lendEnvironment(env);
  const store = createS3Store(sdk, {
    bucket: 'work',
    prefix: 'a/b/',
    clock: createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true }),
    random: createSeededRandom(7),
    signal: new AbortController().signal,
    env,
    network,
  });
  onTestFinished(() => store.close());
  return store;
}

async function openBench() {
  const server = await startObjectServer('work');
  onTestFinished(() => server.close());
  return { server, store: openStore(server.url) };
}

type Store = ReturnType<typeof openStore>;

async function keysOf(store: Store, prefix = ''): Promise<readonly string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) {
    keys.push(key);
  }
  return keys;
}

async function textOf(store: Store, key: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of (await store.read(key)) ?? []) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function* contentOf(bytes: Buffer) {
  yield bytes;
}

const page =
  (text: string, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'Content-Type': 'application/xml', ...headers }).end(text);

const listing = (members: string) => page(`<ListBucketResult>${members}</ListBucketResult>`);

const errorPage = (status: number, code: string, headers: Record<string, string> = {}) =>
  page(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status, headers);

const contents = (key: string) => `<Contents><Key>${key}</Key><Size>1</Size><ETag>"x"</ETag></Contents>`;

const PORTAL = page('<html><head><title>Sign in</title></head><body><p>Welcome</p></body></html>', 200, {
  'Content-Type': 'text/html',
});

/** A fault for the first requests that match. */
function once(matches: (request: ObjectRequest) => boolean, fault: ObjectFault, times = 1) {
  let left = times;
  return (request: ObjectRequest) => {
    const isMeant = left > 0 && matches(request);
    left -= isMeant ? 1 : 0;
    return isMeant ? fault : undefined;
  };
}

const sha = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`;

const isComplete = ({ method, query }: ObjectRequest) => method === 'POST' && query.has('uploadId');

describe('a listing that cannot be whole', () => {
  it.each([
    ['is truncated without a token', listing(`<IsTruncated>true</IsTruncated>${contents('a/b/x')}`)],
    [
      'has an empty token',
      listing(`<IsTruncated>true</IsTruncated><NextContinuationToken></NextContinuationToken>`),
    ],
    [
      'repeats its token',
      listing(
        `<IsTruncated>true</IsTruncated><NextContinuationToken>t</NextContinuationToken>${contents('a/b/x')}`,
      ),
    ],
    ['has keys of others', listing(`<IsTruncated>false</IsTruncated>${contents('a/other')}`)],
    [
      'has an object without a key',
      listing('<IsTruncated>false</IsTruncated><Contents><Size>1</Size></Contents>'),
    ],
    ['does not say whether it is whole', listing(contents('a/b/x'))],
    ['is the page of a portal', PORTAL],
    ['is empty', page('')],
    ['is no XML', page('{"ok":true}')],
    ['ends too early', page('<ListBucketResult><IsTruncated>fal')],
  ])('is an error if it %s', async (_, fault) => {
    const { server, store } = await openBench();
    server.faultOf = () => fault;
    await expect(keysOf(store)).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining(
        `Cannot list "s3://work/a/b": "${server.url}" is not a working object storage`,
      ),
    });
  });

  it('ends if its tokens always change', async () => {
    const { server, store } = await openBench();
    server.faultOf = () =>
      listing(
        `<IsTruncated>true</IsTruncated><NextContinuationToken>${server.requests.length}</NextContinuationToken>`,
      );
    await expect(keysOf(store)).rejects.toThrow('its listing does not end');
  });

  it('shows each object once', async () => {
    const { server, store } = await openBench();
    server.faultOf = () =>
      listing(`<IsTruncated>false</IsTruncated>${contents('a/b/x')}${contents('a/b/x')}${contents('a/b/y')}`);
    expect(await keysOf(store)).toEqual(['x', 'y']);
  });
});

describe('an upload', () => {
  const bytes = Buffer.alloc(PART_BYTES + 1, 'x');

  it('has succeeded if only the answer to its last request was lost', async () => {
    const { server, store } = await openBench();
    let lost = 0;
    server.faultOf = (request) => {
      lost += isComplete(request) ? 1 : 0;
      return isComplete(request) && lost === 1 ? 'lost' : undefined;
    };
    await store.write('x', contentOf(bytes));
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
    expect(lost).toBe(2);
  });

  it.each([
    ['an MD5 digest', undefined],
    ['none', () => '"kms"'],
    ['as long as one', sha],
  ] as const)('whose last answer was lost is settled if the ETag is %s', async (_, etagOf) => {
    const { server, store } = await openBench();
    server.etagOf = etagOf ?? server.etagOf;
    server.faultOf = once(isComplete, 'lost');
    await store.write('x', contentOf(bytes));
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
    // An object of the same size and ETag, with other content.
    server.objects.set('a/b/x', Buffer.alloc(bytes.length, 'y'));
    server.faultOf = (request) => (isComplete(request) ? errorPage(404, 'NoSuchUpload') : undefined);
    await expect(store.write('x', contentOf(bytes))).rejects.toMatchObject({ code: 'request-refused' });
  });

  it('reads the object again if transfers break meanwhile', async () => {
    const { server, store } = await openBench();
    const loses = once(isComplete, 'lost');
    const breaks = once(({ method }) => method === 'GET', 'truncate', 3);
    server.faultOf = (request) => loses(request) ?? breaks(request);
    await store.write('x', contentOf(bytes));
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
  });

  it('has not if another object is there', async () => {
    const { server, store } = await openBench();
    await store.write('x', contentOf(Buffer.from('former')));
    server.faultOf = (request) => (isComplete(request) ? errorPage(404, 'NoSuchUpload') : undefined);
    await expect(store.write('x', contentOf(bytes))).rejects.toMatchObject({ code: 'request-refused' });
  });

  it('is completed again after an error that comes with 200', async () => {
    const { server, store } = await openBench();
    let errors = 0;
    server.faultOf = (request) => {
      errors += isComplete(request) ? 1 : 0;
      return isComplete(request) && errors === 1 ? errorPage(200, 'InternalError') : undefined;
    };
    await store.write('x', contentOf(bytes));
    expect(server.objects.get('a/b/x')?.equals(bytes)).toBe(true);
  });

  it('has not succeeded if a portal answers', async () => {
    const { server, store } = await openBench();
    server.faultOf = ({ method }) => (method === 'PUT' || method === 'POST' ? PORTAL : undefined);
    await expect(store.write('x', contentOf(Buffer.from('x')))).rejects.toMatchObject({
      code: 'not-the-service',
    });
    await expect(store.write('x', contentOf(bytes))).rejects.toMatchObject({ code: 'not-the-service' });
    await expect(store.create('x', 'x')).rejects.toMatchObject({ code: 'not-the-service' });
  });

  it('was not removed if a portal answers', async () => {
    const { server, store } = await openBench();
    await store.write('x', contentOf(Buffer.from('x')));
    server.faultOf = (request) => (isComplete(request) ? errorPage(400, 'InvalidRequest') : undefined);
    await expect(store.write('large', contentOf(bytes))).rejects.toMatchObject({ code: 'request-refused' });
    const empty = page('', 200, { 'Content-Type': 'text/html' });
    for (const answer of [PORTAL, empty, page('<?xml version="1.0"?><html/>')]) {
      server.faultOf = ({ method }) => (method === 'DELETE' ? answer : undefined);
      await expect(store.remove('x')).rejects.toMatchObject({ code: 'not-the-service' });
      await expect(store.removeUnfinished(() => true)).rejects.toMatchObject({ code: 'not-the-service' });
    }
    server.faultOf = ({ method }) =>
      method === 'DELETE' ? page('', 200, { 'x-amz-request-id': 'C3D13FE58DE4C810' }) : undefined;
    await store.remove('x');
  });

  it('of others below the same prefix is not removed', async () => {
    const { server, store } = await openBench();
    server.faultOf = (request) => (isComplete(request) ? errorPage(400, 'InvalidRequest') : undefined);
    for (const key of ['archives/one.tar.gz', 'holiday.mov']) {
      await expect(store.write(key, contentOf(bytes))).rejects.toMatchObject({ code: 'request-refused' });
    }
    await store.removeUnfinished((key) => key.startsWith('archives/'));
    expect([...server.uploads.values()].map(({ key }) => key)).toEqual(['a/b/holiday.mov']);
  });
});

describe('an object that is written on a condition', () => {
  it.each([1, 3])('is ours if %i answers were lost', async (times) => {
    const { server, store } = await openBench();
    server.faultOf = once(({ method }) => method === 'PUT', 'lost', times);
    expect(await store.create('x', 'ours')).toBe('created');
    expect(await store.create('x', 'ours')).toBe('exists');
  });

  it('is ours if a repetition is told that a write is in progress', async () => {
    const { server, store } = await openBench();
    const loses = once(({ method }) => method === 'PUT', 'lost');
    const conflicts = once(({ method }) => method === 'PUT', errorPage(409, 'ConditionalRequestConflict'));
    server.faultOf = (request) => loses(request) ?? conflicts(request);
    expect(await store.create('x', 'ours')).toBe('created');
  });

  it('is not ours if others wrote it before a request of ours was lost', async () => {
    const { server, store } = await openBench();
    await store.create('x', 'them');
    server.faultOf = once(({ method }) => method === 'PUT', 'reset');
    expect(await store.create('x', 'ours')).toBe('exists');
    server.faultOf = () => errorPage(409, 'ConditionalRequestConflict');
    expect(
      await openStore(server.url)
        .create('y', 'ours')
        .catch(() => 'unknown'),
    ).not.toBe('created');
  });
});

describe('reading', () => {
  it('takes no page of a portal for an object, and none for its absence', async () => {
    const { server, store } = await openBench();
    server.faultOf = () => PORTAL;
    await expect(textOf(store, 'x')).rejects.toMatchObject({ code: 'not-the-service' });
    server.faultOf = () => page('<html>Not found</html>', 404, { 'Content-Type': 'text/html' });
    await expect(textOf(store, 'x')).rejects.toMatchObject({ code: expect.not.stringMatching('absent') });
    server.faultOf = () => errorPage(404, 'NoSuchKey');
    expect(await store.read('x')).toBeUndefined();
  });

  it('ends where an object that should be small is huge', async () => {
    const { server, store } = await openBench();
    server.faultOf = () => (response) => {
      response.writeHead(200, { ETag: '"x"' });
      Readable.from(Array.from({ length: 257 }, () => Buffer.alloc(1024 * 1024))).pipe(response);
    };
    await expect(readSmallObject(store, 'x')).rejects.toThrow('"x" is larger than 256 MiB');
  });

  it('continues with a server that ignores ranges', async () => {
    const { server, store } = await openBench();
    const text = Array.from({ length: 1_000 }, (_, index) => String(index)).join(' ');
    await store.write('x', contentOf(Buffer.from(text)));
    let reads = 0;
    server.faultOf = ({ method }) => {
      reads += method === 'GET' ? 1 : 0;
      return reads === 1 ? 'truncate' : page(text, 200, { ETag: '"x"' });
    };
    expect(await textOf(store, 'x')).toBe(text);
  });
});

describe('the failure', () => {
  it.each([
    [errorPage(301, 'PermanentRedirect'), { code: 'usage', hint: expect.stringContaining('AWS_REGION') }],
    [errorPage(307, 'TemporaryRedirect'), { code: 'usage', hint: expect.stringContaining('AWS_REGION') }],
    [
      errorPage(400, 'AuthorizationHeaderMalformed'),
      { code: 'usage', hint: expect.stringContaining('AWS_REGION') },
    ],
    [
      errorPage(403, 'RequestTimeTooSkewed'),
      { message: expect.stringContaining('clock'), code: 'request-refused' },
    ],
    [errorPage(400, 'ExpiredToken'), { code: 'token-missing', message: expect.stringContaining('expired') }],
    [errorPage(403, 'AccessDenied'), { code: 'forbidden' }],
    [errorPage(404, 'NoSuchBucket'), { code: 'absent', message: expect.stringContaining('bucket') }],
    [errorPage(503, 'SlowDown'), { code: 'service-unavailable' }],
    [page('<html>Bad gateway</html>', 502), { code: 'service-unavailable' }],
  ])('names the cause: case %#', async (fault, expected) => {
    const { server, store } = await openBench();
    server.faultOf = () => fault;
    await expect(keysOf(store)).rejects.toMatchObject(expected);
  });

  it('is none if the clock differs and the server says its time', async () => {
    const { server, store } = await openBench();
    server.faultOf = () =>
      server.requests.length === 1
        ? errorPage(403, 'RequestTimeTooSkewed', { Date: new Date(Date.now() + 3_600_000).toUTCString() })
        : undefined;
    expect(await keysOf(store)).toEqual([]);
  });

  it.each(['storage.example:9000', 'storage.example', 'ftp://storage.example', 'http://', ''])(
    'for the endpoint "%s" says what an endpoint is',
    (url) => {
      expect(() => openStore(url)).toThrow(expect.objectContaining({ code: 'usage' }));
    },
  );

  it('for a certificate that is not trusted names the certificate, unless it is added', async () => {
    const server = createServer(TEST_CERTIFICATE, (_, response) => {
      listing('<IsTruncated>false</IsTruncated>')(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    await expect(keysOf(openStore(url))).rejects.toMatchObject({
      code: 'not-the-service',
      message: expect.stringContaining('its certificate is not trusted'),
      hint: expect.stringContaining('SATCHEL_CA_FILE'),
    });
    expect(await keysOf(openStore(url, { caCertificates: [TEST_CERTIFICATE.cert] }))).toEqual([]);
    const file = join(temporaryFolder(), 'ca.pem');
    writeFileSync(file, TEST_CERTIFICATE.cert);
    const [clock, random] = [createDrivenClock(0, { skipSleeps: true }), createSeededRandom(7)];
    for (const name of ['SATCHEL_CA_FILE', 'AWS_CA_BUNDLE']) {
      const env = { AWS_ENDPOINT_URL: url, [name]: file };
      const { signal } = new AbortController();
      const store = await openObjectStore('s3://work/a', { clock, random, signal, env });
      expect(await keysOf(store)).toEqual([]);
      store.close();
    }
  });

  it('for a server that does not answer names it', async () => {
    await expect(keysOf(openStore('http://127.0.0.1:1'))).rejects.toMatchObject({
      code: 'network',
      message: expect.stringContaining('nothing is listening there'),
    });
  });
});

describe('a proxy', () => {
  it('is used, but not for this machine and exceptions', async () => {
    const server = await startObjectServer('work');
    onTestFinished(() => server.close());
    const proxy = await startTunnelProxy(new URL(server.url));
    const proxies = readProxies({ http_proxy: proxy.address, no_proxy: 'direct.invalid' });
    expect(await keysOf(openStore('http://storage.example', { proxies }))).toEqual([]);
    expect(proxy.tunnels).toEqual(['storage.example:80']);
    expect(await keysOf(openStore(server.url, { proxies }))).toEqual([]);
    await expect(keysOf(openStore('http://direct.invalid', { proxies }))).rejects.toMatchObject({
      code: 'network',
    });
    expect(proxy.tunnels).toHaveLength(1);
  });
});
