import { ownerOf } from '../../../model/accounts.ts';
import { repositoryPath, teamsPath, withQuery } from '../../paths.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';
import type { Suggestion } from './suggestion.ts';

const MAX_OF_KIND = 4;

/** Teams of the owners of repositories, labels and topics with the words in their names. */
export function suggestNamed(
  { store }: Sources,
  current: string | undefined,
  words: string,
): readonly Suggestion[] {
  const owners = store.remember('owners of repositories', () => [
    ...new Set(store.repositoryNames().map(ownerOf)),
  ]);
  const teams = owners.flatMap((owner) =>
    store
      .teams(owner)
      .flatMap(({ slug, name }) => (slug === null ? [] : { owner, slug, name: name ?? slug })),
  );
  return [
    ...best(teams, words).map(({ owner, slug, name }) => ({
      title: name,
      href: teamsPath(owner, slug),
      where: `team of ${owner}`,
    })),
    ...best(placesOf(store, 'labels', current), words).map((label) => ({
      ...{ title: label.name, href: labelPath(store, label), where: `label of ${placeWords(label)}` },
      isExact: false,
    })),
    ...best(placesOf(store, 'topics', current), words).map((topic) => ({
      ...{ title: topic.name, href: topicPath(topic), where: `topic of ${placeWords(topic)}` },
      isExact: false,
    })),
  ];
}

interface Named {
  readonly name: string;
  readonly isOwn?: boolean;
}

interface Placed extends Named {
  /** The only repository with the name, or the current one; otherwise how many have it. */
  readonly place: string | number;
}

/** The names of which a word begins so: those that are called so first, then those of the current repository, and then those that begin so themselves. */
function best<One extends Named>(all: readonly One[], words: string): readonly One[] {
  const place = ({ name }: Named) =>
    ` ${name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]/gu, ' ')}`.indexOf(` ${words}`);
  const rank = (one: Named) =>
    one.name.toLowerCase() === words
      ? Number(one.isOwn !== true)
      : (one.isOwn === true ? 2 : 4) + Number(place(one) !== 0);
  return all
    .filter((one) => one.name.toLowerCase() === words || place(one) >= 0)
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, MAX_OF_KIND);
}

/** What the current repository has by itself, and what all others have. */
function placesOf(
  store: Sources['store'],
  of: 'labels' | 'topics',
  current: string | undefined,
): readonly Placed[] {
  return store.sharedNames(of).flatMap(({ name, repos }) => {
    const isOwn = current !== undefined && repos.includes(current);
    const others = repos.length - Number(isOwn);
    return [
      ...(isOwn ? [{ name, place: current, isOwn }] : []),
      ...(others === 0 ? [] : [{ name, place: repos.length === 1 ? (repos[0] ?? '') : repos.length }]),
    ];
  });
}

function placeWords({ place }: Placed): string {
  return typeof place === 'string' ? place : `${place} repositories`;
}

function topicPath({ name, place }: Placed): string {
  return typeof place === 'string' ? repositoryPath(place) : withQuery('/', { q: name });
}

/** The threads with a label: where only pull requests have it, those. */
function labelPath(store: Sources['store'], { name, place }: Placed): string {
  const q = quotedTerm('label', name);
  if (typeof place === 'number') {
    return withQuery('/-/search', { q });
  }
  const list = store.labelUses(place).get(name)?.issueCount === 0 ? 'pulls' : 'issues';
  return withQuery(`${repositoryPath(place)}/${list}`, { q });
}
