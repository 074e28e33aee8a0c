import { withoutEndSlashes } from '../../../base/text-ends.ts';
import type { GitRepository } from '../../../git/open-repository.ts';
import type { Commit } from '../../../git/parse-commit.ts';
import type { TreeEntry } from '../../../git/parse-tree.ts';
import { isCloneName } from '../../../model/clone-name.ts';
import { Failure } from '../../../model/failure.ts';
import type { Browsing, KeptClone } from '../../../reading/open-browsing.ts';
import { hideAddresses, hideInName } from '../../code/hide-addresses.ts';
import type { Links } from '../../frame.ts';
import { type PageRequest, requireRepo } from '../../page.ts';
import { type CodeView, codePath } from '../../paths.ts';
import { compareVersions } from '../../show/code/compare-versions.ts';
import type { Sources } from '../../sources.ts';

/** The repository, revision and path that a code page shows. */
export interface CodePlace {
  readonly repo: string;
  /** The repository's url at the service; null if the archive does not contain it. */
  readonly url: string | null;
  /** As in the page's path: a branch, a tag, or a possibly abbreviated commit id. */
  readonly ref: string;
  readonly refKind: 'branch' | 'tag' | 'commit';
  /** The full id of the commit. */
  readonly commit: string;
  /** The path in the repository; `''` is its root. */
  readonly path: string;
  /** The names in the branch menu, up to a limit. */
  readonly branches: readonly string[];
  readonly tags: readonly string[];
  /** Whether it is shown in a site, which has the files of the default branch only. */
  readonly isSite?: true;
}

/** A place and the repository to read it from. */
export interface OpenedPlace {
  readonly git: GitRepository;
  readonly place: CodePlace;
}

/** A commit without mail addresses, which pages do not show. */
export interface ShownCommit {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly author: string;
  /** The author's account; null if it is unknown. */
  readonly login: string | null;
  readonly committer: string;
  /** The committer's account; null if it is unknown. */
  readonly committerLogin: string | null;
  /** In UTC; null if the commit has no valid time. */
  readonly authoredAt: string | null;
  readonly committedAt: string | null;
  readonly parents: readonly string[];
  readonly isSigned: boolean;
}

const MENU_NAMES = 60;

/** Opens the kept repository. Fails with `absent` if none was kept. */
export function requireGit({ store, git }: Sources, repo: string, isWiki = false): GitRepository {
  const clone = cloneOf(store, repo);
  if (clone !== undefined) {
    return git.open(clone.folder, clone.state);
  }
  const place = isCloneName(repo) ? undefined : store.gitPlace(repo, isWiki);
  if (place === undefined) {
    const what = isWiki ? `the wiki of ${repo}` : `the code of ${repo}`;
    throw new Failure(
      'absent',
      `Cannot show ${what}: this archive was made without git data, or was loaded without it`,
      { hint: 'A migration includes git data unless that was excluded, and so does loading' },
    );
  }
  return git.open(place.folder);
}

/** The clone of a gist or a starred repository with this name. */
export function cloneOf(store: Browsing, repo: string): KeptClone | undefined {
  return isCloneName(repo) ? store.clone(repo) : undefined;
}

/** The url of a repository or a clone at the service. */
export function urlOf(store: Browsing, repo: string): string | null {
  return isCloneName(repo) ? (store.clone(repo)?.about?.url ?? null) : store.repository(repo).url;
}

/** Whether a kept repository has no branches or tags. Fails with `absent` if none was kept. */
export async function isEmptyRepository(sources: Sources, repo: string): Promise<boolean> {
  const { branches, tags } = await requireGit(sources, repo).refs();
  return branches.size === 0 && tags.size === 0;
}

/** Opens the place in a path like `/owner/name/tree/REF/PATH`; without a ref, the default branch. */
export async function openPlace(sources: Sources, { params }: PageRequest): Promise<OpenedPlace> {
  const repo = requireRepo(sources.store, params);
  return openPlaceIn(sources, repo, params['rest'] ?? '');
}

