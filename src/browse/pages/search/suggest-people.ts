import { accountPath } from '../../paths.ts';
import type { Sources } from '../../sources.ts';
import { page, type Suggestion } from './suggestion.ts';

const MAX_OF_KIND = 4;

/** Those that are looked at, to find who is called so. */
const MAX_LOOKED_AT = 40;

/** People and organizations with the words in their logins or names, those that are called so first. */
export async function suggestPeople(
  { store }: Sources,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const search = /^@?([\p{L}\p{M}\p{N}_][\p{L}\p{M}\p{N}_.' -]+)$/u.exec(typed)?.[1];
  if (search === undefined) {
    return [];
  }
  const words = search.toLowerCase();
  const found = await store.accounts({ after: '', limit: MAX_LOOKED_AT, search }, signal);
  const rank = (texts: readonly (string | null)[]) =>
    texts.some((text) => text?.toLowerCase() === words)
      ? 0
      : texts.some((text) => text?.toLowerCase().startsWith(words))
        ? 1
        : 2;
  return found
    .toSorted((one, other) => rank([one.login, one.name]) - rank([other.login, other.name]))
    .slice(0, MAX_OF_KIND)
    .map(({ login, name, kind }) => {
      const what = kind === 'organization' ? 'organization' : 'person';
      return {
        ...page(login, accountPath(login), name === null ? what : `${what}: ${name}`),
        isExact: rank([login, name]) === 0,
      };
    });
}
