import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ObjectRequest {
  readonly method: string;
  readonly key: string;
  readonly query: URLSearchParams;
}

/** `corrupt` changes one byte on its way, `truncate` ends an answer in its middle, `lost` performs a PUT or completes an upload without an answer, a function answers itself. */
export type ObjectFault =
  | 'reset'
  | 'slow-down'
  | 'corrupt'
  | 'truncate'
  | 'lost'
  | ((response: ServerResponse) => void);

function hasCondition(headers: IncomingMessage['headers']): boolean {
  return headers['if-none-match'] !== undefined || headers['if-match'] !== undefined;
}

/** A bucket on a socket of this machine. */
export interface ObjectServer {
  readonly url: string;
  readonly objects: Map<string, Buffer>;
  /** Parts of uploads that were neither completed nor aborted, by upload id. */
  readonly uploads: ReadonlyMap<string, Upload>;
  readonly requests: readonly ObjectRequest[];
  /** Called with each request; decides on its fault. */
  faultOf: (request: ObjectRequest) => ObjectFault | undefined;
  /** What it does with `If-None-Match: *` and `If-Match` on a PUT: as S3, as OpenStack Swift, or as servers that do not know it. */
  conditions: 'honoured' | 'refused' | 'ignored';
  /** The ETag of bytes: an MD5 digest, unless the server encrypts objects with its own keys. */
  etagOf: (bytes: Buffer) => string;
  /** Its clock, for the times in listings. */
  now: () => number;
  close(): Promise<void>;
}

interface Upload {
  readonly key: string;
  readonly parts: Map<number, Buffer>;
}

/**
 * Starts an object server for one bucket, written from the S3 API reference
 * (https://docs.aws.amazon.com/AmazonS3/latest/API). It is strict where copies depend on it: it compares Content-MD5,
 * requires all parts of an upload except the last to have 5 MiB, and shows an object only when it is complete.
 */
