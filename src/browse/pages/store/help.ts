import { html } from 'hono/html';
import { QUALIFIERS } from '../../../search/index.ts';
import { definePage } from '../../page.ts';
import { withQuery } from '../../paths.ts';

const KEYS = [
  ['/', 'to the search box'],
  ['?', 'all keys of the page that you see'],
  ['j and k', 'the next and the previous entry of a list'],
  ['o', 'open the entry'],
  ['u', 'up: from a thread to its list'],
  ['n and p', 'the next and the previous page'],
  ['g h', 'to the first page'],
  ['g i, g p, g c', 'to issues, pull requests, code of the repository'],
  ['t', 'find a file'],
  ['y', 'the permanent address of the page'],
] as const;

/** Help on addresses, forms and keyboard shortcuts. */
export const keysHelp = definePage<Help>({
  read: () => ({ keys: KEYS }),
  show: ({ keys }) => ({
    title: 'Help and keys',
    width: 'text',
    main: html`<h1>Help and keys</h1>
<div class="prose"><p>Pages have the paths of the service that the work comes from: change the host of an old address to that of this reader, or paste the whole address into the search box. Pages that only this reader has are below <code>/-/</code>.</p>
<p>Every list and thread has forms for programs: put <code>.json</code>, <code>.csv</code>, <code>.md</code> or <code>.atom</code> behind its path. <a href="/-/api/openapi.json">Their description</a> is an OpenAPI document.</p>
<p><a href="/-/help/search">Search syntax</a>: the language of searches and filters.</p></div>
<h2>Keys</h2><table class="grid-table"><caption>Where scripts run; "?" on any page also switches them off</caption><thead><tr><th scope="col">Key</th><th scope="col">What it does</th></tr></thead><tbody>${keys.map(([key, words]) => html`<tr><th scope="row"><kbd>${key}</kbd></th><td>${words}</td></tr>`)}</tbody></table>`,
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
  read: () => ({
    qualifiers: Object.entries(QUALIFIERS).map(([name, { summary, example }]) => ({
      name,
      summary,
      example,
    })),
  }),
  show: ({ qualifiers }) => ({
    title: 'Search syntax',
    main: html`<h1>Search syntax</h1>
<p>All words must occur in a thread. <code>AND</code>, <code>OR</code>, <code>NOT</code>, <code>-</code> and parentheses join them; <code>"a phrase"</code> matches exactly; <code>word*</code> matches all words that begin with it. The same language filters lists, and searches on the command line.</p>
<div class="scroll" tabindex="0" role="group" aria-label="Qualifiers"><table class="grid-table"><caption>Qualifiers</caption><thead><tr><th scope="col">Word</th><th scope="col">What it asks for</th><th scope="col">Try</th></tr></thead><tbody>${qualifiers.map(
      ({ name, summary, example }) =>
        html`<tr><th scope="row"><code>${name}:</code></th><td>${summary}</td><td><a href="${withQuery('/-/search', { q: example })}"><code>${example}</code></a></td></tr>`,
    )}</tbody></table></div>`,
  }),
});

interface Help {
  readonly keys: readonly (readonly [keys: string, words: string])[];
}
