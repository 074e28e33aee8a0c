import { decodePart, lastSegment } from '../../../base/text-ends.ts';
import type { Sources } from '../../sources.ts';
import { type Suggestion, signOf } from './suggestion.ts';

export const MAX_TITLES = 8;

/** Releases are often called like their repository: more would take the places of all else. */
const MAX_RELEASES = 3;

/** Titles that are looked at, because releases may be left out, and the one that is called so may be old. */
const MAX_LOOKED_AT = 100;

/** A thread by its number, which is not in titles. */
const BY_NUMBER = /^[^\s#]*#\d+$/;

/** Titles with the words, but for those of repositories: of the current one first. Of releases only those of `named`, if the words name repositories. One more than `MAX_TITLES` if there are more. */
export function suggestTitles(
  { store, links }: Sources,
  typed: string,
  { current, named }: { readonly current: string | undefined; readonly named: readonly string[] },
): readonly Suggestion[] {
  if (BY_NUMBER.test(typed)) {
    return [];
  }
  const own = current === undefined ? [] : store.completeTitles(typed, MAX_LOOKED_AT, current);
  const others = store.completeTitles(typed, MAX_LOOKED_AT).filter(({ repo }) => repo !== current);
  const order = (one: Found, other: Found) =>
    Number(isCalledSo(other, typed)) - Number(isCalledSo(one, typed)) ||
    Number(other.repo === current) - Number(one.repo === current);
  const found = [...own, ...others].filter(({ kind }) => kind !== 'repository');
  const releases = found
    .filter(({ kind, repo }) => kind === 'release' && (named.length === 0 || named.includes(repo ?? '')))
    .toSorted((one, other) => order(one, other) || newestFirst(one, other))
    .filter((one, index) => index < MAX_RELEASES || isCalledSo(one, typed));
  const shown = [...releases, ...found.filter(({ kind }) => kind !== 'release')].toSorted(order);
  return shown.slice(0, MAX_TITLES + 1).flatMap(({ kind, state, title, url, repo, number }) => {
    const href = links.local(url);
    const isThread = number !== null && THREADS.has(kind);
    const what = `${kind === 'release' && state === 'draft' ? 'draft ' : ''}${kind.replaceAll('_', ' ')}`;
    const where = isThread ? `${repo ?? ''}#${number}` : `${what} in ${repo ?? ''}`;
    const isDraft =
      kind === 'pull_request' && isThread && links.glance(repo ?? '', number, kind)?.state === 'draft';
    const sign = signOf({ kind, state: state ?? 'open', isDraft });
    return href === undefined ? [] : [{ title: title ?? '', href, where, ...sign, isResult: true }];
  });
}

type Found = ReturnType<Sources['store']['completeTitles']>[number];

/** By its title, or the tag at the end of the url of a release. */
function isCalledSo({ kind, title, url }: Found, typed: string): boolean {
  const tag = kind === 'release' ? decodePart(lastSegment(url)) : '';
  return [title ?? '', tag].some((name) => name.toLowerCase() === typed.toLowerCase());
}

/** Published releases, and then drafts. */
function newestFirst(one: Found, other: Found): number {
  return (
    Number(one.state === 'draft') - Number(other.state === 'draft') ||
    (other.createdAt ?? '').localeCompare(one.createdAt ?? '')
  );
}

/** Milestones have numbers of their own. */
const THREADS: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion']);