export async function startObjectServer(bucket: string, page = PAGE): Promise<ObjectServer> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();
  const requests: ObjectRequest[] = [];
  const writtenAtMs = new Map<string, number>();
  const etags = new Map<string, string>();
  const etagOf = (bytes: Buffer) => state.etagOf(bytes);
  const state: ObjectServer = {
    url: '',
    objects,
    uploads,
    requests,
    faultOf: () => undefined,
    conditions: 'honoured',
    etagOf: md5TagOf,
    now: () => Date.UTC(2026, 0, 1),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error as Error));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, name, ...path] = url.pathname.split('/').map(decodeURIComponent);
    const { method = 'GET' } = request;
    const key = path.join('/');
    const asked: ObjectRequest = { method, key, query: url.searchParams };
    requests.push(asked);
    const fault = state.faultOf(asked);
    const body = await read(request);
    if (typeof fault === 'function') {
      fault(response);
    } else if (fault === 'reset') {
      response.destroy();
    } else if (fault === 'slow-down') {
      fail(response, 503, 'SlowDown');
    } else if (name !== bucket) {
      fail(response, 404, 'NoSuchBucket');
    } else if (request.headers.authorization === undefined) {
      fail(response, 403, 'AccessDenied');
    } else {
      perform(asked, fault === 'corrupt' && method !== 'GET' ? flip(body) : body, {
        headers: request.headers,
        response,
        fault,
      });
    }
  }

  function perform(
    { method, key, query }: ObjectRequest,
    body: Buffer,
    exchange: {
      readonly headers: IncomingMessage['headers'];
      readonly response: ServerResponse;
      readonly fault: ObjectFault | undefined;
    },
  ): void {
    const { headers, response, fault } = exchange;
    const id = query.get('uploadId');
    const upload = id === null ? undefined : uploads.get(id);
    const md5 = headers['content-md5'];
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) {
      fail(response, 400, 'BadDigest');
    } else if (id !== null && upload === undefined) {
      fail(response, 404, 'NoSuchUpload');
    } else if (method === 'POST' && query.has('uploads')) {
      const newId = `upload-${requests.length}`;
      uploads.set(newId, { key, parts: new Map() });
      xml(
        response,
        `<InitiateMultipartUploadResult><UploadId>${newId}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (method === 'PUT' && upload !== undefined) {
      upload.parts.set(Number(query.get('partNumber')), body);
      response.setHeader('ETag', etagOf(body)).end();
    } else if (method === 'POST' && upload !== undefined && id !== null) {
      complete(id, { upload, body }, { response, fault });
    } else if (method === 'DELETE' && id !== null) {
      uploads.delete(id);
      response.writeHead(204).end();
    } else if (method === 'GET' && upload !== undefined) {
      const parts = [...upload.parts]
        .sort(([a], [b]) => a - b)
        .map(
          ([number, part]) =>
            `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part).replaceAll('"', '&quot;')}</ETag><Size>${part.length}</Size></Part>`,
        );
      xml(response, `<ListPartsResult><IsTruncated>false</IsTruncated>${parts.join('')}</ListPartsResult>`);
    } else if (method === 'GET' && query.has('uploads')) {
      const prefix = query.get('prefix') ?? '';
      const found = [...uploads].filter(([, { key: of }]) => of.startsWith(prefix));
      const list = found.map(
        ([of, { key: name }]) => `<Upload><Key>${name}</Key><UploadId>${of}</UploadId></Upload>`,
      );
      xml(
        response,
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${list.join('')}</ListMultipartUploadsResult>`,
      );
    } else if (method === 'GET' && query.has('list-type')) {
      list(query, response);
    } else if (method === 'PUT' && hasCondition(headers) && state.conditions === 'refused') {
      fail(response, 501, 'NotImplemented');
    } else if (
      method === 'PUT' &&
      hasCondition(headers) &&
      state.conditions === 'honoured' &&
      !isMet(key, headers)
    ) {
      fail(response, objects.has(key) ? 412 : 404, objects.has(key) ? 'PreconditionFailed' : 'NoSuchKey');
    } else if (method === 'PUT') {
      keep(key, body);
      if (fault === 'lost') {
        response.destroy();
      } else {
        response.setHeader('ETag', etagOf(body)).end();
      }
    } else if (method === 'DELETE') {
      objects.delete(key);
      response.writeHead(204).end();
    } else {
      send(objects.get(key), headers, { response, fault, etag: etags.get(key) });
    }
  }

  function isMet(key: string, headers: IncomingMessage['headers']): boolean {
    const present = objects.get(key);
    const tag = present === undefined ? undefined : (etags.get(key) ?? etagOf(present));
    return headers['if-match'] === undefined ? tag === undefined : tag === headers['if-match'];
  }

  function keep(key: string, bytes: Buffer, etag = etagOf(bytes)): void {
    objects.set(key, bytes);
    etags.set(key, etag);
    writtenAtMs.set(key, state.now());
  }

  function complete(
    id: string,
    { upload: { key, parts }, body }: { readonly upload: Upload; readonly body: Buffer },
    { response, fault }: { readonly response: ServerResponse; readonly fault: ObjectFault | undefined },
  ): void {
    const wanted = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([part]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
      etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
    }));
    const found = wanted.map(({ number }) => parts.get(number));
    const isOrdered = wanted.every(({ number }, index) => number > (wanted[index - 1]?.number ?? 0));
    if (!isOrdered || wanted.some(({ etag }, index) => etag !== etagOf(found[index] ?? Buffer.of()))) {
      fail(response, 400, 'InvalidPart');
    } else if (found.slice(0, -1).some((part) => (part?.length ?? 0) < MIN_PART_BYTES)) {
      fail(response, 400, 'EntityTooSmall');
    } else {
      const digests = found.map((part) =>
        createHash('md5')
          .update(part ?? Buffer.of())
          .digest(),
      );
      const etag = `${etagOf(Buffer.concat(digests)).slice(0, -1)}-${found.length}"`;
      keep(key, Buffer.concat(found.map((part) => part ?? Buffer.of())), etag);
      uploads.delete(id);
      if (fault === 'lost') {
        response.destroy();
        return;
      }
      xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
    }
  }

  function list(query: URLSearchParams, response: ServerResponse): void {
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort();
    const shown = keys.slice(0, page);
    const token = keys.length > page ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
    const contents = shown.map((key) => {
      const bytes = objects.get(key) ?? Buffer.of();
      const etag = (etags.get(key) ?? etagOf(bytes)).replaceAll('"', '&quot;');
      // In whole seconds, as S3 does it.
      const at = new Date(Math.floor((writtenAtMs.get(key) ?? state.now()) / 1_000) * 1_000).toISOString();
      return `<Contents><Key>${key}</Key><ETag>${etag}</ETag><Size>${bytes.length}</Size><LastModified>${at}</LastModified></Contents>`;
    });
    xml(
      response,
      `<ListBucketResult><IsTruncated>${token !== ''}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`,
    );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
}

const MIN_PART_BYTES = 5 * 1024 * 1024;

/** Keys in an answer; few, so that tests read several pages. */
const PAGE = 7;

function send(
  object: Buffer | undefined,
  headers: IncomingMessage['headers'],
  {
    response,
    fault,
    etag = md5TagOf(object ?? Buffer.of()),
  }: {
    readonly response: ServerResponse;
    readonly fault: ObjectFault | undefined;
    readonly etag: string | undefined;
  },
): void {
  if (object === undefined) {
    fail(response, 404, 'NoSuchKey');
    return;
  }
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag) {
    fail(response, 412, 'PreconditionFailed');
    return;
  }
  const { from = '0', last } = /^bytes=(?<from>\d+)-(?<last>\d*)$/.exec(headers.range ?? '')?.groups ?? {};
  const rest = object.subarray(Number(from), last ? Number(last) + 1 : object.length);
  const range = `bytes ${from}-${Number(from) + rest.length - 1}/${object.length}`;
  response.writeHead(headers.range === undefined ? 200 : 206, {
    ETag: etag,
    'Content-Length': rest.length,
    ...(headers.range === undefined ? {} : { 'Content-Range': range }),
  });
  if (fault === 'truncate') {
    response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => response.destroy());
  } else {
    response.end(fault === 'corrupt' ? flip(rest) : rest);
  }
}

function flip(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  const middle = Math.floor(changed.length / 2);
  changed[middle] = (changed[middle] ?? 0) ^ 1;
  return changed;
}

function md5TagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

function xml(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/xml').end(`<?xml version="1.0" encoding="UTF-8"?>${text}`);
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.statusCode = status;
  xml(response, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

async function read(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return Buffer.concat(chunks);
}
