import { defineFile } from '../../page.ts';
import { noSuchPath, openPlace } from './code-place.ts';
import { pictureType } from './picture-types.table.ts';

/** How anything that a repository holds is sent: downloaded, and nothing of it may run. */
export function sandboxedHeaders(name: string, contentType: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': contentType,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
  };
}

/** The bytes of a file. Pictures keep their type so that pages can show them; all else is bytes. */
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
  return new Response(git.streamBlob(entry.id), {
    headers: { ...headers, 'Content-Length': String(sizeBytes) },
  });
});
