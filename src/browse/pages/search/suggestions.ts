import { decodePart } from '../../../base/text-ends.ts';
import { isUnreadable } from '../../../git/ask-git.ts';
import { findDefault } from '../../../search/search-code.ts';
import { pageOfAddress, readAddress } from '../../addresses/read-address.ts';
import { tabsOfRepository } from '../../layout/tabs-of-repository.ts';
import { accountPath, codePath, commitPath, repositoryPath } from '../../paths.ts';
import { type Stateful, stateSign } from '../../show/badges.ts';
import { shortId } from '../../show/code/commit-line.ts';
import type { Sources } from '../../sources.ts';
import { requireGit } from '../code/code-place.ts';
import { rankPaths } from '../code/find.ts';
import { suggestQualifiers } from './qualifier-values.ts';
import { findCommitsById, within } from './read-kept.ts';
import { suggestNamed } from './suggest-named.ts';
import type { Suggestion } from './suggestion.ts';
import { threadsNamed } from './threads-named.ts';

/** Nothing but its page is suggested for a longer text: it is pasted, and nothing begins like that. */
const MAX_TYPED = 200;

const MAX_SUGGESTIONS = 12;
/** Of pages by name, where nothing was typed. */
const MAX_COMMANDS = 36;
const MAX_OF_KIND = 4;
const MAX_TITLES = 8;
/** Releases are often called like their repository: more would take the places of all else. */
const MAX_RELEASES = 3;
/** Titles that are looked at, because releases may be left out. */
const MAX_LOOKED_AT = 40;

/** Stars that are looked at, the newest first. */
const MAX_STARS = 500;

/** How long the names of files, and commits, may take. */
const MAX_WAIT_MS = 400;

/**
 * Finds what was typed: pages by their number, id or name, then values of qualifiers, files, and titles. What is called exactly
 * so comes first, and what is in the repository of that page before others of its kind.
 */
export async function suggestionsFor(
  sources: Sources,
  text: string,
  at: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const typed = text.trim();
  if (typed.length > MAX_TYPED) {
    return byAddress(sources, typed);
  }
  const repo = repositoryAt(sources, at);
  const words = typed.toLowerCase();
  const [files, commits] = await Promise.all([
    within(
      findFiles(sources, repo === undefined ? namedAsFile(sources, typed) : [repo], typed),
      MAX_WAIT_MS,
      sources.clock,
    ),
    within(findCommitsById(sources, typed), MAX_WAIT_MS, sources.clock),
  ]);
  signal.throwIfAborted();
  const found = [
    ...byAddress(sources, typed),
    ...byNumber(sources, repo, typed),
    ...ownFirst(commits ?? [], repo).map(({ repo: of, id }) => ({
      ...page(shortId(id), commitPath(of, id), `commit in ${of}`),
      isExact: commits?.length === 1,
    })),
    ...(words === '' ? [] : [...suggestRepositories(sources, words, repo), ...suggestStars(sources, words)]),
    ...(await suggestPeople(sources, typed, signal)),
    ...suggestQualifiers(sources, repo, text),
    ...(words.length < 2 ? [] : suggestNamed(sources, repo, words)),
    ...suggestCommands(sources, repo, words),
    ...suggestTitles(sources, typed, repo),
    ...(files ?? []),
  ];
  const seen = new Set<string>();
  return found
    .filter(({ href, completed = '' }) => !seen.has(href + completed) && seen.add(href + completed))
    .map((one) => (isCalled(one, words) ? { ...one, isExact: true } : one))
    .sort((one, other) => Number(other.isExact === true) - Number(one.isExact === true))
    .slice(0, words === '' ? MAX_COMMANDS : MAX_SUGGESTIONS);
}

function page(title: string, href: string, where: string): Suggestion {
  return { title, href, where };
}

function signOf(thing: Stateful): Pick<Suggestion, 'sign'> {
  return { sign: String(stateSign(thing)) };
}

/** Whether this is the name of a page, or the last part of its path: `app` is that of `acme/app`. */
function isCalled({ title, completed }: Suggestion, words: string): boolean {
  const name = title.toLowerCase();
  return words !== '' && completed === undefined && (name === words || name.endsWith(`/${words}`));
}

