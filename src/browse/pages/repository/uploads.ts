import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing, KeptBytes, KeptUpload } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { defineFile, definePage, requireRepo } from '../../page.ts';
import { attachmentPath, decodePart } from '../../paths.ts';
import { sendBytes } from '../../serve/send-bytes.ts';
import { encodingOf } from '../../show/code/code-text.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink, recordLink } from '../../show/links.ts';
import { offsetIn, pager, pathsByOffset } from '../../show/pager.ts';
import { isShownType, shownBytesOf } from '../../show/preview/file-types.table.ts';
import { showFile } from '../../show/preview/show-file.ts';
import { timeAgo } from '../../show/times.ts';
import { sandboxedHeaders } from '../code/raw.ts';
import { toText } from '../code/read-blob.ts';

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
            'The archive contains no attachments of this repository: there are none, or the migration left them out.',
          )
        : html`<ul class="gallery">${all.map((upload) => uploadCard(upload, frame))}</ul>`
    }${pager({ before: prevPath, after: nextPath })}`,
  }),
});

/** Larger pictures have no thumbnail, because browsers would read and decode them whole. */
const MAX_THUMBNAIL_BYTES = 4 * 1024 * 1024;

/** An upload with its picture. Below a picture that cannot be shown is the ending of its name. */
function uploadCard(upload: Uploads['uploads'][number], frame: Frame): Markup {
  const { name, path, url, sizeBytes, contentType, parentUrl, author, createdAt } = upload;
  const shown = name ?? 'file';
  const [ending] = /[^.]{1,5}$/.exec(shown.includes('.') ? shown : '') ?? ['file'];
  const isPicture =
    contentType?.startsWith('image/') === true &&
    isShownType(contentType) &&
    sizeBytes !== null &&
    sizeBytes <= MAX_THUMBNAIL_BYTES;
  const tile = html`<span class="thumbnail"><span aria-hidden="true">${ending}</span>${
    path !== null && isPicture
      ? html`<img src="${path}" alt="" width="208" height="144" loading="lazy" decoding="async">`
      : ''
  }</span>`;
  return html`<li data-item>${
    path === null
      ? html`${tile}<strong>${shown}</strong> <span class="tag">not kept</span>`
      : html`<a class="title" href="${attachmentPath(url)}" data-item-link>${tile}<strong>${shown}</strong></a>`
  }<p class="muted small">${[sizeBytes === null ? '' : formatSize(sizeBytes), contentType ?? ''].filter(Boolean).join(' · ')}</p>
<p class="small">${personLink(author, frame)}, ${timeAgo(createdAt, frame.nowMs)}</p><p class="small">${parentUrl === null ? html`<span class="muted">No thread was found that links to it</span>` : recordLink(parentUrl, frame)}</p></li>`;
}

/** An upload, at the path that it had at the service. */
export const uploadFile = defineFile(({ store }, { path, params, http }) => {
  const { host } = params;
  const kept =
    host === undefined
      ? findKept(store, store.origins(), path)
      : findKept(store, originsOf(host), path.slice(`/-/uploads/${host}`.length));
  return sendKept(kept, http);
});

/** The page of an upload, which shows its content. */
export const attachment = definePage<Attachment>({
  async read({ store, links }, { params, path }) {
    const { host = '' } = params;
    const kept = findKept(store, originsOf(host), path.slice(`/-/attachments/${host}`.length));
    const { url } = kept;
    const limit = shownBytesOf(kept.name);
    const file = requireFile(kept);
    const bytes = kept.sizeBytes > limit ? undefined : await readFile(file);
    return {
      ...{ name: kept.name, contentType: kept.contentType, sizeBytes: kept.sizeBytes, url },
      path: links.attachment(url)?.path ?? '',
      ...toText(bytes),
    };
  },
  show: ({ path, name, url, ...facts }, frame) => ({
    title: `${name} · Attachments`,
    original: url,
    main: html`<h1><bdi>${name}</bdi></h1><section class="file" aria-label="Content"><p class="file-head"><span>${facts.contentType ?? 'File'} · ${formatSize(facts.sizeBytes)}${encodingOf(facts)}</span><a href="${path}">Download</a></p>${showFile({ ...facts, path: name, bytesPath: path, context: { repo: null } }, frame)}</section>`,
  }),
});

interface Attachment {
  readonly name: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  /** Its url at the service. */
  readonly url: string;
  /** The path of its bytes. */
  readonly path: string;
  readonly text: string | null;
  readonly encoding: string | null;
  readonly isBinary: boolean;
}

function originsOf(host: string): readonly string[] {
  return ['https', 'http'].map((scheme) => `${scheme}://${host}`);
}

/** Finds a kept upload by its origin and path. Fails with `absent`. */
function findKept(store: Browsing, origins: readonly string[], path: string): KeptUpload {
  for (const origin of origins) {
    const kept = store.upload(`${origin}${path}`);
    if (kept !== undefined) {
      return kept;
    }
  }
  throw new Failure('absent', `Cannot send "${decodePart(path)}": no file was kept for it`, {
    hint: 'The migration may have left attachments out, or the archive was loaded without its files',
  });
}

/** The path of a kept file. Fails with `absent` if it is gone. */
function requireFile({ name, path }: KeptBytes): string {
  if (path === undefined) {
    throw new Failure('absent', `Cannot send "${name}": its file is no longer next to the store`, {
      hint: 'Load the archive again to restore it',
    });
  }
  return path;
}

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
 * Sends a kept file. Images, audio and video keep their type, and everything but plain images is downloaded when it is
 * opened by itself. A sandbox blocks scripts, because the content is untrusted. Fails with `absent` if the file is gone.
 */
export function sendKept(kept: KeptBytes, http: Request): Response {
  const { name, contentType, sizeBytes, sha256 } = kept;
  const path = requireFile(kept);
  const type = contentType !== null && isShownType(contentType) ? contentType : 'application/octet-stream';
  const isInline = type.startsWith('image/') && type !== 'image/svg+xml';
  return sendBytes(http, {
    sizeBytes,
    etag: `"${sha256}"`,
    headers: {
      ...sandboxedHeaders(name, type),
      'Content-Disposition': `${isInline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name)}`,
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
