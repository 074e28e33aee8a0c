import { ownerOf } from '../../../model/accounts.ts';
import { repositoryPath, teamsPath, withQuery } from '../../paths.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';
import type { Suggestion } from './suggestion.ts';

const MAX_OF_KIND = 4;

/** Teams of the owners of repositories, and labels of the current one, with the words in their names. */
export function suggestNamed(
  { store }: Sources,
  current: string | undefined,
  words: string,
): readonly Suggestion[] {
  const owners = store.remember('owners of repositories', () => [
    ...new Set(store.repositoryNames().map(ownerOf)),
  ]);
  const has = (name: string) => name.toLowerCase().includes(words);
  const teams = owners.flatMap((owner) =>
    store
      .teams(owner)
      .filter(({ slug, name }) => slug !== null && has(name ?? slug))
      .map(({ slug, name }) => ({
        title: name ?? String(slug),
        href: teamsPath(owner, slug),
        where: `team of ${owner}`,
      })),
  );
  const labels = current === undefined ? [] : store.labels(current).filter(({ name }) => has(name));
  const listOf = (label: string) => {
    const use = store.labelUses(current ?? '').get(label);
    return use?.issueCount === 0 ? 'pulls' : 'issues';
  };
  return [
    ...teams.slice(0, MAX_OF_KIND),
    ...labels.slice(0, MAX_OF_KIND).map(({ name }) => ({
      title: name,
      href: withQuery(`${repositoryPath(current ?? '')}/${listOf(name)}`, { q: quotedTerm('label', name) }),
      where: `label of ${current}`,
    })),
  ];
}