/** The repository of the page on which a person types. */
function repositoryAt({ store }: Sources, at: string): string | undefined {
  const [, owner = '', name = ''] = /^\/(?!-\/)([^/]+)\/([^/?]+)/.exec(at) ?? [];
  return owner === '' ? undefined : store.repositoryName(`${decodePart(owner)}/${decodePart(name)}`);
}

/** Threads by their number; what is named with a sign comes before everything else. */
function byNumber(sources: Sources, current: string | undefined, typed: string): readonly Suggestion[] {
  const all = threadsNamed(sources, typed, current);
  return all.slice(0, MAX_OF_KIND).map(({ repo, number, found }, index) => ({
    ...page(found.title ?? `#${number}`, found.path, `${repo}#${number}`),
    ...signOf(found),
    isExact:
      repo === current || (current === undefined && all.length === 1) || (index === 0 && typed.includes('#')),
  }));
}

/** The page of a pasted address. */
function byAddress({ store, links }: Sources, typed: string): readonly Suggestion[] {
  const address = readAddress(typed, store.origins());
  if (address === undefined) {
    return [];
  }
  const { repo, number, kind } = store.urlPlace(typed);
  const thread = repo === undefined || number === undefined ? undefined : links.glance(repo, number, kind);
  const found = thread === undefined ? {} : { title: thread.title ?? `#${number}`, ...signOf(thread) };
  const href = links.local(typed) ?? pageOfAddress(address);
  const where = thread === undefined ? 'address' : `${repo}#${number}`;
  return [{ ...page(address.segments.join('/'), href, where), ...found, isExact: true }];
}

function ownFirst<Of extends { readonly repo: string | null }>(
  all: readonly Of[],
  current: string | undefined,
): readonly Of[] {
  return all.toSorted((one, other) => Number(other.repo === current) - Number(one.repo === current));
}

/** The repositories with all words in their names: first the current one, then those that begin with them. */
function suggestRepositories(
  { store }: Sources,
  words: string,
  current: string | undefined,
): readonly Suggestion[] {
  const found = store.repositoryNames().filter((name) => hasAll(name, words.split(/\s+/)));
  const rank = (repo: string) => {
    const at = `/${repo.toLowerCase()}`;
    return repo === current ? -1 : at.endsWith(`/${words}`) ? 0 : at.includes(`/${words}`) ? 1 : 2;
  };
  return found
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_OF_KIND)
    .map((name) => page(name, repositoryPath(name), 'repository'));
}

function hasAll(text: string, words: readonly string[]): boolean {
  const folded = text.toLowerCase();
  return words.every((word) => folded.includes(word));
}

/** Cloned stars with the words in their names, unless they are repositories of the store. */
function suggestStars({ store }: Sources, words: string): readonly Suggestion[] {
  const names = store.remember('newest stars', () =>
    store
      .captured({ kind: 'stars', repo: undefined, offset: 0, limit: MAX_STARS })
      .map(({ repo }) => String(repo)),
  );
  const found: Suggestion[] = [];
  for (const repo of names.filter((name) => name.toLowerCase().includes(words))) {
    const clone = `-/stars/${repo}`;
    const isMore = store.repositoryName(repo) === undefined && store.clone(clone) !== undefined;
    if (found.length < MAX_OF_KIND && isMore) {
      found.push(page(repo, repositoryPath(clone), 'starred repository'));
    }
  }
  return found;
}

async function suggestPeople(
  { store }: Sources,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const search = /^@?([\w-]{2,}(?: [\w-]+)*)$/.exec(typed)?.[1];
  if (search === undefined) {
    return [];
  }
  const accounts = await store.accounts({ after: '', limit: MAX_OF_KIND, search }, signal);
  return accounts.map(({ login, name, kind }) => {
    const what = kind === 'organization' ? 'organization' : 'person';
    return page(login, accountPath(login), name === null ? what : `${what}: ${name}`);
  });
}

const FILE_FINDER = { title: 'Find a file', path: '/find' } as const;
const COMPARISON = { title: 'Compare branches and tags', path: '/compare' } as const;

