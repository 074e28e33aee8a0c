import { createReadStream } from 'node:fs';
import { backoffMs } from '../base/backoff.ts';
import { eachOf } from '../base/each-of.ts';
import { isLoopbackHost } from '../base/listen-on.ts';
import { digestOfFile } from '../base/read-pieces.ts';
import type { Client } from '../client/create-client.ts';
import { Failure, isTemporary } from '../model/failure.ts';
import { LFS_BATCH_OBJECTS, type LfsPointer } from '../model/lfs.ts';
import type { LfsObjectJson } from './answer-types.ts';
import { type AskedServer, AT_ONCE, addressOf, createBatchApi } from './lfs.ts';

export interface UploadFile extends LfsPointer {
  readonly path: string;
}

export interface LfsUpload {
  readonly sent: number;
  /** Those that the server had. */
  readonly known: number;
  /** Why each of the others was not sent: sentences without a final period. */
  readonly failed: readonly string[];
}

interface UploadOptions {
  /** The address of the repository, as `git push` names it. */
  readonly repository: URL;
  /** The value of the Authorization header; undefined for anonymous callers. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

const MAX_TRIES = 4;
const DELAYS = { firstMs: 1_000, maxMs: 30_000 } as const;

/**
 * Sends files to the Git LFS server of a repository: the batch API, basic transfers and their verification (git-lfs
 * `docs/api/batch.md`, `docs/api/basic-transfers.md`). Files that the server has are not sent. Fails if the server cannot be
 * asked at all.
 */
export async function uploadLfs(
  client: Client,
  files: readonly UploadFile[],
  { repository, authorization, signal }: UploadOptions,
): Promise<LfsUpload> {
  const requestBatch = createBatchApi(client);
  const call = { action: 'send files to Git LFS', url: batchUrlOf(repository), authorization, signal };
  const report = { sent: 0, known: 0, failed: [] as string[] };
  for (let start = 0; start < files.length; start += LFS_BATCH_OBJECTS) {
    const group = files.slice(start, start + LFS_BATCH_OBJECTS);
    const { byOid, server } = await requestBatch('upload', group, call);
    await eachOf(group, AT_ONCE, async (file) => {
      try {
        const isSent = await uploadOne(file, byOid.get(file.oid), { client, server, signal });
        report[isSent ? 'sent' : 'known'] += 1;
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof Failure) || error.code === 'internal') {
          throw error;
        }
        report.failed.push(`${file.oid}: ${error.reason}`);
      }
    });
  }
  return report;
}

/** The server of a repository without settings of its own (git-lfs `docs/api/server-discovery.md`). */
function batchUrlOf(repository: URL): URL {
  const url = new URL(repository);
  url.username = ''; // It is in the credentials.
  url.pathname = `${url.pathname.replace(/\/$/, '').replace(/(?:\.git)?$/, '.git')}/info/lfs/objects/batch`;
  return url;
}

interface UploadPlace {
  readonly client: Client;
  readonly server: AskedServer;
  readonly signal: AbortSignal;
}

const ACTION = 'send a file to Git LFS';

function refused(
  found: string,
  code: 'request-refused' | 'service-unavailable' = 'request-refused',
): Failure {
  return new Failure(code, `Cannot ${ACTION}: ${found}`);
}

/** Files may be private: only a server on this machine may have them sent without TLS. */
function mayBePlain({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && isLoopbackHost(hostname);
}

/** Returns false if the server has the file. */
async function uploadOne(
  { oid, sizeBytes, path }: UploadFile,
  object: LfsObjectJson | undefined,
  { client, server, signal }: UploadPlace,
): Promise<boolean> {
  if (object === undefined) {
    throw refused('the server said nothing of it');
  }
  const target = addressOf(object, 'upload', server);
  if (target === undefined) {
    return false;
  }
  if ('trouble' in target) {
    throw refused(target.trouble);
  }
  if (target.url.protocol !== 'https:' && !mayBePlain(server.url)) {
    throw refused(`the server wants it sent to "${target.url.origin}", which is not https`);
  }
  if ((await digestOfFile(path, signal)) !== oid) {
    throw refused('it is damaged in the vault');
  }
  const file = { ...target, action: ACTION, sizeBytes, signal, open: () => createReadStream(path) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const status = await client.sendFile(file);
      if (status < 300) {
        break;
      }
      throw refused(
        `the server answered ${status}`,
        status >= 500 ? 'service-unavailable' : 'request-refused',
      );
    } catch (error) {
      signal.throwIfAborted();
      if (attempt === MAX_TRIES || !isTemporary(error)) {
        throw error;
      }
      await client.clock.sleep(backoffMs(attempt, DELAYS), signal);
    }
  }
  const check = addressOf(object, 'verify', server);
  if (check !== undefined && 'trouble' in check) {
    throw refused(check.trouble);
  }
  if (check !== undefined) {
    const { url, headers } = check;
    if (url.origin !== server.url.origin) {
      throw refused(`the server wants it verified by "${url.origin}"`);
    }
    const action = 'have a file in Git LFS verified';
    await client.askLfs({ action, url, headers, body: { oid, size: sizeBytes }, signal });
  }
  return true;
}
