import { plainWords } from '../../../search/split-words.ts';
import { accountPath, withQuery } from '../../paths.ts';
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
  const words = plainWords(search);
  const found = await store.accounts({ after: '', limit: MAX_LOOKED_AT, search }, signal);
  const rank = (texts: readonly (string | null)[]) =>
    texts.some((text) => plainWords(text ?? '') === words)
      ? 0
      : texts.some((text) => plainWords(text ?? '').startsWith(words))
        ? 1
        : 2;
  const people = found
    .toSorted((one, other) => rank([one.login, one.name]) - rank([other.login, other.name]))
    .slice(0, MAX_OF_KIND)
    .map(({ login, name, kind }) => {
      const what = kind === 'organization' ? 'organization' : 'person';
      return {
        ...page(login, accountPath(login), name === null ? what : `${what}: ${name}`),
        isExact: rank([login, name]) === 0,
      };
    });
  return found.length > MAX_OF_KIND
    ? [
        ...people,
        { ...page('More people', withQuery('/-/people', { q: search }), `with “${search}”`), isExact: false },
      ]
    : people;
}
