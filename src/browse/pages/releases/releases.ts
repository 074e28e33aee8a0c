import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import type { ListedRelease, Release } from '../../../reading/read-releases.ts';
import type { Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { releaseMarks } from '../../show/badges.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { offsetIn, pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { timeAgo } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';

/** A release with its notes and assets. */
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
        ? html`<p class="muted">This release has no files.</p>`
        : html`<div class="scroll" tabindex="0" role="group" aria-label="Files"><table class="grid-table"><caption>Files of the release</caption><thead><tr><th scope="col">Name</th><th scope="col" class="number">Size</th><th scope="col">Added by</th><th scope="col">SHA-256</th></tr></thead><tbody>${release.assets.map(
            ({ name, sizeBytes, sha256, author }) =>
              html`<tr><td>${sha256 === null ? html`${name} <span class="muted small">(not kept)</span>` : html`<a href="${assetPath(repo, release, name)}" download>${name}</a>`}</td><td class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</td><td>${personLink(author, frame)}</td><td class="mono small">${sha256?.slice(0, 16) ?? ''}</td></tr>`,
          )}</tbody></table></div>`
    }`,
  }),
  text: ({ release }) => `# ${release.name ?? release.tag}\n\n${release.body}\n`,
});

interface ReleaseList {
  readonly repo: string;
  readonly releases: readonly ListedRelease[];
  readonly original: string | null;
  readonly vanished: readonly Vanished[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

/** Releases on a page, here and at the service. */
const PER_PAGE = 100;
const OLD_PER_PAGE = 10;

/** The releases of a repository, newest first. */
export const releaseList = definePage<ReleaseList>({
  read({ store }, request) {
    const repo = requireRepo(store, request.params);
    const offset = offsetIn(request.query, OLD_PER_PAGE);
    const releases = store.remember(`releases ${offset} ${repo}`, () => [
      ...store.releases({ repo, limit: PER_PAGE + 1, offset, isOldestFirst: false }),
    ]);
    return {
      repo,
      releases: releases.slice(0, PER_PAGE),
      original: store.repository(repo).url,
      vanished: offset === 0 ? readVanished(store, repo, 'release') : [],
      ...pathsByOffset(request, { offset, perPage: PER_PAGE, hasMore: releases.length > PER_PAGE }),
    };
  },
  show: ({ repo, releases, original, vanished, prevPath, nextPath }, frame) => ({
    title: `Releases of ${repo}`,
    place: { repo, tab: 'releases' },
    original: original === null ? undefined : `${original}/releases`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    main: html`<h1>Releases</h1>${
      releases.length === 0
        ? emptyNote(
            'The archive contains no releases of this repository: it has none, or the migration left them out.',
          )
        : html`<ol class="rows bare">${releases.map(
            (release) =>
              html`<li><span></span><span><a class="title" href="${releasePath(repo, release)}">${release.name}</a> ${releaseMarks(release)}</span><span class="end">${release.assetCount === 0 ? '' : countOf(release.assetCount, 'file')}</span>
<span class="facts"><span>tag <code>${release.tag}</code></span><span>${timeAgo(release.publishedAt ?? release.createdAt, frame.nowMs)} by ${personLink(release.author, frame)}</span></span></li>`,
          )}</ol>`
    }${pager({ before: prevPath, after: nextPath })}${vanishedList(vanished)}`,
  }),
  text: ({ repo, releases }) =>
    [
      `# Releases of ${repo}`,
      '',
      ...releases.map(({ name, tag }) => `- ${name ?? tag} (\`${tag}\`)`),
      '',
    ].join('\n'),
});

function releasePath(repo: string, { tag }: ListedRelease): string {
  return `${repositoryPath(repo)}/releases/tag/${(tag ?? '').split('/').map(encodeURIComponent).join('/')}`;
}

interface ReleaseFacts {
  readonly repo: string;
  readonly release: Release;
}

/** The tag of a draft is only created when it is published, so there is no tree to link to before. */
function tagLink(repo: string, { tag, isDraft }: Release): Markup {
  const name = html`<code>${tag}</code>`;
  return isDraft || tag === null
    ? name
    : html`<a href="${repositoryPath(repo)}/tree/${encodeURIComponent(tag)}">${name}</a>`;
}

function assetPath(repo: string, { tag }: Release, name: string | null): string {
  return `${repositoryPath(repo)}/releases/download/${encodeURIComponent(tag ?? '')}/${encodeURIComponent(name ?? '')}`;
}
