import { html } from 'hono/html';
import type { ListedRelease } from '../../../reading/index.ts';
import { definePage } from '../../page.ts';
import { repositoryPath } from '../../paths.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { personLink } from '../../show/people.ts';
import { requireRepo } from '../../show/require-repo.ts';
import { timeAgo } from '../../show/times.ts';
import { readVanished, type Vanished, vanishedList } from '../../show/vanished-list.ts';
import { releaseMarks } from './release-marks.ts';

interface ReleaseList {
  readonly repo: string;
  readonly releases: readonly ListedRelease[];
  readonly original: string | null;
  readonly vanished: readonly Vanished[];
}

const MAX_RELEASES = 1_000;

/** The releases of a repository, the newest first. */
export const releaseList = definePage<ReleaseList>({
  read({ store }, { params }) {
    const repo = requireRepo(store, params);
    const releases = store.remember(`releases ${repo}`, () =>
      store.releases({ repo, limit: MAX_RELEASES, isOldestFirst: false }),
    );
    const vanished = readVanished(store, repo, 'release');
    return { repo, releases, original: store.repository(repo).url, vanished };
  },
  show: ({ repo, releases, original, vanished }, frame) => ({
    title: `Releases of ${repo}`,
    place: { repo, tab: 'releases' },
    original: original === null ? undefined : `${original}/releases`,
    main: html`<h1>Releases</h1>${
      releases.length === 0
        ? emptyNote(
            'The archive holds no releases of this repository: it has none, or the migration left them out.',
          )
        : html`<ol class="rows bare">${releases.map(
            (release) =>
              html`<li><span></span><span><a class="title" href="${releasePath(repo, release)}">${release.name}</a> ${releaseMarks(release)}</span><span class="end">${release.assetCount === 0 ? '' : countOf(release.assetCount, 'file')}</span>
<span class="facts"><span>tag <code>${release.tag}</code></span><span>${timeAgo(release.publishedAt ?? release.createdAt, frame.nowMs)} by ${personLink(release.author, frame)}</span></span></li>`,
          )}</ol>`
    }${vanishedList(vanished)}`,
  }),
  table: ({ releases }) => ({
    columns: ['tag', 'name', 'author', 'is_draft', 'is_prerelease', 'published_at', 'files', 'url'],
    rows: releases.map((one) => [
      one.tag,
      one.name,
      one.author,
      one.isDraft,
      one.isPrerelease,
      one.publishedAt,
      one.assetCount,
      one.url,
    ]),
  }),
  text: ({ repo, releases }) =>
    [
      `# Releases of ${repo}`,
      '',
      ...releases.map(({ name, tag }) => `- ${name ?? tag} (\`${tag}\`)`),
      '',
    ].join('\n'),
  feed: ({ repo, releases }) => ({
    title: `Releases of ${repo}`,
    entries: releases.slice(0, 50).map((release) => ({
      id: release.url,
      title: release.name ?? release.tag ?? 'Release',
      path: releasePath(repo, release),
      author: release.author,
      createdAt: release.createdAt,
      updatedAt: release.publishedAt ?? release.createdAt,
      body: '',
    })),
  }),
});

function releasePath(repo: string, { tag }: ListedRelease): string {
  return `${repositoryPath(repo)}/releases/tag/${(tag ?? '').split('/').map(encodeURIComponent).join('/')}`;
}
