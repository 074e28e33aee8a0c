import { html } from 'hono/html';
import { formatSize } from '../../../base/index.ts';
import type { Browsing } from '../../../reading/index.ts';
import { definePage } from '../../page.ts';
import { emptyNote } from '../../show/facts.ts';
import { neighboursByOffset, offsetIn, pager } from '../../show/pager.ts';
import { personLink } from '../../show/people.ts';
import { recordLink } from '../../show/record-link.ts';
import { requireRepo } from '../../show/require-repo.ts';
import { timeAgo } from '../../show/times.ts';

interface Uploads {
  readonly repo: string;
  readonly uploads: ReturnType<Browsing['uploads']>;
  readonly offset: number;
  readonly hasMore: boolean;
}

const PER_PAGE = 60;

/** The images and files that people put into texts of a repository. */
export const uploads = definePage<Uploads>({
  read({ store }, { params, query }) {
    const repo = requireRepo(store, params);
    const offset = offsetIn(query);
    const found = store.uploads(repo, { offset, limit: PER_PAGE + 1 });
    return { repo, offset, uploads: found.slice(0, PER_PAGE), hasMore: found.length > PER_PAGE };
  },
  show: ({ repo, uploads: all, offset, hasMore }, frame) => ({
    title: `Attachments of ${repo}`,
    place: { repo, tab: 'uploads' },
    main: html`<h1>Attachments</h1>${
      all.length === 0
        ? emptyNote(
            'The archive holds no attachments of this repository: there are none, or the migration left them out.',
          )
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Attachments"><table class="grid-table"><caption>What people put into their texts, the newest first</caption><thead><tr><th scope="col">Name</th><th scope="col">Where</th><th scope="col">By</th><th scope="col">When</th><th scope="col" class="number">Size</th></tr></thead><tbody>${all.map(
            ({ name, url, sizeBytes, parentUrl, author, createdAt }) =>
              html`<tr><td>${sizeBytes === null ? html`${name} <span class="muted small">(not kept)</span>` : html`<a href="${pathOf(url)}">${name ?? 'file'}</a>`}</td><td>${parentUrl === null ? '' : recordLink(parentUrl, frame)}</td><td>${personLink(author, frame)}</td><td>${timeAgo(createdAt, frame.nowMs)}</td><td class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</td></tr>`,
          )}</tbody></table></div>`
    }${pager(neighboursByOffset(frame.path, { offset, perPage: PER_PAGE, hasMore }))}`,
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

function pathOf(url: string): string {
  return url.replace(/^https?:\/\/[^/]+/, '');
}
