import { defineFile } from '../../page.ts';
import { sendBytes, sliceStream } from '../../serve/send-bytes.ts';
import { noSuchPath, openPlace } from './code-place.ts';

/** Safe image types by file extension. SVG is excluded because it can contain scripts. */
const PICTURE_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    avif: 'image/avif',
    bmp: 'image/bmp',
    gif: 'image/gif',
    ico: 'image/x-icon',
    jpeg: 'image/jpeg',
    jpg: 'image/jpeg',
    png: 'image/png',
    webp: 'image/webp',
  }),
);

/** The headers for arbitrary content of repositories: it is downloaded, and a sandbox blocks scripts. */
export function sandboxedHeaders(name: string, contentType: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/** The bytes of a file. Images keep their type so that pages can show them; everything else is sent as bytes. */
export const raw = defineFile(async (sources, request) => {
  const { git, place } = await openPlace(sources, request);
  const entry = place.path === '' ? undefined : await git.entry(place.commit, place.path);
  if (entry === undefined || entry.kind === 'folder' || entry.kind === 'submodule') {
    throw noSuchPath(place);
  }
  const sizeBytes = await git.sizeOf(entry.id);
  if (sizeBytes === undefined) {
    throw noSuchPath(place);
  }
  const headers = sandboxedHeaders(
    place.path.split('/').at(-1) ?? 'file',
    pictureType(place.path) ?? 'application/octet-stream',
  );
  return sendBytes(request.http, {
    sizeBytes,
    headers,
    etag: `"${entry.id}"`,
    open: (range) =>
      range.end - range.start + 1 === sizeBytes
        ? git.streamBlob(entry.id)
        : sliceStream(git.streamBlob(entry.id), range),
  });
});

/** The type of an image that pages may show; undefined for all other files. */
function pictureType(path: string): string | undefined {
  return PICTURE_TYPES.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
}

export function isShownPicture(path: string): boolean {
  return pictureType(path) !== undefined;
}
