import {
  findQualifier,
  QUALIFIERS,
  type QualifierName,
  qualifierRow,
} from '../../../search/qualifiers.table.ts';
import { withQuery } from '../../paths.ts';
import { quotedTerm } from '../../show/search-terms.ts';
import type { Sources } from '../../sources.ts';
import type { Suggestion } from './suggestion.ts';

const MAX_VALUES = 8;
const MAX_NAMES = 3;
/** Where no repository is open, the milestones of this many are offered. */
const MAX_REPOSITORIES = 20;

/** Completes the qualifier at the end of a search: its name, or its value with those of the store. */
export function suggestQualifiers(
  sources: Sources,
  repo: string | undefined,
  text: string,
): readonly Suggestion[] {
  const [, before = '', minus = '', name = '', colon, value = ''] =
    /^(.*?(?:\s|^))(-?)([a-z][a-z-]*)(:)?("?[^\s"]*)$/is.exec(text) ?? [];
  const complete = (term: string, where: string, isOpen = false): Suggestion => {
    const completed = `${before}${minus}${term}${isOpen ? '' : ' '}`;
    return {
      title: `${minus}${term}`,
      where,
      completed,
      href: withQuery('/-/search', { q: completed.trim() }),
    };
  };
  if (name === '') {
    return [];
  }
  if (colon === undefined) {
    return NAMES.filter((one) => name.length > 1 && one.startsWith(name.toLowerCase()))
      .slice(0, MAX_NAMES)
      .map((one) => complete(`${one}:`, `search: ${shortSummary(one)}`, true));
  }
  const known = findQualifier(name);
  const wanted = value.replace(/^"/, '').toLowerCase();
  return known === undefined
    ? []
    : valuesOf(known, sources, repo)
        .filter((one) => one.toLowerCase().includes(wanted))
        .toSorted((one, other) => Number(startsWith(other, wanted)) - Number(startsWith(one, wanted)))
        .slice(0, MAX_VALUES)
        .map((one) => complete(/[\s,()"]/.test(one) ? quotedTerm(known, one) : `${known}:${one}`, 'search'))
        .filter(({ completed }) => completed?.trim().toLowerCase() !== text.trim().toLowerCase());
}

const NAMES = Object.keys(QUALIFIERS) as readonly QualifierName[]; // The keys of the table.

function startsWith(value: string, wanted: string): boolean {
  return value.toLowerCase().startsWith(wanted);
}

function shortSummary(name: QualifierName): string {
  return qualifierRow(name).summary.split(/[;,]/)[0] ?? '';
}

/** The values that a qualifier can have: its words, or names in the store. */
function valuesOf(name: QualifierName, { store }: Sources, repo: string | undefined): readonly string[] {
  const { form, choices } = qualifierRow(name);
  const places = repo === undefined ? store.repositoryNames().slice(0, MAX_REPOSITORIES) : [repo];
  if (choices !== undefined) {
    return choices;
  }
  if (name === 'label') {
    const all = store.sharedNames('labels');
    return all.filter(({ repos }) => repo === undefined || repos.includes(repo)).map((label) => label.name);
  }
  if (name === 'milestone') {
    const titles = places.flatMap((place) => store.milestones(place).flatMap(({ title }) => title ?? []));
    return [...new Set(titles)];
  }
  switch (form) {
    case 'repository':
      return store.repositoryNames();
    case 'owner':
      return store.allOwners();
    case 'login':
      return loginsIn(store, repo);
    default:
      return [];
  }
}

/** Those who wrote the latest threads. */
function loginsIn(store: Sources['store'], repo: string | undefined): readonly string[] {
  const latest = store.latest({ repos: repo === undefined ? undefined : [repo], limit: 50 });
  return [...new Set(latest.flatMap(({ author }) => author ?? []))];
}
