import { isUnreadable } from '../../../git/ask-git.ts';
import { findDefault } from '../../../search/search-code.ts';
import { foldText } from '../../../search/split-words.ts';
import { codePath, repositoryPath } from '../../paths.ts';
import type { Sources } from '../../sources.ts';
import { requireGit } from '../code/code-place.ts';
import { pathsWithWords } from '../code/find.ts';
import { listWikiPages } from '../wiki/wiki.ts';
import { ownRepositories, within } from './read-kept.ts';
import type { Suggestion } from './suggestion.ts';

const MAX_OF_KIND = 4;

/** The files that people look for without the end of their names. */
const WELL_KNOWN = /^(?:readme|licen[cs]e|changelog|contributing|security|dockerfile|makefile|codeowners)$/i;

/** How many repositories are looked at besides the current one. */
const MAX_REPOSITORIES = 20;

/** How long the branches, and the names of files, may take. */
const MAX_WAIT_MS = 400;

interface CodeSuggestions {
  readonly files: readonly Suggestion[];
  readonly refs: readonly Suggestion[];
  readonly wikiPages: readonly Suggestion[];
}

/**
 * Files of default branches, pages of wikis, branches, and tags that are called so: of the current repository, and branches of others too. Where
 * none is current, files are looked for if what was typed looks like the name of one.
 */
export async function suggestCode(
  sources: Sources,
  current: string | undefined,
  typed: string,
): Promise<CodeSuggestions> {
  if (typed.length < 2) {
    return { files: [], refs: [], wikiPages: [] };
  }
  const withGit = (await ownRepositories(sources)).filter((repo) => repo !== current);
  const repos = [...(current === undefined ? [] : [current]), ...withGit.slice(0, MAX_REPOSITORIES)];
  const isFileName = /^\S*\w[./]\w\S*$/.test(typed) || WELL_KNOWN.test(typed);
  const inFiles = current !== undefined ? [current] : isFileName ? repos : [];
  const [files, refs, wikiPages] = await Promise.all([
    gather(sources, inFiles, (repo) => findFiles(sources, repo, typed)),
    gather(sources, /\s/.test(typed) ? [] : repos, (repo) => findRefs(sources, repo, typed.toLowerCase())),
    gather(sources, repos, (repo) => findWikiPages(sources, repo, typed)),
  ]);
  const rank = ({ place, name }: FoundRef) =>
    (place === current ? 0 : 0.5) +
    (place === current || name.toLowerCase() === typed.toLowerCase() ? 0 : 3) +
    rankOf(name.toLowerCase(), typed.toLowerCase());
  return {
    files: exactFirst(files, typed).slice(0, MAX_OF_KIND),
    wikiPages: wikiPages.slice(0, MAX_OF_KIND),
    refs: refs
      .toSorted((one, other) => rank(one) - rank(other))
      .slice(0, MAX_OF_KIND)
      .map(({ name, place, kind }) => ({
        title: name,
        href: codePath('tree', { repo: place, ref: name }),
        where: `${kind} of ${place}`,
      })),
  };
}

function exactFirst(found: readonly Suggestion[], typed: string): readonly Suggestion[] {
  const isExact = ({ title }: Suggestion) => Number(title.toLowerCase() === typed.toLowerCase());
  return found.toSorted((one, other) => isExact(other) - isExact(one));
}

/** What is found in repositories within the time, in their order. */
async function gather<Found>(
  sources: Sources,
  repos: readonly string[],
  find: (repo: string) => Promise<readonly Found[]>,
): Promise<readonly Found[]> {
  const found: (readonly Found[])[] = repos.map(() => []);
  const looking = repos.map(async (repo, index) => {
    try {
      found[index] = sources.store.gitPlace(repo, false) === undefined ? [] : await find(repo);
    } catch (error) {
      if (!isUnreadable(error)) {
        throw error;
      }
    }
  });
  await within(Promise.all(looking), MAX_WAIT_MS, sources.clock);
  return found.flat();
}

interface FoundRef {
  readonly name: string;
  readonly kind: 'branch' | 'tag';
  readonly place: string;
}

async function findRefs(sources: Sources, place: string, words: string): Promise<readonly FoundRef[]> {
  const { branches, tags } = await requireGit(sources, place).refs();
  const has = (name: string) => name.toLowerCase().includes(words);
  const isCalled = (name: string) => name.toLowerCase() === words;
  return [
    ...[...branches.keys()].filter(has).map((name) => ({ name, kind: 'branch', place }) as const),
    ...[...tags.keys()].filter(isCalled).map((name) => ({ name, kind: 'tag', place }) as const),
  ];
}

async function findWikiPages(sources: Sources, repo: string, typed: string): Promise<readonly Suggestion[]> {
  const words = foldText(typed).split(/\s+/);
  const pages = sources.store.gitPlace(repo, true) === undefined ? [] : await listWikiPages(sources, repo);
  return pages
    .map((name) => ({ name, title: name.replaceAll('-', ' ') }))
    .filter(({ title }) => words.every((word) => foldText(title).includes(word)))
    .map(({ name, title }) => ({
      title,
      href: `${repositoryPath(repo)}/wiki/${encodeURIComponent(name)}`,
      where: `wiki page in ${repo}`,
      ...(name === 'Home' ? { isExact: false } : {}), // Each wiki has one, and the reader its own.
    }));
}

function rankOf(name: string, words: string): number {
  return name === words ? 0 : name.startsWith(words) ? 1 : 2;
}

async function findFiles(sources: Sources, repo: string, typed: string): Promise<readonly Suggestion[]> {
  const branch = sources.store.repository(repo).defaultBranch ?? undefined;
  const found = await findDefault(branch, requireGit(sources, repo));
  if (found === undefined) {
    return [];
  }
  const { paths } = await found.git.files(found.commit);
  return pathsWithWords(paths, typed, MAX_OF_KIND).map((path) => ({
    title: path,
    href: codePath('blob', { repo, ref: found.ref, path }),
    where: `file in ${repo}`,
  }));
}
