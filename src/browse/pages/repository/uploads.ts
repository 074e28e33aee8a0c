import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { html } from 'hono/html';
import { Failure, formatSize } from '../../../base/index.ts';
import type { Browsing, KeptBytes } from '../../../reading/index.ts';
import { defineFile, definePage, requireRepo } from '../../page.ts';
import { decodePart } from '../../paths.ts';
import { sendBytes } from '../../serve/send-bytes.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink, recordLink } from '../../show/links.ts';
import { offsetIn, pager, pathsByOffset } from '../../show/pager.ts';
import { timeAgo } from '../../show/times.ts';

const PER_PAGE = 60;

/** The images and files that were uploaded to texts of a repository. */
export const uploads = definePage<Uploads>({
  read({ store, links }, request) {
    const repo = requireRepo(store, request.params);
    const offset = offsetIn(request.query);
    const found = store.uploads(repo, { offset, limit: PER_PAGE + 1 });
    const stretch = { offset, perPage: PER_PAGE, hasMore: found.length > PER_PAGE };
    const uploads = found
      .slice(0, PER_PAGE)
      .map((upload) => ({ ...upload, path: links.attachment(upload.url)?.path ?? null }));
    return { repo, uploads, ...pathsByOffset(request, stretch) };
  },
  show: ({ repo, uploads: all, prevPath, nextPath }, frame) => ({
    title: `Attachments of ${repo}`,
    place: { repo, tab: 'uploads' },
    main: html`<h1>Attachments</h1>${
      all.length === 0
        ? emptyNote(
            'The archive holds no attachments of this repository: there are none, or the migration left them out.',
          )
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Attachments"><table class="grid-table"><caption>Attached files, the newest first</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">By</th><th scope="col">When</th><th scope="col" class="number">Size</th></tr></thead><tbody>${all.map(
            ({ name, path, sizeBytes, parentUrl, author, createdAt }) =>
              html`<tr><td>${path === null ? html`${name} <span class="muted small">(not kept)</span>` : html`<a href="${path}">${name ?? 'file'}</a>`}</td><td>${parentUrl === null ? '' : recordLink(parentUrl, frame)}</td><td>${personLink(author, frame)}</td><td>${timeAgo(createdAt, frame.nowMs)}</td><td class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</td></tr>`,
          )}</tbody></table></div>`
    }${pager({ before: prevPath, after: nextPath })}`,
  }),
  table: ({ uploads: all }) => ({
    columns: ['name', 'content_type', 'author', 'created_at', 'size_bytes', 'parent_url', 'url'],
    rows: all.map((one) => [
      one.name,
      one.contentType,
      one.author,
      one.createdAt,
      one.sizeBytes,
      one.parentUrl,
      one.url,
    ]),
  }),
});

/** Image types that browsers may show inline. SVG is excluded because it can contain scripts. */
const SHOWN: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
]);

/** Whether pages may show files of this type as images. */
export function isShownType(contentType: string): boolean {
  return SHOWN.has(contentType);
}

/** An upload, at the path that it had at the service. */
export const uploadFile = defineFile(({ store }, { path, params, http }) => {
  const { host, rest } = params;
  const origins =
    host === undefined ? store.origins() : ['https', 'http'].map((scheme) => `${scheme}://${host}`);
  const decoded = host === undefined ? path.split('/').map(decodePart).join('/') : `/${rest}`;
  const kept = origins
    .flatMap((origin) => [`${origin}${path}`, `${origin}${decoded}`, `${origin}${encodeURI(decoded)}`])
    .map((url) => store.upload(url))
    .find((found) => found !== undefined);
  if (kept === undefined) {
    throw new Failure('absent', `Cannot send "${decoded}": no file was kept for it`, {
      hint: 'The migration may have left attachments out, or the archive was loaded without its files',
    });
  }
  return sendKept(kept, http);
});

/** A release asset, at the path that it had at the service. */
export const releaseFile = defineFile(({ store }, { params, http }) => {
  const repo = requireRepo(store, params);
  const { tag = '', name = '' } = params;
  const kept = store.releaseAsset({ repo, tag, name });
  if (kept === undefined) {
    throw new Failure('absent', `Cannot send "${name}" of the release ${tag}: no file was kept for it`, {
      hint: 'The migration may have left release assets out',
    });
  }
  return sendKept(kept, http);
});

/**
 * Sends a kept file. Everything but safe images is downloaded, and a sandbox blocks scripts, because the content is
 * untrusted. Fails with `absent` if the file is gone.
 */
export function sendKept({ name, contentType, sizeBytes, sha256, path }: KeptBytes, http: Request): Response {
  const isShown = isShownType(contentType ?? '');
  if (!existsSync(path)) {
    throw new Failure('absent', `Cannot send "${name}": its file is no longer next to the store`, {
      hint: 'Load the archive again to get it back',
    });
  }
  return sendBytes(http, {
    sizeBytes,
    etag: `"${sha256}"`,
    headers: {
      'Content-Type': isShown && contentType !== null ? contentType : 'application/octet-stream',
      'Content-Disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, max-age=3600',
    },
    // Node's own type of the same object.
    open: (range) => Readable.toWeb(createReadStream(path, range)) as ReadableStream<Uint8Array>,
  });
}

interface Uploads {
  readonly repo: string;
  /** Each with the path of its kept file; null if it was not kept. */
  readonly uploads: readonly (ReturnType<Browsing['uploads']>[number] & { readonly path: string | null })[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}
