import { decodePart } from '../../../base/text-ends.ts';
import { pageOfAddress } from '../../addresses/read-address.ts';
import { readTyped, typedUrl } from '../../addresses/read-typed.ts';
import { tabsOfRepository } from '../../layout/tabs-of-repository.ts';
import { commitPath, repositoryPath, withQuery } from '../../paths.ts';
import { shortId } from '../../show/code/commit-line.ts';
import type { Sources } from '../../sources.ts';
import { isIn, meantFirst } from './meant-first.ts';
import { suggestQualifiers } from './qualifier-values.ts';
import { findCommitsById, within } from './read-kept.ts';
import { suggestCode } from './suggest-code.ts';
import { suggestNamed } from './suggest-named.ts';
import { suggestPeople } from './suggest-people.ts';
import { MAX_TITLES, suggestTitles } from './suggest-titles.ts';
import { page, type Suggestion, signOf } from './suggestion.ts';
import { threadsNamed } from './threads-named.ts';

/** Nothing but its page is suggested for a longer text: it is pasted, and nothing begins like that. */
const MAX_TYPED = 200;

const MAX_SUGGESTIONS = 12;
/** Of pages by name, where nothing was typed. */
const MAX_COMMANDS = 36;
const MAX_OF_KIND = 4;
/** Of a repository that is named among other words. */
const MAX_WITHIN = 6;

/** Stars that are looked at, the newest first. */
const MAX_STARS = 500;

/** The threads whose repositories are suggested where nothing was typed. */
const MAX_LATEST = 50;

/** How long the ids of commits may take. */
const MAX_WAIT_MS = 400;

/**
 * Finds what was typed: pages by their number, id or name, then values of qualifiers, titles, branches and files. What is called
 * exactly so comes first, and what is in the repository of that page, or in one that the words name, before others of its kind.
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
  const { named, rest } = repositoriesNamed(sources, typed);
  const [{ files, refs, wikiPages }, commits, ...ofNamed] = await Promise.all([
    suggestCode(sources, repo, typed),
    within(findCommitsById(sources, typed), MAX_WAIT_MS, sources.clock),
    ...named.map((one) => suggestWithin(sources, one, { rest, signal })),
  ]);
  signal.throwIfAborted();
  const values = suggestQualifiers(sources, repo, text);
  const repositories = words === '' ? [] : suggestRepositories(sources, words, repo);
  const isValue = values.some(({ title }) => /:./.test(title));
  const titles = isValue ? [] : suggestTitles(sources, typed, { current: repo, named });
  const found = [
    ...byAddress(sources, typed),
    ...ofNamed.flat(),
    ...byNumber(sources, repo, typed),
    ...ownFirst(commits ?? [], repo).map(({ repo: of, id }) => ({
      ...page(shortId(id), commitPath(of, id), `commit in ${of}`),
      isExact: commits?.length === 1,
    })),
    ...repositories.slice(0, MAX_OF_KIND),
    ...(words === '' ? [] : suggestStars(sources, words)),
    ...(await suggestPeople(sources, typed, signal)),
    ...values,
    ...(words.length < 2 ? [] : suggestNamed(sources, repo, words)),
    ...suggestCommands(sources, repo, { words, isNamed: named.length > 0 }),
    ...titles.slice(0, MAX_TITLES),
    ...wikiPages,
    ...refs,
    ...files,
    ...repositories.slice(MAX_OF_KIND),
  ];
  const seen = new Set<string>();
  const each = found.filter(
    ({ href, completed = '' }) => !seen.has(href + completed) && seen.add(href + completed),
  );
  const all = meantFirst(each, words, { current: repo, named });
  if (words === '') {
    return all.slice(0, MAX_COMMANDS);
  }
  const isWhole = all.length <= MAX_SUGGESTIONS && titles.length <= MAX_TITLES;
  const more = { ...page('More …', searchOf(typed, repo), ''), isExact: false };
  return isWhole ? all : [...all.slice(0, MAX_SUGGESTIONS - 1), more];
}

/** The search with all that the list leaves out, in the repository of the page if it has one. */
function searchOf(typed: string, repo: string | undefined): string {
  const isPlaced = repo === undefined || /(?:^|\s)repo:/.test(typed);
  return withQuery('/-/search', { q: isPlaced ? typed : `repo:${repo} ${typed}` });
}

interface NamedRepositories {
  readonly named: readonly string[];
  /** The other words. */
  readonly rest: string;
}

