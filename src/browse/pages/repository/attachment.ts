import { readFile } from 'node:fs/promises';
import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage } from '../../page.ts';
import { attachmentPath } from '../../paths.ts';
import { encodingOf } from '../../show/code/code-text.ts';
import { personFace, recordLink } from '../../show/links.ts';
import { type Neighbours, pager, pagerLinks } from '../../show/pager.ts';
import { shownBytesOf } from '../../show/preview/file-types.table.ts';
import { showFile } from '../../show/preview/show-file.ts';
import { onDate } from '../../show/times.ts';
import { toText } from '../code/read-blob.ts';
import { attachmentsOf, findKept, originsOf, requireFile } from './uploads.ts';

interface Attachment {
  readonly name: string;
  readonly contentType: string | null;
  readonly sizeBytes: number;
  /** Its url at the service. */
  readonly url: string;
  /** The path of its bytes. */
  readonly path: string;
  readonly repo: string | null;
  readonly author: string | null;
  readonly createdAt: string | null;
  /** The url of the text that contains it; null if none was found. */
  readonly parentUrl: string | null;
  /** The pages of its neighbours in the list of its repository. */
  readonly neighbours: Neighbours;
  readonly text: string | null;
  readonly encoding: string | null;
  readonly isBinary: boolean;
}

/** The page of an upload, which shows its content, and where it comes from. */
export const attachment = definePage<Attachment>({
  async read({ store, links }, { params, path }) {
    const { host = '' } = params;
    const kept = findKept(store, originsOf(host), path.slice(`/-/attachments/${host}`.length));
    const { name, contentType, sizeBytes, url, repo, author, createdAt } = kept;
    const file = requireFile(kept);
    const bytes = sizeBytes > shownBytesOf(name) ? undefined : await readFile(file);
    const place = repo === null ? undefined : store.uploadPlace(repo, kept);
    const pathOf = (upload: { readonly url: string } | null | undefined) =>
      upload === null || upload === undefined ? undefined : attachmentPath(upload.url);
    return {
      ...{ name, contentType, sizeBytes, url, repo, author, createdAt },
      parentUrl: place?.parentUrl ?? kept.parentUrl,
      neighbours: { before: pathOf(place?.newer), after: pathOf(place?.older) },
      path: links.attachment(url)?.path ?? '',
      ...toText(bytes),
    };
  },
  show(facts, frame) {
    const { path, name, url, repo, neighbours } = facts;
    return {
      title: `${name} · Attachments${repo === null ? '' : ` of ${repo}`}`,
      place: repo === null ? {} : { repo, list: attachmentsOf(repo), file: name },
      original: url,
      links: pagerLinks(neighbours),
      main: html`<h1><bdi>${name}</bdi></h1>${originOf(facts, frame)}<section class="file" aria-label="Content"><p class="file-head"><span>${facts.contentType ?? 'File'} · ${formatSize(facts.sizeBytes)}${encodingOf(facts)}</span><a href="${path}" download>Download</a></p>${showFile({ ...facts, path: name, bytesPath: path, context: { repo: null } }, frame)}</section>${pager(neighbours)}`,
    };
  },
});

/** Who uploaded it, when, and to which text. */
function originOf({ author, createdAt, parentUrl, repo }: Attachment, frame: Frame): Markup {
  return html`<p>${personFace(author, frame)} <span class="muted">uploaded it ${onDate(createdAt, frame.nowMs)}${parentUrl === null ? '. No thread was found that links to it.' : ' to'}</span> ${parentUrl === null ? '' : recordLink(parentUrl, frame, repo ?? undefined)}</p>`;
}
