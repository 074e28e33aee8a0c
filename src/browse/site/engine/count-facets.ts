import { DAY_MS } from './index-format.ts';
import type { IndexReader } from './index-reader.ts';
import { isInState, STATES, TYPES } from './site-filters.ts';

/** How the hits of a search are distributed over the values of a qualifier. */
export interface SiteFacet {
  readonly title: string;
  readonly term: string;
  readonly values: readonly {
    readonly value: string;
    readonly text: string;
    readonly count: number;
    readonly color: string;
  }[];
}

const MAX_VALUES = 8;

const TYPE_OF_KIND = new Map(Object.entries(TYPES).map(([type, kind]) => [kind, type]));
const TEXTS: Readonly<Record<string, string>> = { pr: 'pull request' };

/** What links narrow a search by. */
export async function countFacets(
  index: IndexReader,
  pages: readonly number[],
): Promise<readonly SiteFacet[]> {
  const all = await index.facts();
  const facts = pages.flatMap((page) => all[page] ?? []);
  const { label, colors } = await index.marks();
  const hits = new Set(pages);
  const labels = [...label].map(
    ([name, some]) => [name, [...some].filter((page) => hits.has(page)).length] as const,
  );
  const columns = [
    { title: 'Kinds', term: 'type', counts: counted(facts.map(({ kind }) => TYPE_OF_KIND.get(kind) ?? '')) },
    { title: 'Repositories', term: 'repo', counts: counted(facts.map(({ repo }) => repo)) },
    {
      title: 'States',
      term: 'is',
      counts: counted(facts.flatMap((one) => Object.keys(STATES).filter((word) => isInState(one, word)))),
    },
    {
      title: 'Authors',
      term: 'author',
      counts: counted(
        facts.map(({ kind, author }) => (kind === 'user' || kind === 'organization' ? '' : author)),
      ),
    },
    { title: 'Labels', term: 'label', counts: new Map(labels) },
    {
      title: 'Years',
      term: 'created',
      counts: counted(
        facts.map(({ day }) => (day === 0 ? '' : String(new Date(day * DAY_MS).getUTCFullYear()))),
      ),
    },
  ];
  return columns.flatMap(({ title, term, counts }) => {
    const values = [...counts]
      .filter(([value, count]) => value !== '' && count > 0)
      .sort(([one, many], [other, more]) => more - many || one.localeCompare(other))
      .slice(0, term === 'type' ? undefined : MAX_VALUES)
      .sort(([one], [other]) => (term === 'created' ? other.localeCompare(one) : 0))
      .map(([value, count]) => ({
        value,
        count,
        text: TEXTS[value] ?? value,
        color: term === 'label' ? (colors.get(value) ?? '') : '',
      }));
    return values.length === 0 ? [] : [{ title, term, values }];
  });
}

function counted(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) {
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}
