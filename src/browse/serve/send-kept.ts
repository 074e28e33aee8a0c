import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { Failure, systemErrorCode } from '../../base/index.ts';
import type { KeptBytes } from '../../reading/index.ts';

/** Pictures without a program in them: a browser may show these in our pages. SVG is a document and is none of them. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/**
 * Sends a kept file. What is no plain picture is downloaded, and nothing of it may run: it came from anybody. Fails with
 * `absent` where the file is gone.
 */
export async function sendKept({ name, contentType, sizeBytes, path }: KeptBytes): Promise<Response> {
  const isShown = SHOWN.has(contentType ?? '');
  const file = await open(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') {
      throw new Failure('absent', `Cannot send "${name}": its file is no longer next to the store`, {
        cause: error,
        hint: 'Load the archive again to get it back',
      });
    }
    throw error;
  });
  const stream = Readable.toWeb(file.createReadStream()) as ReadableStream; // Node's own type for the same thing.
  return new Response(stream, {
    headers: {
      'Content-Type': isShown && contentType !== null ? contentType : 'application/octet-stream',
      'Content-Length': String(sizeBytes),
      'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=3600',
    },
  });
}
