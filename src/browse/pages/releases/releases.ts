import { html } from 'hono/html';
import { formatSize } from '../../../base/sizes.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import type { ListedRelease, Release } from '../../../reading/read-releases.ts';
import { firstLine } from '../../../store/record-facts.ts';
import type { Frame, Markup } from '../../frame.ts';
import { definePage, requireRepo } from '../../page.ts';
import { commitPath, comparePath, releasePath, repositoryPath } from '../../paths.ts';
import { releaseMarks } from '../../show/badges.ts';
import { commitLink } from '../../show/code/commit-line.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/links.ts';
import { offsetIn, pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { dateOf, onDate } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';
import type { Sources } from '../../sources.ts';
import { archivePath } from '../code/archive.ts';
import { requireGit } from '../code/code-place.ts';

/** A release with its notes and assets. */
export const releasePage = definePage<ReleaseFacts>({
  async read(sources, { params }) {
    const { store } = sources;
    const repo = requireRepo(store, params);
    const release = store.release({ repo, tag: params['tag'] });
    const { tag, url } = release;
    if (
      params['tag'] !== undefined &&
      tag !== null &&
      tag !== params['tag'] &&
      store.release({ repo, tag }).url === url
    ) {
      // A draft is also known by the generated name at the end of its address.
      return { redirectTo: releasePath(repo, tag) };
    }
    const all = store.remember(`order of releases ${repo}`, () =>
      [...store.releases({ repo, limit: MAX_ORDERED, offset: 0, isOldestFirst: false })].map(
        ({ id, tag, isDraft }) => ({ id, tag, isDraft }),
      ),
    );
    const earlier = all.slice(all.findIndex(({ id }) => id === release.id) + 1);
    const comparison = hasCode(store, repo) ? comparisonOf(repo, release, earlier) : null;
    const [commit = null] = await readTagged(sources, repo, [release]);
    const isSite = sources.isSite || undefined; // Absent from the data of other pages.
    return { repo, release, comparison, commit, isSite, ...newestOf(store, repo) };
  },
  show: ({ repo, release, comparison, commit, isSite, ...all }, frame) => ({
    aside: newestList({ repo, ...all }, release.tag ?? undefined),
    title: `${release.name ?? release.tag} · ${repo}`,
    place: { repo, tab: 'releases' },
    original: release.url,
    main: html`<article class="release"><header class="thread-head"><h1 dir="auto">${release.name} ${releaseMarks(release)}</h1>
<p>${publishedBy({ repo, release, commit, isSite }, frame)}${codeWays({ repo, release, comparison, commit, isSite })}</p></header>
${release.body.trim() === '' ? emptyNote('This release has no notes.') : frame.markdown(release.body, { repo })}
${reactionList(release.reactions)}
<h2 class="own-words">Files</h2>${
      release.assets.length === 0
        ? html`<p class="muted own-words">This release has no files.</p>`
        : assetList(repo, release, frame)
    }</article>`,
  }),
  text: ({ release }) => `# ${release.name ?? release.tag}\n\n${release.body}\n`,
});

interface Comparison {
  readonly tag: string;
  readonly path: string;
}

/** More releases are not looked through for the one before another. */
const MAX_ORDERED = 2_000;

interface ReleaseList {
  readonly repo: string;
  readonly releases: readonly Release[];
  /** The path of the comparison of each with the release before it, and its tag; null if there is none. */
  readonly comparisons: readonly (Comparison | null)[];
  /** The ids of the commits of their tags; null where there is none. */
  readonly commits: readonly (string | null)[];
  readonly isSite?: boolean | undefined;
  readonly original: string | null;
  /** The newest of all, for going from one to another. */
  readonly newest: readonly Omit<ListedRelease, 'id' | 'repo' | 'author' | 'assetCount' | 'url'>[];
  /** Of all that are published, and of drafts. */
  readonly count: number;
  readonly draftCount: number;
  readonly vanished: readonly Vanished[];
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

/** Releases on a page, here and at the service; each is shown with its notes. */
const PER_PAGE = 10;

/** The releases of a repository, newest first. */
export const releaseList = definePage<ReleaseList>({
  async read(sources, request) {
    const { store } = sources;
    const repo = requireRepo(store, request.params);
    const offset = offsetIn(request.query, PER_PAGE);
    const releases = store.remember(`releases ${offset} ${repo}`, () => [
      ...store.releases({ repo, limit: PER_PAGE + 1, offset, isOldestFirst: false }),
    ]);
    const listed = releases.slice(0, PER_PAGE);
    return {
      repo,
      releases: listed.map(store.wholeRelease),
      comparisons: hasCode(store, repo)
        ? listed.map((one, index) => comparisonOf(repo, one, releases.slice(index + 1)))
        : [],
      commits: await readTagged(sources, repo, listed),
      isSite: sources.isSite || undefined,
      original: store.repository(repo).url,
      ...newestOf(store, repo),
      vanished: offset === 0 ? readVanished(store, repo, 'release') : [],
      ...pathsByOffset(request, { offset, perPage: PER_PAGE, hasMore: releases.length > PER_PAGE }),
    };
  },
  show: (
    { repo, releases, comparisons, commits, original, vanished, prevPath, nextPath, ...facts },
    frame,
  ) => ({
    title: `Releases of ${repo}`,
    place: { repo, tab: 'releases' },
    original: original === null ? undefined : `${original}/releases`,
    links: pagerLinks({ before: prevPath, after: nextPath }),
    aside: newestList({ repo, ...facts }),
    main: html`<h1>Releases</h1>${
      releases.length === 0
        ? emptyNote(
            'The archive contains no releases of this repository: it has none, or the migration left them out.',
          )
        : releases.map((release, index) =>
            releaseArticle(
              {
                ...{ repo, release, isSite: facts.isSite },
                ...{ comparison: comparisons[index] ?? null, commit: commits[index] ?? null },
              },
              frame,
            ),
          )
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

const MAX_NEWEST = 25;

/** The newest releases of a repository, and the number of all. */
export function newestOf(store: Browsing, repo: string): Newest {
  const newest = store.remember(`newest releases ${repo}`, () =>
    [...store.releases({ repo, limit: MAX_NEWEST, offset: 0, isOldestFirst: false })].map(
      ({ name, tag, publishedAt, createdAt, isDraft, isPrerelease, isLatest }) => ({
        ...{ name, tag, publishedAt, createdAt, isDraft, isPrerelease, isLatest },
      }),
    ),
  );
  const { releases, draftReleases } = store.repository(repo).counts;
  return { newest, count: releases - draftReleases, draftCount: draftReleases };
}

type Newest = Pick<ReleaseList, 'newest' | 'count' | 'draftCount'>;

/** The newest releases with their days, on the page of one with that one marked. */
function newestList(
  { repo, newest, count, draftCount }: Newest & { readonly repo: string },
  shown?: string,
): Markup {
  return html`<h2><a href="${repositoryPath(repo)}/releases">All releases</a> <span class="count">${countText(count)}${draftCount === 0 ? '' : `, ${countOf(draftCount, 'draft')}`}</span></h2><ul class="plain newest">${newest.map(
    ({ name, tag, publishedAt, createdAt, ...marks }) =>
      html`<li data-control><a href="${releasePath(repo, tag ?? '')}"${tag === shown ? html` aria-current="true"` : ''}><bdi>${name ?? tag}</bdi></a><span class="muted small">${dateOf(publishedAt ?? createdAt)} ${releaseMarks(marks)}</span></li>`,
  )}</ul>`;
}

/** Longer notes are folded: the page of the release has them whole. */
const MAX_OPEN_NOTES = 1_500;

interface ListedArticle {
  readonly repo: string;
  readonly release: Release;
  readonly comparison: Comparison | null;
  /** The id of the commit of its tag. */
  readonly commit: string | null;
  readonly isSite?: boolean | undefined;
}

/** The comparison with the newest of the earlier releases that has a tag. */
function comparisonOf(
  repo: string,
  { tag, isDraft }: Pick<ListedRelease, 'tag' | 'isDraft'>,
  earlier: readonly Pick<ListedRelease, 'tag' | 'isDraft'>[],
): Comparison | null {
  const before = earlier.find((one) => !one.isDraft && one.tag !== null)?.tag ?? null;
  return before === null || tag === null || isDraft || before === tag
    ? null
    : { tag: before, path: comparePath(repo, before, tag) };
}

/** A release in the list, with its notes and files. */
function releaseArticle({ repo, release, ...code }: ListedArticle, frame: Frame): Markup {
  const { name, body, assets, reactions } = release;
  const notes = body.trim() === '' ? html`<p class="muted">No notes</p>` : frame.markdown(body, { repo });
  return html`<article class="release" data-item><h2 dir="auto"><a class="title" href="${releasePath(repo, release.tag ?? '')}" data-item-link>${name}</a> ${releaseMarks(release)}</h2>
<p class="muted">${publishedBy({ repo, release, ...code }, frame)}${codeWays({ repo, release, ...code })}</p>${
    body.length > MAX_OPEN_NOTES
      ? html`<details><summary>Show the notes <span class="muted">(${firstLine(body)})</span></summary>${notes}</details>`
      : notes
  }${reactionList(reactions)}${
    assets.length === 0
      ? ''
      : html`<details class="assets"${assets.length <= MAX_OPEN_ASSETS ? html` open` : ''}><summary>${countOf(assets.length, 'file')}</summary>${assetList(repo, release, frame)}</details>`
  }</article>`;
}

function hasCode(store: Browsing, repo: string): boolean {
  return store.gitPlace(repo, false) !== undefined;
}

/** The ids of the commits of their tags; none without git data. */
async function readTagged(
  sources: Sources,
  repo: string,
  releases: readonly Pick<ListedRelease, 'tag'>[],
): Promise<readonly (string | null)[]> {
  if (!hasCode(sources.store, repo)) {
    return [];
  }
  try {
    const git = requireGit(sources, repo);
    const { tags } = await git.refs();
    return await Promise.all(
      releases.map(async ({ tag }) => {
        const id = tags.get(tag ?? '');
        return id === undefined ? null : ((await git.findCommit(id)) ?? null);
      }),
    );
  } catch (error) {
    if (isUnreadable(error)) {
      return []; // The pages of the code say why.
    }
    throw error;
  }
}

/** The commit of a release, its files as a ZIP file, and what changed since the one before. */
function codeWays({ repo, release, comparison, commit, isSite }: ListedArticle): Markup {
  return html`${commit === null ? '' : html` · ${commitLink(repo, commit)}${isSite ? html` <a class="small" href="${treeOf(repo, release)}">Files</a>` : ''}<span data-control> · <a href="${archivePath(repositoryPath(repo), release.tag ?? '')}">Source as ZIP</a></span>`}${comparison === null ? '' : html`<span data-control> · <a href="${comparison.path}">Compare with ${comparison.tag}</a></span>`}`;
}

const MAX_OPEN_ASSETS = 5;

/** The first sentence about a release: `mira published the tag v1.0 of main on 31 May 2026`. */
function publishedBy(article: Omit<ListedArticle, 'comparison'>, frame: Frame): Markup {
  const { release } = article;
  const { author, isDraft, target, publishedAt, createdAt } = release;
  return html`${personLink(author, frame)} ${isDraft ? 'drafted' : 'published'} this ${onDate(publishedAt ?? createdAt, frame.nowMs)}, tag ${tagLink(article)}${target === null ? '' : html` on ${target.length === COMMIT_ID_LENGTH ? html`<code>${target.slice(0, 10)}</code>` : html`<code>${target}</code>`}`}`;
}

const COMMIT_ID_LENGTH = 40;

function reactionList(reactions: Release['reactions']): Markup | string {
  return reactions.length === 0
    ? ''
    : html`<ul class="reactions" aria-label="Reactions">${reactions.map(({ emoji, content, authors }) => html`<li><span aria-hidden="true">${emoji ?? content}</span> <span class="unseen">${content}</span> ${authors.length}</li>`)}</ul>`;
}

/** The files of a release with their sizes, and the digests of those that were kept. */
function assetList(repo: string, release: Release, frame: Frame): Markup {
  return html`<ul class="plain files">${release.assets.map(
    ({ name, sizeBytes, sha256, author }) =>
      html`<li><span>${sha256 === null ? html`${name} <span class="muted small">(not kept)</span>` : html`<a href="${assetPath(repo, release, name)}" download>${name}</a>`}</span><span class="muted small">${author === null || author === release.author ? '' : html`by ${personLink(author, frame)}`}</span>${sha256 === null ? '' : html`<details class="small muted own-words digest"><summary>SHA-256</summary><code>${sha256}</code></details>`}<span class="number">${sizeBytes === null ? '' : formatSize(sizeBytes)}</span></li>`,
  )}</ul>`;
}

interface ReleaseFacts extends Newest, ListedArticle {}

/** The tag of a draft has no tree before it is published. Sites have no files of tags: there it leads to the commit. */
function tagLink({ repo, release, commit, isSite }: Omit<ListedArticle, 'comparison'>): Markup {
  const name = html`<code>${release.tag}</code>`;
  return release.isDraft || release.tag === null
    ? name
    : html`<a href="${isSite && commit !== null ? commitPath(repo, commit) : treeOf(repo, release)}">${name}</a>`;
}

function treeOf(repo: string, { tag }: Pick<Release, 'tag'>): string {
  return `${repositoryPath(repo)}/tree/${encodeURIComponent(tag ?? '')}`;
}

function assetPath(repo: string, { tag }: Release, name: string | null): string {
  return `${repositoryPath(repo)}/releases/download/${encodeURIComponent(tag ?? '')}/${encodeURIComponent(name ?? '')}`;
}
