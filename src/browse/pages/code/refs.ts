import { html } from 'hono/html';
import type { GitRepository } from '../../../git/open-repository.ts';
import { isCloneName } from '../../../model/clone-name.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { hideAddresses } from '../../code/hide-addresses.ts';
import type { Frame, Links, Markup } from '../../frame.ts';
import { type Answering, definePage, requireRepo } from '../../page.ts';
import { codePath, commitPath, comparePath, releasePath, repositoryPath } from '../../paths.ts';
import { stateSign } from '../../show/badges.ts';
import { OF_DEFAULT_BRANCH } from '../../show/code/code-bar.ts';
import { authorOf, commitLink, subjectOf } from '../../show/code/commit-line.ts';
import { compareVersions } from '../../show/code/compare-versions.ts';
import { countOf, countText } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { isWebAddress } from '../../show/links.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { dateOf, timeAgo } from '../../show/times.ts';
import { requireGit, type ShownCommit, toShownCommit, urlOf } from './code-place.ts';

/** A branch or a tag with its commit. */
export interface ShownRef {
  readonly name: string;
  /** Null if the commit is missing. */
  readonly commit: ShownCommit | null;
  /** The message of an annotated tag. */
  readonly message: string | null;
  /** The path of the release of a tag. */
  readonly release?: string | undefined;
  /** The newest pull request from a branch. */
  readonly pull?: number | undefined;
  /** Of a branch: how many commits it has that the default one lacks, and the other way round. */
  readonly sides?: { readonly ahead: number; readonly behind: number } | undefined;
}

