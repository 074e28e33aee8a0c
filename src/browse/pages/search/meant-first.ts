import { repositoryPath } from '../../paths.ts';
import type { Suggestion } from './suggestion.ts';

/**
 * What is meant comes first, then what is called so, and what other repositories have comes last. A name that several of a kind have means that of the current repository,
 * or else none of them.
 */
export function meantFirst(
  found: readonly Suggestion[],
  words: string,
  { current, named }: { readonly current: string | undefined; readonly named: readonly string[] },
): readonly Suggestion[] {
  const weight = (one: Suggestion) =>
    (one.isExact ?? isCalled(one, words)) ? 2 : Number(isCalled(one, words));
  const isElsewhere = (one: Suggestion) =>
    current !== undefined &&
    words !== '' &&
    OF_REPOSITORY.test(one.where) &&
    ![current, ...named].some((repo) => isIn(one, repo));
  const sorted = found.toSorted(
    (one, other) => weight(other) - weight(one) || Number(isElsewhere(one)) - Number(isElsewhere(other)),
  );
  const [first] = sorted;
  const alike = sorted.filter((one) => weight(one) === 2 && kindOf(one) === kindOf(first));
  const isOwn = current !== undefined && first !== undefined && isIn(first, current);
  return sorted.map((one) => {
    if (!alike.includes(one)) {
      return one;
    }
    return alike.length === 1 || (isOwn && one === first)
      ? { ...one, isExact: true }
      : { ...one, isExact: false, ...(isOwn ? {} : { isOneOfMany: true }) };
  });
}

/** Something that is in a repository. */
const OF_REPOSITORY =
  /#\d+$|^in |^(?:commit|wiki page|file|(?:draft )?release|milestone|discussion) in |^(?:branch|tag|label|topic) of /;

/** Threads by their number, and others by the word for what they are. */
function kindOf(one: Suggestion | undefined): string {
  const [, kind = ''] = /^(?:draft )?(\w*)/.exec(one?.where ?? '') ?? [];
  return one?.where.includes('#') === true ? '#' : kind;
}

/** Whether it is the page of a repository, or one below it. */
export function isIn({ href, completed }: Suggestion, repo: string): boolean {
  const path = repositoryPath(repo);
  return completed === undefined && href.startsWith(path) && /^(?:[/?#]|$)/.test(href.slice(path.length));
}

/** Whether this is the name of a page, the last part of its path, as `app` of `acme/app`, a file without its ending, or the tag of a release. */
function isCalled({ title, href, where, completed }: Suggestion, words: string): boolean {
  const name = title
    .toLowerCase()
    .replace(where.startsWith('file ') && !words.includes('.') ? /(?<=\w)\.\w+$/ : '', '');
  const isTag = href.toLowerCase().endsWith(`/releases/tag/${encodeURIComponent(words)}`);
  return words !== '' && completed === undefined && (isTag || name === words || name.endsWith(`/${words}`));
}
