import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { decodePart } from '../../../base/text-ends.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing, KeptBytes, KeptUpload } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { defineFile, definePage, requireRepo } from '../../page.ts';
import { attachmentPath, repositoryPath } from '../../paths.ts';
import { sendBytes } from '../../serve/send-bytes.ts';
import { countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink, recordLink } from '../../show/links.ts';
import { offsetIn, pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { isShownType } from '../../show/preview/file-types.table.ts';
import { timeAgo } from '../../show/times.ts';
import { sandboxedHeaders } from '../code/raw.ts';

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
    return { repo, count: store.uploadCount(repo), uploads, ...pathsByOffset(request, stretch) };
  },
  show: ({ repo, count, uploads: all, prevPath, nextPath }, frame) => ({
    title: `Attachments of ${repo}`,
    place: { repo, list: attachmentsOf(repo) },
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Attachments <span class="count">${countText(count)}</span></h1>${
      all.length === 0
        ? emptyNote(
            'The archive contains no attachments of this repository: there are none, or the migration left them out.',
          )
        : html`<ul class="gallery">${all.map((upload) => uploadCard(upload, repo, frame))}</ul>`
    }${pager({ before: prevPath, after: nextPath })}`,
  }),
});

/** The list of a repository's attachments, for breadcrumbs. */
export function attachmentsOf(repo: string) {
  return { title: 'Attachments', path: `${repositoryPath(repo)}/attachments` };
}

/** Larger pictures have no thumbnail, because browsers would read and decode them whole. */
const MAX_THUMBNAIL_BYTES = 4 * 1024 * 1024;

/** An upload with its picture. Below a picture that cannot be shown is the ending of its name. */
function uploadCard(upload: Uploads['uploads'][number], repo: string, frame: Frame): Markup {
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
      ? html`${tile}${nameOf(shown)} <span class="tag" title="The archive does not contain this file">not kept</span>`
      : html`<a class="title" href="${attachmentPath(url)}" data-item-link>${tile}${nameOf(shown)}</a>`
  }<p class="muted small">${[sizeBytes === null ? '' : formatSize(sizeBytes), contentType ?? ''].filter(Boolean).join(' · ')}</p>
<p class="small">${personLink(author, frame)}, ${timeAgo(createdAt, frame.nowMs)}</p><p class="small">${parentUrl === null ? html`<span class="muted">No thread was found that links to it</span>` : recordLink(parentUrl, frame, repo)}</p></li>`;
}

/** Longer names are cut where they differ least: names of screenshots end with their time. */
const MAX_NAME_CHARACTERS = 40;
const END_CHARACTERS = 14;

function nameOf(name: string): Markup {
  const characters = [...name];
  return characters.length <= MAX_NAME_CHARACTERS
    ? html`<strong><bdi>${name}</bdi></strong>`
    : html`<strong title="${name}"><bdi>${characters.slice(0, MAX_NAME_CHARACTERS - END_CHARACTERS - 1).join('')}…${characters.slice(-END_CHARACTERS).join('')}</bdi></strong>`;
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

/** The origins that an upload of a host may have. */
export function originsOf(host: string): readonly string[] {
  return ['https', 'http'].map((scheme) => `${scheme}://${host}`);
}

/** Finds a kept upload by its origin and path. Fails with `absent`. */
export function findKept(store: Browsing, origins: readonly string[], path: string): KeptUpload {
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
export function requireFile({ name, path }: KeptBytes): string {
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
  /** Of all pages. */
  readonly count: number;
  /** Each with the path of its kept file; null if it was not kept. */
  readonly uploads: readonly (ReturnType<Browsing['uploads']>[number] & { readonly path: string | null })[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}