interface RefsFacts {
  readonly repo: string;
  readonly refs: readonly ShownRef[];
  readonly count: number;
  readonly head: string | null;
  readonly isSite?: true;
  /** The url of the repository at the service. */
  readonly url: string | null;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PAGE_SIZE = 100;
/** Up to this number, refs are sorted by commit time; more are sorted by name. */
export const MAX_SORTED = 2_000;
/** Counting takes two runs of git for each branch. */
const MAX_COUNTED = 20;

/** All branches or all tags, the default branch first, then the newest. */
export function refList(kind: 'branches' | 'tags'): Answering {
  return definePage<RefsFacts>({
    async read(sources, request) {
      const { params, query } = request;
      const repo = requireRepo(sources.store, params);
      const git = requireGit(sources, repo);
      const known = await git.refs();
      const names = [...known[kind]];
      const isDefault = ({ name }: Pick<ShownRef, 'name'>) => kind === 'branches' && name === known.head;
      const all =
        names.length > MAX_SORTED
          ? undefined
          : (await readSorted(git, names, sources.links)).toSorted(
              (one, other) => Number(isDefault(other)) - Number(isDefault(one)),
            );
      const released = kind === 'tags' ? releasesOf(sources.store, repo) : undefined;
      const pulls = released === undefined ? sources.store.pullsByBranch(repo) : undefined;
      const skip = Math.max(Math.trunc(Number(query.get('skip') ?? 0)) || 0, 0);
      const shown =
        all?.slice(skip, skip + PAGE_SIZE) ??
        (await readSorted(git, names.slice(skip, skip + PAGE_SIZE), sources.links));
      const base = kind === 'branches' ? known.branches.get(known.head ?? '') : undefined;
      const counted = await countSides(
        git,
        base,
        shown.filter((ref) => !isDefault(ref)),
      );
      return {
        repo,
        refs: await Promise.all(
          shown.map(async (ref) => ({
            ...(await withMessage(git, ref, known[kind].get(ref.name))),
            release: released?.get(ref.name),
            pull: pulls?.get(ref.name),
            sides: counted.get(ref.name),
          })),
        ),
        count: names.length,
        head: known.head ?? null,
        ...(sources.isSite ? { isSite: true } : {}),
        url: urlOf(sources.store, repo),
        ...pathsByOffset(
          request,
          { offset: skip, perPage: PAGE_SIZE, hasMore: skip + PAGE_SIZE < names.length },
          'skip',
        ),
      };
    },
    show({ repo, refs, count, prevPath, nextPath, ...facts }, frame) {
      const title = kind === 'branches' ? 'Branches' : 'Tags';
      const neighbours = { before: prevPath, after: nextPath };
      return {
        title: `${title} · ${repo}`,
        place: { repo, tab: 'code' },
        original: facts.url === null ? undefined : isCloneName(repo) ? facts.url : `${facts.url}/${kind}`,
        links: pagerLinks(neighbours),
        main: html`<h1>${title}</h1><p class="muted">${countOf(count, kind === 'branches' ? 'branch' : 'tag', kind)} in the archive. <a href="${repositoryPath(repo)}/compare" data-control>Compare two</a></p>
${refs.length === 0 ? emptyNote(`The repository has no ${kind}.`) : ''}${facts.isSite ? html`<p class="muted small own-words">${OF_DEFAULT_BRANCH}${facts.url !== null && isWebAddress(facts.url) ? html`; <span aria-hidden="true">↗</span><span class="unseen">an arrow</span> leads to ${new URL(facts.url).host}` : ''}.</p>` : ''}<ul class="commits refs">${refs.map((ref) => refRow(ref, { kind, repo, ...facts }, frame))}</ul>${pager(neighbours)}`,
      };
    },
  });
}

interface RefPlace {
  readonly kind: 'branches' | 'tags';
  readonly repo: string;
  readonly head: string | null;
  readonly isSite?: true;
}

function refRow(ref: ShownRef, { kind, repo, head, isSite }: RefPlace, frame: Frame): Markup {
  const { name, commit, message } = ref;
  const isDefault = name === head && kind === 'branches';
  // A message that only repeats the name says less than that of the commit.
  const words =
    message === null || message === name || commit === null ? subjectOf(commit ?? { subject: '' }) : message;
  const tree = codePath('tree', { repo, ref: name });
  // Sites have the files of the default branch only.
  const own =
    isSite && name !== head && commit !== null ? (ref.release ?? commitPath(repo, commit.id)) : tree;
  return html`<li data-item><a class="title" href="${own}"><bdi>${name}</bdi></a><span class="end">${own === tree ? '' : html`<a class="small" href="${tree}">Files</a> `}${kind === 'tags' ? tagWays(ref, repo) : ''}${commit === null ? html`<span class="tag warn">missing</span>` : commitLink(repo, commit.id)}</span><span class="facts" dir="auto">${isDefault ? html`<span class="tag">default</span> ` : ''}${commit === null ? 'Its commit is not in this archive.' : html`${words} · ${authorOf(commit, frame)}, ${kind === 'tags' ? html`commit of ${dateOf(commit.committedAt)}` : timeAgo(commit.committedAt, frame.nowMs)}`}</span>${kind === 'tags' ? '' : branchWays(ref, { repo, head }, frame)}</li>`;
}

function tagWays({ name, release }: ShownRef, repo: string): Markup {
  return html`${release === undefined ? '' : html`<a href="${release}">Release</a> `}<span data-control><a href="${repositoryPath(repo)}/archive/${encodeURIComponent(name)}.zip">ZIP</a></span> `;
}

/** The newest pull request from a branch, and the comparison with the default branch. */
function branchWays(
  { name, pull, sides }: ShownRef,
  { repo, head }: Omit<RefPlace, 'kind'>,
  frame: Frame,
): Markup | string {
  const found = pull === undefined ? undefined : frame.links.glance(repo, pull, 'pull_request');
  return name === head || head === null
    ? ''
    : html`<span class="facts">${found === undefined ? '' : html`<a class="titled" href="${found.path}">${stateSign(found)} ${frame.title(found.title ?? '')} <span class="muted">#${pull}</span></a> · `}<span data-control><a href="${comparePath(repo, head, name)}">Compare</a>${sides === undefined ? '' : ' · '}</span>${sides === undefined ? '' : sidesText(sides, head)}</span>`;
}

function sidesText({ ahead, behind }: NonNullable<ShownRef['sides']>, head: string): string {
  const words = [
    ahead === 0 ? [] : `${countText(ahead)} ahead${behind === 0 ? ' of' : ','}`,
    behind === 0 ? [] : `${countText(behind)} behind`,
  ].flat();
  return words.length === 0 ? `the same commit as ${head}` : `${words.join(' ')} ${head}`;
}

/** Compares the first branches of a page with the default one; those of which git counts too long are left out. */
async function countSides(
  git: GitRepository,
  base: string | undefined,
  refs: readonly Pick<ShownRef, 'name' | 'commit'>[],
): Promise<ReadonlyMap<string, NonNullable<ShownRef['sides']>>> {
  const found = await Promise.all(
    refs.slice(0, MAX_COUNTED).map(async ({ name, commit }) => {
      if (base === undefined || commit === null) {
        return [];
      }
      const [ahead, behind] = await Promise.all([
        git.countCommits({ from: commit.id, without: base }),
        git.countCommits({ from: base, without: commit.id }),
      ]);
      return ahead === undefined || behind === undefined ? [] : [[name, { ahead, behind }] as const];
    }),
  );
  return new Map(found.flat());
}

/** The paths of the newest releases by their tags. */
function releasesOf(store: Browsing, repo: string): ReadonlyMap<string, string> {
  const releases = isCloneName(repo)
    ? []
    : store.releases({ repo, limit: MAX_SORTED, offset: 0, isOldestFirst: false });
  return new Map(
    [...releases].flatMap(({ tag, isDraft }) =>
      tag === null || isDraft ? [] : [[tag, releasePath(repo, tag)] as const],
    ),
  );
}

/** Branches or tags with their commits, the newest first; those of one time by version. */
export async function readSorted(
  git: GitRepository,
  names: readonly (readonly [name: string, id: string])[],
  links: Links,
): Promise<readonly Omit<ShownRef, 'message'>[]> {
  const refs = await Promise.all(
    names.map(async ([name, id]) => {
      const commitId = await git.findCommit(id);
      const commit = commitId === undefined ? undefined : await git.commit(commitId);
      return { name, commit: commit === undefined ? null : toShownCommit(commit, links) };
    }),
  );
  return refs.toSorted(
    (one, other) =>
      (other.commit?.committedAt ?? '').localeCompare(one.commit?.committedAt ?? '') ||
      compareVersions(other.name, one.name),
  );
}

async function withMessage(
  git: GitRepository,
  ref: Omit<ShownRef, 'message'>,
  id: string | undefined,
): Promise<ShownRef> {
  const note = id === undefined || id === ref.commit?.id ? undefined : await git.tagNote(id);
  return { ...ref, message: hideAddresses(note?.message.split('\n')[0] ?? '') || null };
}
