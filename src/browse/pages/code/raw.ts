import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { invariant } from '../../../base/failure.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';
import { type LfsPointer, POINTER_BYTES, parseLfsPointer } from '../../../model/lfs.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { defineFile, type PageRequest } from '../../page.ts';
import { sendBytes, sliceStream } from '../../serve/send-bytes.ts';
import { shownTypeOf } from '../../show/preview/file-types.table.ts';
import { findEntry, noSuchPath, openPlace } from './code-place.ts';

/**
 * The headers for arbitrary content of repositories: opened by itself it is downloaded, and a sandbox blocks scripts.
 * An SVG image may use its own styles, and nothing that it refers to.
 */
export function sandboxedHeaders(name: string, contentType: string): Readonly<Record<string, string>> {
  const styles = contentType === 'image/svg+xml' ? " style-src 'unsafe-inline';" : '';
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': `default-src 'none';${styles} sandbox`,
  };
}

/** The bytes of a file. What pages show or play keeps its type; everything else is sent as bytes. */
export const raw = defineFile(async (sources, request) => {
  const { git, place } = await openPlace(sources, request);
  const { store } = sources;
  const answer = await sendEntry(git, {
    ...{ store, request, path: place.path },
    entry: await findEntry(git, place),
  });
  if (answer === undefined) {
    throw noSuchPath(place);
  }
  return answer;
});

interface WantedEntry {
  readonly entry: TreeEntry | undefined;
  readonly path: string;
  readonly request: PageRequest;
  readonly store: Browsing;
}

/** Sends the file of a repository, in the place of its pointer if it is in Git LFS; undefined if there is none. */
export async function sendEntry(
  git: GitRepository,
  { entry, path, request, store }: WantedEntry,
): Promise<Response | undefined> {
  const isFile = entry !== undefined && entry.kind !== 'folder' && entry.kind !== 'submodule';
  const sizeBytes = isFile ? await git.sizeOf(entry.id) : undefined;
  if (!isFile || sizeBytes === undefined) {
    return undefined;
  }
  const headers = sandboxedHeaders(
    path.split('/').at(-1) ?? 'file',
    shownTypeOf(path) ?? 'application/octet-stream',
  );
  const lfs = await findLfs(git, { id: entry.id, sizeBytes, store });
  if (lfs !== undefined) {
    return sendBytes(request.http, {
      sizeBytes: lfs.sizeBytes,
      headers,
      etag: `"${lfs.oid}"`,
      // Node's own type of the same object.
      open: (range) => Readable.toWeb(createReadStream(lfs.path, range)) as ReadableStream<Uint8Array>,
    });
  }
  return sendBytes(request.http, {
    sizeBytes,
    headers,
    etag: `"${entry.id}"`,
    open: (range) =>
      range.end - range.start + 1 === sizeBytes
        ? streamOf(git, entry.id, sizeBytes)
        : sliceStream(streamOf(git, entry.id, sizeBytes), range),
  });
}

interface SentChanges {
  readonly form: 'diff' | 'patch';
  readonly ends: Parameters<GitRepository['streamPatches']>[0];
  readonly name: string;
  readonly request: PageRequest;
}

/** Sends changes as git prints them, or as mails. Their size is not known before, so that a HEAD request starts no git. */
export function sendChanges(git: GitRepository, { form, ends, name, request }: SentChanges): Response {
  const open = () => (form === 'diff' ? git.streamDifference(ends) : git.streamPatches(ends));
  return new Response(request.http.method === 'HEAD' ? null : open(), {
    headers: sandboxedHeaders(`${name.replaceAll('/', '-')}.${form}`, 'text/plain; charset=utf-8'),
  });
}

/** The kept file that an object of git is the pointer of. */
async function findLfs(
  git: GitRepository,
  { id, sizeBytes, store }: { readonly id: string; readonly sizeBytes: number; readonly store: Browsing },
): Promise<(Pick<LfsPointer, 'oid'> & NonNullable<ReturnType<Browsing['lfsFile']>>) | undefined> {
  if (sizeBytes < POINTER_BYTES.min || sizeBytes > POINTER_BYTES.max) {
    return undefined;
  }
  const { bytes } = (await git.blob(id, POINTER_BYTES.max)) ?? {};
  const pointer = parseLfsPointer(bytes?.toString('latin1') ?? '');
  const found = pointer && store.lfsFile(pointer.oid);
  return pointer === undefined || found === undefined ? undefined : { oid: pointer.oid, ...found };
}

/** Larger files are streamed, by a process of their own. Starting it takes longer than to read a smaller one. */
const MAX_READ_BYTES = 256 * 1024;

function streamOf(git: GitRepository, id: string, sizeBytes: number): ReadableStream<Uint8Array> {
  return sizeBytes > MAX_READ_BYTES
    ? git.streamBlob(id)
    : new ReadableStream({
        async start(controller) {
          const { bytes } = (await git.blob(id, MAX_READ_BYTES)) ?? {};
          invariant(bytes !== undefined, 'what has a size is there');
          controller.enqueue(bytes);
          controller.close();
        },
      });
}
