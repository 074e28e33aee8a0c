import { html } from 'hono/html';
import { nearestName } from '../../base/nearest-name.ts';
import { lastSegment } from '../../base/text-ends.ts';
import { isUnreadable } from '../../git/ask-git.ts';
import type { GitRepository } from '../../git/open-repository.ts';
import type { Markup } from '../frame.ts';
import { openPlaceIn, requireGit } from '../pages/code/code-place.ts';
import { rankPaths } from '../pages/code/find.ts';
import { listWikiPages } from '../pages/wiki/wiki.ts';
import { codePath, comparePath, repositoryPath, withQuery } from '../paths.ts';
import type { Sources } from '../sources.ts';

const MAX_NAMES = 2_000;

const CODE: ReadonlySet<string> = new Set(['blob', 'tree', 'raw', 'blame', 'commits', 'edit', 'find']);

/** What of the files, comparisons or wiki of a repository is nearest to a path below it; undefined if the archive lacks those. */
export async function nearestCode(
  sources: Sources,
  repo: string,
  [section = '', ...rest]: readonly string[],
): Promise<Markup | undefined> {
  const isWiki = section === 'wiki';
  const isKept = sources.store.gitPlace(repo, isWiki) !== undefined;
  if (!isKept || !(isWiki || section === 'compare' || CODE.has(section))) {
    return undefined;
  }
  try {
    const typed = rest.join('/');
    return isWiki
      ? await nearestWikiPage(sources, repo, typed)
      : section === 'compare'
        ? await nearestComparison(requireGit(sources, repo), repo, typed)
        : await nearestFile(sources, repo, [section, ...rest]);
  } catch (error) {
    if (isUnreadable(error)) {
      return undefined;
    }
    throw error;
  }
}

function nearest(text: string, names: Iterable<string>): string | undefined {
  return nearestName(text, [...names].slice(0, MAX_NAMES));
}

/** Links, each on a line; undefined if there are none. */
export function lines(
  ...links: readonly (readonly [href: string, words: string] | undefined)[]
): Markup | undefined {
  const known = links.filter((link) => link !== undefined);
  return known.length === 0
    ? undefined
    : html`${known.map(([href, words]) => html`<div><a href="${href}"><bdi>${words}</bdi></a></div>`)}`;
}

async function nearestWikiPage(sources: Sources, repo: string, typed: string): Promise<Markup | undefined> {
  const pages = await listWikiPages(sources, repo);
  const near = nearest(typed.replaceAll(' ', '-'), pages);
  const home = `${repositoryPath(repo)}/wiki`;
  return pages.length === 0
    ? undefined
    : lines(
        near === undefined ? undefined : [`${home}/${encodeURIComponent(near)}`, near.replaceAll('-', ' ')],
        [home, 'the wiki, with a list of its pages'],
      );
}

/** The same comparison with a name that exists, and the menus with the end that exists. */
async function nearestComparison(
  git: GitRepository,
  repo: string,
  typed: string,
): Promise<Markup | undefined> {
  const { branches, tags } = await git.refs();
  const names = [...branches.keys(), ...tags.keys()];
  const ends = await Promise.all(
    typed.split(/\.{2,3}/).map(async (name) => {
      const isKnown = name !== '' && (await git.find(name)) !== undefined;
      return { isKnown, name: isKnown ? name : nearest(name, names), kept: isKnown ? name : undefined };
    }),
  );
  const [base, head] = ends.length < 2 ? [undefined, ends[0]] : ends;
  const menus = withQuery(`${repositoryPath(repo)}/compare`, { base: base?.kept, head: head?.kept });
  return lines(
    base?.name === undefined || head?.name === undefined
      ? undefined
      : [comparePath(repo, base.name, head.name), `${base.name} … ${head.name}`],
    [menus, 'another branch, tag or commit'],
  );
}

/** Files or folders with such names and the nearest folder; if the branch is unknown, those of the one with the most similar name. */
async function nearestFile(
  sources: Sources,
  repo: string,
  [section = '', ...rest]: readonly string[],
): Promise<Markup | undefined> {
  const git = requireGit(sources, repo);
  const [typed = ''] = rest;
  const { branches, tags } = await git.refs();
  const names = [...branches.keys(), ...tags.keys()];
  const path = `${rest.join('/')}/`;
  const isKnown = (await git.find(typed)) !== undefined || names.some((name) => path.startsWith(`${name}/`));
  const ref = isKnown ? typed : nearest(typed, names);
  const found = ref === undefined ? [] : await nearestPaths(sources, repo, [section, ref, ...rest.slice(1)]);
  return lines(
    ...found,
    isKnown || ref === undefined ? undefined : [codePath('tree', { repo, ref }), ref],
    isKnown ? undefined : [`${repositoryPath(repo)}/branches`, 'all branches'],
  );
}

const MAX_NEAREST = 3;

/** More files are not looked through. */
const MAX_FILES = 20_000;

/** The files, or for pages of folders the folders, with the names most like the last of a path, and the folder that exists. */
async function nearestPaths(
  sources: Sources,
  repo: string,
  [section, ...rest]: readonly string[],
): Promise<readonly (readonly [href: string, words: string])[]> {
  const { git, place } = await openPlaceIn(sources, repo, rest.join('/'));
  const { ref, commit, path } = place;
  if (path === '') {
    return [];
  }
  const files = (await git.files(commit)).paths.slice(0, MAX_FILES);
  const folders = new Set(files.flatMap(foldersOf));
  const isFolder = section === 'tree';
  const paths = isFolder ? [...folders] : files;
  const name = nearestName(lastSegment(path), new Set(paths.map(lastSegment)));
  const like = paths.filter((one) => lastSegment(one) === name);
  const near = new Set([...like, ...(isFolder ? [] : rankPaths(files, lastSegment(path), MAX_NEAREST))]);
  const folder = foldersOf(path).findLast((one) => folders.has(one));
  return [
    ...[...near]
      .filter((one) => one !== folder)
      .slice(0, MAX_NEAREST)
      .map((one) => [codePath(isFolder ? 'tree' : 'blob', { repo, ref, path: one }), one] as const),
    [
      codePath('tree', { repo, ref, path: folder }),
      folder === undefined ? `all files of ${ref}` : `${folder}/`,
    ],
  ];
}

function foldersOf(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