/** The repositories that one of several words is the name of. */
function repositoriesNamed({ store }: Sources, typed: string): NamedRepositories {
  const all = typed.split(/\s+/);
  for (const [place, word] of all.length < 2 ? [] : all.entries()) {
    const end = `/${word.toLowerCase()}`;
    const named = store.repositoryNames().filter((repo) => `/${repo.toLowerCase()}`.endsWith(end));
    if (named.length > 0) {
      return { named: named.slice(0, MAX_OF_KIND), rest: all.toSpliced(place, 1).join(' ') };
    }
  }
  return { named: [], rest: '' };
}

/** What the words besides the name of a repository would find on its own pages, in it. */
async function suggestWithin(
  sources: Sources,
  repo: string,
  { rest, signal }: { readonly rest: string; readonly signal: AbortSignal },
): Promise<readonly Suggestion[]> {
  const found = await suggestionsFor(sources, rest, repositoryPath(repo), signal);
  return found.filter((one) => isIn(one, repo)).slice(0, MAX_WITHIN);
}

/** The repository of the page on which a person types. */
function repositoryAt({ store }: Sources, at: string): string | undefined {
  const [, owner = '', name = ''] = /^\/(?!-\/)([^/]+)\/([^/?]+)/.exec(at) ?? [];
  return owner === '' ? undefined : store.repositoryName(`${decodePart(owner)}/${decodePart(name)}`);
}

/** Threads by their number: all of them if it has a sign, which nothing else has. */
function byNumber(sources: Sources, current: string | undefined, typed: string): readonly Suggestion[] {
  return threadsNamed(sources, typed, current)
    .slice(0, typed.includes('#') ? MAX_SUGGESTIONS : MAX_OF_KIND)
    .map(({ repo, number, found }) => ({
      ...page(found.title ?? `#${number}`, found.path, `${repo}#${number}`),
      ...signOf(found),
      isExact: true,
    }));
}

/** The page of a pasted address, unless it is that of a thread that is missing. */
function byAddress(sources: Sources, typed: string): readonly Suggestion[] {
  const { store, links } = sources;
  const address = readTyped(sources, typed);
  if (address === undefined) {
    return [];
  }
  const url = typedUrl(address, store.origins());
  const { repo, number, kind } = store.urlPlace(url);
  const thread = repo === undefined || number === undefined ? undefined : links.glance(repo, number, kind);
  const found = thread === undefined ? {} : { title: thread.title ?? `#${number}`, ...signOf(thread) };
  const local = links.local(url);
  if (local === undefined && number !== undefined && kind !== undefined) {
    return [];
  }
  const href = local ?? pageOfAddress(address);
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
    .slice(0, MAX_SUGGESTIONS)
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

const FILE_FINDER = { title: 'Find a file', path: '/find' } as const;
const COMPARISON = { title: 'Compare branches and tags', path: '/compare' } as const;

/** Pages of the reader and of repositories by name; those of the reader and the current repository if nothing was typed. */
function suggestCommands(
  sources: Sources,
  repo: string | undefined,
  { words, isNamed }: { readonly words: string; readonly isNamed: boolean },
): readonly Suggestion[] {
  const { hasPage, namedPages, store } = sources;
  const typed = words.split(/\s+/);
  const own = repo === undefined ? [] : tabsOf(repo, store);
  const all = [
    ...own.filter(({ title }) => hasAll(typed.length < 2 ? title : `${title} ${repo}`, typed)),
    ...(typed.length < 2 || isNamed ? [] : tabsNamed(sources, repo, typed)),
    ...(words === '' ? recentRepositories(store, repo) : []),
    ...namedPages.map(([path, title]) => page(title, path, '')).filter(({ title }) => hasAll(title, typed)),
  ];
  return all.filter(({ href }) => hasPage(href)).slice(0, words === '' ? MAX_COMMANDS : MAX_OF_KIND);
}

/** Those in which something happened last, other than the current one, where nothing was typed. */
function recentRepositories(store: Sources['store'], current: string | undefined): readonly Suggestion[] {
  const latest = store.latest({ repos: undefined, limit: MAX_LATEST }).flatMap(({ repo }) => repo ?? []);
  return [...new Set([...latest, ...store.repositoryNames()])]
    .filter((repo) => repo !== current && store.repositoryName(repo) !== undefined)
    .slice(0, MAX_OF_KIND)
    .map((repo) => page(repo, repositoryPath(repo), 'Repositories'));
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
