import { Failure, withoutEndSlashes } from '../../../base/index.ts';
import type { Commit, GitRepository } from '../../../git/index.ts';
import { type PageRequest, requireRepo } from '../../page.ts';
import { type CodeView, codePath } from '../../paths.ts';
import type { Sources } from '../../sources.ts';

/** Where in which state of which repository a page of code stands. */
export interface CodePlace {
  readonly repo: string;
  /** The address of the repository at the service; null where the archive tells none. */
  readonly url: string | null;
  /** As the address names it: a branch, a tag, or (the beginning of) an id. */
  readonly ref: string;
  readonly refKind: 'branch' | 'tag' | 'commit';
  /** The id of the commit. */
  readonly commit: string;
  /** Within the repository; `''` is the top. */
  readonly path: string;
  /** Names to choose from, cut to what fits a menu. */
  readonly branches: readonly string[];
  readonly tags: readonly string[];
}

/** A place and the repository to read it from. */
export interface OpenedPlace {
  readonly git: GitRepository;
  readonly place: CodePlace;
}

/** A commit without what nobody needs to see: addresses stay in the repository. */
export interface ShownCommit {
  readonly id: string;
  readonly subject: string;
  readonly body: string;
  readonly author: string;
  readonly committer: string;
  /** In UTC; null where the commit tells no time. */
  readonly authoredAt: string | null;
  readonly committedAt: string | null;
  readonly parents: readonly string[];
  readonly isSigned: boolean;
}

const MENU_NAMES = 60;

/** The kept repository. Fails with `absent` where there is none. */
export function requireGit({ store, git }: Sources, repo: string, isWiki = false): GitRepository {
  const place = store.gitPlace(repo, isWiki);
  if (place === undefined) {
    const what = isWiki ? `the wiki of ${repo}` : `the code of ${repo}`;
    throw new Failure(
      'absent',
      `Cannot show ${what}: this archive was made without git data, or was loaded without it`,
      {
        hint: 'A migration brings it unless it excludes git data; loading brings it unless --no-git is given',
      },
    );
  }
  return git.open(place.folder);
}

/** Whether nobody has pushed anything to a kept repository. Fails with `absent` where none is kept. */
export async function isEmptyRepository(sources: Sources, repo: string): Promise<boolean> {
  const { branches, tags } = await requireGit(sources, repo).refs();
  return branches.size === 0 && tags.size === 0;
}

/** Opens the place that a path like `/owner/name/tree/REF/PATH` names; without a ref, the default branch. */
export async function openPlace(sources: Sources, { params }: PageRequest): Promise<OpenedPlace> {
  const repo = requireRepo(sources.store, params);
  return openPlaceIn(sources, repo, params['rest'] ?? '');
}

/** The same for a repository and the part of the path that follows the view. */
export async function openPlaceIn(sources: Sources, repo: string, rest: string): Promise<OpenedPlace> {
  const git = requireGit(sources, repo);
  const refs = await git.refs();
  const named = withoutEndSlashes(rest);
  const split = named === '' ? await splitDefault(sources, repo, git) : await splitRest(named, git);
  if (split === undefined) {
    throw new Failure(
      'absent',
      named === ''
        ? `Cannot show the code of ${repo}: its repository is empty: nothing has been pushed to it`
        : `Cannot show "${named}": ${repo} has no branch, tag or commit of that name`,
      { hint: 'The list of branches shows what exists' },
    );
  }
  const { ref, path, commit } = split;
  const refKind = refs.branches.has(ref) ? 'branch' : refs.tags.has(ref) ? 'tag' : 'commit';
  return {
    git,
    place: {
      repo,
      url: sources.store.repository(repo).url,
      ref,
      refKind,
      commit,
      path,
      branches: [...refs.branches.keys()].slice(0, MENU_NAMES),
      tags: [...refs.tags.keys()].reverse().slice(0, MENU_NAMES),
    },
  };
}

interface SplitRest {
  readonly ref: string;
  readonly path: string;
  readonly commit: string;
}

/** Names of branches hold slashes too: the longest beginning that is a name counts. */
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
  const names = [head, store.repository(repo).defaultBranch ?? undefined, ...branches.keys(), 'HEAD'];
  for (const ref of names.slice(0, MENU_NAMES)) {
    const commit = ref === undefined ? undefined : await git.find(ref);
    if (ref !== undefined && commit !== undefined) {
      return { ref, path: '', commit };
    }
  }
  return undefined;
}

export function toShownCommit({
  id,
  subject,
  body,
  author,
  committer,
  parents,
  isSigned,
}: Commit): ShownCommit {
  return {
    id,
    subject,
    body,
    author: author.name,
    committer: committer.name,
    authoredAt: author.at,
    committedAt: committer.at,
    parents,
    isSigned,
  };
}

/** The commits behind ids; those that are missing are left out. */
export async function readCommits(
  git: GitRepository,
  ids: readonly string[],
): Promise<readonly ShownCommit[]> {
  const commits = await Promise.all(ids.map((id) => git.commit(id)));
  return commits.flatMap((commit) => (commit === undefined ? [] : [toShownCommit(commit)]));
}

/** The address of a page of code at the service. */
export function originalOf(view: CodeView, place: CodePlace): string | undefined {
  return place.url === null || !URL.canParse(place.url)
    ? undefined
    : `${new URL(place.url).origin}${codePath(view, place)}`;
}

/** The failure for a path that a commit does not have. */
export function noSuchPath({ repo, ref, path }: CodePlace): Failure {
  return new Failure('absent', `Cannot show "${path}": ${repo} has no such file at ${ref}`, {
    hint: 'The file finder lists all files',
  });
}
