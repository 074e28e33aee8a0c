import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { createSystemDisk } from '../../src/base/disk.ts';
import { createSystemRandom } from '../../src/base/random.ts';
import { createClient } from '../../src/client/create-client.ts';
import type { Credentials } from '../../src/client/credentials.ts';
import { createLfs } from '../../src/endpoints/lfs.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import type { LfsPointer, LfsStage } from '../../src/model/lfs.ts';
import { afterwards, temporaryFolder } from '../house/afterwards.ts';

const TEXT = 'a film of a lighthouse in the fog, '.repeat(2_000);
const FILM = pointerOf(TEXT);
const TOKEN = 'svp_0123456789abcdefghijklmnopqrstuvwxyz';
const AUTHORIZATION = `Basic ${Buffer.from(`x-access-token:${TOKEN}`).toString('base64')}`;

function pointerOf(text: string): LfsPointer {
  return { oid: createHash('sha256').update(text).digest('hex'), sizeBytes: Buffer.byteLength(text) };
}

interface Served {
  readonly origin: string;
  readonly requests: {
    readonly method: string;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
  }[];
}

async function serve(answer: RequestListener): Promise<Served> {
  const requests: Served['requests'] = [];
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterwards(() => server.close());
  const address = server.address();
  return { origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`, requests };
}

interface Action {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>>;
}

/** A server of Git LFS that answers each question with the next of these, and the last one again and again. */
async function serveLfs(...answers: readonly ((origin: string) => Action | object | number)[]) {
  let asked = 0;
  const server = await serve((request, response) => {
    if (request.method !== 'POST') {
      sendText(TEXT)(request, response);
      return;
    }
    const answer = answers[Math.min(asked, answers.length - 1)]?.(server.origin) ?? 500;
    asked += 1;
    if (typeof answer === 'number') {
      response.writeHead(answer, answer === 429 ? { 'retry-after': '30' } : {}).end('{"message":"Not now"}');
      return;
    }
    const rest = 'href' in answer ? { actions: { download: answer } } : answer;
    response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
    response.end(JSON.stringify({ objects: [{ oid: FILM.oid, size: FILM.sizeBytes, ...rest }] }));
  });
  return server;
}

function sendText(text: string): RequestListener {
  return ({ headers }, response) => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const part = Buffer.from(text).subarray(start);
    response.writeHead(start > 0 ? 206 : 200, {
      'content-length': part.length,
      ...(start > 0 ? { 'content-range': `bytes ${start}-${text.length - 1}/${text.length}` } : {}),
    });
    response.end(part);
  };
}

interface Fetch {
  readonly folder?: string;
  readonly pointer?: LfsPointer;
  readonly pointers?: readonly LfsPointer[];
  readonly credentials?: Credentials;
}

async function fetchFrom(
  origin: string,
  { folder = temporaryFolder(), pointer = FILM, pointers, credentials = { token: TOKEN } }: Fetch = {},
) {
  const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
  const client = createClient({
    ...{ baseUrl: new URL(origin), dialect: DIALECTS.service, ...credentials, userAgent: 'test' },
    ...{ clock, random: createSystemRandom() },
  });
  afterwards(() => client.close());
  const source = createLfs(client, { website: new URL(origin) });
  const startedMs = clock.now();
  const outcomes = await source.fetchFiles('mira/lantern', pointers ?? [pointer], stageIn(folder));
  return { outcomes, path: join(folder, `${pointer.oid}.kept`), waitedMs: clock.now() - startedMs };
}

/** A stage in a folder, in which a kept file has another name. */
function stageIn(folder: string): LfsStage {
  return {
    disk: createSystemDisk(),
    signal: new AbortController().signal,
    partOf: async (oid) => join(folder, oid),
    keep: async (oid) => renameSync(join(folder, oid), join(folder, `${oid}.kept`)),
  };
}

describe('createLfs()', () => {
  it('asks with the credentials of git, as Git LFS asks', async () => {
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    const { outcomes, path } = await fetchFrom(origin);
    expect(outcomes).toEqual([{ pointer: FILM, receivedBytes: FILM.sizeBytes }]);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    expect(requests[0]).toMatchObject({
      method: 'POST',
      path: '/mira/lantern.git/info/lfs/objects/batch',
      headers: {
        accept: 'application/vnd.git-lfs+json',
        'content-type': 'application/vnd.git-lfs+json',
        authorization: AUTHORIZATION,
      },
    });
  });

  it('sends the headers of the server to the address that it names, and none of its own', async () => {
    const storage = await serve(sendText(TEXT));
    const header = { Authorization: 'RemoteAuth 1234567890', 'X-Place': 'here', Host: 'elsewhere.example' };
    const { origin } = await serveLfs(() => ({ href: `${storage.origin}/film`, header }));
    const { outcomes } = await fetchFrom(origin);
    expect(outcomes).toMatchObject([{ receivedBytes: FILM.sizeBytes }]);
    const [sent] = storage.requests;
    expect(sent?.headers).toMatchObject({ authorization: 'RemoteAuth 1234567890', 'x-place': 'here' });
    expect(sent?.headers.host).toBe(new URL(storage.origin).host);
  });

  it('never sends the credentials of the service elsewhere', async () => {
    const storage = await serve(sendText(TEXT));
    const { origin } = await serveLfs(() => ({ href: `${storage.origin}/film` }));
    await fetchFrom(origin);
    expect(storage.requests[0]?.headers.authorization).toBeUndefined();
    for (const value of [AUTHORIZATION, `token ${TOKEN}`]) {
      const greedy = await serveLfs(() => ({
        href: `${storage.origin}/film`,
        header: { Authorization: value },
      }));
      const { outcomes } = await fetchFrom(greedy.origin);
      expect(outcomes).toMatchObject([{ trouble: expect.stringContaining('wants the token') }]);
    }
    const moving = await serve((request, response) => {
      if (request.method === 'POST') {
        const actions = {
          download: { href: `${moving.origin}/film`, header: { Authorization: 'Basic own' } },
        };
        response.end(JSON.stringify({ objects: [{ oid: FILM.oid, size: FILM.sizeBytes, actions }] }));
      } else {
        response.writeHead(302, { location: `${storage.origin}/moved` }).end();
      }
    });
    await fetchFrom(moving.origin);
    const moved = storage.requests.filter(({ path }) => path === '/moved');
    expect(moved.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  it('sends its credentials back to the server itself, unless that has others', async () => {
    const plain = await serveLfs((here) => ({ href: `${here}/film` }));
    await fetchFrom(plain.origin);
    expect(plain.requests[1]?.headers.authorization).toBe(AUTHORIZATION);
    const own = await serveLfs((here) => ({ href: `${here}/film`, header: { authorization: 'Own 1' } }));
    await fetchFrom(own.origin);
    expect(own.requests[1]?.headers.authorization).toBe('Own 1');
  });

  it('waits as long as the server asks', async () => {
    const { origin, requests } = await serveLfs(
      () => 429,
      (here) => ({ href: `${here}/film` }),
    );
    const { outcomes, waitedMs } = await fetchFrom(origin);
    expect(outcomes).toMatchObject([{ receivedBytes: FILM.sizeBytes }]);
    expect(waitedMs).toBeGreaterThanOrEqual(30_000);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  });

  it('goes on with what an earlier run received', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, FILM.oid), TEXT.slice(0, 10_000));
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    const { outcomes, path } = await fetchFrom(origin, { folder });
    expect(outcomes).toEqual([{ pointer: FILM, receivedBytes: FILM.sizeBytes - 10_000 }]);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    expect(requests[1]?.headers.range).toBe('bytes=10000-');
    renameSync(path, join(folder, FILM.oid)); // Killed before it was kept.
    expect((await fetchFrom(origin, { folder })).outcomes).toEqual([{ pointer: FILM, receivedBytes: 0 }]);
    expect(requests).toHaveLength(2);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
  });

  it.each([
    ['a part', 10_000, ['bytes=10000-', undefined]],
    ['as long as the file, with holes', FILM.sizeBytes, [undefined]],
    ['longer than the file', FILM.sizeBytes + 1, [undefined]],
  ])('fetches all of it again if what a killed run left is wrong: %s', async (_, sizeBytes, ranges) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, FILM.oid), TEXT.slice(0, 5_000).padEnd(sizeBytes, '\0'));
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    const { outcomes, path } = await fetchFrom(origin, { folder });
    expect(outcomes).toMatchObject([{ pointer: FILM, receivedBytes: expect.any(Number) }]);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
    expect(requests.slice(1).map(({ headers }) => headers.range)).toEqual(ranges);
  });

  it('asks for a new address when the storage refuses one', async () => {
    const closed = await serve(
      (_, response) => void response.writeHead(403).end('<Code>AccessDenied</Code>'),
    );
    const { origin, requests } = await serveLfs(
      () => ({ href: `${closed.origin}/film` }),
      (here) => ({ href: `${here}/film` }),
    );
    const { outcomes } = await fetchFrom(origin);
    expect(outcomes).toMatchObject([{ receivedBytes: FILM.sizeBytes }]);
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'GET']);
  });

  it.each([
    ['an object that the service does not have', { error: { code: 404, message: 'Object does not exist' } }],
    ['an answer without an address', {}],
    ['an address that is none', { href: 'http://' }],
    ['an address of another kind', { href: 'file:///etc/passwd' }],
  ])('says what is wrong with %s', async (_, answer) => {
    const { origin } = await serveLfs(() => answer);
    const { outcomes } = await fetchFrom(origin);
    expect(outcomes).toEqual([{ pointer: FILM, trouble: expect.stringMatching(/./) }]);
  });

  it('gives up a file that always has another digest', async () => {
    const pointer = { ...pointerOf('another film'), sizeBytes: FILM.sizeBytes };
    const server = await serve((request, response) => {
      if (request.method === 'POST') {
        const actions = { download: { href: `${server.origin}/film` } };
        response.end(JSON.stringify({ objects: [{ oid: pointer.oid, size: pointer.sizeBytes, actions }] }));
      } else {
        sendText(TEXT)(request, response);
      }
    });
    const { outcomes } = await fetchFrom(server.origin, { pointer });
    expect(outcomes).toMatchObject([{ trouble: expect.stringContaining('another digest') }]);
    expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  it.each([404, 401, 403, 422, 501])('fails if the server answers %i', async (status) => {
    const { origin, requests } = await serveLfs(() => status);
    await expect(fetchFrom(origin)).rejects.toThrow(/Cannot ask for files of mira\/lantern in Git LFS/);
    expect(requests).toHaveLength(1);
  });

  it('keeps a file of another size than its pointer says, as long as the digest is right', async () => {
    const { origin } = await serveLfs((here) => ({ href: `${here}/film` }));
    const tooLong = { ...FILM, sizeBytes: FILM.sizeBytes + 1_000 };
    const { outcomes, path } = await fetchFrom(origin, { pointer: tooLong });
    expect(outcomes).toMatchObject([{ receivedBytes: FILM.sizeBytes }]);
    expect(readFileSync(path, 'utf8')).toBe(TEXT);
  });

  it('says that there is no room for a file that claims to be huge, and fetches the others', async () => {
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    const huge = { oid: 'a'.repeat(64), sizeBytes: Number.MAX_SAFE_INTEGER };
    const answer = (here: string) => ({ actions: { download: { href: `${here}/film` } } });
    const server = await serve((request, response) => {
      if (request.method === 'POST') {
        const objects = [huge, FILM].map(({ oid, sizeBytes: size }) => ({ oid, size, ...answer(origin) }));
        response.end(JSON.stringify({ objects }));
      }
    });
    const { outcomes } = await fetchFrom(server.origin, { pointers: [huge, FILM] });
    expect(outcomes).toEqual([
      { pointer: huge, trouble: expect.stringContaining('not enough space') },
      { pointer: FILM, receivedBytes: FILM.sizeBytes },
    ]);
    expect(requests).toHaveLength(1);
  });

  it('needs no server for a file without content', async () => {
    const { origin, requests } = await serveLfs(() => 500);
    const { outcomes, path } = await fetchFrom(origin, { pointer: pointerOf('') });
    expect(outcomes).toMatchObject([{ receivedBytes: 0 }]);
    expect(readFileSync(path, 'utf8')).toBe('');
    expect(requests).toEqual([]);
  });

  it('never keeps what has another digest', async () => {
    const folder = temporaryFolder();
    const pointer = { ...pointerOf('another film'), sizeBytes: FILM.sizeBytes };
    const server = await serve((request, response) => {
      if (request.method === 'POST') {
        const actions = { download: { href: `${server.origin}/film` } };
        response.end(JSON.stringify({ objects: [{ oid: pointer.oid, actions }] }));
      } else {
        sendText(TEXT)(request, response);
      }
    });
    await fetchFrom(server.origin, { folder, pointer });
    expect(existsSync(join(folder, `${pointer.oid}.kept`))).toBe(false);
  });

  it('asks without credentials if it has none for git', async () => {
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    await fetchFrom(origin, { credentials: {} });
    expect(requests.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
  });

  it('asks as the installation of an app, with a token that it gets for that', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2_048,
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
      publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    const token = `ghs_${'a'.repeat(36)}`;
    const server = await serve((request, response) => {
      if (request.url?.endsWith('/access_tokens') === true) {
        const expires = new Date(Date.UTC(2026, 5, 1, 1)).toISOString();
        response.writeHead(201, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ token, expires_at: expires }));
      } else if (request.method === 'POST') {
        const actions = { download: { href: `${server.origin}/film` } };
        response.end(JSON.stringify({ objects: [{ oid: FILM.oid, size: FILM.sizeBytes, actions }] }));
      } else {
        sendText(TEXT)(request, response);
      }
    });
    const app = { appId: '1', privateKey, installationId: 5 };
    const { outcomes } = await fetchFrom(server.origin, { credentials: { app } });
    expect(outcomes).toMatchObject([{ receivedBytes: FILM.sizeBytes }]);
    const basic = `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`;
    expect(server.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/app/installations/5/access_tokens', expect.stringMatching(/^Bearer /)],
      ['/mira/lantern.git/info/lfs/objects/batch', basic],
      ['/film', basic],
    ]);
  });

  it.each([
    ['with a token, 2,700', 0, { token: TOKEN }],
    ['without one, 270', 60_000, {}],
  ])('sends so many requests in a minute at most: %s', async (_, waitMs, credentials) => {
    const REQUESTS = 271;
    const { origin, requests } = await serveLfs(() => ({ error: { code: 404, message: 'Not here' } }));
    const clock = createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true });
    const client = createClient({
      ...{ baseUrl: new URL(origin), dialect: DIALECTS.service, ...credentials, userAgent: 'test' },
      ...{ clock, random: createSystemRandom() },
    });
    afterwards(() => client.close());
    const source = createLfs(client, { website: new URL(origin) });
    const stage = stageIn(temporaryFolder());
    const startedMs = clock.now();
    for (let count = 0; count < REQUESTS; count += 1) {
      await source.fetchFiles('mira/lantern', [FILM], stage);
    }
    expect([clock.now() - startedMs, requests.length]).toEqual([waitMs, REQUESTS]);
  });

  it('asks for no repository outside of its owner', async () => {
    const { origin, requests } = await serveLfs((here) => ({ href: `${here}/film` }));
    const client = createClient({
      ...{ baseUrl: new URL(origin), dialect: DIALECTS.service, token: TOKEN, userAgent: 'test' },
      ...{ clock: createDrivenClock(0, { skipSleeps: true }), random: createSystemRandom() },
    });
    afterwards(() => client.close());
    const source = createLfs(client, { website: new URL(origin) });
    const place = stageIn(temporaryFolder());
    for (const name of ['../lantern', 'lantern', 'mira/lantern/more', './lantern']) {
      await expect(source.fetchFiles(name, [FILM], place)).rejects.toThrow('is not a repository');
    }
    expect(requests).toEqual([]);
  });
});
