import { html } from 'hono/html';
import type { GitRepository } from '../../../git/open-repository.ts';
import { hideAddresses } from '../../code/hide-addresses.ts';
import { type Answering, definePage, requireRepo } from '../../page.ts';
import { codePath, comparePath, repositoryPath } from '../../paths.ts';
import { commitLink, subjectOf } from '../../show/code/commit-line.ts';
import { compareVersions } from '../../show/code/compare-versions.ts';
import { countOf } from '../../show/counts.ts';
import { emptyNote } from '../../show/facts.ts';
import { pager, pagerLinks, pathsByOffset } from '../../show/pager.ts';
import { timeAgo } from '../../show/times.ts';
import { requireGit, type ShownCommit, toShownCommit } from './code-place.ts';

/** A branch or a tag with its commit. */
export interface ShownRef {
  readonly name: string;
  /** Null if the commit is missing. */
  readonly commit: ShownCommit | null;
  /** The message of an annotated tag. */
  readonly message: string | null;
}

interface RefsFacts {
  readonly repo: string;
  readonly refs: readonly ShownRef[];
  readonly count: number;
  readonly head: string | null;
  readonly prevPath: string | undefined;
  readonly nextPath: string | undefined;
}

const PAGE_SIZE = 100;
/** Up to this number, refs are sorted by commit time; more are sorted by name. */
export const MAX_SORTED = 2_000;

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
          : (await readSorted(git, names)).toSorted(
              (one, other) => Number(isDefault(other)) - Number(isDefault(one)),
            );
      const skip = Math.max(Math.trunc(Number(query.get('skip') ?? 0)) || 0, 0);
      const shown =
        all?.slice(skip, skip + PAGE_SIZE) ?? (await readSorted(git, names.slice(skip, skip + PAGE_SIZE)));
      return {
        repo,
        refs: await Promise.all(shown.map((ref) => withMessage(git, ref, known[kind].get(ref.name)))),
        count: names.length,
        head: known.head ?? null,
        ...pathsByOffset(
          request,
          { offset: skip, perPage: PAGE_SIZE, hasMore: skip + PAGE_SIZE < names.length },
          'skip',
        ),
      };
    },
    show({ repo, refs, count, head, prevPath, nextPath }, frame) {
      const title = kind === 'branches' ? 'Branches' : 'Tags';
      const neighbours = { before: prevPath, after: nextPath };
      return {
        title: `${title} · ${repo}`,
        place: { repo, tab: 'code' },
        links: pagerLinks(neighbours),
        main: html`<h1>${title}</h1><p class="muted">${countOf(count, kind === 'branches' ? 'branch' : 'tag', kind)} in the archive. <a href="${repositoryPath(repo)}/compare" data-control>Compare two</a></p>
${refs.length === 0 ? emptyNote(`The repository has no ${kind}.`) : ''}<ul class="commits">${refs.map(
          ({ name, commit, message }) =>
            html`<li data-item><a class="title" href="${codePath('tree', { repo, ref: name })}"><bdi>${name}</bdi></a><span class="end">${name === head || head === null || kind === 'tags' ? '' : html`<a href="${comparePath(repo, head, name)}">Compare</a> `}${commit === null ? html`<span class="tag warn">missing</span>` : commitLink(repo, commit.id)}</span><span class="facts" dir="auto">${name === head && kind === 'branches' ? html`<span class="tag">default</span> ` : ''}${commit === null ? 'Its commit is not in this archive.' : html`${message ?? subjectOf(commit)} · <bdi>${commit.author}</bdi>, ${timeAgo(commit.committedAt, frame.nowMs)}`}</span></li>`,
        )}</ul>${pager(neighbours)}`,
      };
    },
  });
}

/** Branches or tags with their commits, the newest first; those of one time by version. */
export async function readSorted(
  git: GitRepository,
  names: readonly (readonly [name: string, id: string])[],
): Promise<readonly Omit<ShownRef, 'message'>[]> {
  const refs = await Promise.all(
    names.map(async ([name, id]) => {
      const commitId = await git.findCommit(id);
      const commit = commitId === undefined ? undefined : await git.commit(commitId);
      return { name, commit: commit === undefined ? null : toShownCommit(commit) };
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
