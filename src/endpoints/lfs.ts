import { eachOf } from '../base/each-of.ts';
import { definedMembers } from '../base/json.ts';
import type { Client } from '../client/create-client.ts';
import { readUrl } from '../client/request-url.ts';
import { showForeignText } from '../client/service-error.ts';
import { Failure } from '../model/failure.ts';
import type { LfsOutcome, LfsPointer, LfsSource } from '../model/lfs.ts';
import { createAnswerReader } from './answer-reader.ts';
import type { LfsObjectJson } from './answer-types.ts';
import { fetchLfsObject, keepIfStaged, type LfsAddress, type ObjectPlace } from './lfs-object.ts';

/** Transfers at a time. */
export const AT_ONCE = 4;

interface LfsOptions {
  /** Where repositories are, as `git clone` names them. */
  readonly website: URL;
}

/**
 * The Git LFS of a service: the batch API and basic transfers (git-lfs `docs/api/batch.md`, `docs/api/basic-transfers.md`).
 * Settings in a repository that name another server are not obeyed: anyone who can push could have the token sent there.
 */
export function createLfs(client: Client, { website }: LfsOptions): LfsSource {
  const requestBatch = createBatchApi(client);

  async function ask(
    repository: string,
    pointers: readonly LfsPointer[],
    signal: AbortSignal,
  ): Promise<(pointer: LfsPointer) => LfsAddress> {
    const url = batchUrl(website, repository);
    const action = `ask for files of ${repository} in Git LFS`;
    const authorization = await client.gitAuthorization(signal);
    const { byOid, server } = await requestBatch('download', pointers, {
      action,
      url,
      authorization,
      signal,
    });
    return ({ oid }) => addressOf(byOid.get(oid), 'download', server) ?? UNNAMED;
  }

  return {
    async fetchFiles(repository, pointers, stage) {
      const place: ObjectPlace = { ...stage, client };
      const { signal } = stage;
      const outcomes: LfsOutcome[] = [];
      const wanted: LfsPointer[] = [];
      for (const pointer of pointers) {
        if (await keepIfStaged(pointer, place)) {
          outcomes.push({ pointer, receivedBytes: 0 });
        } else {
          wanted.push(pointer);
        }
      }
      const find = wanted.length === 0 ? undefined : await ask(repository, wanted, signal);
      await eachOf(wanted, AT_ONCE, async (pointer) => {
        const again = async () => (await ask(repository, [pointer], signal))(pointer);
        outcomes.push(await fetchLfsObject(pointer, { first: find?.(pointer) ?? UNNAMED, again }, place));
      });
      return outcomes;
    },
  };
}

interface BatchCall {
  /** A verb phrase that can follow "Cannot". */
  readonly action: string;
  readonly url: URL;
  /** The value of the Authorization header; undefined for anonymous callers. */
  readonly authorization: string | undefined;
  readonly signal: AbortSignal;
}

/** What a server says of objects, by digest. */
interface BatchAnswer {
  readonly byOid: ReadonlyMap<string, LfsObjectJson>;
  readonly server: AskedServer;
}

/** The batch API of Git LFS servers (git-lfs `docs/api/batch.md`). */
export function createBatchApi(client: Client) {
  const readAnswer = createAnswerReader(client);
  return async (
    operation: 'download' | 'upload',
    pointers: readonly LfsPointer[],
    { action, url, authorization, signal }: BatchCall,
  ): Promise<BatchAnswer> => {
    const asked = pointers.map(({ oid, sizeBytes }) => ({ oid, size: sizeBytes }));
    const body = { operation, transfers: ['basic'], objects: asked, hash_algo: 'sha256' };
    const headers = definedMembers({ authorization });
    const response = await client.askLfs({ action, url, body, signal, headers });
    const { objects } = readAnswer('lfs-batch', response, action);
    const byOid = new Map(objects.map((object) => [object.oid, object]));
    return { byOid, server: { url: response.url, authorization } };
  };
}

/** The server of a repository without settings of its own (git-lfs `docs/api/server-discovery.md`). */
function batchUrl(website: URL, repository: string): URL {
  const [owner = '', name = '', ...more] = repository.split('/');
  if (more.length > 0 || name === '' || /^\.{0,2}$/.test(owner)) {
    throw new Failure('absent', `Cannot ask for files in Git LFS: "${repository}" is not a repository`);
  }
  const base = website.href.replace(/\/$/, '');
  const path = `${encodeURIComponent(owner)}/${encodeURIComponent(name)}.git/info/lfs/objects/batch`;
  return new URL(`${base}/${path}`);
}

const UNNAMED: LfsAddress = { trouble: 'the service said nothing of it' };

/** A server that answered, and the credentials that it got. */
export interface AskedServer {
  readonly url: URL;
  readonly authorization: string | undefined;
}

/**
 * What a server names for an object: where it is, or where to send it. An address at the server itself gets its credentials,
 * if it names none of its own. Undefined if it names nothing.
 */
export function addressOf(
  object: LfsObjectJson | undefined,
  name: 'download' | 'upload' | 'verify',
  { url: namedBy, authorization }: AskedServer,
): LfsAddress | undefined {
  const { error, actions, authenticated } = object ?? {};
  if (error !== undefined && error !== null) {
    const message = showForeignText(error.message ?? 'without a word');
    return { trouble: `the service says "${message}"${error.code == null ? '' : ` (${error.code})`}` };
  }
  const action = actions?.[name];
  if (action === undefined || action === null) {
    return undefined;
  }
  const url = readUrl(action.href, namedBy);
  if (url === undefined) {
    return { trouble: 'the service named an invalid address' };
  }
  const own = headersOf(action.header ?? {});
  const isAtHome = url.origin === namedBy.origin && authenticated !== true && !('authorization' in own);
  const headers = isAtHome && authorization !== undefined ? { ...own, authorization } : own;
  return { url, headers, namedBy };
}

/** What a server may not choose: the connection, and which bytes are asked for. */
const OURS =
  /^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|content-.*|expect|proxy-.*|range|if-.*|accept-encoding|user-agent|cookie)$/;

/** RFC 9110, 5.5 and 5.6.2. */
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
const HEADER_VALUE = /^[\t\u0020-\u007e\u0080-\u00ff]*$/;

function headersOf(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(given)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name, value]) => HEADER_NAME.test(name) && !OURS.test(name) && HEADER_VALUE.test(value)),
  );
}
