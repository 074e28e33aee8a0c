import type { CapturedFilter, CapturedTally } from '../../../reading/open-browsing.ts';
import type { Frame, Markup } from '../../frame.ts';
import { otherQuery } from '../../show/pager.ts';
import { facetSection } from '../threads/facet-list.ts';
import { countTallied } from './count-tallied.ts';

/** More repositories would be longer than the list. */
const MAX_REPOSITORIES = 15;

/** The values of a column that a list can be narrowed to. */
export interface Choosing {
  readonly title: string;
  readonly tallies: readonly CapturedTally[];
  readonly filter: CapturedFilter;
  readonly chosen: string | undefined;
  readonly wordsOf?: (value: string) => string;
}

/** Links that narrow a list to a value of a column, or no longer do; the most common values first. */
export function chooseValue(
  name: 'reason' | 'type' | 'repo' | 'language',
  { title, tallies, filter, chosen, wordsOf = (value) => value }: Choosing,
  { path }: Frame,
): Markup | string {
  const values = [...new Set(tallies.map(({ values: all }) => String(all[name] ?? '')))]
    .map((value) => ({ value, count: countTallied(tallies, { ...filter, [name]: value }) }))
    .filter(({ value, count }) => value !== '' && (count > 0 || value === chosen))
    .sort((one, other) => other.count - one.count)
    .slice(0, name === 'repo' ? MAX_REPOSITORIES : undefined);
  return facetSection(
    title,
    values.map(({ value, count }) => ({
      text: wordsOf(value),
      href: otherQuery(path, { [name]: value === chosen ? undefined : value, from: undefined }),
      isChosen: value === chosen,
      count,
    })),
  );
}
