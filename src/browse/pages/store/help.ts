import { html } from 'hono/html';
import { ownerOf } from '../../../model/accounts.ts';
import type { Browsing } from '../../../reading/open-browsing.ts';
import { QUALIFIERS } from '../../../search/qualifiers.table.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';

const KEYS = [
  [['/', 'Ctrl K'], 'search, or go to any page'],
  [['?'], 'show all keys of this page'],
  [['j', 'k'], 'go to the next or the previous item of a list'],
  [['o'], 'open the item'],
  [['u'], 'go up, from a thread to its list'],
  [['n', 'p'], 'go to the next or the previous result'],
  [['g h'], 'go to the home page'],
  [['g i', 'g p', 'g c'], 'go to the issues, pull requests or code of the repository'],
  [['t'], 'find a file'],
  [['y'], 'copy the permalink of the page'],
] as const;

/** Help on addresses, forms and keyboard shortcuts. */
export const keysHelp = definePage<Help>({
  read: () => ({ keys: KEYS }),
  show: ({ keys }) => ({
    title: 'Help and keys',
    width: 'text',
    main: html`<h1>Help and keys</h1>
<div class="prose"><p>Pages have the same paths as on the original service: replace the host in an old address with that of this reader, or paste the whole address into the search box. Pages that only this reader has are under <code>/-/</code>.</p>
<p>Lists and threads are also available as data: append <code>.json</code> or <code>.md</code> to the path.</p>
<p data-control><a href="/-/help/search">Search syntax</a>: how to write searches and filters.</p></div>
<h2>Keys</h2><table class="grid-table"><caption>They need JavaScript; "?" on any page also switches them off</caption><thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>${keys.map(([key, words]) => html`<tr><th scope="row">${key.map((one) => html`<kbd>${one}</kbd> `)}</th><td>${words}</td></tr>`)}</tbody></table>`,
  }),
});

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
  const names = { 'acme/app': repo, 'acme/site': other, acme: ownerOf(repo), mira: author };
  return example.replace(/acme\/(?:app|site)|acme(?!\/core)|\bmira\b/g, (name) => names[name as 'mira']); // One of them.
}

interface Help {
  readonly keys: readonly (readonly [keys: readonly string[], words: string])[];
}
