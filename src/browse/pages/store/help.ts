import { html } from 'hono/html';
import { capitalized, joinWords } from '../../../base/text-ends.ts';
import { ownerOf } from '../../../model/accounts.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { QUALIFIERS } from '../../../search/qualifiers.table.ts';
import { NAVIGATION } from '../../layout/navigation.table.ts';
import { TABS } from '../../layout/tabs.table.ts';
import { tabsOfRepository } from '../../layout/tabs-of-repository.ts';
import { definePage } from '../../page.ts';
import { repositoryPath, withQuery } from '../../paths.ts';
import { capturedKinds } from '../search/site-search.ts';

interface KeyGroup {
  /** Where the keys work. */
  readonly where: string;
  readonly keys: readonly (readonly [keys: string, words: string])[];
}

/** Keys of what only the reader has: filters of lists, and pages of code. */
const OF_READER: ReadonlySet<string> = new Set(['g o', 'f', 't', 'b']);

/** All keys, in the words of the list that the key `?` shows of those of one page. */
const KEYS: readonly KeyGroup[] = [
  {
    where: 'On all pages',
    keys: [
      ['/', 'Search, or go to any page (also Ctrl-K)'],
      ['?', 'This help'],
      ['y', 'Copy the permalink of this page'],
      ['g h', 'Home page'],
      ...NAVIGATION.map(([, title, key]) => [`g ${key}`, title] as const),
      ['g o', 'Owner'],
    ],
  },
  {
    where: 'In lists',
    keys: [
      ['j', 'Next item of the list'],
      ['k', 'Previous item of the list'],
      ['o', 'Open the item'],
      ['u', 'Back to the list'],
      ['n', 'Next result'],
      ['p', 'Previous result'],
      ['f', 'Filter'],
    ],
  },
  {
    where: 'In a repository',
    keys: [
      ...TABS.map(({ key, title }) => [`g ${key}`, title] as const),
      ['t', 'Go to file'],
      ['b', 'Blame'],
    ],
  },
];

/** Help on addresses, forms and keyboard shortcuts. */
export const keysHelp = definePage<Help>({
  read: ({ isSite, hasPage, store }) => {
    const isKept = isSite ? isInSites(hasPage, store) : () => true;
    return {
      isSite,
      captured: isSite ? capturedKinds(store) : [],
      keys: KEYS.map((group) => ({ ...group, keys: group.keys.filter(isKept) })),
    };
  },
  show: ({ isSite, captured, keys }) => ({
    title: 'Help and keys',
    width: 'text',
    main: html`<h1>Help and keys</h1>
<div class="prose">${isSite ? siteWords(captured) : READER_WORDS}</div>
<h2>Keys</h2><p>Press <kbd>?</kbd> for this page's keys and to turn shortcuts off. Two keys, such as <kbd>g</kbd> <kbd>h</kbd>, are pressed one after the other. Keys need JavaScript.</p>
${keys.map(({ where, keys: some }) => html`<table class="grid-table keys"><caption>${where}</caption><thead class="unseen"><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>${some.map(([key, words]) => html`<tr><th scope="row">${key.split(' ').map((one) => html`<kbd>${one}</kbd> `)}</th><td>${words}</td></tr>`)}</tbody></table>`)}`,
  }),
});

const READER_WORDS = html`<p>Pages have the same paths as at the service: replace the host of an old address with this reader's, or paste the whole address into the search box. The paths of pages that only the reader has begin with <code>/-/</code>.</p>
<p>Most pages are also available as data: append <code>.json</code> to the path, or <code>.md</code> for lists and threads as Markdown.</p>
<p><a href="/-/help/search">Search syntax</a>: how to write searches and filters.</p>`;

