import { html } from 'hono/html';
import { formatSize } from '../../../base/index.ts';
import type { Release } from '../../../reading/index.ts';
import type { Markup } from '../../markup.ts';
import { definePage } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/people.ts';
import { requireRepo } from '../../show/require-repo.ts';
import { timeAgo } from '../../show/times.ts';
import { releaseMarks } from './release-marks.ts';

interface ReleaseFacts {
  readonly repo: string;
  readonly release: Release;
}

/** A release with its notes and its files. */
export const releasePage = definePage<ReleaseFacts>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    return { repo, release: store.release({ repo, tag: params['tag'] }) };
  },
  show: ({ repo, release }, frame) => ({
    title: `${release.name ?? release.tag} · ${repo}`,
    place: { repo, tab: 'releases' },
    original: release.url,
    width: 'text',
    main: html`<header class="thread-head"><h1>${release.name}</h1>
<p>${releaseMarks(release)} tag ${tagLink(repo, release)}${release.target === null ? '' : html` on <code>${release.target}</code>`} · ${timeAgo(release.publishedAt ?? release.createdAt, frame.nowMs)} by ${personLink(release.author, frame)}</p></header>
${release.body.trim() === '' ? emptyNote('This release has no notes.') : frame.markdown(release.body, { repo })}
${release.reactions.length === 0 ? '' : html`<ul class="reactions" aria-label="Reactions">${release.reactions.map(({ emoji, content, authors }) => html`<li>${emoji ?? content} ${authors.length}</li>`)}</ul>`}
<h2>Files</h2>${
      release.assets.length === 0
        ? html`<p class="muted">No files were added to this release.</p>`
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Files"><table class="grid-table"><caption>What was added to the release</caption><thead><tr><th scope="col">Name</th><th scope="col" class="number">Size</th><th scope="col">Added by</th><th scope="col">SHA-256</th></tr></thead><tbody>${release.assets.map(
            ({ name, sizeBytes, sha256, author }) =>
              html`<tr><td>${sha256 === null ? html`${name} <span class="muted small">(not kept)</span>` : html`<a href="${assetPath(repo, release, name)}" download>${name}</a>`}</td><td class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</td><td>${personLink(author, frame)}</td><td class="mono small">${sha256?.slice(0, 16) ?? ''}</td></tr>`,
          )}</tbody></table></div>`
    }`,
  }),
  text: ({ release }) => `# ${release.name ?? release.tag}\n\n${release.body}\n`,
});

/** The tag of a draft is made when it is published: until then there is no tree to lead to. */
function tagLink(repo: string, { tag, isDraft }: Release): Markup {
  const name = html`<code>${tag}</code>`;
  return isDraft || tag === null
    ? name
    : html`<a href="${repositoryPath(repo)}/tree/${encodeURIComponent(tag)}">${name}</a>`;
}

function assetPath(repo: string, { tag }: Release, name: string | null): string {
  return `${repositoryPath(repo)}/releases/download/${encodeURIComponent(tag ?? '')}/${encodeURIComponent(name ?? '')}`;
}
