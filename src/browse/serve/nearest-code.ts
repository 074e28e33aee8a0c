import { html } from 'hono/html';
import { nearestName } from '../../base/nearest-name.ts';
import { isUnreadable } from '../../git/ask-git.ts';
import type { GitRepository } from '../../git/open-repository.ts';
import type { Markup } from '../frame.ts';
import { requireGit } from '../pages/code/code-place.ts';
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
        : await nearestFile(requireGit(sources, repo), repo, rest);
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

/** Files with such names; if the branch is unknown, the one with the most similar name. */
async function nearestFile(
  git: GitRepository,
  repo: string,
  rest: readonly string[],
): Promise<Markup | undefined> {
  const [ref = ''] = rest;
  const { branches, tags } = await git.refs();
  const names = [...branches.keys(), ...tags.keys()];
  const path = `${rest.join('/')}/`;
  const isKnown = (await git.find(ref)) !== undefined || names.some((name) => path.startsWith(`${name}/`));
  const near = isKnown ? undefined : nearest(ref, names);
  const q = rest.length > 1 ? rest.at(-1) : undefined;
  return lines(
    near === undefined ? undefined : [codePath('tree', { repo, ref: near }), near],
    isKnown ? undefined : [`${repositoryPath(repo)}/branches`, 'all branches'],
    q === undefined
      ? undefined
      : [withQuery(codePath('find', { repo, ref: 'HEAD' }), { q }), `files whose names are like ${q}`],
  );
}