/** A site has no server, and so neither data formats nor old addresses. */
const siteWords = (
  captured: readonly string[],
) => html`<p>This site consists of files: no server answers. Pages of repositories are in folders with the same names as in their addresses at the service.${captured.length === 0 ? '' : ` ${capitalized(joinWords(captured))} are not in this site, only in Satchel’s reader.`}</p>
<p>The search box finds titles and texts, and people by login and name. <code>app#7</code>, an address of the service and the id of a commit open their page; <code>#7</code> opens that of the repository whose page you are on, and elsewhere finds all with this number. The <a href="/-/search">page of searches</a> lists the qualifiers that choose among the results, such as <code>is:open label:bug</code>. Searching needs JavaScript; without it, that page lists what each repository has.</p>`;

/** Whether a key does something in sites. */
function isInSites(
  hasPage: (path: string) => boolean,
  store: Browsing,
): (key: KeyGroup['keys'][number]) => boolean {
  const tabs = new Set(
    store.repositoryNames().flatMap((repo) =>
      tabsOfRepository(repo, store)
        .filter(({ path }) => hasPage(repositoryPath(repo) + path))
        .map(({ key }) => `g ${key}`),
    ),
  );
  return ([keys]) => {
    const [path] = NAVIGATION.find(([, , key]) => keys === `g ${key}`) ?? [];
    const isOfTab = TABS.some(({ key }) => keys === `g ${key}`);
    return !OF_READER.has(keys) && (path === undefined || hasPage(path)) && (!isOfTab || tabs.has(keys));
  };
}

interface SearchHelp {
  readonly qualifiers: readonly {
    readonly name: string;
    readonly summary: string;
    readonly example: string;
  }[];
}

/** The search language: every qualifier, with an example to try. */
export const searchHelp = definePage<SearchHelp>({
  read: ({ store }) => ({
    qualifiers: Object.entries(QUALIFIERS).map(([name, { summary, example }]) => ({
      ...{ name, summary },
      example: inStore(example, store),
    })),
  }),
  show: ({ qualifiers }) => ({
    title: 'Search syntax',
    main: html`<h1>Search syntax</h1>
<p>All words must occur in a thread. <code>AND</code>, <code>OR</code>, <code>NOT</code>, <code>-</code> and parentheses join them; <code>crash</code> also matches <code>crashes</code> and <code>crashed</code>; <code>"a phrase"</code> matches exactly; <code>word*</code> matches all words that begin with it. The same syntax filters lists and works on the command line.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Qualifiers"><table class="grid-table stacked"><caption>Qualifiers</caption><thead><tr><th scope="col">Word</th><th scope="col">Meaning</th><th scope="col">Try</th></tr></thead><tbody>${qualifiers.map(
      ({ name, summary, example }) =>
        html`<tr><th scope="row"><code>${name}:</code></th><td>${summary}</td><td><a href="${withQuery('/-/search', { q: example })}"><code>${example}</code></a></td></tr>`,
    )}</tbody></table></div>`,
  }),
});

/** An example with names of this store in place of the invented ones. */
function inStore(example: string, store: Browsing): string {
  const [repo = 'acme/app', other = repo] = store.repositoryNames();
  const author = store.latest({ repos: [repo], limit: 1 })[0]?.author ?? ownerOf(repo);
  const ownerOfKind = (isOrganization: boolean) =>
    store.allOwners().find((login) => (store.account(login)?.kind === 'organization') === isOrganization);
  const [organization, person] = [ownerOfKind(true), ownerOfKind(false)];
  const team = organization === undefined ? undefined : store.teams(organization)[0]?.slug;
  const special = {
    org: organization === undefined ? undefined : `org:${organization}`,
    user: person === undefined ? undefined : `user:${person}`,
    team: team === undefined ? undefined : `team:${organization}/${team}`,
  }[example.split(':')[0] ?? ''];
  if (special !== undefined) {
    return special;
  }
  const names = { 'acme/app': repo, 'acme/site': other, acme: ownerOf(repo), mira: author };
  return example.replace(/acme\/(?:app|site)|acme(?!\/core)|\bmira\b/g, (name) => names[name as 'mira']); // One of them.
}

interface Help {
  readonly isSite: boolean;
  /** What sites of this store lack; empty in the reader. */
  readonly captured: readonly string[];
  readonly keys: readonly KeyGroup[];
}
