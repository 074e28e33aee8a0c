import { readAddress } from '../../addresses/read-address.ts';
import type { IndexedFacts, IndexReader } from './index-reader.ts';
import { isSame } from './site-filters.ts';

/** Pages that a search names. */
export interface NamedPages {
  readonly pages: readonly number[];
  /** Where on the first of them it leads, with the number sign; empty for its beginning. */
  readonly hash: string;
  /** Whether the search can mean nothing else than this page. */
  readonly isMeant: boolean;
  /** The address, if it is one of a page that the index does not have: its repository is what comes nearest. */
  readonly unknown?: string | undefined;
}

const NONE: NamedPages = { pages: [], hash: '', isMeant: false };

/** Pages named by an address or its path, as `acme/app#7`, `app#7`, `#7` or `7`, or by the name of a repository or an account. */
export async function findNamedPages(
  index: IndexReader,
  text: string,
  origins: readonly string[],
): Promise<NamedPages> {
  const facts = await index.facts();
  const path = /^\/?([^\s/]+\/[^\s/]+\/\S+)$/.exec(text)?.[1] ?? '';
  const isPath = repositoryAt(facts, path.split('/')).length > 0;
  const address = readAddress(isPath ? `${origins[0]}/${path}` : text, origins);
  if (address !== undefined) {
    const page = await pageAt(index, facts, address.segments);
    const near = repositoryAt(facts, address.segments).filter(isRepository);
    return page === undefined
      ? { ...NONE, pages: near.map((one) => one.page), unknown: text }
      : { pages: [page], hash: address.hash, isMeant: true };
  }
  const [, named, digits] = /^(?:([^\s#]+)#|#?)(\d{1,12})$/.exec(text) ?? [];
  if (digits !== undefined) {
    const pages = facts
      .filter(
        ({ number, kind, repo }) =>
          number === Number(digits) && kind !== 'milestone' && isCalled(repo, named),
      )
      .sort((one, other) => other.day - one.day)
      .map(({ page }) => page);
    return { pages, hash: '', isMeant: named !== undefined && pages.length === 1 };
  }
  const name = text.replace(/^@/, '');
  const isNamed = ({ kind, repo, author }: IndexedFacts) =>
    kind === 'repository'
      ? isCalled(repo, name)
      : (kind === 'user' || kind === 'organization') && isSame(author, name);
  return {
    ...NONE,
    pages: /\s/.test(name) || name === '' ? [] : facts.filter(isNamed).map(({ page }) => page),
  };
}

/** Whether a repository is called so, with or without its owner; any is if there is no name. */
export function isCalled(repo: string, name: string | undefined): boolean {
  return (
    name === undefined ||
    isSame(repo, name) ||
    (!name.includes('/') && repo.toLowerCase().endsWith(`/${name.toLowerCase()}`))
  );
}

/** The sections of addresses whose pages have numbers. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  issues: ['issue', 'pull_request'],
  pull: ['pull_request', 'issue'],
  pulls: ['pull_request', 'issue'],
  discussions: ['discussion'],
  milestone: ['milestone'],
  milestones: ['milestone'],
};

/** Kinds whose addresses end with a name: the page is known by its file. */
const TITLED: ReadonlySet<string> = new Set(['release', 'wiki']);

function isRepository({ kind }: IndexedFacts): boolean {
  return kind === 'repository';
}

/** All pages of the repository that an address is in. */
function repositoryAt(facts: readonly IndexedFacts[], segments: readonly string[]): readonly IndexedFacts[] {
  const path = `${segments.join('/').toLowerCase()}/`;
  return facts.filter(({ repo }) => repo !== '' && path.startsWith(`${repo.toLowerCase()}/`));
}

async function pageAt(
  index: IndexReader,
  facts: readonly IndexedFacts[],
  segments: readonly string[],
): Promise<number | undefined> {
  const own = repositoryAt(facts, segments);
  const depth = own[0]?.repo.split('/').length;
  if (depth === undefined) {
    const [login = '', ...others] = /^(?:orgs|users)$/.test(segments[0] ?? '') ? segments.slice(1) : segments;
    const isMeant = ({ kind, author }: IndexedFacts) =>
      (kind === 'user' || kind === 'organization') && isSame(author, login);
    return others.length > 0 ? undefined : facts.find(isMeant)?.page;
  }
  const [section, number, ...rest] = segments.slice(depth).filter((part) => part !== '-');
  if (section === undefined) {
    return own.find(isRepository)?.page;
  }
  const kinds = NUMBERED[section];
  if (kinds !== undefined) {
    const found = own.filter((one) => kinds.includes(one.kind) && String(one.number) === number);
    return found.sort((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind))[0]?.page;
  }
  const ending = `${[section, number ?? (section === 'wiki' ? 'Home' : ''), ...rest].join('/')}/index.html`;
  for (const one of own.filter(({ kind }) => TITLED.has(kind))) {
    const [, file = ''] = (await index.row(one)) ?? [];
    if (decodeURIComponent(file).endsWith(`/${ending}`)) {
      return one.page;
    }
  }
  return undefined;
}
