import type { Sources } from '../../sources.ts';
import { type Suggestion, signOf } from './suggestion.ts';

const MAX_TITLES = 8;

/** Releases are often called like their repository: more would take the places of all else. */
const MAX_RELEASES = 3;

/** Titles that are looked at, because releases may be left out. */
const MAX_LOOKED_AT = 40;

/** Titles with the words, but for those of repositories: of the current one first. Of releases only those of `named`, if the words name repositories. */
export function suggestTitles(
  { store, links }: Sources,
  typed: string,
  { current, named }: { readonly current: string | undefined; readonly named: readonly string[] },
): readonly Suggestion[] {
  const own = current === undefined ? [] : store.completeTitles(typed, MAX_LOOKED_AT, current);
  const others = store.completeTitles(typed, MAX_LOOKED_AT).filter(({ repo }) => repo !== current);
  const found = [...own, ...others];
  const releases = found
    .filter(({ kind, repo }) => kind === 'release' && (named.length === 0 || named.includes(repo ?? '')))
    .slice(0, MAX_RELEASES);
  const shown = found.filter(
    (one) => one.kind !== 'repository' && (one.kind !== 'release' || releases.includes(one)),
  );
  return shown.slice(0, MAX_TITLES).flatMap(({ kind, state, title, url, repo, number }) => {
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

/** Milestones have numbers of their own. */
const THREADS: ReadonlySet<string> = new Set(['issue', 'pull_request', 'discussion']);