/** Opens the place in a repository, by the part of the path after the view. */
export async function openPlaceIn(sources: Sources, repo: string, rest: string): Promise<OpenedPlace> {
  const git = requireGit(sources, repo);
  const refs = await git.refs();
  const named = withoutEndSlashes(rest);
  const split = named === '' ? await splitDefault(sources, repo, git) : await splitRest(named, git);
  if (split === undefined) {
    throw new Failure(
      'absent',
      named === ''
        ? `Cannot show the code of ${repo}: the repository is empty, nothing has been pushed to it`
        : `Cannot show "${named}": ${repo} has no branch, tag or commit with that name`,
      { hint: 'The list of branches shows all of them' },
    );
  }
  const { ref, path, commit } = split;
  const refKind = refs.branches.has(ref) ? 'branch' : refs.tags.has(ref) ? 'tag' : 'commit';
  return {
    git,
    place: {
      repo,
      url: urlOf(sources.store, repo),
      ref,
      refKind,
      commit,
      path,
      ...menuNames(refs),
      ...(sources.isSite ? { isSite: true } : {}),
    },
  };
}

/** The branches and tags of menus: tags by version, the latest first. */
export function menuNames({ branches, tags }: Awaited<ReturnType<GitRepository['refs']>>) {
  return {
    branches: [...branches.keys()].slice(0, MENU_NAMES),
    tags: [...tags.keys()].sort((one, other) => compareVersions(other, one)).slice(0, MENU_NAMES),
  };
}

interface SplitRest {
  readonly ref: string;
  readonly path: string;
  readonly commit: string;
}

/** Branch names can contain slashes: the longest prefix that is a known name is the ref. */
async function splitRest(rest: string, git: GitRepository): Promise<SplitRest | undefined> {
  const { branches, tags } = await git.refs();
  const parts = rest.split('/');
  for (let count = parts.length; count > 0; count -= 1) {
    const ref = parts.slice(0, count).join('/');
    if (branches.has(ref) || tags.has(ref) || count === 1) {
      const commit = await git.find(ref);
      return commit === undefined ? undefined : { ref, path: parts.slice(count).join('/'), commit };
    }
  }
  return undefined;
}

async function splitDefault(
  { store }: Sources,
  repo: string,
  git: GitRepository,
): Promise<SplitRest | undefined> {
  const { head, branches } = await git.refs();
  const named = isCloneName(repo) ? undefined : (store.repository(repo).defaultBranch ?? undefined);
  const names = [head, named, ...branches.keys(), 'HEAD'];
  for (const ref of names.slice(0, MENU_NAMES)) {
    const commit = ref === undefined ? undefined : await git.find(ref);
    if (ref !== undefined && commit !== undefined) {
      return { ref, path: '', commit };
    }
  }
  return undefined;
}

export function toShownCommit(
  { id, subject, body, author, committer, parents, isSigned }: Commit,
  links: Links,
): ShownCommit {
  return {
    id,
    subject: hideAddresses(subject),
    body: hideAddresses(body),
    author: hideInName(author.name),
    login: links.author(author) ?? null,
    committer: hideInName(committer.name),
    committerLogin: links.author(committer) ?? null,
    authoredAt: author.at,
    committedAt: committer.at,
    parents,
    isSigned,
  };
}

/** Reads commits by id; missing ones are left out. */
export async function readCommits(
  git: GitRepository,
  ids: readonly string[],
  links: Links,
): Promise<readonly ShownCommit[]> {
  const commits = await Promise.all(ids.map((id) => git.commit(id)));
  return commits.flatMap((commit) => (commit === undefined ? [] : [toShownCommit(commit, links)]));
}

/** The url of a code page at the service. */
export function originalOf(view: CodeView, place: CodePlace): string | undefined {
  return place.url === null || !URL.canParse(place.url)
    ? undefined
    : isCloneName(place.repo)
      ? place.url
      : `${new URL(place.url).origin}${codePath(view, place)}`;
}

/** The file, folder or submodule at the path of a page; undefined for the root, and if there is none. */
export async function findEntry(git: GitRepository, place: CodePlace): Promise<TreeEntry | undefined> {
  return place.path === '' ? undefined : await git.entry(place.commit, place.path);
}

/** The failure for a path that does not exist in a commit. */
export function noSuchPath({ repo, ref, path }: CodePlace): Failure {
  return new Failure('absent', `Cannot show "${path}": ${repo} has no such file at ${ref}`, {
    hint: 'The file finder lists all files',
  });
}
