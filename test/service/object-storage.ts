import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SECRETS } from './shapes.ts';

interface StorageManners {
  /** Errors for the first requests. */
  readonly refusals: StorageRefusal[];
}

interface StorageRefusal {
  readonly status: number;
  readonly code: string;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The storage of the archives, like S3: another origin, signed addresses, errors in XML. */
export class ObjectStorage {
  readonly manners: StorageManners = { refusals: [] };
  readonly asked: { readonly range: string | undefined; readonly headers: IncomingMessage['headers'] }[] = [];
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
    const bytes = this.#objects.get(url.pathname.split('/').at(-1) ?? '');
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
    response.writeHead(200, {
      etag: `"${createHash('md5').update(bytes).digest('hex')}"`,
      'content-length': String(bytes.length),
      'content-type': 'application/x-gzip',
      'set-cookie': `storage=${SECRETS.cookie}`,
      server: 'AmazonS3',
    });
    response.end(bytes);
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
