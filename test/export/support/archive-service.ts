import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDrivenClock } from '../../../src/base/clock.ts';
import type { ClientOptions } from '../../../src/client/create-client.ts';
import { createMigrations } from '../../../src/endpoints/migrations.ts';
import type { DownloadOptions } from '../../../src/export/download-archive.ts';
import {
  json,
  type ReceivedRequest,
  type Step,
  startScriptedServer,
} from '../../client/support/scripted-server.ts';
import { createTestClient, START_MS } from '../../client/support/test-client.ts';
import { temporaryFolder } from '../../house/afterwards.ts';

/** An archive as storage keeps it. */
export interface StoredObject {
  readonly bytes: Buffer;
  readonly etag: string;
  /** The media type; default: none. */
  readonly type?: string | undefined;
}

/** An archive to its first bytes, which are those of gzip. */
export function createStoredObject(sizeBytes = 200_000): StoredObject {
  const bytes = randomBytes(sizeBytes);
  bytes.set([0x1f, 0x8b]);
  return { bytes, etag: `"${randomBytes(16).toString('hex')}"`, type: 'application/x-gzip' };
}

export interface ArchiveService {
  /** What a download from this service needs; each test adds what it is about. */
  readonly options: DownloadOptions;
  readonly apiRequests: readonly ReceivedRequest[];
  readonly storageRequests: readonly ReceivedRequest[];
  /** The folder that the archive goes to. */
  readonly directory: string;
}

/**
 * Starts a service whose migration 79 is exported, and its storage on another origin, which answers by the steps
 * given. Every redirect carries a fresh signature.
 */
export async function startArchiveService(
  steps: readonly Step[],
  clientOptions: Partial<ClientOptions> = {},
): Promise<ArchiveService> {
  const storage = await startScriptedServer(...steps);
  let signatures = 0;
  const api = await startScriptedServer((response) => {
    signatures += 1;
    response.writeHead(302, { location: `${storage.url.href}79?X-Amz-Signature=SECRET${signatures}` }).end();
  });
  const clock = createDrivenClock(START_MS, { skipSleeps: true });
  const client = createTestClient(api.url, { clock, ...clientOptions });
  const directory = await createTestDirectory();
  return {
    options: {
      migrations: createMigrations(client, { type: 'user' }),
      id: 79,
      clock,
      path: join(directory, 'archive.tar.gz'),
    },
    apiRequests: api.requests,
    storageRequests: storage.requests,
    directory,
  };
}

/** A folder that goes with the test. */
export async function createTestDirectory(): Promise<string> {
  const directory = temporaryFolder();
  return directory;
}

/** Serves an object as S3 does: Range under If-Range. */
export function serve({ bytes, etag, type }: StoredObject): Step {
  return (response, { headers }) => {
    const range = /^bytes=(\d+)-$/.exec(headers.range ?? '');
    const start = range === null || headers['if-range'] !== etag ? 0 : Number(range[1]);
    if (start > 0 && start >= bytes.length) {
      response.writeHead(416, { 'content-range': `bytes */${bytes.length}` }).end('<Error/>');
      return;
    }
    const partHeaders = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      'content-length': bytes.length - start,
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(start > 0 ? partHeaders : {}),
    });
    response.end(bytes.subarray(start));
  };
}

/** Serves the first bytes of what would be served, then cuts the connection. */
export function serveAndCut({ bytes, etag, type }: StoredObject, sizeBytes: number): Step {
  return (response, { headers }) => {
    const start = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0);
    const partHeaders = { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` };
    response.writeHead(start > 0 ? 206 : 200, {
      etag,
      'content-length': bytes.length - start,
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(start > 0 ? partHeaders : {}),
    });
    response.write(bytes.subarray(start, start + sizeBytes), () => response.destroy());
  };
}

export const EXPIRED: Step = (response) => {
  response
    .writeHead(403, { 'content-type': 'application/xml' })
    .end('<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>');
};

export function migrationIn(state: string, id = 79): Step {
  return json(200, {
    id,
    state,
    created_at: '2026-05-04T10:00:00Z',
    updated_at: '2026-05-04T10:00:00Z',
  });
}
