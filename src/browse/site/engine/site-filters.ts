import { isOwnedBy } from '../../../model/accounts.ts';
import type { FilterName } from '../../../search/qualifiers.table.ts';
import type { FilterValue, SearchFilter } from '../../../search/search-query.ts';
import { DAY_MS } from './index-format.ts';
import type { IndexedFacts, IndexedMarks } from './index-reader.ts';

type Test = (facts: IndexedFacts) => boolean;

/** The kinds of all pages by their words in `type:`. */
export const TYPES: Readonly<Record<string, string>> = {
  issue: 'issue',
  pr: 'pull_request',
  discussion: 'discussion',
  release: 'release',
  milestone: 'milestone',
  repository: 'repository',
  wiki: 'wiki',
  person: 'user',
  organization: 'organization',
};

/** The states of pages by their words in `is:`. */
export const STATES: Readonly<Record<string, readonly string[]>> = {
  open: ['open', 'draft'],
  closed: ['closed', 'merged'],
  merged: ['merged'],
  draft: ['draft'],
};

/** The qualifiers that the index of a site can answer: whether a page meets one of its values. */
const FILTERS: Partial<Record<FilterName, (text: string, marks: IndexedMarks) => Test>> = {
  is: (word) => (facts) => isOfKind(facts, word) || isInState(facts, word),
  state: (word) => (facts) => isInState(facts, word),
  type: (word) => (facts) => isOfKind(facts, word),
  author:
    (login) =>
    ({ kind, author }) =>
      isSame(author, login) && kind !== 'user' && kind !== 'organization',
  repo:
    (name) =>
    ({ repo }) =>
      isSame(repo, name),
  org: (owner) => isOwned(owner),
  user: (owner) => isOwned(owner),
  label: (name, { label }) => hasMark(label, name),
  assignee: (login, { assignee }) => hasMark(assignee, login),
  milestone: (title, { milestone }) => hasMark(milestone, title),
  no: (word, marks) => {
    const pages = new Set([...marks[word as 'label'].values()].flatMap((some) => [...some])); // One of its choices.
    return ({ page, kind }) => (kind === 'issue' || kind === 'pull_request') && !pages.has(page);
  },
};

const MARKED: ReadonlySet<string> = new Set(['label', 'assignee', 'milestone', 'no']);

/** The names of all qualifiers that sites answer. */
export const SITE_QUALIFIERS: readonly string[] = [...Object.keys(FILTERS), 'created', 'in', 'sort'];

/** The words of qualifiers that the index can answer. */
const WORDS: Partial<Record<FilterName, readonly string[]>> = {
  is: [...Object.keys(STATES), 'issue', 'pr'],
  type: Object.keys(TYPES),
};

const OWN_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...WORDS,
  state: ['open', 'closed', 'merged'],
  no: ['label', 'milestone', 'assignee'],
  in: ['title'],
  sort: ['newest', 'oldest', 'created', 'created-asc'],
};

/** All qualifiers that sites answer, with their fixed words. */
export const SITE_WORDS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  SITE_QUALIFIERS.map((name) => [name, OWN_WORDS[name] ?? []]),
);

/** Those for which an index with these pages has one. */
export function wordsFor(all: readonly IndexedFacts[]): typeof WORDS {
  const kinds = new Set(all.map(({ kind }) => kind));
  return {
    is:
      WORDS.is?.filter((word) => all.some((facts) => isOfKind(facts, word) || isInState(facts, word))) ?? [],
    type: WORDS.type?.filter((word) => kinds.has(TYPES[word] ?? '')) ?? [],
  };
}

/** Whether the index can answer a qualifier with these values. */
export function isAnswerable({ name, value }: SearchFilter): boolean {
  return (
    name === 'created' ||
    (FILTERS[name] !== undefined && textsOf(value).every((text) => WORDS[name]?.includes(text) ?? true))
  );
}

/** Whether it needs the labels, assignees and milestones of pages. */
export function needsMarks({ name }: SearchFilter): boolean {
  return MARKED.has(name);
}

/** Whether a page meets a qualifier that can be answered. */
export function testOf({ name, value }: SearchFilter, marks: IndexedMarks): Test {
  if (value.form === 'times') {
    const from = dayOf(value.from, Math.floor) ?? 1;
    const before = dayOf(value.before, Math.ceil) ?? Number.POSITIVE_INFINITY;
    return ({ day }) => day >= from && day < before;
  }
  const tests = textsOf(value).flatMap((text) => FILTERS[name]?.(text, marks) ?? []);
  return (facts) => tests.some((test) => test(facts));
}

export function textsOf(value: FilterValue): readonly string[] {
  return value.form === 'texts' ? value.texts : [];
}

/** The index knows days only. */
function dayOf(time: string | undefined, round: (days: number) => number): number | undefined {
  return time === undefined ? undefined : round(Date.parse(`${time}Z`) / DAY_MS);
}

function isOfKind({ kind }: IndexedFacts, word: string): boolean {
  return kind !== '' && TYPES[word] === kind;
}

/** A draft of a pull request is open; one of a release is not published. */
export function isInState({ kind, state }: IndexedFacts, word: string): boolean {
  return STATES[word]?.includes(state) === true && (word !== 'open' || kind !== 'release');
}

function isOwned(owner: string): Test {
  return ({ repo }) => repo !== '' && isOwnedBy(repo, [owner]);
}

function hasMark(marks: ReadonlyMap<string, ReadonlySet<number>>, name: string): Test {
  const pages = [...marks].filter(([other]) => isSame(other, name)).map(([, some]) => some);
  return ({ page }) => pages.some((some) => some.has(page));
}

export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
