import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SECRETS } from './shapes.ts';

/** The validators that the storage sends, and how well it supports ranges. */
export interface StorageManners {
  etag: boolean;
  lastModified: boolean;
  /** `no-content-range` answers 206 without a `Content-Range` header. */
  ranges: 'kept' | 'ignored' | 'no-content-range';
  /** The number of bytes sent for each request before the connection breaks; later requests are not cut. */
  cuts: number[];
  /** Errors for the first requests; undefined for a request without one. */
  refusals: (StorageRefusal | undefined)[];
  /** Replaces the object from this request on. */
  replacement?: { readonly from: number; readonly bytes: Buffer };
}

interface StorageRefusal {
  readonly status: number;
  readonly code: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The storage of the archives, like S3: another origin, signed addresses, errors in XML. */
export class ObjectStorage {
  readonly manners: StorageManners = {
    etag: true,
    lastModified: true,
    ranges: 'kept',
    cuts: [],
    refusals: [],
  };
  readonly asked: { readonly range: string | undefined; readonly headers: IncomingMessage['headers'] }[] = [];
  /** The number of bytes of objects sent. */
  sentBytes = 0;
  readonly #objects = new Map<string, Buffer>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => this.#serve(request, response));
  }

  start(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  addressOf(name: string, bytes: Buffer): string {
    this.#objects.set(name, bytes);
    const query = new URLSearchParams({
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': `${SECRETS.credential}/20260101/us-east-1/s3/aws4_request`,
      'X-Amz-Date': '20260101T000000Z',
      'X-Amz-Expires': '300',
      'X-Amz-Signature': SECRETS.signature,
      'X-Amz-SignedHeaders': 'host',
      actor_id: '1',
      'response-content-disposition': `filename=${name}.tar.gz`,
      'response-content-type': 'application/x-gzip',
    });
    return `http://127.0.0.1:${this.port}/migration/1/${name}?${query.toString()}`;
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://storage');
    const range = request.headers.range;
    this.asked.push({ range, headers: request.headers });
    const refusal = this.manners.refusals.shift();
    const kept = this.#objects.get(url.pathname.split('/').at(-1) ?? '');
    const { replacement } = this.manners;
    const bytes =
      replacement !== undefined && this.asked.length >= replacement.from ? replacement.bytes : kept;
    if (refusal !== undefined) {
      refuse(response, refusal);
      return;
    }
    if (request.headers.authorization !== undefined) {
      refuse(response, { status: 400, code: 'InvalidArgument' });
      return;
    }
    if (bytes === undefined || url.searchParams.get('X-Amz-Signature') !== SECRETS.signature) {
      refuse(response, { status: 403, code: 'SignatureDoesNotMatch' });
      return;
    }
    this.#send(request, response, bytes);
  }

  #send(request: IncomingMessage, response: ServerResponse, bytes: Buffer): void {
    const { manners } = this;
    const md5 = createHash('md5').update(bytes).digest('hex');
    // A replaced object has another date.
    const modified = new Date(
      1_777_000_000_000 + (Number.parseInt(md5.slice(0, 4), 16) % 1_000) * 60_000,
    ).toUTCString();
    const validators = {
      ...(manners.etag ? { etag: `"${md5}"` } : {}),
      ...(manners.lastModified ? { 'last-modified': modified } : {}),
    };
    const condition = request.headers['if-range'];
    const isSame = condition === undefined || condition === `"${md5}"` || condition === modified;
    const wanted = /^bytes=(\d+)-(\d*)$/.exec(String(request.headers.range));
    const first = wanted === null || manners.ranges === 'ignored' || !isSame ? 0 : Number(wanted[1]);
    const isPart = wanted !== null && manners.ranges !== 'ignored' && isSame;
    if (first >= bytes.length) {
      response.setHeader('content-range', `bytes */${bytes.length}`);
      refuse(response, { status: 416, code: 'InvalidRange' });
      return;
    }
    const last = isPart && wanted[2] !== '' ? Number(wanted[2]) : bytes.length - 1;
    const content = bytes.subarray(first, last + 1);
    response.writeHead(isPart ? 206 : 200, {
      ...validators,
      ...(manners.ranges === 'ignored' ? {} : { 'accept-ranges': 'bytes' }),
      ...(isPart && manners.ranges === 'kept'
        ? { 'content-range': `bytes ${first}-${last}/${bytes.length}` }
        : {}),
      'content-length': String(content.length),
      'content-type': 'application/x-gzip',
      'set-cookie': `storage=${SECRETS.cookie}`,
      server: 'AmazonS3',
    });
    const cut = manners.cuts.shift() ?? Number.POSITIVE_INFINITY;
    const sent = content.subarray(0, cut);
    this.sentBytes += sent.length;
    if (sent.length === content.length) {
      response.end(content);
    } else {
      response.write(sent, () => response.destroy());
    }
  }
}

/** Sends an error in the style of S3: the body contains the signed request, including the signature and the key. */
function refuse(
  response: ServerResponse,
  { status, code, text = 'The request signature does not match', headers = {} }: StorageRefusal,
): void {
  response.writeHead(status, { 'content-type': 'application/xml', ...headers });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${text}: ${SECRETS.signature}, X-Amz-Signature=${SECRETS.signature}</Message><AWSAccessKeyId>${SECRETS.credential}</AWSAccessKeyId><SignatureProvided>${SECRETS.signature}</SignatureProvided><Token>${SECRETS.token}</Token></Error>`,
  );
}
