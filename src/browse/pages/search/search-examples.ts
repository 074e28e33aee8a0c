import { withTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';

/** Searches that find something in this store. */
export function examplesOf(store: Sources['store']): readonly string[] {
  const [latest] = store.latest({ limit: 1, repos: undefined });
  const repo = latest?.repo ?? store.repositoryNames()[0];
  if (repo === undefined) {
    return [];
  }
  const uses = store.labelUses(repo);
  const label = store.labels(repo).find(({ name }) => uses.has(name))?.name;
  const word = latest?.title?.match(/[\p{L}]{5,}/gu)?.[0]?.toLowerCase();
  return [
    ...(word === undefined ? [] : [word]),
    `is:open repo:${repo}`,
    ...(typeof latest?.author === 'string' ? [`author:${latest.author}`] : []),
    ...(label === undefined ? [] : [withTerm('', 'label', label)]),
    ...(word === undefined ? [] : [`${word} type:code`]),
  ];
}
