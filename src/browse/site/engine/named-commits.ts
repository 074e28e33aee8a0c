import { readAddress } from '../../addresses/read-address.ts';
import type { IndexReader } from './index-reader.ts';
import { isCalled } from './named-pages.ts';

/** A commit that has a page in the site. */
export interface SiteCommit {
  readonly id: string;
  readonly title: string;
  readonly repo: string;
  readonly href: string;
}

/** A commit's id or its first digits, with or without its repository. */
const NAMED = /^(?:([^\s@]+)@)?([0-9a-f]{7,64})$/i;

/** The commits that a search names by their id, or by an address: one may be in several repositories. */
export async function findCommits(
  index: IndexReader,
  query: string,
  origins: readonly string[],
): Promise<readonly SiteCommit[]> {
  const [, place, ending] =
    /^(.+)\/commit\/([^/]+)$/.exec(readAddress(query, origins)?.segments.join('/') ?? '') ?? [];
  const [, repo, id] = NAMED.exec(place === undefined ? query : `${place}@${ending}`) ?? [];
  const digits = id?.toLowerCase() ?? '';
  const [first = ''] = digits;
  if (!index.list.commits.includes(first) || first === '') {
    return [];
  }
  const part = await index.commits(first);
  return Object.entries(part)
    .filter(([name]) => isCalled(name, repo))
    .flatMap(([name, { folder, commits }]) =>
      commits
        .filter(([one]) => one.startsWith(digits))
        .map(([one, title]) => ({ id: one, title, repo: name, href: `${folder}${one}/index.html` })),
    );
}