/** Pages of the reader and of repositories by name; those of the reader and the current repository if nothing was typed. */
function suggestCommands(sources: Sources, repo: string | undefined, words: string): readonly Suggestion[] {
  const { hasPage, namedPages, store } = sources;
  const typed = words.split(/\s+/);
  const own = repo === undefined ? [] : tabsOf(repo, store);
  const all = [
    ...own.filter(({ title }) => hasAll(typed.length < 2 ? title : `${title} ${repo}`, typed)),
    ...(typed.length < 2 ? [] : tabsNamed(sources, repo, typed)),
    ...namedPages.map(([path, title]) => page(title, path, '')).filter(({ title }) => hasAll(title, typed)),
  ];
  return all.filter(({ href }) => hasPage(href)).slice(0, words === '' ? MAX_COMMANDS : MAX_OF_KIND);
}

function tabsOf(repo: string, store: Sources['store']): readonly Suggestion[] {
  const inGit = store.gitPlace(repo, false) === undefined ? [] : [FILE_FINDER, COMPARISON];
  return [...tabsOfRepository(repo, store), ...inGit].map(({ title, path }) =>
    page(title, `${repositoryPath(repo)}${path}`, `in ${repo}`),
  );
}

/** Pages of other repositories that some words name, of which the others name a page: `kiln iss`. */
function tabsNamed(
  { store }: Sources,
  current: string | undefined,
  typed: readonly string[],
): readonly Suggestion[] {
  const isNamed = (repo: string) => typed.some((word) => repo.toLowerCase().includes(word));
  return store
    .repositoryNames()
    .filter((repo) => repo !== current && isNamed(repo))
    .slice(0, MAX_OF_KIND)
    .flatMap((repo) => {
      const rest = typed.filter((word) => !repo.toLowerCase().includes(word));
      return rest.length === 0 ? [] : tabsOf(repo, store).filter(({ title }) => hasAll(title, rest));
    });
}

function suggestTitles(
  { store, links }: Sources,
  typed: string,
  current: string | undefined,
): readonly Suggestion[] {
  const own = current === undefined ? [] : store.completeTitles(typed, MAX_LOOKED_AT, current);
  const others = store.completeTitles(typed, MAX_LOOKED_AT).filter(({ repo }) => repo !== current);
  const found = [...own, ...others];
  const releases = found.filter(({ kind }) => kind === 'release').slice(0, MAX_RELEASES);
  const shown = found.filter((one) => one.kind !== 'release' || releases.includes(one));
  return shown.slice(0, MAX_TITLES).flatMap(({ kind, state, title, url, repo, number }) => {
    const href = links.local(url);
    const where =
      number === null ? `${kind.replaceAll('_', ' ')} in ${repo ?? ''}` : `${repo ?? ''}#${number}`;
    const sign = signOf({ kind, state: state ?? 'open' });
    return href === undefined ? [] : [{ ...page(title ?? '', href, where), ...sign, isResult: true }];
  });
}

/** Where no repository is open, files of this many are looked at. */
const MAX_REPOSITORIES = 20;

/** The repositories that may have what is typed like the name of a file: with a full stop or a slash. */
function namedAsFile({ store }: Sources, typed: string): readonly string[] {
  return /^\S*\w[./]\w\S*$/.test(typed) ? store.repositoryNames().slice(0, MAX_REPOSITORIES) : [];
}

/** Files of the default branches of repositories. */
async function findFiles(
  sources: Sources,
  repos: readonly string[],
  typed: string,
): Promise<readonly Suggestion[]> {
  const found = await Promise.all(repos.map((repo) => findFilesOf(sources, repo, typed)));
  return found.flat().slice(0, MAX_OF_KIND);
}

async function findFilesOf(sources: Sources, repo: string, typed: string): Promise<readonly Suggestion[]> {
  if (typed.length < 2 || sources.store.gitPlace(repo, false) === undefined) {
    return [];
  }
  try {
    const branch = sources.store.repository(repo).defaultBranch ?? undefined;
    const found = await findDefault(branch, requireGit(sources, repo));
    if (found === undefined) {
      return [];
    }
    const { paths } = await found.git.files(found.commit);
    return rankPaths(paths, typed, MAX_OF_KIND).map((path) =>
      page(path, codePath('blob', { repo, ref: found.ref, path }), `file in ${repo}`),
    );
  } catch (error) {
    if (isUnreadable(error)) {
      return [];
    }
    throw error;
  }
}
