import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDrivenClock } from '../../src/base/clock.ts';
import { listenOn } from '../../src/base/listen-on.ts';
import { createSystemRandom } from '../../src/base/random.ts';
import { createClient } from '../../src/client/create-client.ts';
import { type UploadFile, uploadLfs } from '../../src/endpoints/lfs-upload.ts';
import { DIALECTS } from '../../src/model/dialects.table.ts';
import { TEST_CERTIFICATE } from '../client/support/test-certificate.ts';
import { temporaryFolder } from '../house/afterwards.ts';

const AUTHORIZATION = `Basic ${Buffer.from('mira:a-secret-token').toString('base64')}`;

interface Request {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Behaviour {
  /** Where files are sent; by default to the server itself. */
  readonly storage?: string;
  /** The statuses of the first answers to files. */
  readonly statuses?: readonly number[];
  readonly header?: Readonly<Record<string, string>>;
  readonly verifiedBy?: string;
  readonly hasTls?: boolean;
}

/** A server of Git LFS that keeps what it is sent. */
async function serveLfs({ storage, statuses = [], header, verifiedBy, hasTls }: Behaviour = {}) {
  const requests: Request[] = [];
  const kept = new Map<string, Buffer>();
  const verified: string[] = [];
  const left = [...statuses];
  const answer: RequestListener = async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const { method = '', url: path = '', headers } = request;
    const body = Buffer.concat(chunks);
    requests.push({ method, path, headers, body });
    const oid = path.split('/').at(-1) ?? '';
    if (method === 'PUT') {
      const status = left.shift() ?? (createHash('sha256').update(body).digest('hex') === oid ? 200 : 422);
      if (status === 200) {
        kept.set(oid, body);
      }
      response.writeHead(status).end();
    } else if (path.endsWith('/verify')) {
      const { oid: named, size } = JSON.parse(body.toString());
      const isThere = kept.get(named)?.length === size;
      verified.push(named);
      response.writeHead(isThere ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
    } else {
      const { objects } = JSON.parse(body.toString());
      const answers = objects.map((object: { readonly oid: string; readonly size: number }) => {
        const actions = {
          upload: { href: `${storage ?? origin}/objects/${object.oid}`, ...(header && { header }) },
          verify: { href: `${verifiedBy ?? origin}/verify` },
        };
        return kept.has(object.oid) ? object : { ...object, actions };
      });
      response.writeHead(200, { 'content-type': 'application/vnd.git-lfs+json' });
      response.end(JSON.stringify({ transfer: 'basic', objects: answers }));
    }
  };
  const server = hasTls === true ? createTlsServer(TEST_CERTIFICATE, answer) : createServer(answer);
  const { port, close } = await listenOn(server, { host: '127.0.0.1', port: 0 });
  const origin = hasTls === true ? `https://localhost:${port}` : `http://127.0.0.1:${port}`;
  onTestFinished(close);
  return { origin, requests, kept, verified };
}

function filesOf(count: number): readonly UploadFile[] {
  const folder = temporaryFolder();
  return Array.from({ length: count }, (_, index) => {
    const text = `film ${index} `.repeat(1_000);
    const path = join(folder, `${index}`);
    writeFileSync(path, text);
    return { oid: createHash('sha256').update(text).digest('hex'), sizeBytes: Buffer.byteLength(text), path };
  });
}

async function upload(origin: string, files: readonly UploadFile[], path = '/mira/lantern.git') {
  const client = createClient({
    ...{ baseUrl: new URL(origin), dialect: DIALECTS.service, token: 'a-secret-token', userAgent: 'test' },
    network: { caCertificates: [TEST_CERTIFICATE.cert] },
    clock: createDrivenClock(Date.UTC(2026, 5, 1), { skipSleeps: true }),
    random: createSystemRandom(),
  });
  onTestFinished(() => client.close());
  const repository = new URL(`${origin}${path}`);
  const { signal } = new AbortController();
  return await uploadLfs(client, files, { repository, authorization: AUTHORIZATION, signal });
}

describe('uploadLfs()', () => {
  it('sends what the server lacks, has it verified, and sends it only once', async () => {
    const server = await serveLfs();
    const files = filesOf(205);
    expect(await upload(server.origin, files)).toEqual({ sent: 205, known: 0, failed: [] });
    expect([...server.kept.keys()].toSorted()).toEqual(files.map(({ oid }) => oid).toSorted());
    expect(server.verified).toHaveLength(205);
    const batches = server.requests.filter(({ path }) => path.endsWith('/batch'));
    expect(batches.map(({ path }) => path)).toEqual(
      Array(3).fill('/mira/lantern.git/info/lfs/objects/batch'),
    );
    expect(new Set(server.requests.map(({ headers }) => headers.authorization))).toEqual(
      new Set([AUTHORIZATION]),
    );
    expect(await upload(server.origin, files)).toEqual({ sent: 0, known: 205, failed: [] });
    expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(205);
  }, 30_000);

  it('finds the server by the address of the repository', async () => {
    const server = await serveLfs();
    await upload(server.origin, filesOf(1), '/mira/lantern/');
    expect(server.requests[0]?.path).toBe('/mira/lantern.git/info/lfs/objects/batch');
  });

  it('tries again after an error of the server, and not after a refusal', async () => {
    const passing = await serveLfs({ statuses: [503, 500] });
    expect(await upload(passing.origin, filesOf(1))).toEqual({ sent: 1, known: 0, failed: [] });
    const refusing = await serveLfs({ statuses: [403] });
    const { sent, failed } = await upload(refusing.origin, filesOf(1));
    expect([sent, failed]).toEqual([0, [expect.stringContaining('the server answered 403')]]);
  });

  it('sends no credentials to another server, whatever the first one asks for', async () => {
    const storage = await serveLfs();
    const plain = await serveLfs({ storage: storage.origin });
    await upload(plain.origin, filesOf(1));
    expect(storage.requests.map(({ headers }) => headers.authorization)).toEqual([undefined]);
    const greedy = await serveLfs({ storage: storage.origin, header: { Authorization: AUTHORIZATION } });
    const { failed } = await upload(greedy.origin, filesOf(1));
    expect(failed).toEqual([expect.stringContaining('wants the token')]);
    const elsewhere = await serveLfs({ verifiedBy: storage.origin });
    const report = await upload(elsewhere.origin, filesOf(1));
    expect(report.failed).toEqual([expect.stringContaining('wants it verified by')]);
    expect(storage.requests).toHaveLength(1);
  });

  it('sends nothing without TLS that a server with TLS is to have', async () => {
    const storage = await serveLfs();
    const whole = await serveLfs({ hasTls: true });
    expect(await upload(whole.origin, filesOf(1))).toEqual({ sent: 1, known: 0, failed: [] });
    const careless = await serveLfs({ hasTls: true, storage: storage.origin });
    const { sent, failed } = await upload(careless.origin, filesOf(1));
    expect([sent, failed]).toEqual([0, [expect.stringContaining('which is not https')]]);
    expect(storage.requests).toEqual([]);
  });

  it('does not send a file that is damaged', async () => {
    const server = await serveLfs();
    const [file] = filesOf(1);
    writeFileSync(file?.path ?? '', 'x');
    const { failed } = await upload(server.origin, file === undefined ? [] : [file]);
    expect(failed).toEqual([expect.stringContaining('it is damaged in the vault')]);
    expect(server.kept.size).toBe(0);
  });
});
